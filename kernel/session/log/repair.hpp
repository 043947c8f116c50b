// SPDX-License-Identifier: MIT
// What closes a turn that a crash left open.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "session/log/event.hpp"
#include "session/log/event_fields.hpp"

namespace keel::session {

/// The events that close the open turn of a stored log, to be appended in order: a result for each
/// call that the open step's assistant message names and that has none, step/end, turn/end
/// {interrupted}. Empty when no turn is open. The same log gives the same events.
/// `since_turn_start` holds the events from the last turn/start on (chunks may be missing);
/// `next_seq` and `last_time` are the log's.
std::vector<EventFields> interrupted_turn_closers(std::span<const Event> since_turn_start,
                                                  std::int64_t next_seq, std::int64_t last_time);

}  // namespace keel::session
