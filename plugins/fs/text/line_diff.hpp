// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace keel::text {

/// One place where two texts differ, with the lines around it, as they stand in either text.
struct Hunk {
  std::string old_text;
  std::string new_text;
  /// 1-based number of its first line in the new text.
  std::size_t new_line = 1;
};

/// Where `after` differs from `before`, line by line, in order; `context` equal lines around each
/// place, places that come closer than that joined. Texts that differ in more than about a
/// thousand lines give one hunk from the first difference to the last: time stays bounded.
std::vector<Hunk> diff_lines(std::string_view before, std::string_view after, std::size_t context);

}  // namespace keel::text
