// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace keel::agent_prompt {

/// Whether a variable may have this name: ^[a-z][a-z0-9_]*$
bool is_variable_name(std::string_view name);

/// Text with {{variables}}. Strict, so that a misspelt name never reaches a model: a "{{" with a
/// "}}" behind it must be a whole {{name}} of a variable that has a value. A "{{" with no "}}"
/// behind it is text, and so is one after a backslash, which is dropped. What is put in is not
/// looked at again.
class PromptTemplate {
 public:
  /// What a variable has: its value, or why it has none.
  using Lookup = std::function<tl::expected<std::string, std::string>(std::string_view name)>;

  /// The text with its variables put in, or what is wrong with it.
  static tl::expected<std::string, std::string> render(std::string_view text, const Lookup& lookup);
};

}  // namespace keel::agent_prompt
