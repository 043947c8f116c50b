// SPDX-License-Identifier: MIT
#include "prompt_template.hpp"

#include <utility>

namespace keel::agent_prompt {

bool is_variable_name(std::string_view name) {
  if (name.empty() || name.front() < 'a' || name.front() > 'z') return false;
  for (const char c : name) {
    const bool allowed = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    if (!allowed) return false;
  }
  return true;
}

tl::expected<std::string, std::string> PromptTemplate::render(std::string_view text,
                                                              const Lookup& lookup) {
  std::string out;
  out.reserve(text.size());
  while (true) {
    const std::size_t open = text.find("{{");
    if (open == std::string_view::npos) break;
    if (open > 0 && text[open - 1] == '\\') {
      out += text.substr(0, open - 1);
      out += "{{";
      text.remove_prefix(open + 2);
      continue;
    }
    const std::size_t close = text.find("}}", open + 2);
    if (close == std::string_view::npos) break;
    const std::string_view name = text.substr(open + 2, close - open - 2);
    if (!is_variable_name(name)) {
      return tl::make_unexpected("\"{{" + std::string(name.substr(0, 60)) +
                                 "}}\" is not a variable: write {{name}} without spaces, or \\{{ "
                                 "for two braces");
    }
    auto value = lookup(name);
    if (!value) return tl::make_unexpected(std::move(value.error()));
    out += text.substr(0, open);
    out += *value;
    text.remove_prefix(close + 2);
  }
  out += text;
  return out;
}

}  // namespace keel::agent_prompt
