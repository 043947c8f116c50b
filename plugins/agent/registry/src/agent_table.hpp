// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agent_entry.hpp"
#include "keel/sdk.hpp"

namespace keel::agent_registry {

/// The known agents in order of creation. Kernel thread.
class AgentTable {
 public:
  /// False when the id is taken.
  bool add(AgentEntry entry);
  /// Takes an agent out; nothing when it is not there.
  std::optional<AgentEntry> take(std::string_view session_id);

  AgentEntry* find(std::string_view session_id);
  /// The agent whose scope that is; null for {0} and for scopes of others.
  const AgentEntry* find_scope(keel_scope scope) const;

  std::vector<std::string> ids() const;
  /// Those whose owner is no longer, or never was, an agent.
  std::vector<std::string> root_ids() const;

 private:
  bool is_known(std::string_view session_id) const;

  std::vector<AgentEntry> entries_;
};

}  // namespace keel::agent_registry
