// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace keel::llm_scripted {

/// Whether a name fits a pattern in which "*" stands for any text and "?" for any byte. Takes time
/// in proportion to the product of both sizes at worst.
bool fits_wildcard(std::string_view name, std::string_view pattern);

}  // namespace keel::llm_scripted
