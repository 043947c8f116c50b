// SPDX-License-Identifier: MIT
#include "player.hpp"

#include <algorithm>
#include <utility>

namespace keel::llm_scripted {

namespace {

std::pair<std::string_view, std::string_view> split(std::string_view text, char at) {
  const std::size_t place = text.find(at);
  if (place == std::string_view::npos) return {text, {}};
  return {text.substr(0, place), text.substr(place + 1)};
}

}  // namespace

std::optional<std::string> fill(std::string_view text, const Conversation& conversation) {
  std::string out;
  while (true) {
    const std::size_t open = text.find("{{");
    const std::size_t close = open == std::string_view::npos ? open : text.find("}}", open);
    if (close == std::string_view::npos) return out + std::string(text);
    const auto [call, rest] = split(text.substr(open + 2, close - open - 2), '.');
    const auto [part, argument] = split(rest, ':');
    const ToolReport* report = conversation.find_report(call);
    const std::optional<std::string> value =
        report == nullptr ? std::nullopt : report->part(part, argument);
    if (!value) return std::nullopt;
    out += text.substr(0, open);
    out += *value;
    text.remove_prefix(close + 2);
  }
}

bool holds(std::string_view condition, const Conversation& conversation) {
  if (condition.empty()) return true;
  const auto [call, state] = split(condition, '.');
  const ToolReport* report = conversation.find_report(call);
  if (report == nullptr) return state == "missing";
  switch (report->state()) {
    case ToolReport::State::kDone:
      return state == "done";
    case ToolReport::State::kEmpty:
      return state == "empty";
    case ToolReport::State::kFailed:
      return state == "failed";
  }
  return false;
}

Reply Player::next(const Conversation& conversation) const {
  Reply reply;
  for (std::size_t i = conversation.next_step(); i < scenario_.steps.size(); ++i) {
    const ScriptStep& step = scenario_.steps[i];
    for (const ScriptCall& call : step.calls) {
      if (auto made = make_call(conversation, i, call)) reply.calls.push_back(std::move(*made));
    }
    if (reply.calls.empty()) continue;
    reply.text = fill(step.say, conversation).value_or(std::string());
    return reply;
  }
  reply.text = answer(conversation);
  return reply;
}

std::optional<ReplyCall> Player::make_call(const Conversation& conversation, std::size_t step,
                                           const ScriptCall& call) const {
  if (!conversation.offers(call.tool)) return std::nullopt;
  Builder arguments;
  arguments.begin_object();
  for (const auto [name, value] : call.arguments.members()) {
    arguments.name(name);
    if (!value.is_string()) {
      arguments.put(value);
      continue;
    }
    const std::optional<std::string> text = fill(value.text(), conversation);
    if (!text) return std::nullopt;
    arguments.put(*text);
  }
  arguments.end();
  const Value made = arguments.finish_or_absent();
  return ReplyCall{conversation.call_id(step, call.name), call.tool, to_json(made)};
}

std::string Player::answer(const Conversation& conversation) const {
  std::string text;
  for (const AnswerPart& part : scenario_.answer) {
    if (!holds(part.condition, conversation)) continue;
    text += fill(part.text, conversation).value_or(std::string());
  }
  return text;
}

}  // namespace keel::llm_scripted
