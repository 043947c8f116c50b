// SPDX-License-Identifier: MIT
// The history that a model is sent: messages of the surface's nodes, in order.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "keel/value.hpp"
#include "session/log/event.hpp"
#include "session/log/surface.hpp"

namespace keel::session {

/// The message that one event stands for, sharing its document: of user/message its data, of
/// assistant/message (unless empty) and tool/result its message, of steering/message a user message
/// with the id "legacy-message:<session>:<seq>" where it has none. Absent for every other event.
Value derive_event_message(std::string_view session_id, CoreType core, std::int64_t seq,
                           ValueView data);

/// The derived history of a growing log. Kept up to date at the cost of the new nodes; a
/// replacement makes it anew.
class DerivedHistory {
 public:
  using Lookup = Surface::Lookup;

  explicit DerivedHistory(std::string session_id) : session_id_(std::move(session_id)) {}

  /// The messages as an array. What was handed out never changes.
  Value messages(const Surface& surface, const Lookup& lookup);

 private:
  void catch_up(const Surface& surface, const Lookup& lookup);

  std::string session_id_;
  std::vector<Value> messages_;
  std::size_t nodes_seen_ = 0;
  std::int64_t generation_seen_ = 0;
  Value array_;
};

}  // namespace keel::session
