// SPDX-License-Identifier: MIT
#include "creation.hpp"

#include <utility>

#include "agent_handle.hpp"
#include "agent_object.hpp"
#include "keel/contracts/session.hpp"
#include "model_selection.hpp"
#include "restore.hpp"
#include "teardown.hpp"

namespace keel::agent_loop {

namespace contract = contracts::agent;
using contracts::session::Sessions;

namespace {

/// Errors of services go on as they are, but for what only the host says.
Error with_code(Error error, std::string_view code) {
  if (error.status != KEEL_FAILED || error.code.empty()) error.code = code;
  error.status = KEEL_FAILED;
  return error;
}

Task<void> end_owned(std::weak_ptr<Agent> owned) {
  const std::shared_ptr<Agent> agent = owned.lock();
  if (agent == nullptr) co_return;
  Task<void> ending = tear_down(agent, true);
  co_await must(std::move(ending));
}

}  // namespace

Expected<void> Creation::check_wanted(const Call& call) const {
  if (env_->stopping) return fail("NO_FACTORY", "the agent loop is being stopped");
  if (!call.cancelled()) return {};
  return tl::make_unexpected(Error{KEEL_CANCELLED, std::string(status_name(KEEL_CANCELLED)),
                                   "the caller gave the new agent up", Value()});
}

// ---- The session

Task<Message> Creation::create(Call call, contract::AgentFactoryCreateParamsView params,
                               Ref setup) {
  AgentOptions options = must(AgentOptions::read(params.options()));
  must(check_wanted(call));
  const Ref sessions = must(context().resolve("kernel/sessions"));
  Message request(object({{"id", Value::share(params.raw()["session_id"])},
                          {"meta", Value::share(params.raw()["meta"])},
                          {"seed", Value::share(params.raw()["seed"])}}));
  Message prepared = co_await must(call.invoke(sessions, Sessions::kPrepare, std::move(request)));
  Task<Message> building = build(call, prepared.take_ref(0), std::string(prepared["id"].text()),
                                 std::move(options), Source::kStartup, std::move(setup));
  co_return co_await building;
}

Task<Message> Creation::resume(Call call, contract::AgentFactoryResumeParamsView params,
                               Ref setup) {
  AgentOptions options = must(AgentOptions::read(params.options()));
  must(check_wanted(call));
  const Ref sessions = must(context().resolve("kernel/sessions"));
  Message request(object({{"session_id", Value::share(params.raw()["session_id"])}}));
  Message loaded = co_await must(call.invoke(sessions, Sessions::kLoad, std::move(request)));
  Task<Message> building = build(call, loaded.take_ref(0), std::string(loaded["id"].text()),
                                 std::move(options), Source::kResume, std::move(setup));
  co_return co_await building;
}

// ---- The agent

Task<Message> Creation::build(Call call, Ref session, std::string id, AgentOptions options,
                              Source source, Ref setup) {
  must(check_wanted(call));
  if (!session) co_return fail("SESSION_NOT_FOUND", "kernel/sessions gave no session");
  OwnedScope scope = must(context().begin_scope({0}, "agent " + id));
  const auto agent = std::make_shared<Agent>(env_, Session(std::move(session)), std::move(id),
                                             std::move(scope), std::move(options));
  env_->agents.add(agent);
  Task<void> composing = compose(call, agent, source, setup);
  const Expected<void> composed = co_await composing;
  if (!composed) {
    Task<void> undoing = tear_down(agent, true);
    static_cast<void>(co_await undoing);
    co_return fail(composed.error());
  }
  co_return make_answer(agent);
}

Task<void> Creation::compose(Call call, std::shared_ptr<Agent> agent, Source source,
                             const Ref& setup) {
  agent->events.set_agent(must(context().object(
      contract::Agent::kInterface, std::make_unique<AgentObject>(agent), AgentObject::kMethods)));
  const Value header = must(agent->log.session().header());
  agent->seed_length = header["seedLength"].integer_or(0);
  Task<void> restoring = restore(agent);
  if (Expected<void> restored = co_await restoring; !restored) {
    const bool resumed = source == Source::kResume;
    co_await fail(resumed ? "SESSION_CORRUPT" : "INVALID_SEED", restored.error().message);
  }
  if (const std::string_view cwd = header["cwd"].text(); !cwd.empty()) {
    publish_variable(*agent, "cwd", cwd);
  }
  must(check_wanted(call));
  if (setup) co_await must(call_setup(call, agent, setup));
  must(check_wanted(call));
  co_await must(publish(call, agent, source));
}

Task<void> Creation::call_setup(Call call, std::shared_ptr<Agent> agent, const Ref& setup) {
  Message request =
      agent->events.about(object({{"session_id", agent->id}, {"scope", agent->scope.raw().id}}));
  const Expected<Message> done =
      co_await call.invoke(setup, contract::AgentSetup::kSetup, std::move(request));
  if (done) co_return;
  must(check_wanted(call));
  co_await fail("SETUP_FAILED",
                "the setup of agent " + agent->id + " failed: " + done.error().message);
}

/// From here on others see it, one after the other; the caller may have gone after each of them.
Task<void> Creation::publish(Call call, std::shared_ptr<Agent> agent, Source source) {
  co_await must(invoke_sessions(call, agent, Sessions::kEnter));
  agent->in_session = true;
  must(check_wanted(call));
  Task<void> choosing = ensure_model(agent);
  co_await must(std::move(choosing));
  must(check_wanted(call));
  co_await must(invoke_registry(call, agent, contract::Agents::kEnter));
  agent->in_registry = true;
  must(check_wanted(call));
  end_with_owner(call, agent);
  agent->life = Agent::Life::kLive;
  co_await must(invoke_sessions(call, agent, Sessions::kAnnounce));
  must(check_wanted(call));
  co_await must(invoke_registry(call, agent, contract::Agents::kAnnounce));
  must(check_wanted(call));
  agent->events.session_start(source == Source::kResume ? "resume" : "startup");
  must(check_wanted(call));
  if (agent->life != Agent::Life::kLive) {
    co_await fail("REJECTED", "agent " + agent->id + " was disposed by a listener of its creation");
  }
}

Task<void> Creation::invoke_sessions(Call call, std::shared_ptr<Agent> agent,
                                     std::uint32_t method) {
  const Ref sessions = must(context().resolve("kernel/sessions"));
  Message request(object({}));
  request = std::move(request).with(must(agent->log.session().ref().dup()));
  CallOptions options;
  options.target = agent->scope.raw();
  const Expected<Message> done =
      co_await call.invoke(sessions, method, std::move(request), options);
  if (!done) co_await fail(with_code(done.error(), "REJECTED"));
}

Task<void> Creation::invoke_registry(Call call, std::shared_ptr<Agent> agent,
                                     std::uint32_t method) {
  const Ref registry = must(context().resolve("agent/registry"));
  Message request = agent->events.about(object({{"session_id", agent->id}}));
  const Expected<Message> done = co_await call.invoke(registry, method, std::move(request));
  if (!done) co_await fail(with_code(done.error(), "REJECTED"));
}

/// An agent that another agent's work has made ends with it.
void Creation::end_with_owner(const Call& call, const std::shared_ptr<Agent>& agent) const {
  const keel_scope owner = call.initiator();
  if (owner.id == 0) return;
  Expected<ScopedContext> place = context().in_scope(owner);
  if (!place) return;
  const std::weak_ptr<Agent> owned = agent;
  Expected<Registration> end = (*place)->effect("end of an agent that this one has made",
                                                [owned] { return end_owned(owned); });
  if (!end) return;
  end->detach();
  agent->in_owner = std::move(*place);
}

Expected<Message> Creation::make_answer(const std::shared_ptr<Agent>& agent) const {
  Expected<Ref> handle =
      context().object(contract::AgentHandle::kInterface, std::make_unique<AgentHandle>(agent),
                       AgentHandle::kMethods);
  if (!handle) return tl::make_unexpected(std::move(handle.error()));
  Message answer = agent->events.about(object({{"session_id", agent->id}}));
  return std::move(answer).with(std::move(*handle));
}

}  // namespace keel::agent_loop
