// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "inbox_entry.hpp"
#include "keel/sdk.hpp"

namespace keel::agent_loop {

/// The messages that are about to enter a step.
class Batch {
 public:
  void add(const InboxEntry& entry) {
    if (entry.kind == EntryKind::kInjected) context_ids_.insert(std::string(entry.message_id()));
    messages_.push_back(entry.message);
  }
  void add(Value message) { messages_.push_back(std::move(message)); }
  /// The snapshot of the runtime context; absent is fine.
  void add_snapshot(const Value& snapshot) {
    if (snapshot.is_absent()) return;
    snapshot_id_ = snapshot["id"].text();
    messages_.push_back(snapshot);
  }

  /// What a listener made of the batch.
  void replace(ValueView messages) {
    messages_.clear();
    for (const ValueView message : messages.items()) messages_.push_back(Value::share(message));
  }
  /// Drops the snapshot: it is told with a step or not at all.
  void drop_snapshot() {
    std::erase_if(messages_, [this](const Value& message) { return is_snapshot(message); });
  }

  const std::vector<Value>& messages() const { return messages_; }
  Value to_array() const {
    Builder builder;
    builder.begin_array();
    for (const Value& message : messages_) builder.put(static_cast<const ValueView&>(message));
    builder.end();
    return builder.finish_or_absent();
  }

  /// Nothing in it is worth a step: injected context and the snapshot never cause one.
  bool is_context_only() const {
    for (const Value& message : messages_) {
      const bool injected = context_ids_.count(std::string(message["id"].text())) != 0;
      if (!injected && !is_snapshot(message)) return false;
    }
    return true;
  }

 private:
  bool is_snapshot(ValueView message) const {
    return !snapshot_id_.empty() && message["id"].text() == snapshot_id_;
  }

  std::vector<Value> messages_;
  std::set<std::string> context_ids_;
  std::string snapshot_id_;
};

}  // namespace keel::agent_loop
