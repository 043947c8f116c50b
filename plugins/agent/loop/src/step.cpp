// SPDX-License-Identifier: MIT
#include "step.hpp"

#include <utility>

#include "model_call.hpp"
#include "tool_batch.hpp"

namespace keel::agent_loop {

Task<StepOutcome> Step::run() {
  ModelCall model(agent_, turn_, step_, prompt_);
  Task<AssembledBlocks> answering = model.run();
  const AssembledBlocks answer = co_await must(std::move(answering));

  Expected<StepOutcome> outcome = StepOutcome::kCompleted;
  if (answer.finish_kind() == "max-tokens") {
    outcome = StepOutcome::kMaxTokens;
  } else if (answer.has_tool_calls) {
    // The blocks decide, not the reason that the model gave for ending.
    Task<StepOutcome> calls = answer_calls(answer.content);
    outcome = co_await calls;
  }
  // Also when the calls were cut short: what they left in the log is there to be seen.
  Task<void> telling = tell_post_step();
  const Expected<void> told = co_await telling;
  if (outcome) must(told);
  co_return outcome;
}

Task<StepOutcome> Step::answer_calls(ValueView content) {
  ToolBatch batch(agent_, turn_, step_, content);
  Task<bool> running = batch.run();
  const bool concluded = co_await must(std::move(running));
  co_return concluded ? StepOutcome::kCompleted : StepOutcome::kOwesReply;
}

Task<void> Step::tell_post_step() {
  Value notice = object({{"session_id", agent_->id}, {"turn", turn_}, {"step", step_}});
  co_await must(agent_->events.tell_in_turn(agent_->env.events.post_step, std::move(notice),
                                            agent_->call_options()));
}

}  // namespace keel::agent_loop
