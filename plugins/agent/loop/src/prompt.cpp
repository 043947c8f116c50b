// SPDX-License-Identifier: MIT
#include "prompt.hpp"

#include <utility>

#include "agent.hpp"
#include "keel/contracts/prompt.hpp"

namespace keel::agent_loop {

Task<Prompt> make_prompt(Agent& agent) {
  const Ref service = must(agent.service("agent/prompt"));
  const CallOptions options = agent.call_options();
  Message question(object({{"session_id", agent.id}}));
  Message assembly = co_await must(agent.env.context.invoke(
      service, contracts::prompt::Prompt::kAssemble, std::move(question), options));

  Prompt prompt;
  prompt.tools = Value::share(assembly["tools"]);
  Message text = co_await must(agent.env.context.invoke(service, contracts::prompt::Prompt::kRender,
                                                        std::move(assembly), options));
  prompt.rendered = text.take_value();
  co_return prompt;
}

}  // namespace keel::agent_loop
