// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "keel/error.hpp"
#include "session/log/event_fields.hpp"

namespace keel::session {

/// Whether the core events of a log fit together: turns and steps numbered and never nested,
/// everything of a step naming it, results after their calls. For checked mode. Feed it every event
/// of the log in order; messages, the seed marker and plugin events are not bound by it.
class Relations {
 public:
  /// What the event would break, without changing anything (INVALID_ORDER).
  std::optional<Error> find_fault(const EventFields& event) const;
  /// Follows an event that was committed.
  void follow(const EventFields& event);

 private:
  std::optional<Error> find_turn_fault(const EventFields& event) const;
  std::optional<Error> find_step_fault(const EventFields& event) const;
  std::optional<Error> find_place_fault(const EventFields& event) const;
  std::optional<Error> find_result_fault(const EventFields& event) const;

  std::int64_t last_turn_ = 0;
  std::int64_t last_step_ = 0;
  bool in_turn_ = false;
  bool in_step_ = false;
  /// Calls of the open step that have no result yet.
  std::vector<std::string> pending_calls_;
};

}  // namespace keel::session
