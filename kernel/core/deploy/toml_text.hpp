// SPDX-License-Identifier: MIT
// Values written as TOML.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "keel/value.hpp"

namespace keel::core {

/// `name` as a TOML key: bare where it can be, else quoted.
std::string toml_key(std::string_view name);

/// `text` as a TOML basic string on one line.
std::string toml_string(std::string_view text);

/// Asked for each object before it is written: the text to write in its place, or nothing.
using TomlSubstitute = std::function<std::optional<std::string>(ValueView object)>;

/// `value` as TOML on one line. A null or bytes, which TOML cannot hold, is written as a string. No
/// recursion: any depth.
std::string toml_inline(ValueView value, const TomlSubstitute& substitute = {});

}  // namespace keel::core
