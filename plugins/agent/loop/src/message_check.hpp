// SPDX-License-Identifier: MIT
#pragma once

#include "keel/sdk.hpp"

namespace keel::agent_loop {

/// A message that somebody wants told to the model, as a value of its own. Error INVALID_MESSAGE
/// naming the place: it must be {id, role: user, content, source} and nothing else, each block with
/// a type and what the known types need, the source with a kind.
Expected<Value> check_message(ValueView message);

/// The same for a list of content blocks.
Expected<Value> check_content(ValueView content);

}  // namespace keel::agent_loop
