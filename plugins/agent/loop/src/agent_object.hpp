// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "agent.hpp"
#include "agent_lease.hpp"
#include "delivery.hpp"
#include "keel/contracts/agent.hpp"
#include "keel/sdk.hpp"

namespace keel::agent_loop {

/// The object behind a reference agent@0: reads the parameters, and passes them to the agent's
/// parts. Kernel thread.
class AgentObject {
 public:
  explicit AgentObject(std::shared_ptr<Agent> agent)
      : agent_(std::move(agent)), delivery_(agent_) {}

  Expected<Value> send(Call, contracts::agent::AgentSendParamsView in);
  Expected<Value> followup(Call, contracts::agent::AgentFollowupParamsView in);
  Expected<Value> queue(Call, contracts::agent::AgentQueueParamsView in);
  Expected<Message> steer(Call, contracts::agent::AgentSteerParamsView in);
  Task<Value> inject(Call, contracts::agent::AgentInjectParamsView in);
  Expected<Value> update_inbox(Call, contracts::agent::AgentUpdateInboxParamsView in);
  Expected<Value> cancel(Call, contracts::agent::AgentCancelParamsView in);
  Task<Value> when_idle(Call call);
  Expected<Message> run_maintenance();
  Expected<Message> reserve_turn_admission();
  Expected<Message> state();

  using Contract = contracts::agent::Agent;
  static constexpr Methods kMethods{
      method<Contract::kSend, &AgentObject::send>,
      method<Contract::kFollowup, &AgentObject::followup>,
      method<Contract::kQueue, &AgentObject::queue>,
      method<Contract::kSteer, &AgentObject::steer>,
      method<Contract::kInject, &AgentObject::inject>,
      method<Contract::kUpdateInbox, &AgentObject::update_inbox>,
      method<Contract::kCancel, &AgentObject::cancel>,
      method<Contract::kWhenIdle, &AgentObject::when_idle>,
      method<Contract::kRunMaintenance, &AgentObject::run_maintenance>,
      method<Contract::kReserveTurnAdmission, &AgentObject::reserve_turn_admission>,
      method<Contract::kState, &AgentObject::state>};

 private:
  Expected<Message> make_lease(AgentLease::Kind kind);
  Expected<void> check_live() const;
  tl::unexpected<Error> gone() const;

  std::shared_ptr<Agent> agent_;
  Delivery delivery_;
};

}  // namespace keel::agent_loop
