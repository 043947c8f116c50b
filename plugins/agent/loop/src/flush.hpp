// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "agent.hpp"
#include "keel/sdk.hpp"

namespace keel::agent_loop {

/// Waits until everything in the agent's log is durable. Nothing to wait for without a store.
Task<void> flush(std::shared_ptr<Agent> agent);

}  // namespace keel::agent_loop
