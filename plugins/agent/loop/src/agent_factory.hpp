// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <utility>

#include "creation.hpp"
#include "keel/contracts/agent.hpp"
#include "keel/sdk.hpp"

namespace keel::agent_loop {

/// What the registry makes agents with: interface agent-factory@0. Kernel thread.
class AgentFactory {
 public:
  explicit AgentFactory(std::shared_ptr<LoopEnv> env) : creation_(std::move(env)) {}

  Task<Message> create(Call call, MessageView in) {
    const contracts::agent::AgentFactoryCreateParamsView params(in.value());
    return creation_.create(call, params, setup_of(in));
  }
  Task<Message> resume(Call call, MessageView in) {
    const contracts::agent::AgentFactoryResumeParamsView params(in.value());
    return creation_.resume(call, params, setup_of(in));
  }

  static constexpr Methods kMethods{
      method<contracts::agent::AgentFactory::kCreate, &AgentFactory::create>,
      method<contracts::agent::AgentFactory::kResume, &AgentFactory::resume>};

 private:
  /// Held on to: the call's own reference may be another one after its first wait.
  Ref setup_of(const MessageView& in) const {
    return in.ref(0) ? must(creation_.context().keep_ref(in.ref(0))) : Ref();
  }

  Creation creation_;
};

}  // namespace keel::agent_loop
