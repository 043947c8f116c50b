// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "agent.hpp"
#include "keel/block_assembler.hpp"
#include "keel/sdk.hpp"
#include "prompt.hpp"

namespace keel::agent_loop {

/// The model call of one step: one attempt, or several when a listener of agent/request-error asks
/// for it. Logs every chunk, and the message that a successful attempt comes to. Used once.
class ModelCall {
 public:
  ModelCall(std::shared_ptr<Agent> agent, std::int64_t turn, std::int64_t step,
            const Prompt& prompt)
      : agent_(std::move(agent)), turn_(turn), step_(step), prompt_(prompt) {}

  Context context() const { return agent_->env.context; }
  /// What the model said, as logged.
  Task<AssembledBlocks> run();

 private:
  /// What one attempt goes by, and what it has come to.
  struct Attempt {
    /// The derived history, and the messages that precede it.
    Value history;
    Value prefix;
    /// LlmCallConfig of the request.
    Value config;
    Value retry_policy;
    /// llm-prepared@0; empty when the route has no adapter, which the stream will say.
    Ref prepared;
    BlockAssembler blocks;
    std::vector<std::int64_t> chunk_seqs;
  };

  Task<void> attempt(Attempt& attempt);
  Task<Value> propose();
  Task<void> prepare(Attempt& attempt, Value proposed);
  Value make_request(const Attempt& attempt) const;
  Task<void> stream(Attempt& attempt, Value request);
  Expected<void> take_chunk(Attempt& attempt, ValueView chunk);

  Expected<void> log_message(Attempt& attempt, const AssembledBlocks& answer);
  void log_visible_part(Attempt& attempt);
  Value make_message(const Attempt& attempt, const Value& content, const Value& replay) const;
  Task<bool> ask_retry(const Attempt& attempt, Value failure);
  Expected<void> check_abort() const;

  std::shared_ptr<Agent> agent_;
  std::int64_t turn_;
  std::int64_t step_;
  const Prompt& prompt_;
  /// Failures of the attempts before, oldest first.
  std::vector<Value> prior_failures_;
};

}  // namespace keel::agent_loop
