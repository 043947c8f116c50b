// SPDX-License-Identifier: MIT
// Reading an event's envelope: exactly the keys {type, seq, time, data, ignorable?,
// sourceEventSeqs?, surfaceOp?}, each of its kind.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "keel/error.hpp"
#include "session/log/event_fields.hpp"

namespace keel::session {

/// The fields of an event object. Refuses any other key, a field of a wrong kind, a surface field
/// on a log-only type and a surface type without surfaceOp (INVALID_EVENT), and retired types
/// (RETIRED_EVENT). `type` of the result is borrowed from `event`; `data` shares its document. Does
/// not look into `data`.
Expected<EventFields> parse_event(ValueView event);

/// The rules that bind type, surface and sources of one event, wherever it comes from. Nothing when
/// kept.
std::optional<Error> find_envelope_fault(const EventFields& fields);

/// Reads a surfaceOp: "append" or exactly {op: "replace", start, end}.
Expected<SurfaceOp> parse_surface_op(std::string_view type, ValueView value);

/// Reads sourceEventSeqs: integers, safe and not negative.
Expected<SourceList> parse_sources(std::string_view type, ValueView value);

}  // namespace keel::session
