// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "keel/error.hpp"

namespace keel::tool_grep {

/// One line that matched.
struct Match {
  std::string path;
  std::int64_t line_number = 0;
  std::string line;
};

/// Reads what `rg --json` prints. A record that cannot be understood fails the whole:
/// SEARCH_FAILED. Takes time for long outputs; any thread.
Expected<std::vector<Match>> parse_matches(std::string_view output, std::string_view workspace);

}  // namespace keel::tool_grep
