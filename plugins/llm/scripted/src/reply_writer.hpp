// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "keel/sdk.hpp"
#include "reply.hpp"

namespace keel::llm_scripted {

/// The chunks of a reply, as a model would stream it: text in pieces, calls, usage, finish. Usage
/// is nil, which is what a scripted reply costs.
std::vector<Value> chunks_of(const Reply& reply);

/// Streams a reply to its end; ends it as aborted when the token is set before.
Task<void> write_reply(Context context, Reply reply, StreamWriter out, CancelSource token);

}  // namespace keel::llm_scripted
