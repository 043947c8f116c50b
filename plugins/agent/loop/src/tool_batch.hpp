// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "agent.hpp"
#include "keel/sdk.hpp"
#include "tool_call.hpp"

namespace keel::agent_loop {

/// The tool calls of one step. Policy and results go one after the other in the order of the model;
/// only bodies overlap, and only those that may. Every call gets exactly one result in the log,
/// whatever happens. Used once.
class ToolBatch {
 public:
  /// `content`: the answer's blocks.
  ToolBatch(std::shared_ptr<Agent> agent, std::int64_t turn, std::int64_t step, ValueView content);

  Context context() const { return agent_->env.context; }
  /// Gives whether a result concludes the turn. A failure comes after all results are logged.
  Task<bool> run();

 private:
  Task<void> schedule();
  Task<void> start_what_may();
  Task<bool> is_exclusive(const ToolCall& call);
  Task<void> start(ToolCall& call);
  Task<void> run_body(ToolCall& call);
  Task<void> wait_for_a_body();
  Task<void> wait_for_all_bodies();

  Task<void> commit_settled();
  Task<void> commit(ToolCall& call);
  Expected<void> log_result(ToolCall& call, ValueView result);
  void add_contexts(ValueView result);

  Task<void> end_aborted();
  void write_off();
  Expected<void> log_error(ToolCall& call, std::string_view name, std::string_view code,
                           std::string_view text);
  bool may_start() const;
  bool aborted() const { return agent_->activity.aborted(); }

  std::shared_ptr<Agent> agent_;
  std::int64_t turn_;
  std::int64_t step_;
  std::vector<ToolCall> calls_;
  Ref tools_;
  /// Pulsed when a body has settled.
  Signal settled_;
  std::size_t next_start_ = 0;
  std::size_t next_commit_ = 0;
  std::size_t running_ = 0;
  /// The call that runs must run alone.
  bool alone_ = false;
  bool concluded_ = false;
};

}  // namespace keel::agent_loop
