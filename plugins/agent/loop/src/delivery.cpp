// SPDX-License-Identifier: MIT
#include "delivery.hpp"

#include <string>
#include <utility>

#include "driver.hpp"
#include "failure.hpp"
#include "flush.hpp"
#include "leftover_context.hpp"
#include "message_check.hpp"

namespace keel::agent_loop {

namespace contract = contracts::agent;

namespace {

/// The session refuses what the inbox asks only for what stands in the message.
Error as_message_fault(Error error) {
  if (error.status == KEEL_REFUSED) error.code = "INVALID_MESSAGE";
  return error;
}

bool is_disposal(ValueView cause) { return cause["kind"].text() == "disposed"; }

}  // namespace

Expected<void> Delivery::check_live() const {
  switch (agent_->life) {
    case Agent::Life::kLive:
      return {};
    case Agent::Life::kComposing:
      return fail("DISPOSED", "agent " + agent_->id +
                                  " is still being set up: a setup registers, it sends nothing");
    case Agent::Life::kEnding:
    case Agent::Life::kGone:
      break;
  }
  return fail("DISPOSED", "agent " + agent_->id + " has been disposed");
}

// ---- Messages

EntryKind Delivery::kind_for(Target target, bool wakeup) const {
  if (target == Target::kNextTurn) return EntryKind::kQueued;
  if (!wakeup) return EntryKind::kInjected;
  // Outside a turn there is no step to join.
  return agent_->activity.accepts_next_step() ? EntryKind::kSteering : EntryKind::kQueued;
}

Expected<Value> Delivery::accept(Value message, EntryKind kind) {
  Expected<Value> item = agent_->inbox.append(std::move(message), kind);
  if (!item) return fail(as_message_fault(std::move(item.error())));
  return item;
}

Expected<Value> Delivery::send(ValueView message, Target target, bool wakeup) {
  if (Expected<void> live = check_live(); !live) return tl::make_unexpected(live.error());
  Expected<Value> own = check_message(message);
  if (!own) return own;
  // As it is now: the item's listeners may change it.
  const bool after_abort = wakeup && agent_->activity.aborted();
  Expected<Value> item = accept(std::move(*own), kind_for(target, wakeup));
  if (item && wakeup) wake(after_abort);
  return item;
}

Expected<Delivery::Steered> Delivery::steer(ValueView message) {
  if (Expected<void> live = check_live(); !live) return tl::make_unexpected(live.error());
  Expected<Value> own = check_message(message);
  if (!own) return tl::make_unexpected(own.error());
  if (agent_->inbox.holds((*own)["id"].text())) {
    return fail("DUPLICATE_MESSAGE", "a message with the id \"" + std::string((*own)["id"].text()) +
                                         "\" is in the inbox already");
  }
  // Before the message is there: a listener may settle it at once.
  Steered steered;
  const std::string message_id((*own)["id"].text());
  steered.receipt = agent_->receipts.open(message_id);
  Expected<Value> item = send(*own, Target::kNextStep, true);
  if (!item) {
    agent_->receipts.reject(message_id, "refused");
    return tl::make_unexpected(item.error());
  }
  steered.item = std::move(*item);
  return steered;
}

Expected<void> Delivery::inject(ValueView message) {
  Expected<Value> none = send(message, Target::kNextStep, false);
  if (!none) return tl::make_unexpected(none.error());
  return {};
}

Task<void> Delivery::inject_now(Value message) {
  const std::shared_ptr<Agent> agent = agent_;
  must(check_live());
  const Value own = must(check_message(message));
  if (agent->inbox.holds(own["id"].text())) {
    co_await fail("DUPLICATE_MESSAGE", "a message with this id is in the inbox already");
  }
  if (!agent->activity.is_idle()) {
    co_await fail("AGENT_BUSY", "agent " + agent->id +
                                    " is not idle; inject without `now` to join its next step");
  }
  must(log_context_turn(own));
  co_await must(flush(agent));
}

/// All in one piece, so that it does not need the phase of a run.
Expected<void> Delivery::log_context_turn(const Value& message) {
  Agent& agent = *agent_;
  const std::int64_t turn = agent.last_turn + 1;
  const Value trigger = object({{"kind", "injection"}});
  if (Expected<void> opened = agent.log.turn_start(turn, trigger); !opened) return opened;
  agent.last_turn = turn;
  Expected<void> told = log_context(message);
  const Value reason = told ? object({{"kind", "completed"}})
                            : object({{"kind", "error"}, {"error", failure_of(told.error())}});
  if (Expected<void> closed = agent.log.turn_end(turn, reason); !closed) return closed;
  return told;
}

Expected<void> Delivery::log_context(const Value& message) {
  const Expected<std::int64_t> seq = agent_->log.user_message(message);
  if (!seq) return fail(as_message_fault(seq.error()));
  agent_->runtime_context.follow(message, *seq);
  return log_leftover_context(*agent_);
}

// ---- Items

Expected<contract::AgentUpdateInboxResultOutcome> Delivery::update(
    contract::AgentUpdateInboxParamsView in) {
  if (Expected<void> live = check_live(); !live) return tl::make_unexpected(live.error());
  if (!in.op()) return fail("INVALID_MESSAGE", "op: expected edit, remove or steer");
  switch (*in.op()) {
    case contract::AgentUpdateInboxParamsOp::kEdit:
      return edit_item(in.id().text(), in.content().raw());
    case contract::AgentUpdateInboxParamsOp::kRemove:
      return outcome_of(agent_->inbox.remove(in.id().text()));
    case contract::AgentUpdateInboxParamsOp::kSteer:
      return steer_item(in.id().text());
  }
  return Outcome::kNotFound;
}

Expected<Delivery::Outcome> Delivery::outcome_of(Expected<Inbox::Edit> edit) {
  if (!edit) return fail(as_message_fault(std::move(edit.error())));
  return *edit == Inbox::Edit::kApplied ? Outcome::kApplied : Outcome::kNotFound;
}

Expected<Delivery::Outcome> Delivery::edit_item(std::string_view item_id, ValueView content) {
  const Expected<Value> own = check_content(content);
  if (!own) return tl::make_unexpected(own.error());
  return outcome_of(agent_->inbox.edit(item_id, *own));
}

Expected<Delivery::Outcome> Delivery::steer_item(std::string_view item_id) {
  if (!agent_->activity.accepts_next_step()) return Outcome::kSteerUnavailable;
  return outcome_of(agent_->inbox.steer(item_id));
}

// ---- Stopping

bool Delivery::cancel(const Value& cause, bool keep_inbox) {
  Activity& activity = agent_->activity;
  const bool stops = !activity.is_idle() && !activity.aborted();
  const bool drops = !keep_inbox && !agent_->inbox.empty();
  if (!stops && !drops) return false;
  agent_->events.cancel_requested(cause);
  if (!keep_inbox) {
    const std::string_view reason = is_disposal(cause) ? "disposed" : "cancelled";
    const Expected<void> cleared = agent_->inbox.clear(reason);
    if (!cleared) {
      agent_->env.context.warn("the inbox of agent " + agent_->id +
                               " was not cleared: " + cleared.error().message);
    }
    activity.forget_wake();
  }
  activity.abort(cause);
  return true;
}

// ---- Waking

void Delivery::wake(bool after_abort) {
  Activity& activity = agent_->activity;
  if (activity.is_idle()) {
    if (activity.is_reserved()) {
      activity.remember_wake();
      return;
    }
    activity.begin_run();
    agent_->env.context.spawn(drive(agent_));
    return;
  }
  if (is_disposal(activity.abort_cause())) return;
  // A run that still takes messages needs no reminder: it looks at the inbox itself.
  const bool run_may_miss_it = activity.is_running() && !activity.accepts_next_step();
  if (after_abort || run_may_miss_it || activity.phase() == Activity::Phase::kMaintenance) {
    activity.remember_wake();
  }
}

void Delivery::wake_for_waiting_work() {
  if (agent_->life == Agent::Life::kLive && agent_->inbox.has_work()) wake(false);
}

}  // namespace keel::agent_loop
