// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace keel::tool_read {

/// Name of the language that a file is written in, by its ending, for colouring; empty when
/// unknown.
std::string_view language_of(std::string_view path);

}  // namespace keel::tool_read
