// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace keel::core {

/// Offset at which `text` nests tables, arrays and dotted keys deeper than `limit`, without
/// recursion. Nothing when it never does, or when it stops being TOML before that. The TOML parser
/// bounds brackets but not dotted keys, and both the parser and its tree recurse.
std::optional<std::size_t> find_deep_nesting(std::string_view text, std::size_t limit);

}  // namespace keel::core
