// SPDX-License-Identifier: MIT
// The end of an agent. It happens once, whoever asks for it: the holder of the handle, the owner's
// end, a failed creation, the end of the loop.
#pragma once

#include <memory>

#include "agent.hpp"
#include "keel/sdk.hpp"

namespace keel::agent_loop {

/// Begins it, and does not wait. `keep_inbox`: what waits stays in the log for a later resume.
void begin_teardown(const std::shared_ptr<Agent>& agent, bool keep_inbox);

/// Begins it, and waits for its end. Not from work that the agent itself is waiting for.
Task<void> tear_down(std::shared_ptr<Agent> agent, bool keep_inbox);

}  // namespace keel::agent_loop
