// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "keel/value.hpp"

namespace keel::http_curl {

/// Collects the head of a response from the lines that libcurl hands over. Heads of status 1xx are
/// passed over, trailers behind the body too.
class ResponseHead {
 public:
  static constexpr std::size_t kMaxBytes = 262144;

  /// False when the head has become too large.
  bool add_line(std::string_view line);
  bool complete() const { return complete_; }
  int status() const { return status_; }

  /// {status, headers, version}: names in lower case, values that are not UTF-8 read as Latin-1.
  Value to_value() const;

 private:
  void begin(std::string_view status_line);

  std::size_t bytes_ = 0;
  bool complete_ = false;
  int status_ = 0;
  std::string version_;
  std::vector<std::pair<std::string, std::string>> headers_;
};

}  // namespace keel::http_curl
