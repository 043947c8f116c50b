// SPDX-License-Identifier: MIT
// --set row.path=literal
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/deploy/origin_tree.hpp"
#include "keel/error.hpp"
#include "keel/value.hpp"

namespace keel::core {

/// One --set option, taken apart.
struct SetOption {
  std::string address;  ///< Of the row.
  ValuePath path;       ///< Not empty.
  std::string literal;  ///< As written. May be a secret: never in a message.
};

/// Name of the layer of a --set option: "--set row.path", without the literal.
std::string set_layer_name(std::string_view option);

/// Takes `option` apart. The row is the longest of `addresses` that it begins with; steps of the
/// path are separated by '.', steps with dots stand in quotes as in TOML. Fails when there is no
/// '=', no path, or no such row (the error lists the rows).
Expected<SetOption> parse_set_option(std::string_view option,
                                     std::span<const std::string_view> addresses);

/// The literal as a TOML value, or as plain text where it is not TOML. Fails on what settings
/// cannot hold (dates, infinities) and on text that is not UTF-8.
Expected<Value> set_literal_value(const SetOption& option, std::string_view place);

/// True when the literal looks like an array, table or quoted text but is not TOML: taken as plain
/// text, and worth a warning.
bool is_broken_literal(std::string_view literal, ValueView value);

}  // namespace keel::core
