// SPDX-License-Identifier: MIT
#pragma once

#include "keel/contracts/prompt.hpp"
#include "keel/error.hpp"
#include "keel/value.hpp"

namespace keel::agent_prompt {

/// What an assembly comes to: {system, sections, snapshot}, where sections are the contexts as
/// rendered. Depends on nothing but the assembly. Error PROMPT_FAILED, naming the text and what is
/// wrong with it.
Expected<Value> render_assembly(contracts::prompt::AssemblyView assembly);

}  // namespace keel::agent_prompt
