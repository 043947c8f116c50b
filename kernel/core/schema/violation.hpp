// SPDX-License-Identifier: MIT
// What a value or a schema does wrong, and where.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace keel::core {

/// One fault. `path` is relative to the checked value: "a.b[2]", names that are not plain words in
/// brackets and quotes; the name of the root ("arguments") when the fault is the root's. Paths
/// above kMaxPathSize lose their middle.
struct Violation {
  std::string path;
  std::string message;

  friend bool operator==(const Violation&, const Violation&) = default;
};

inline constexpr std::size_t kMaxPathSize = 512;

/// A check lists this many faults; one more entry then says how many it left out. Values come from
/// outside: without a bound, one hostile value costs gigabytes of text.
inline constexpr std::size_t kMaxViolations = 1000;

/// "a.b[2]: expected string, found integer; c: missing required property"
std::string to_text(const std::vector<Violation>& violations);

}  // namespace keel::core
