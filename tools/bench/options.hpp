// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace keel::bench {

/// Below this many rounds an interval says little: nothing is gated.
inline constexpr std::size_t kFullRounds = 30;

/// What the command line asked for.
struct Options {
  std::size_t rounds = kFullRounds;
  bool json = false;
  bool gate = true;
  /// Names of rows; empty: all.
  std::vector<std::string> rows;

  /// Rounds of a smoke test: the work is cut down too.
  bool is_short() const { return rounds < kFullRounds; }
};

}  // namespace keel::bench
