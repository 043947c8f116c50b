// SPDX-License-Identifier: MIT
// The request header (EpochHeader) in force: canonical form, equality, and the folds over a log.
#pragma once

#include <span>

#include "keel/value.hpp"
#include "session/log/event.hpp"

namespace keel::session {

/// `header` without what says nothing: an empty system, empty tools, an empty messagePrefix,
/// adapterDefaults without a true marker. The same value when there is nothing to drop.
Value canonical_header(ValueView header);

/// Whether two headers make the same request, each taken in canonical form: config field by field,
/// both markers, system by text, messagePrefix and tools by their serialised text, so that order
/// counts there.
bool header_equals(ValueView a, ValueView b);

/// The latest request/header's header in canonical form; absent when there is none.
Value fold_request_header(std::span<const Event> events);
/// The latest request/context's data; absent when there is none.
Value fold_request_context(std::span<const Event> events);

}  // namespace keel::session
