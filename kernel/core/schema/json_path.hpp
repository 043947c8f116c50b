// SPDX-License-Identifier: MIT
// Text of a place inside a value.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace keel::core {

/// Builds "a.b[2]" from the outermost step to the innermost. A path that grows above kMaxPathSize
/// keeps its first and its last steps around "...", so a value nested 10,000 levels cannot make
/// megabytes of text.
class JsonPath {
 public:
  JsonPath() = default;
  /// Starts below `place`, which is kept whole.
  explicit JsonPath(std::string place) : head_(std::move(place)) {}

  /// A member; a name that is not made of letters, digits, '_', '-' and '$' is written ["so"].
  void member(std::string_view name);
  void index(std::size_t index);

  /// The path, or `root` when there was no step.
  std::string text(std::string_view root) const;

 private:
  void append(std::string_view step);

  std::string head_;
  std::string tail_;
  bool elided_ = false;
};

}  // namespace keel::core
