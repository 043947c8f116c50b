// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "agent.hpp"
#include "keel/contracts/agent.hpp"
#include "keel/sdk.hpp"

namespace keel::agent_loop {

/// The object behind a reference agent-lease@0: a maintenance, which claims the idle agent, or a
/// reservation, which holds back its next turn. Ends with the last reference. Kernel thread.
class AgentLease {
 public:
  enum class Kind : std::uint8_t { kMaintenance, kReservation };

  /// The agent's activity has begun the maintenance or taken the reservation.
  AgentLease(std::shared_ptr<Agent> agent, Kind kind)
      : agent_(std::move(agent)), kind_(kind), state_(std::make_shared<State>(agent_)) {}
  AgentLease(const AgentLease&) = delete;
  AgentLease& operator=(const AgentLease&) = delete;
  ~AgentLease() { end(); }

  Value release() {
    end();
    return object({});
  }
  Task<Value> cancelled(Call call);

  static constexpr Methods kMethods{
      method<contracts::agent::AgentLease::kRelease, &AgentLease::release>,
      method<contracts::agent::AgentLease::kCancelled, &AgentLease::cancelled>};

 private:
  /// What those who wait in cancelled() look at.
  struct State {
    explicit State(const std::shared_ptr<Agent>& agent) : changed(agent->env.context) {}
    bool ended = false;
    Value cause;
    Signal changed;
  };

  void end();
  void watch();

  std::shared_ptr<Agent> agent_;
  Kind kind_;
  std::shared_ptr<State> state_;
  Registration watch_;
};

}  // namespace keel::agent_loop
