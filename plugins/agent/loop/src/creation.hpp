// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "agent.hpp"
#include "keel/contracts/agent.hpp"
#include "keel/sdk.hpp"
#include "loop_env.hpp"

namespace keel::agent_loop {

/// Makes agents, on new sessions and on stored ones. Nobody sees an agent before it is complete; a
/// failure, or a caller that gives up, undoes everything, and the id can be used again. Kernel
/// thread.
class Creation {
 public:
  explicit Creation(std::shared_ptr<LoopEnv> env) : env_(std::move(env)) {}

  Context context() const { return env_->context; }

  /// As agent-factory.create and .resume. `setup` may be empty.
  Task<Message> create(Call call, contracts::agent::AgentFactoryCreateParamsView params, Ref setup);
  Task<Message> resume(Call call, contracts::agent::AgentFactoryResumeParamsView params, Ref setup);

 private:
  /// Where the session comes from.
  enum class Source : std::uint8_t { kStartup, kResume };

  Expected<void> check_wanted(const Call& call) const;
  Task<Message> build(Call call, Ref session, std::string id, AgentOptions options, Source source,
                      Ref setup);
  Task<void> compose(Call call, std::shared_ptr<Agent> agent, Source source, const Ref& setup);
  Task<void> call_setup(Call call, std::shared_ptr<Agent> agent, const Ref& setup);
  Task<void> publish(Call call, std::shared_ptr<Agent> agent, Source source);
  Task<void> invoke_sessions(Call call, std::shared_ptr<Agent> agent, std::uint32_t method);
  Task<void> invoke_registry(Call call, std::shared_ptr<Agent> agent, std::uint32_t method);
  void end_with_owner(const Call& call, const std::shared_ptr<Agent>& agent) const;
  Expected<Message> make_answer(const std::shared_ptr<Agent>& agent) const;

  std::shared_ptr<LoopEnv> env_;
};

}  // namespace keel::agent_loop
