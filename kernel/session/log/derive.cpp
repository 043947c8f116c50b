// SPDX-License-Identifier: MIT
#include "session/log/derive.hpp"

#include <string>

#include "session/log/fields.hpp"

namespace keel::session {

namespace {

Value steering_message(std::string_view session_id, std::int64_t seq, ValueView data) {
  const Fields& names = fields();
  const ValueView id = data[names.id];
  Builder builder;
  builder.begin_object();
  if (id.is_absent()) {
    builder.member(names.id,
                   "legacy-message:" + std::string(session_id) + ":" + std::to_string(seq));
  } else {
    builder.member(names.id, id);
  }
  builder.member(names.role, "user");
  builder.optional_member(names.content, data[names.content]);
  builder.optional_member(names.source, data[names.source]);
  builder.end();
  return builder.finish_or_absent();
}

}  // namespace

Value derive_event_message(std::string_view session_id, CoreType core, std::int64_t seq,
                           ValueView data) {
  const Fields& names = fields();
  switch (core) {
    case CoreType::kUserMessage:
      return Value::share(data);
    case CoreType::kToolResult:
      return Value::share(data[names.message]);
    case CoreType::kAssistantMessage: {
      // An empty message holds nothing but its step's usage.
      const ValueView message = data[names.message];
      return message[names.content].empty() ? Value() : Value::share(message);
    }
    case CoreType::kSteeringMessage:
      return steering_message(session_id, seq, data);
    default:
      return {};
  }
}

Value DerivedHistory::messages(const Surface& surface, const Lookup& lookup) {
  catch_up(surface, lookup);
  if (!array_.is_absent()) return array_;
  Builder builder;
  builder.begin_array();
  for (const Value& message : messages_) builder.put(static_cast<const ValueView&>(message));
  builder.end();
  array_ = builder.finish_or_absent();
  return array_;
}

void DerivedHistory::catch_up(const Surface& surface, const Lookup& lookup) {
  if (generation_seen_ != surface.replace_generation()) {
    messages_.clear();
    nodes_seen_ = 0;
    array_ = Value();
    generation_seen_ = surface.replace_generation();
  }
  const std::vector<std::int64_t>& nodes = surface.nodes();
  for (; nodes_seen_ < nodes.size(); ++nodes_seen_) {
    const Event event = lookup(nodes[nodes_seen_]);
    if (!event) continue;
    Value message = derive_event_message(session_id_, event.core(), event.seq(), event.data());
    if (message.is_absent()) continue;
    messages_.push_back(std::move(message));
    array_ = Value();
  }
}

}  // namespace keel::session
