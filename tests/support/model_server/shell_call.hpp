// Which of the tools that a request declares runs a shell command, and how it is called.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conversation.hpp"

namespace keel::testing {

// nullptr when no tool looks like a shell.
const DeclaredTool* find_shell_tool(const std::vector<DeclaredTool>& tools);

// Arguments as JSON text that follow the tool's schema: the command as a string or an argv list, a
// neutral value for every other required field.
std::string shell_arguments(const DeclaredTool& tool, std::string_view command);

}  // namespace keel::testing
