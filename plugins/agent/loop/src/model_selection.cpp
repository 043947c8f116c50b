// SPDX-License-Identifier: MIT
#include "model_selection.hpp"

#include <string>
#include <utility>

#include "keel/contracts/agent.hpp"

namespace keel::agent_loop {

namespace {

Task<Message> ask_default(std::shared_ptr<Agent> agent) {
  const Ref service = must(agent->service("agent/default-model"));
  Message question(object({{"session_id", agent->id}}));
  CallOptions options = agent->call_options();
  co_return co_await agent->env.context.invoke(service, contracts::agent::DefaultModel::kCurrent,
                                               std::move(question), options);
}

void fill(AgentOptions& options, ValueView selection) {
  const bool nothing_asked = options.provider.empty() && options.model.empty();
  if (options.provider.empty()) options.provider = selection["provider"].text();
  if (options.model.empty()) options.model = selection["model"].text();
  if (nothing_asked) options.reasoning_effort = selection["reasoning_effort"].text();
}

void publish_model(Agent& agent) {
  publish_variable(agent, "provider", agent.options.provider);
  publish_variable(agent, "model", agent.options.model);
}

}  // namespace

void publish_variable(Agent& agent, std::string_view name, std::string_view text) {
  const Value answer = object({{"text", text}});
  Expected<Registration> published = agent.scope_context->publish(
      "prompt.variable/" + std::string(name), answer, [answer] { return answer; });
  if (published) return published->detach();
  agent.env.context.warn("the prompt of agent " + agent.id + " has no variable " +
                         std::string(name) + ": " + published.error().message);
}

Task<void> ensure_model(std::shared_ptr<Agent> agent) {
  if (agent->model_published) co_return;
  if (!agent->options.has_model()) {
    Task<Message> asking = ask_default(agent);
    const Expected<Message> selection = co_await asking;
    if (selection) fill(agent->options, selection->value());
    agent->model_missing = selection ? "" : selection.error().message;
  }
  // Two turns cannot ask at once, but a caller that makes the agent and a turn may.
  if (!agent->options.has_model() || std::exchange(agent->model_published, true)) co_return;
  publish_model(*agent);
}

}  // namespace keel::agent_loop
