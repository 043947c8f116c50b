// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace keel::core {

/// True for "family/name": two parts of letters, digits, '.', '-' and '_', each beginning with a
/// letter or digit.
bool is_plugin_id(std::string_view id);

/// The library of a plugin id in a plugin folder: "llm/openai" is "llm.openai.so".
std::string plugin_file_name(std::string_view id);

}  // namespace keel::core
