// SPDX-License-Identifier: MIT
#include "token_usage.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace keel::llm_openai {

namespace {

constexpr std::int64_t kMaxCount = 9007199254740991;

std::optional<std::int64_t> count_of(ValueView value) {
  const std::optional<std::int64_t> count = value.is_number() ? value.integer() : std::nullopt;
  return count && *count >= 0 && *count <= kMaxCount ? count : std::nullopt;
}

std::optional<std::int64_t> cached_of(ValueView wire) {
  if (const auto count = count_of(wire["prompt_tokens_details"]["cached_tokens"])) return count;
  if (const auto count = count_of(wire["prompt_cache_hit_tokens"])) return count;
  return count_of(wire["cached_tokens"]);
}

}  // namespace

Value token_usage(ValueView wire) {
  const auto prompt = count_of(wire["prompt_tokens"]);
  const auto completion = count_of(wire["completion_tokens"]);
  if (!prompt && !completion) return {};
  const auto cached = cached_of(wire);
  const auto reasoning = count_of(wire["completion_tokens_details"]["reasoning_tokens"]);
  const auto total = count_of(wire["total_tokens"]);
  const std::int64_t input = prompt.value_or(0);
  std::int64_t output = completion.value_or(0);
  // Some services count thinking beside the completion, not in it; the total tells.
  const std::int64_t beside = reasoning.value_or(0);
  if (beside > 0 && total && *total == input + output + beside) output += beside;

  Builder builder;
  builder.begin_object();
  builder.member("inputTokens", input - std::min(input, cached.value_or(0)));
  builder.member("outputTokens", output);
  if (cached) builder.member("cacheReadTokens", std::min(input, *cached));
  if (reasoning) builder.member("reasoningTokens", std::min(output, *reasoning));
  builder.end();
  return builder.finish_or_absent();
}

}  // namespace keel::llm_openai
