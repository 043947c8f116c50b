// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>

#include "agent.hpp"
#include "keel/block_assembler.hpp"
#include "keel/sdk.hpp"
#include "prompt.hpp"

namespace keel::agent_loop {

/// How a step leaves the turn.
enum class StepOutcome : std::uint8_t {
  kCompleted,
  kMaxTokens,  ///< the answer was cut
  kOwesReply,  ///< tools have answered, the model has not seen it
};

/// One model call and the tools that it asks for. Used once.
class Step {
 public:
  Step(std::shared_ptr<Agent> agent, std::int64_t turn, std::int64_t step, const Prompt& prompt)
      : agent_(std::move(agent)), turn_(turn), step_(step), prompt_(prompt) {}

  Context context() const { return agent_->env.context; }
  Task<StepOutcome> run();

 private:
  Task<StepOutcome> answer_calls(ValueView content);
  Task<void> tell_post_step();

  std::shared_ptr<Agent> agent_;
  std::int64_t turn_;
  std::int64_t step_;
  const Prompt& prompt_;
};

}  // namespace keel::agent_loop
