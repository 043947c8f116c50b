// SPDX-License-Identifier: MIT
#include "tool_call.hpp"

#include <utility>

namespace keel::agent_loop {

Value ToolCall::arguments() const {
  const std::string_view text = block["arguments"].text();
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return object({});
  // Lenient: what a provider sends is judged by the tool's schema, which can say more.
  auto parsed = parse_json(text, ParseMode::kLenient);
  return parsed ? std::move(*parsed) : Value(text);
}

}  // namespace keel::agent_loop
