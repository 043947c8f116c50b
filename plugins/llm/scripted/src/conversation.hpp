// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <unordered_set>

#include "keel/value.hpp"
#include "tool_report.hpp"

namespace keel::llm_scripted {

/// Where a request stands: what was played since the last prompt, and what came of it. All of it is
/// in the request's messages, so the adapter itself remembers nothing.
class Conversation {
 public:
  /// Reads GenerateOptions.
  explicit Conversation(ValueView options);

  /// The first step that was not played yet.
  std::size_t next_step() const { return next_step_; }
  bool offers(std::string_view tool) const { return tools_.count(std::string(tool)) != 0; }
  /// The result of a call of the scenario; null when it was not made.
  const ToolReport* find_report(std::string_view call) const;
  /// The id of a call, told apart from all others of the session.
  std::string call_id(std::size_t step, std::string_view call) const;

 private:
  void read_message(ValueView message);

  /// Prompts so far.
  std::size_t turn_ = 0;
  std::size_t next_step_ = 0;
  std::unordered_set<std::string> tools_;
  /// By the name that the scenario gave the call.
  std::map<std::string, ToolReport, std::less<>> reports_;
};

}  // namespace keel::llm_scripted
