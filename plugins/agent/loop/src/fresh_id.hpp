// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace keel::agent_loop {

/// A random UUID, version 4, in lower case: the id of a message or session.
std::string fresh_id();

}  // namespace keel::agent_loop
