// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "keel/sdk.hpp"

namespace keel::agent_loop {

class Agent;

/// What the prompt service says for one step.
struct Prompt {
  /// The answer of render: system, sections, snapshot.
  Value rendered;
  /// Array of tool schemas.
  Value tools;

  std::string_view system() const { return rendered["system"].text(); }
  /// Text of the runtime context, empty when none is active, and the parts it is made of.
  std::string_view snapshot() const { return rendered["snapshot"].text(); }
  ValueView sections() const { return rendered["sections"]; }
};

/// Assembles and renders the prompt in the agent's scope.
Task<Prompt> make_prompt(Agent& agent);

}  // namespace keel::agent_loop
