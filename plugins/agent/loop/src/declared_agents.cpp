// SPDX-License-Identifier: MIT
#include "declared_agents.hpp"

#include "agent.hpp"
#include "fresh_id.hpp"
#include "keel/contracts/agent.hpp"
#include "keel/contracts/session.hpp"

namespace keel::agent_loop {

namespace contract = contracts::agent;

namespace {

const std::string& session_of(const DeclaredAgent& declared) {
  return declared.session_id.empty() ? declared.resume_session_id : declared.session_id;
}

}  // namespace

void DeclaredAgents::start() {
  if (env_->config.agents.empty()) return;
  keep(context().listen(contracts::kernel::events::kServiceChanged, 0, this,
                        &DeclaredAgents::on_service_changed));
  for (const DeclaredAgent& declared : env_->config.agents) context().spawn(start_one(declared));
}

void DeclaredAgents::on_service_changed(Call, contracts::kernel::ServiceChangedEventView in) {
  if (in.family() == contracts::session::families::kSessionBackend) backends_changed_.pulse();
}

Task<void> DeclaredAgents::start_one(DeclaredAgent declared) {
  // The loop is not active before its start() has returned.
  co_await must(context().sleep_for(0));
  Task<Message> opening = open(declared);
  Expected<Message> made = co_await opening;
  if (made) {
    handles_.push_back(made->take_ref(1));
  } else if (!env_->stopping) {
    report(declared, made.error());
  }
}

Task<Message> DeclaredAgents::open(const DeclaredAgent& declared) {
  if (!declared.resume_session_id.empty()) return resume_when_stored(declared);
  if (!declared.session_id.empty()) return resume_or_create(declared);
  return create(declared, declared.label + "-session-" + fresh_id());
}

/// Only what truly does not exist is made: a damaged session stays an error.
Task<Message> DeclaredAgents::resume_or_create(const DeclaredAgent& declared) {
  co_await must(wait_for_predecessor(declared.session_id));
  Task<Message> resuming = resume(declared, declared.session_id);
  Expected<Message> resumed = co_await resuming;
  if (resumed) co_return resumed;
  const std::string& code = resumed.error().code;
  if (code != "SESSION_NOT_FOUND" && code != "NO_BACKEND") co_return resumed;
  Task<Message> creating = create(declared, declared.session_id);
  co_return co_await creating;
}

/// A store may be mounted later than the loop.
Task<Message> DeclaredAgents::resume_when_stored(const DeclaredAgent& declared) {
  co_await must(wait_for_predecessor(declared.resume_session_id));
  while (true) {
    Task<Message> resuming = resume(declared, declared.resume_session_id);
    Expected<Message> resumed = co_await resuming;
    if (resumed || resumed.error().code != "NO_BACKEND") co_return resumed;
    co_await backends_changed_.wait();
  }
}

Task<Message> DeclaredAgents::create(const DeclaredAgent& declared, std::string session_id) {
  const Ref registry = must(context().resolve("agent/registry"));
  const Value cwd = declared.cwd.empty() ? Value() : Value(declared.cwd);
  Message request(object({{"session_id", session_id},
                          {"meta", object({{"cwd", cwd}})},
                          {"options", declared.options.to_value()}}));
  co_return co_await context().invoke(registry, contract::Agents::kCreate, std::move(request));
}

Task<Message> DeclaredAgents::resume(const DeclaredAgent& declared, std::string session_id) {
  const Ref registry = must(context().resolve("agent/registry"));
  Message request(object({{"session_id", session_id}, {"options", declared.options.to_value()}}));
  co_return co_await context().invoke(registry, contract::Agents::kResume, std::move(request));
}

/// An agent of this session that is being ended lets go of it first.
Task<void> DeclaredAgents::wait_for_predecessor(std::string session_id) {
  while (true) {
    const std::shared_ptr<Agent> before = env_->agents.find(session_id);
    if (before == nullptr || before->life != Agent::Life::kEnding) co_return;
    co_await env_->agents.changed().wait();
  }
}

void DeclaredAgents::report(const DeclaredAgent& declared, const Error& error) const {
  const std::string& session = session_of(declared);
  context().error("the declared agent \"" + declared.label + "\" did not start: " + error.code +
                  ": " + error.message);
  const Value failure = object(
      {{"message", error.message.empty() ? error.code : error.message}, {"code", error.code}});
  const Message notice(object({{"error", failure},
                               {"session_id", session.empty() ? Value() : Value(session)},
                               {"label", declared.label}}));
  must(context().emit(env_->events.config_start_failed, {0}, notice));
}

}  // namespace keel::agent_loop
