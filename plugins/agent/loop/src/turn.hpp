// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "agent.hpp"
#include "batch.hpp"
#include "keel/sdk.hpp"
#include "prompt.hpp"
#include "step.hpp"

namespace keel::agent_loop {

/// One turn: opened in the log before its first input is claimed, closed there whatever happens,
/// with zero or more steps in between. Used once.
class Turn {
 public:
  explicit Turn(std::shared_ptr<Agent> agent) : agent_(std::move(agent)) {}

  Context context() const { return agent_->env.context; }
  /// Gives whether a further turn is to follow at once. Failures are reported by agent/error.
  Task<bool> run();

 private:
  Expected<void> open();
  Value trigger() const;
  Task<void> run_steps();
  Task<bool> close(Expected<void> ran);

  // Before a step.
  Task<Batch> take_prompt();
  Task<bool> admit_prompt(Value& message, std::vector<Value>& contexts);
  Expected<void> block_prompt(ValueView message, ValueView decision);
  Task<Batch> take_next();
  Expected<void> claim_step(Batch& batch);
  Task<void> decide(Batch& batch);
  Expected<void> check_step_limit() const;

  // The step.
  Task<void> run_step(const Batch& batch, const Prompt& prompt);
  Task<StepOutcome> step_body(const Batch& batch, const Prompt& prompt);
  Expected<void> log_messages(const Batch& batch);
  Task<void> ask_objections();

  /// A step has run and the model owes nothing more.
  bool is_done() const { return step_ > 0 && !owes_reply_; }
  Value end_reason(const Expected<void>& ran) const;
  std::string_view rejection_reason(const Expected<void>& ran) const;
  Expected<void> check_abort() const;
  void report(const Error& error) const;

  std::shared_ptr<Agent> agent_;
  std::int64_t turn_ = 0;
  std::int64_t step_ = 0;
  bool blocked_ = false;
  /// Of the last step. Not the same as the next: a step after one that was cut may owe a reply.
  bool owes_reply_ = false;
  bool saw_max_tokens_ = false;
  /// Ids of messages that were claimed and have not been logged.
  std::set<std::string, std::less<>> unlogged_;
};

}  // namespace keel::agent_loop
