// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace keel::tool_glob {

/// The paths of a result that are shown.
struct PathPage {
  std::vector<std::string_view> paths;
  /// Entries directly below the root that a sample reached, and how many there are; 0 without one.
  std::size_t reached_entries = 0;
  std::size_t entries = 0;
};

/// At most `max_paths` of `paths`: the first ones, or, with `sample`, some of each entry directly
/// below the root in turn, those of one entry together. `prefix` is what every path begins with:
/// the root as it is shown, with a slash, or nothing. Borrows from `paths`.
PathPage page_of(const std::vector<std::string_view>& paths, std::size_t max_paths, bool sample,
                 std::string_view prefix);

}  // namespace keel::tool_glob
