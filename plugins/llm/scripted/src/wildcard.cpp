// SPDX-License-Identifier: MIT
#include "wildcard.hpp"

#include <cstddef>

namespace keel::llm_scripted {

bool fits_wildcard(std::string_view name, std::string_view pattern) {
  std::size_t at = 0;
  std::size_t in_pattern = 0;
  std::size_t star = std::string_view::npos;
  std::size_t behind_star = 0;
  while (at < name.size()) {
    const bool has_more = in_pattern < pattern.size();
    if (has_more && pattern[in_pattern] == '*') {
      star = in_pattern++;
      behind_star = at;
    } else if (has_more && (pattern[in_pattern] == '?' || pattern[in_pattern] == name[at])) {
      ++in_pattern;
      ++at;
    } else if (star != std::string_view::npos) {
      // The last star takes one byte more.
      in_pattern = star + 1;
      at = ++behind_star;
    } else {
      return false;
    }
  }
  while (in_pattern < pattern.size() && pattern[in_pattern] == '*') ++in_pattern;
  return in_pattern == pattern.size();
}

}  // namespace keel::llm_scripted
