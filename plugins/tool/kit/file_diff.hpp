// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "keel/value.hpp"

namespace keel::tool_kit {

/// [{path, oldText, newText}]: the places where a file changed, three lines around each. oldText is
/// null where something was put into nothing. Bounded: what comes after 256 KiB of it is left out.
/// Takes time for large texts; any thread.
Value file_diffs(std::string_view path, std::string_view before, std::string_view after);

}  // namespace keel::tool_kit
