// SPDX-License-Identifier: MIT
#include "call_config.hpp"

#include <array>
#include <string>
#include <string_view>

namespace keel::llm_runtime {

namespace {

constexpr std::array<std::string_view, 6> kFields{"provider",    "model",     "reasoningEffort",
                                                  "temperature", "maxTokens", "stop"};

Expected<void> check_effort(ValueView asked, ValueView model) {
  const ValueView effort = asked["reasoningEffort"];
  if (effort.is_absent()) return {};
  std::string known;
  for (const ValueView entry : model["reasoning"]["efforts"].items()) {
    if (entry["id"].text() == effort.text()) return {};
    known += (known.empty() ? "" : ", ") + std::string(entry["id"].text());
  }
  return fail("UNSUPPORTED_REASONING_EFFORT",
              "model \"" + std::string(asked["model"].text()) + "\" of route \"" +
                  std::string(asked["provider"].text()) + "\" has no reasoning effort \"" +
                  std::string(effort.text()) + "\"; it has " + (known.empty() ? "none" : known));
}

}  // namespace

Expected<CallConfig> CallConfig::complete(ValueView asked, ValueView model) {
  if (auto checked = check_effort(asked, model); !checked) {
    return tl::make_unexpected(checked.error());
  }
  const ValueView effort = model["reasoning"]["defaultEffort"];
  const ValueView max_tokens = model["defaultMaxTokens"];
  const bool adds_effort = asked["reasoningEffort"].is_absent() && !effort.is_absent();
  const bool adds_max_tokens = asked["maxTokens"].is_absent() && !max_tokens.is_absent();

  Builder config;
  config.begin_object();
  for (const std::string_view field : kFields) {
    ValueView value = asked[field];
    if (field == "reasoningEffort" && adds_effort) value = effort;
    if (field == "maxTokens" && adds_max_tokens) value = max_tokens;
    config.optional_member(field, value);
  }
  config.end();

  CallConfig complete;
  complete.config = config.finish_or_absent();
  complete.defaults = object({{"reasoningEffort", adds_effort ? Value(true) : Value()},
                              {"maxTokens", adds_max_tokens ? Value(true) : Value()}});
  return complete;
}

bool has_config(ValueView options, ValueView config) {
  for (const std::string_view field : kFields) {
    const ValueView left = options[field];
    const ValueView right = config[field];
    if (left.is_absent() != right.is_absent()) return false;
    if (!left.is_absent() && !(left == right)) return false;
  }
  return true;
}

}  // namespace keel::llm_runtime
