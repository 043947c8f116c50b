// SPDX-License-Identifier: MIT
// The collector behind a check: bounded, in walk order.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/schema/violation.hpp"

namespace keel::core {

/// Keeps the first kMaxViolations faults and counts the rest.
class ViolationList {
 public:
  bool empty() const { return kept_.empty(); }
  /// False once further faults are only counted: the caller may skip making their text.
  bool has_room() const { return kept_.size() < kMaxViolations; }
  void add(std::string path, std::string message);
  void count_only() { ++dropped_; }
  bool names(const std::string& path) const;

  /// The list; with a last entry at `root` when faults were left out.
  std::vector<Violation> take(const std::string& root);

 private:
  std::vector<Violation> kept_;
  std::size_t dropped_ = 0;
};

}  // namespace keel::core
