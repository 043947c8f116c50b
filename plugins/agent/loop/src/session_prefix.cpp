// SPDX-License-Identifier: MIT
#include "session_prefix.hpp"

#include <string>
#include <utility>

#include "agent.hpp"

namespace keel::agent_loop {

namespace {

Value no_messages() { return object({{"messages", array({})}}); }

Expected<Value> check_prefix(ValueView answer) {
  const ValueView messages = answer["messages"];
  if (!messages.is_array()) {
    return fail("INVALID_PREFIX", "agent/session-prefix: expected {messages: [...]}, found " +
                                      std::string(kind_name(answer.kind())));
  }
  for (const ValueView message : messages.items()) {
    if (!message["id"].text().empty() && !message["role"].text().empty() &&
        message["content"].is_array()) {
      continue;
    }
    return fail("INVALID_PREFIX",
                "agent/session-prefix: each message needs an id, a role and a list of content");
  }
  return Value::share(messages).detached();
}

}  // namespace

Task<Value> SessionPrefix::get(Agent& agent) {
  if (messages_) co_return *messages_;
  Value question = object({{"session_id", agent.id}});
  const Expected<Message> answer = co_await agent.events.ask(
      agent.env.events.session_prefix, std::move(question), &no_messages, agent.call_options());
  if (!answer) co_return fail(answer.error());
  messages_ = must(check_prefix(answer->value()));
  co_return *messages_;
}

}  // namespace keel::agent_loop
