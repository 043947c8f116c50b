// SPDX-License-Identifier: MIT
// TOML text as a value, with the place of everything in it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/deploy/origin_tree.hpp"
#include "keel/error.hpp"
#include "keel/value.hpp"

namespace keel::core {

/// `root` is an object; members are in the order of the file. Origins are of layer 0.
struct TomlDocument {
  Value root;
  OriginTree origins;
};

/// A larger file is refused before it is read.
inline constexpr std::size_t kLargestTomlFile = 1024 * 1024;

/// Tables, arrays and dotted keys inside one another, counted together.
inline constexpr std::size_t kDeepestToml = 100;

/// Parses one TOML 1.0 document. Refuses what a value cannot hold: dates and times, numbers out of
/// range, infinities, NaN, and nesting beyond kDeepestToml. `name` stands before the line number in
/// errors, which never quote a value. Any thread.
Expected<TomlDocument> parse_toml(std::string_view text, std::string_view name);

}  // namespace keel::core
