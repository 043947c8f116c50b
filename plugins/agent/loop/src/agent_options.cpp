// SPDX-License-Identifier: MIT
#include "agent_options.hpp"

namespace keel::agent_loop {

namespace {

constexpr std::int64_t kMaxSafeInteger = 9007199254740991;

Value text_or_absent(const std::string& text) { return text.empty() ? Value() : Value(text); }

}  // namespace

Expected<AgentOptions> AgentOptions::read(contracts::agent::AgentOptionsView in) {
  AgentOptions options;
  options.provider = in.provider().value_or("");
  options.model = in.model().value_or("");
  const ValueView max_tokens = in.raw()["max_tokens"];
  if (max_tokens.is_absent()) return options;
  options.max_tokens = max_tokens.integer();
  if (options.max_tokens.value_or(0) > 0 && *options.max_tokens <= kMaxSafeInteger) return options;
  return fail("INVALID_OPTIONS",
              "options.max_tokens: expected a whole number from 1 to 9007199254740991, found " +
                  to_json(max_tokens));
}

Value AgentOptions::to_value() const {
  return object({{"provider", text_or_absent(provider)},
                 {"model", text_or_absent(model)},
                 {"max_tokens", max_tokens ? Value(*max_tokens) : Value()}});
}

}  // namespace keel::agent_loop
