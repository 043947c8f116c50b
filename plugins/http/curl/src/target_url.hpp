// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "curl_api.hpp"
#include "keel/error.hpp"

namespace keel::http_curl {

/// What of a URL decides where a request goes. All that messages may show: a path or a query can
/// hold a key, the user part of an authority is one.
struct TargetUrl {
  bool tls = false;
  /// Lower case, an IPv6 address without brackets.
  std::string host;
  std::uint16_t port = 0;

  /// "host:port", with brackets where needed.
  std::string authority() const;

  /// Error INVALID_URL unless it is an absolute http or https URL.
  static Expected<TargetUrl> parse(const CurlApi& api, std::string_view url);
};

}  // namespace keel::http_curl
