// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "session/log/event_fields.hpp"

namespace keel::session {

/// What an event's line is printed from. Borrowed.
struct EventText {
  KeyOrder order;
  std::string_view type;
  std::int64_t seq;
  std::int64_t time;
  ValueView data;
  SurfaceOp surface;
  /// nullptr when there are none.
  const SourceList* sources;
};

/// Appends an event as compact JSON, without line feed.
void append_event_json(std::string& out, const EventText& event);
void append_event_json(std::string& out, const EventFields& event);

}  // namespace keel::session
