// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "agent.hpp"
#include "keel/sdk.hpp"

namespace keel::agent_loop {

/// Fills what the agent's options leave open about the model, from agent/default-model, and gives
/// the prompt its variables provider and model. Without an answer the options stay open, which is
/// an error only when a request needs them: a listener of agent/request may still choose.
Task<void> ensure_model(std::shared_ptr<Agent> agent);

/// Gives the prompt a variable in the agent's scope.
void publish_variable(Agent& agent, std::string_view name, std::string_view text);

}  // namespace keel::agent_loop
