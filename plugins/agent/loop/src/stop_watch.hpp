// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <utility>

#include "keel/contracts/agent.hpp"
#include "keel/sdk.hpp"
#include "loop_env.hpp"
#include "teardown.hpp"

namespace keel::agent_loop {

/// Learns that the loop is to stop before anything else of it is told. A host cancels the calls of
/// a plugin first and stops it afterwards; a run of turns would take the first for failures and go
/// on. So the loop keeps one call to itself open, the oldest one, and ends its agents, in order,
/// when that is cancelled.
class StopWatch {
 public:
  explicit StopWatch(std::shared_ptr<LoopEnv> env) : env_(std::move(env)) {}

  /// Opens the call.
  static Task<void> keep(std::shared_ptr<LoopEnv> env) {
    const Context context = env->context;
    const Ref watch = must(context.object(contracts::agent::AgentLease::kInterface,
                                          std::make_unique<StopWatch>(std::move(env)), kMethods));
    Message nothing;
    static_cast<void>(co_await context.invoke(watch, contracts::agent::AgentLease::kCancelled,
                                              std::move(nothing)));
  }

  Task<Value> cancelled(Call call) {
    const std::shared_ptr<LoopEnv> env = env_;
    co_await must(env->context.cancelled(call.cancel_token()));
    Task<void> ending = end_agents(env);
    co_await must(std::move(ending));
    co_return object({});
  }

  /// Ends all agents, keeping what waits in their inboxes, and waits for those that are being made.
  static Task<void> end_agents(std::shared_ptr<LoopEnv> env) {
    env->stopping = true;
    for (const std::shared_ptr<Agent>& agent : env->agents.all()) {
      // One that is being composed notices by itself and undoes what there is of it.
      if (agent->life == Agent::Life::kLive) begin_teardown(agent, true);
    }
    while (!env->agents.empty()) co_await env->agents.changed().wait();
  }

  static constexpr Methods kMethods{
      method<contracts::agent::AgentLease::kCancelled, &StopWatch::cancelled>};

 private:
  std::shared_ptr<LoopEnv> env_;
};

}  // namespace keel::agent_loop
