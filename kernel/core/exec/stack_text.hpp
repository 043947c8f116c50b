// SPDX-License-Identifier: MIT
// Call stacks for people; not for inclusion outside this folder.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace keel::core {

/// One line for each return address of this process, as capture_stack() gives them:
/// "greet_run()+0x1c in /path/greet.so (0x2f1c)"; the number in brackets is the address that
/// addr2line wants.
///
/// Reads the process map and the files behind it, and does not ask the dynamic linker: the thread
/// that the stack is of may hold its lock for ever, in an initialiser that never ends.
std::vector<std::string> describe_stack(std::span<void* const> addresses);

}  // namespace keel::core
