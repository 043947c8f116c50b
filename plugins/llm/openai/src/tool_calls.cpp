// SPDX-License-Identifier: MIT
#include "tool_calls.hpp"

#include "keel/lazy_key.hpp"

namespace keel::llm_openai {

namespace {

constinit LazyKey kIndex{"index"};
constinit LazyKey kId{"id"};

}  // namespace

std::string ToolCall::id_or_made() const {
  return id.empty() ? "call-" + std::to_string(block) : id;
}

ToolCall* ToolCalls::find(ValueView delta, std::size_t place, std::size_t count) {
  const std::string_view id = kId.of(delta).text();
  if (const auto index = kIndex.of(delta).integer()) {
    ToolCall* call = last_at(*index);
    const bool is_other = call != nullptr && !id.empty() && !call->id.empty() && call->id != id;
    return is_other ? nullptr : call;
  }
  if (!id.empty()) {
    if (ToolCall* known = last_with_id(id)) return known;
    if (place == 0) list_start_ = calls_.size();
    return nullptr;
  }
  if (calls_.empty()) return nullptr;
  const std::size_t at_place = list_start_ + place;
  return count > 1 && at_place < calls_.size() ? &calls_[at_place] : &calls_.back();
}

ToolCall& ToolCalls::open(ValueView delta, std::int64_t block) {
  ToolCall& call = calls_.emplace_back();
  call.block = block;
  call.index = kIndex.of(delta).integer();
  return call;
}

ToolCall* ToolCalls::last_at(std::int64_t index) {
  for (auto call = calls_.rbegin(); call != calls_.rend(); ++call) {
    if (call->index == index) return &*call;
  }
  return nullptr;
}

ToolCall* ToolCalls::last_with_id(std::string_view id) {
  for (auto call = calls_.rbegin(); call != calls_.rend(); ++call) {
    if (call->id == id) return &*call;
  }
  return nullptr;
}

std::string arguments_text(ValueView arguments) {
  if (arguments.is_string()) return std::string(arguments.text());
  return arguments.is_object() || arguments.is_array() ? to_json(arguments) : std::string();
}

}  // namespace keel::llm_openai
