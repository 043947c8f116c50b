// SPDX-License-Identifier: MIT
#include "agent_events.hpp"

namespace keel::agent_loop {

void AgentEvents::emit(keel_event event, const Message& message) const {
  const Expected<void> told = context_.emit(event, scope_, message);
  if (!told) context_.warn("an event of agent " + session_id_ + ": " + told.error().message);
}

Message AgentEvents::about(Value value) const {
  Message message(std::move(value));
  Expected<Ref> agent = agent_.dup();
  if (!agent) return message;
  return std::move(message).with(std::move(*agent));
}

void AgentEvents::session_start(std::string_view source) const {
  emit(events_.session_start, about(object({{"session_id", session_id_}, {"source", source}})));
}

void AgentEvents::status(std::string_view status) const {
  emit(events_.status, about(object({{"session_id", session_id_}, {"status", status}})));
}

void AgentEvents::cancel_requested(const Value& cause) const {
  emit(events_.cancel_requested, object({{"session_id", session_id_}, {"cause", cause}}));
}

void AgentEvents::enqueue(const Value& item) const {
  emit(events_.enqueue, object({{"session_id", session_id_}, {"item", item}}));
}

void AgentEvents::dequeue(const Value& item, std::int64_t turn) const {
  emit(events_.dequeue, object({{"session_id", session_id_},
                                {"item", item},
                                {"turn", turn > 0 ? Value(turn) : Value()}}));
}

void AgentEvents::discard(const Value& items) const {
  emit(events_.discard, object({{"session_id", session_id_}, {"items", items}}));
}

void AgentEvents::update(const Value& item) const {
  emit(events_.update, object({{"session_id", session_id_}, {"item", item}}));
}

void AgentEvents::error(const Value& failure, std::int64_t turn, std::int64_t step) const {
  emit(events_.error,
       object({{"session_id", session_id_}, {"error", failure}, {"turn", turn}, {"step", step}}));
}

}  // namespace keel::agent_loop
