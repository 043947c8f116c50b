// SPDX-License-Identifier: MIT
#include "loop_config.hpp"

#include <set>
#include <utility>

namespace keel::agent_loop {

namespace {

Expected<DeclaredAgent> read_agent(ValueView entry) {
  DeclaredAgent agent;
  agent.label = entry["id"].text();
  agent.session_id = entry["sessionId"].text();
  agent.resume_session_id = entry["resumeSessionId"].text();
  agent.cwd = entry["cwd"].text();
  agent.options.provider = entry["provider"].text();
  agent.options.model = entry["model"].text();
  agent.options.max_tokens = entry["maxTokens"].integer();
  if (agent.session_id.empty() || agent.resume_session_id.empty()) return agent;
  return fail("CONFIG", "agent \"" + agent.label +
                            "\" has both sessionId and resumeSessionId; give one of them");
}

}  // namespace

Expected<LoopConfig> LoopConfig::read(ValueView config) {
  LoopConfig read;
  read.max_parallel_tool_calls =
      static_cast<std::size_t>(config["maxParallelToolCalls"].integer_or(10));
  read.max_steps_per_turn = config["maxStepsPerTurn"].integer_or(0);
  std::set<std::string> sessions;
  for (const ValueView entry : config["agents"].items()) {
    Expected<DeclaredAgent> agent = read_agent(entry);
    if (!agent) return tl::make_unexpected(std::move(agent.error()));
    const std::string& session =
        agent->session_id.empty() ? agent->resume_session_id : agent->session_id;
    if (!session.empty() && !sessions.insert(session).second) {
      return fail("CONFIG", "two declared agents ask for session \"" + session +
                                "\"; a session has one agent at a time");
    }
    read.agents.push_back(std::move(*agent));
  }
  return read;
}

}  // namespace keel::agent_loop
