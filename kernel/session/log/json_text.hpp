// SPDX-License-Identifier: MIT
// Compact JSON text, as JSON.stringify prints it, appended to a string.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "keel/value.hpp"

namespace keel::session {

void append_json(std::string& out, ValueView value);
/// `text` must be UTF-8.
void append_json_string(std::string& out, std::string_view text);
void append_json_integer(std::string& out, std::int64_t number);

}  // namespace keel::session
