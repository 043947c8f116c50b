// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "agent.hpp"
#include "keel/sdk.hpp"

namespace keel::agent_loop {

/// Makes an agent what its log says: the inbox, the number of the last turn, the last snapshot of
/// the runtime context. Error SESSION_CORRUPT naming the seq of an inbox change that does not fit.
Task<void> restore(std::shared_ptr<Agent> agent);

}  // namespace keel::agent_loop
