// SPDX-License-Identifier: MIT
//
// Values of the type StreamChunk, each built once with interned names.
#pragma once

#include <cstdint>
#include <string_view>

#include "failure.hpp"
#include "keel/value.hpp"

namespace keel::llm_openai::chunks {

Value block_start(std::int64_t index, std::string_view block_type);
Value text_delta(std::int64_t index, std::string_view text);
Value reasoning_delta(std::int64_t index, std::string_view text);
/// `name` empty: left out.
Value tool_call_delta(std::int64_t index, std::string_view id, std::string_view name,
                      std::string_view arguments);
/// A block of type text or reasoning.
Value text_end(std::int64_t index, std::string_view block_type, std::string_view text);
Value tool_call_end(std::int64_t index, std::string_view id, std::string_view name,
                    std::string_view arguments);
Value usage(ValueView token_usage);
/// kind: stop, tool-calls, max-tokens. `replay_state` may be absent.
Value finish(std::string_view kind, ValueView replay_state);
/// kind error, or aborted when the code is ABORTED.
Value failed(const Failure& failure);

}  // namespace keel::llm_openai::chunks
