// SPDX-License-Identifier: MIT
#pragma once

#include "agent.hpp"
#include "keel/sdk.hpp"

namespace keel::agent_loop {

/// Logs the injected messages that no step has taken, right before the open turn ends: context is
/// never lost with a turn. Steering stays where it is.
Expected<void> log_leftover_context(Agent& agent);

}  // namespace keel::agent_loop
