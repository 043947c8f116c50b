// SPDX-License-Identifier: MIT
#include "conversation.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace keel::llm_scripted {

namespace {

constexpr std::string_view kPrefix = "tour-";

struct CallName {
  std::size_t step = 0;
  std::string_view call;
};

/// Of "tour-<turn>-<step>-<call>".
std::optional<CallName> parse_id(std::string_view id) {
  if (id.substr(0, kPrefix.size()) != kPrefix) return std::nullopt;
  id.remove_prefix(kPrefix.size());
  const std::size_t turn_end = id.find('-');
  if (turn_end == std::string_view::npos) return std::nullopt;
  id.remove_prefix(turn_end + 1);
  const std::size_t step_end = id.find('-');
  if (step_end == std::string_view::npos) return std::nullopt;
  CallName name;
  const std::string_view digits = id.substr(0, step_end);
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), name.step);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  name.call = id.substr(step_end + 1);
  return name;
}

bool is_prompt(ValueView message) {
  return message["role"].text() == "user" && message["source"]["kind"].text() == "user";
}

}  // namespace

Conversation::Conversation(ValueView options) {
  for (const ValueView tool : options["tools"].items()) tools_.emplace(tool["name"].text());
  const ValueView messages = options["messages"];
  std::size_t start = 0;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    if (!is_prompt(messages.at(i))) continue;
    ++turn_;
    start = i;
  }
  for (std::size_t i = start; i < messages.size(); ++i) read_message(messages.at(i));
}

void Conversation::read_message(ValueView message) {
  for (const ValueView block : message["content"].items()) {
    const std::string_view type = block["type"].text();
    if (type == "tool-call") {
      const auto name = parse_id(block["id"].text());
      if (name) next_step_ = std::max(next_step_, name->step + 1);
    } else if (type == "tool-result") {
      const auto name = parse_id(block["toolCallId"].text());
      if (name) reports_.insert_or_assign(std::string(name->call), ToolReport(block));
    }
  }
}

const ToolReport* Conversation::find_report(std::string_view call) const {
  const auto place = reports_.find(call);
  return place == reports_.end() ? nullptr : &place->second;
}

std::string Conversation::call_id(std::size_t step, std::string_view call) const {
  return std::string(kPrefix) + std::to_string(turn_) + "-" + std::to_string(step) + "-" +
         std::string(call);
}

}  // namespace keel::llm_scripted
