// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "keel/sdk.hpp"
#include "loop_events.hpp"

namespace keel::agent_loop {

/// Tells and asks on behalf of one agent: every event goes to the agent's scope, names its session,
/// and carries a reference to it where the contract says so. Kernel thread.
class AgentEvents {
 public:
  AgentEvents(Context context, const LoopEvents& events, std::string session_id, keel_scope scope)
      : context_(std::move(context)),
        events_(events),
        session_id_(std::move(session_id)),
        scope_(scope) {}

  /// The reference that goes with the events; empty again when the agent ends.
  void set_agent(Ref agent) { agent_ = std::move(agent); }
  const Ref& agent() const { return agent_; }
  const LoopEvents& names() const { return events_; }

  void session_start(std::string_view source) const;
  void status(std::string_view status) const;
  void cancel_requested(const Value& cause) const;
  void enqueue(const Value& item) const;
  /// `turn` 0: moved to the other list, not taken by a turn.
  void dequeue(const Value& item, std::int64_t turn) const;
  /// `items`: an array that is not empty.
  void discard(const Value& items) const;
  void update(const Value& item) const;
  /// `failure`: LlmFailure. Turn and step as far as there is one.
  void error(const Value& failure, std::int64_t turn, std::int64_t step) const;

  /// `value` with a reference to the agent.
  Message about(Value value) const;
  /// Runs a waterfall; `fallback` is its innermost function. co_await: Expected<Message>.
  template <typename Fallback>
  auto ask(keel_event event, Value value, Fallback fallback, const CallOptions& options) const {
    return context_.dispatch_or(event, scope_, about(std::move(value)), std::move(fallback),
                                options);
  }
  /// Runs a serial event. co_await: Expected<Message>.
  auto tell_in_turn(keel_event event, Value value, const CallOptions& options) const {
    return context_.dispatch(event, scope_, about(std::move(value)), options);
  }

 private:
  void emit(keel_event event, const Message& message) const;

  Context context_;
  const LoopEvents& events_;
  std::string session_id_;
  keel_scope scope_;
  Ref agent_;
};

}  // namespace keel::agent_loop
