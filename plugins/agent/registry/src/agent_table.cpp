// SPDX-License-Identifier: MIT
#include "agent_table.hpp"

#include <algorithm>
#include <utility>

namespace keel::agent_registry {

bool AgentTable::add(AgentEntry entry) {
  if (is_known(entry.session_id)) return false;
  entries_.push_back(std::move(entry));
  return true;
}

std::optional<AgentEntry> AgentTable::take(std::string_view session_id) {
  const auto place = std::find_if(
      entries_.begin(), entries_.end(),
      [session_id](const AgentEntry& entry) { return entry.session_id == session_id; });
  if (place == entries_.end()) return std::nullopt;
  AgentEntry taken = std::move(*place);
  entries_.erase(place);
  return taken;
}

AgentEntry* AgentTable::find(std::string_view session_id) {
  for (AgentEntry& entry : entries_) {
    if (entry.session_id == session_id) return &entry;
  }
  return nullptr;
}

const AgentEntry* AgentTable::find_scope(keel_scope scope) const {
  if (scope.id == 0) return nullptr;
  for (const AgentEntry& entry : entries_) {
    if (entry.scope.id == scope.id) return &entry;
  }
  return nullptr;
}

std::vector<std::string> AgentTable::ids() const {
  std::vector<std::string> ids;
  for (const AgentEntry& entry : entries_) ids.push_back(entry.session_id);
  return ids;
}

std::vector<std::string> AgentTable::root_ids() const {
  std::vector<std::string> ids;
  for (const AgentEntry& entry : entries_) {
    if (!is_known(entry.owner)) ids.push_back(entry.session_id);
  }
  return ids;
}

bool AgentTable::is_known(std::string_view session_id) const {
  return std::any_of(entries_.begin(), entries_.end(), [session_id](const AgentEntry& entry) {
    return entry.session_id == session_id;
  });
}

}  // namespace keel::agent_registry
