// SPDX-License-Identifier: MIT
#include "agent_object.hpp"

#include <string>
#include <utility>

#include "steer_receipt.hpp"
#include "wait_until.hpp"

namespace keel::agent_loop {

namespace contract = contracts::agent;

namespace {

Expected<Value> with_item(Expected<Value> item) {
  if (!item) return item;
  return object({{"item", *item}});
}

tl::unexpected<Error> busy(const Agent& agent) {
  const std::string what =
      agent.activity.is_reserved() ? "its next turn is reserved already" : "it is not idle";
  return fail("AGENT_BUSY", "agent " + agent.id + " is busy: " + what);
}

}  // namespace

Expected<void> AgentObject::check_live() const {
  if (agent_->life == Agent::Life::kLive) return {};
  return gone();
}

tl::unexpected<Error> AgentObject::gone() const {
  return fail("DISPOSED", "agent " + agent_->id + " is not live");
}

Expected<Value> AgentObject::send(Call, contract::AgentSendParamsView in) {
  if (!in.target()) return fail("INVALID_MESSAGE", "target: expected next-turn or next-step");
  const bool next_turn = *in.target() == contract::AgentSendParamsTarget::kNextTurn;
  return with_item(delivery_.send(in.message().raw(),
                                  next_turn ? Target::kNextTurn : Target::kNextStep, in.wakeup()));
}

Expected<Value> AgentObject::followup(Call, contract::AgentFollowupParamsView in) {
  return with_item(delivery_.send(in.message().raw(), Target::kNextTurn, true));
}

Expected<Value> AgentObject::queue(Call, contract::AgentQueueParamsView in) {
  return with_item(delivery_.send(in.message().raw(), Target::kNextTurn, false));
}

Expected<Message> AgentObject::steer(Call, contract::AgentSteerParamsView in) {
  Expected<Delivery::Steered> steered = delivery_.steer(in.message().raw());
  if (!steered) return tl::make_unexpected(std::move(steered.error()));
  Expected<Ref> receipt = agent_->env.context.object(
      contract::SteerReceipt::kInterface, std::make_unique<SteerReceipt>(steered->receipt),
      SteerReceipt::kMethods);
  if (!receipt) return tl::make_unexpected(std::move(receipt.error()));
  return Message(object({{"item", steered->item}})).with(std::move(*receipt));
}

Task<Value> AgentObject::inject(Call, contract::AgentInjectParamsView in) {
  if (in.raw()["now"].is_true()) {
    Value message = Value::share(in.message().raw());
    Task<void> telling = delivery_.inject_now(std::move(message));
    co_await must(std::move(telling));
  } else {
    must(delivery_.inject(in.message().raw()));
  }
  co_return object({});
}

Expected<Value> AgentObject::update_inbox(Call, contract::AgentUpdateInboxParamsView in) {
  const Expected<contract::AgentUpdateInboxResultOutcome> outcome = delivery_.update(in);
  if (!outcome) return tl::make_unexpected(outcome.error());
  return object({{"outcome", to_text(*outcome)}});
}

Expected<Value> AgentObject::cancel(Call, contract::AgentCancelParamsView in) {
  const ValueView cause = in.raw()["cause"];
  const std::string_view kind = cause["kind"].text();
  if (kind.empty() || kind == "disposed" || kind == "legacy") {
    return fail("INVALID_CAUSE",
                "cause.kind: expected user, parent, hook or a kind of a plugin, found \"" +
                    std::string(kind) + "\"");
  }
  const bool effective =
      delivery_.cancel(Value::share(cause).detached(), in.raw()["keep_inbox"].is_true());
  return object({{"effective", effective}});
}

Task<Value> AgentObject::when_idle(Call call) {
  const std::shared_ptr<Agent> agent = agent_;
  Task<void> idle = wait_until(call, agent, agent->activity.changed(),
                               [](const Agent& watched) { return !watched.activity.is_busy(); });
  co_await must(std::move(idle));
  co_return object({});
}

// ---- Leases

Expected<Message> AgentObject::make_lease(AgentLease::Kind kind) {
  Expected<Ref> lease =
      agent_->env.context.object(contract::AgentLease::kInterface,
                                 std::make_unique<AgentLease>(agent_, kind), AgentLease::kMethods);
  if (!lease) return tl::make_unexpected(std::move(lease.error()));
  return Message(object({})).with(std::move(*lease));
}

Expected<Message> AgentObject::run_maintenance() {
  if (Expected<void> live = check_live(); !live) return tl::make_unexpected(live.error());
  if (!agent_->activity.begin_maintenance()) return busy(*agent_);
  return make_lease(AgentLease::Kind::kMaintenance);
}

Expected<Message> AgentObject::reserve_turn_admission() {
  if (Expected<void> live = check_live(); !live) return tl::make_unexpected(live.error());
  if (!agent_->activity.reserve()) return busy(*agent_);
  return make_lease(AgentLease::Kind::kReservation);
}

// ---- Reading

Expected<Message> AgentObject::state() {
  if (agent_->life == Agent::Life::kGone) return gone();
  Expected<Ref> session = agent_->log.session().ref().dup();
  if (!session) return tl::make_unexpected(std::move(session.error()));
  Message state(object({{"session_id", agent_->id},
                        {"scope", agent_->scope.raw().id},
                        {"status", agent_->activity.is_running() ? "running" : "idle"},
                        {"accepts_next_step", agent_->activity.accepts_next_step()},
                        {"options", agent_->options.to_value()},
                        {"inbox", agent_->inbox.items()}}));
  return std::move(state).with(std::move(*session));
}

}  // namespace keel::agent_loop
