// SPDX-License-Identifier: MIT
#include <memory>
#include <utility>

#include "agent_factory.hpp"
#include "declared_agents.hpp"
#include "keel/contracts/agent.hpp"
#include "keel/sdk.hpp"
#include "loop_config.hpp"
#include "loop_env.hpp"
#include "stop_watch.hpp"

namespace keel::agent_loop {

class AgentLoop : public Plugin {
 public:
  explicit AgentLoop(const Setup& setup)
      : Plugin(setup),
        env_(std::make_shared<LoopEnv>(context(), must(LoopConfig::read(config())))),
        service_(env_),
        declared_(env_),
        declared_config_(Value::share(config()["agents"])) {}
  ~AgentLoop() override { env_->agents.abandon(); }

  Task<void> start() {
    context().spawn(StopWatch::keep(env_));
    const Value metadata = object({{"interface", contracts::agent::AgentFactory::kInterface}});
    keep(context().publish("agent/loop", metadata, AgentFactory::kMethods, &service_));

    factory_ = must(context().object(contracts::agent::AgentFactory::kInterface,
                                     std::make_unique<AgentFactory>(env_), AgentFactory::kMethods));
    const Ref registry = must(context().resolve("agent/registry"));
    Message offer(object({}));
    offer = std::move(offer).with(must(factory_.dup()));
    co_await must(
        context().invoke(registry, contracts::agent::Agents::kSetFactory, std::move(offer)));
    declared_.start();
  }

  /// The agents have been ended before, unless they took longer than the host waits.
  Task<void> stop() { return StopWatch::end_agents(env_); }

  Expected<void> configure(Call, ValueView next) {
    const Expected<LoopConfig> read = LoopConfig::read(next);
    if (!read) return tl::make_unexpected(read.error());
    if (!(next["agents"] == declared_config_)) {
      return fail("CONFIG", "the declared agents change with a restart of the row only");
    }
    env_->config.max_parallel_tool_calls = read->max_parallel_tool_calls;
    env_->config.max_steps_per_turn = read->max_steps_per_turn;
    return {};
  }

 private:
  std::shared_ptr<LoopEnv> env_;
  AgentFactory service_;
  DeclaredAgents declared_;
  Value declared_config_;
  /// What the registry holds; the factory goes with it.
  Ref factory_;
};

}  // namespace keel::agent_loop

using keel::agent_loop::AgentLoop;
KEEL_PLUGIN(AgentLoop, KEEL_PLUGIN_ID, KEEL_PLUGIN_VERSION)
