// SPDX-License-Identifier: MIT
#include "agent.hpp"

#include <utility>

namespace keel::agent_loop {

Agent::Agent(std::shared_ptr<LoopEnv> loop, Session session, std::string session_id,
             OwnedScope own_scope, AgentOptions agent_options)
    : env_owner(std::move(loop)),
      env(*env_owner),
      id(std::move(session_id)),
      scope(std::move(own_scope)),
      scope_context(must(env.context.in_scope(scope.raw()))),
      scope_gone(env.context),
      options(std::move(agent_options)),
      log(std::move(session)),
      events(env.context, env.events, id, scope.raw()),
      receipts(env.context),
      inbox(log, events, receipts, env.next_item),
      activity(env.context, events),
      life_changed(env.context) {
  watch_scope();
}

CallOptions Agent::call_options() const {
  CallOptions options_of_call;
  options_of_call.target = scope.raw();
  options_of_call.initiator = scope.raw();
  if (const keel_token token = activity.token().raw(); token.id != 0) {
    options_of_call.cancel = token;
  }
  return options_of_call;
}

/// The host says nothing when a scope has ended, but it undoes what was registered first last.
void Agent::watch_scope() {
  keep(scope_context->effect("end of the agent's scope",
                             [gone = scope_gone]() mutable { gone.set(); }));
}

}  // namespace keel::agent_loop
