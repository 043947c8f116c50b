// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "keel/sdk.hpp"

namespace keel::agent_registry {

/// One agent that the registry knows.
struct AgentEntry {
  std::string session_id;
  /// Session of the agent on whose behalf this one was entered; empty for a root.
  std::string owner;
  Ref agent;
  /// Target of the events about it.
  keel_scope scope{0};
  /// agent/created has been emitted, so agent/disposed is owed.
  bool announced = false;
};

}  // namespace keel::agent_registry
