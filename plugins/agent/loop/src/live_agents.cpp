// SPDX-License-Identifier: MIT
#include "live_agents.hpp"

#include <utility>

#include "agent.hpp"

namespace keel::agent_loop {

void LiveAgents::add(std::shared_ptr<Agent> agent) { agents_.push_back(std::move(agent)); }

void LiveAgents::remove(const Agent& agent) {
  std::erase_if(agents_, [&agent](const auto& entry) { return entry.get() == &agent; });
  changed_.pulse();
}

void LiveAgents::abandon() {
  for (const std::shared_ptr<Agent>& agent : std::exchange(agents_, {})) {
    agent->life = Agent::Life::kGone;
  }
}

std::shared_ptr<Agent> LiveAgents::find(std::string_view session_id) const {
  for (const std::shared_ptr<Agent>& agent : agents_) {
    if (agent->id == session_id && agent->in_session) return agent;
  }
  return nullptr;
}

}  // namespace keel::agent_loop
