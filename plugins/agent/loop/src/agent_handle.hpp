// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <utility>

#include "agent.hpp"
#include "keel/contracts/agent.hpp"
#include "keel/sdk.hpp"
#include "teardown.hpp"

namespace keel::agent_loop {

/// The object behind a reference agent-handle@0. Ends the agent with the last reference to it, and
/// then keeps what waits in the inbox. Kernel thread.
class AgentHandle {
 public:
  explicit AgentHandle(std::shared_ptr<Agent> agent) : agent_(std::move(agent)) {}
  AgentHandle(const AgentHandle&) = delete;
  AgentHandle& operator=(const AgentHandle&) = delete;
  ~AgentHandle() { begin_teardown(agent_, true); }

  Task<Value> dispose(Call call, contracts::agent::AgentHandleDisposeParamsView in) {
    const bool keep_inbox = in.raw()["keep_inbox"].boolean().value_or(true);
    if (call.initiator().id == agent_->scope.raw().id && call.initiator().id != 0) {
      // The agent's own work asks, and the end waits for that work.
      begin_teardown(agent_, keep_inbox);
    } else {
      Task<void> ending = tear_down(agent_, keep_inbox);
      co_await must(std::move(ending));
    }
    co_return object({});
  }

  static constexpr Methods kMethods{
      method<contracts::agent::AgentHandle::kDispose, &AgentHandle::dispose>};

 private:
  std::shared_ptr<Agent> agent_;
};

}  // namespace keel::agent_loop
