// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "conversation.hpp"
#include "keel/value.hpp"
#include "reply.hpp"
#include "scenario.hpp"

namespace keel::llm_scripted {

/// Plays a scenario: the next reply of a conversation. Calls whose tool is not offered, or whose
/// arguments need a result that is not there, are left out, and steps without calls are passed
/// over. So every scenario comes to its answer, whatever the workspace is like.
class Player {
 public:
  explicit Player(const Scenario& scenario) : scenario_(scenario) {}

  Reply next(const Conversation& conversation) const;

 private:
  std::optional<ReplyCall> make_call(const Conversation& conversation, std::size_t step,
                                     const ScriptCall& call) const;
  std::string answer(const Conversation& conversation) const;

  const Scenario& scenario_;
};

/// Text with its {{call.part}} and {{call.part:argument}} put in; nothing when one is not to be
/// had.
std::optional<std::string> fill(std::string_view text, const Conversation& conversation);

/// Whether a condition holds: "call.done", "call.empty", "call.failed" or "call.missing"; an empty
/// one does.
bool holds(std::string_view condition, const Conversation& conversation);

}  // namespace keel::llm_scripted
