// SPDX-License-Identifier: MIT
// How messages get to an agent, and how it is told to stop.
#pragma once

#include <memory>
#include <string_view>

#include "agent.hpp"
#include "inbox.hpp"
#include "keel/contracts/agent.hpp"
#include "keel/sdk.hpp"
#include "log_writer.hpp"
#include "steer_receipt.hpp"

namespace keel::agent_loop {

/// The operations of the agent contract that change the inbox, each in one piece: nothing else of
/// the agent runs in between. Errors INVALID_MESSAGE, DUPLICATE_MESSAGE and DISPOSED, and KEEL_BUSY
/// from within a publication of the session. Kernel thread.
class Delivery {
 public:
  explicit Delivery(std::shared_ptr<Agent> agent) : agent_(std::move(agent)) {}

  /// Puts a message into the inbox and, with `wakeup`, sees that it is dealt with. Gives its item,
  /// absent for context that waits for the next step.
  Expected<Value> send(ValueView message, Target target, bool wakeup);

  struct Steered {
    Value item;
    std::shared_ptr<ReceiptState> receipt;
  };
  /// Into the turn under way, or a turn of its own.
  Expected<Steered> steer(ValueView message);

  /// Context for the next step.
  Expected<void> inject(ValueView message);
  /// Context at once, in a turn without steps, made durable. Error AGENT_BUSY when not idle.
  Task<void> inject_now(Value message);

  /// Edits, removes or steers an item that waits for its turn.
  Expected<contracts::agent::AgentUpdateInboxResultOutcome> update(
      contracts::agent::AgentUpdateInboxParamsView in);

  /// Ends what the agent is doing and, unless `keep_inbox`, drops what waits. Gives whether there
  /// was anything to do.
  bool cancel(const Value& cause, bool keep_inbox);

  /// Starts a run of turns, unless one is going on, or is held back. `after_abort`: the run that
  /// goes on has been told to stop, and the message is meant for the next one.
  void wake(bool after_abort);
  /// What a lease has held back goes on.
  void wake_for_waiting_work();

 private:
  using Outcome = contracts::agent::AgentUpdateInboxResultOutcome;

  Expected<void> check_live() const;
  Expected<Value> accept(Value message, EntryKind kind);
  EntryKind kind_for(Target target, bool wakeup) const;
  static Expected<Outcome> outcome_of(Expected<Inbox::Edit> edit);
  Expected<Outcome> edit_item(std::string_view item_id, ValueView content);
  Expected<Outcome> steer_item(std::string_view item_id);
  Expected<void> log_context_turn(const Value& message);
  Expected<void> log_context(const Value& message);

  std::shared_ptr<Agent> agent_;
};

}  // namespace keel::agent_loop
