// SPDX-License-Identifier: MIT
#include "flush.hpp"

#include <utility>

#include "keel/contracts/session.hpp"

namespace keel::agent_loop {

Task<void> flush(std::shared_ptr<Agent> agent) {
  const Ref sessions = must(agent->service("kernel/sessions"));
  Message request(object({{"session_id", agent->id}}));
  // Not ended by the agent's token: what has been said must be kept all the more then.
  CallOptions options;
  options.target = agent->scope.raw();
  options.initiator = agent->scope.raw();
  co_await must(agent->env.context.invoke(sessions, contracts::session::Sessions::kFlush,
                                          std::move(request), options));
}

}  // namespace keel::agent_loop
