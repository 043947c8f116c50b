// SPDX-License-Identifier: MIT
#include "replay_state.hpp"

namespace keel::llm_openai {

namespace {

std::string fault_of(ValueView state, std::size_t block_count) {
  const ValueView response = state["response"];
  if (response["kind"].text() != kReplayKind) return "it is of another adapter";
  if (response["version"].integer_or(0) != kReplayVersion) return "it is of another version";
  const ValueView blocks = state["blocks"];
  if (!blocks.is_absent() && (!blocks.is_array() || blocks.size() != block_count)) {
    return "its blocks are not those of the message";
  }
  return {};
}

}  // namespace

ReplayState::ReplayState(ValueView message) {
  const ValueView state = message["source"]["replayState"];
  if (state.is_absent() || state.is_null()) return;
  fault_ = fault_of(state, message["content"].size());
  if (!fault_.empty()) return;
  response_ = state["response"];
  blocks_ = state["blocks"];
}

std::string_view ReplayState::reasoning_field() const {
  const std::string_view field = response_["reasoningField"].text();
  // Stored state may be edited: it must not name any member of a request.
  return field == "reasoning" || field == "reasoning_content" ? field : std::string_view();
}

ValueView ReplayState::reasoning_details() const {
  const ValueView details = response_["reasoningDetails"];
  return details.is_array() ? details : ValueView();
}

ValueView ReplayState::extra_of(std::size_t index) const {
  const ValueView extra = blocks_.at(index)["extra"];
  return extra.is_object() ? extra : ValueView();
}

}  // namespace keel::llm_openai
