// SPDX-License-Identifier: MIT
#include "agent_lease.hpp"

#include <utility>

#include "delivery.hpp"
#include "wait_until.hpp"

namespace keel::agent_loop {

/// Notes the cause as soon as the maintenance is cancelled. A reservation is never cancelled.
void AgentLease::watch() {
  if (watch_ || kind_ == Kind::kReservation || state_->ended) return;
  const CancelToken token = agent_->activity.token();
  watch_ = must(agent_->env.context.on_cancel(token, [state = state_, token] {
    state->cause = token.cause();
    state->changed.pulse();
  }));
}

Task<Value> AgentLease::cancelled(Call call) {
  watch();
  const std::shared_ptr<State> state = state_;
  Task<void> told = wait_until(call, state, state->changed, [](const State& lease) {
    return lease.ended || !lease.cause.is_absent();
  });
  co_await must(std::move(told));
  co_return object({{"cause", state->cause}});
}

void AgentLease::end() {
  if (std::exchange(state_->ended, true)) return;
  state_->changed.pulse();
  Activity& activity = agent_->activity;
  const bool wake =
      kind_ == Kind::kMaintenance ? activity.end_maintenance() : activity.end_reservation();
  if (wake) Delivery(agent_).wake_for_waiting_work();
}

}  // namespace keel::agent_loop
