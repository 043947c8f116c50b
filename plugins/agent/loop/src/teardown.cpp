// SPDX-License-Identifier: MIT
#include "teardown.hpp"

#include <utility>

#include "delivery.hpp"
#include "keel/contracts/agent.hpp"
#include "keel/contracts/session.hpp"

namespace keel::agent_loop {

namespace {

void enter_life(Agent& agent, Agent::Life life) {
  agent.life = life;
  agent.life_changed.pulse();
}

Task<void> wait_until_idle(std::shared_ptr<Agent> agent) {
  while (!agent->activity.is_idle()) co_await agent->activity.changed().wait();
}

/// Undoes what anyone registered in the scope, the agents that this one owns included.
Task<void> end_scope(std::shared_ptr<Agent> agent) {
  agent->scope.end();
  while (!agent->scope_gone.is_set()) co_await agent->scope_gone.wait();
}

Task<void> leave_registry(std::shared_ptr<Agent> agent) {
  const Context context = agent->env.context;
  const Ref registry = must(context.resolve("agent/registry"));
  Message request(object({{"session_id", agent->id}}));
  co_await must(context.invoke(registry, contracts::agent::Agents::kLeave, std::move(request)));
}

Task<void> leave_session(std::shared_ptr<Agent> agent) {
  const Context context = agent->env.context;
  const Ref sessions = must(context.resolve("kernel/sessions"));
  Message request(object({}));
  request = std::move(request).with(must(agent->log.session().ref().dup()));
  co_await must(
      context.invoke(sessions, contracts::session::Sessions::kDetach, std::move(request)));
}

/// A step of the teardown that fails does not keep the others from being done.
void warn_of(const Agent& agent, const Expected<void>& step) {
  if (step) return;
  agent.env.context.warn("the end of agent " + agent.id + ": " + step.error().message);
}

Task<void> run_teardown(std::shared_ptr<Agent> agent, bool keep_inbox) {
  const Value cause = object({{"kind", "disposed"}});
  Delivery(agent).cancel(cause, keep_inbox);
  Task<void> idle = wait_until_idle(agent);
  warn_of(*agent, co_await idle);
  agent->receipts.reject_all("disposed");
  Task<void> scope = end_scope(agent);
  warn_of(*agent, co_await scope);
  if (std::exchange(agent->in_registry, false)) {
    Task<void> leaving = leave_registry(agent);
    warn_of(*agent, co_await leaving);
  }
  if (agent->in_session) {
    Task<void> leaving = leave_session(agent);
    warn_of(*agent, co_await leaving);
    agent->in_session = false;
  }
  // A reference that somebody forgot to drop must not keep a log in memory, or a claim on it.
  agent->log.close();
  agent->events.set_agent(Ref());
  agent->env.agents.remove(*agent);
  enter_life(*agent, Agent::Life::kGone);
  agent->in_owner.end();
}

}  // namespace

void begin_teardown(const std::shared_ptr<Agent>& agent, bool keep_inbox) {
  if (agent->life == Agent::Life::kEnding || agent->life == Agent::Life::kGone) return;
  enter_life(*agent, Agent::Life::kEnding);
  agent->env.context.spawn(run_teardown(agent, keep_inbox));
}

Task<void> tear_down(std::shared_ptr<Agent> agent, bool keep_inbox) {
  begin_teardown(agent, keep_inbox);
  while (agent->life != Agent::Life::kGone) co_await agent->life_changed.wait();
}

}  // namespace keel::agent_loop
