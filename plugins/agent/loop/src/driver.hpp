// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "agent.hpp"
#include "keel/sdk.hpp"

namespace keel::agent_loop {

/// A run of turns, from a wake until nothing is left to do or a turn ends badly. The agent's
/// activity has begun a run.
Task<void> drive(std::shared_ptr<Agent> agent);

}  // namespace keel::agent_loop
