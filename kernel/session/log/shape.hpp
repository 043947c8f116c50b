// SPDX-License-Identifier: MIT
// The data of core events: what an append must bring, and what a stored event must have so that the
// folds of this build can read it.
#pragma once

#include <optional>
#include <string_view>

#include "keel/error.hpp"
#include "session/log/core_type.hpp"

namespace keel::session {

/// What is wrong with the data of a core event that is about to be appended: kinds of all known
/// fields, tags of the closed unions. Unknown members and unknown tags of open unions (content
/// blocks, message sources, finish reasons, triggers, end reasons) pass. Other types: nothing.
std::optional<Error> find_append_fault(CoreType core, std::string_view type, ValueView data);

/// What is wrong with the data of a stored core event. Only what the folds depend on: turn and step
/// numbers, messages with id, role, source and content, the request header's config, the shape of a
/// tool result. End reasons and triggers of earlier builds pass as they are.
std::optional<Error> find_load_fault(CoreType core, std::string_view type, ValueView data);

}  // namespace keel::session
