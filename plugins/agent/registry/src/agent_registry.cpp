// SPDX-License-Identifier: MIT
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agent_entry.hpp"
#include "agent_table.hpp"
#include "keel/contracts/agent.hpp"
#include "keel/sdk.hpp"

namespace keel::agent_registry {

namespace contract = contracts::agent;

namespace {

std::string in_quotes(std::string_view text) { return '"' + std::string(text) + '"'; }

tl::unexpected<Error> no_factory() {
  return fail("NO_FACTORY", "no agent factory is registered; mount the plugin agent/loop");
}

tl::unexpected<Error> no_agent(std::string_view session_id) {
  return fail("NOT_FOUND", "there is no live agent of session " + in_quotes(session_id));
}

/// The parameters and references of a call, to be passed on.
Message copy_of(const Context& context, const MessageView& in) {
  Message copy(Value::share(in.value()));
  for (std::uint32_t i = 0; i < in.ref_count(); ++i) {
    copy = std::move(copy).with(must(context.keep_ref(in.ref(i))));
  }
  return copy;
}

Value list_of(std::string_view name, const std::vector<std::string>& ids) {
  Builder builder;
  builder.begin_object().name(name).begin_array();
  for (const std::string& id : ids) builder.put(id);
  builder.end().end();
  return builder.finish_or_absent();
}

}  // namespace

class AgentRegistry : public Plugin {
 public:
  using Plugin::Plugin;

  void start() {
    created_admit_ = must(context().event(contract::events::kAgentCreatedAdmit));
    created_ = must(context().event(contract::events::kAgentCreated));
    disposed_ = must(context().event(contract::events::kAgentDisposed));
    const Value metadata = object({{"interface", contract::Agents::kInterface}});
    keep(context().publish("agent/registry", metadata, kMethods, this));
  }

 private:
  // ---- The factory

  Task<Value> set_factory(Call, MessageView in) {
    if (!in.ref(0)) {
      co_return fail("INVALID_FACTORY", "set_factory: refs[0] must be an agent-factory@0");
    }
    const bool taken = co_await must(factory_lives());
    if (taken) co_return fail("FACTORY_SET", "another agent factory is registered already");
    factory_ = must(context().keep_ref(in.ref(0)));
    co_return object({});
  }

  /// Nobody tells the registry that a factory has gone. A method that the interface does not have
  /// reaches no plugin code: the host says whether the object is still there.
  Task<bool> factory_lives() {
    if (!factory_) co_return false;
    const Expected<Message> answer =
        co_await context().invoke(factory_, contract::AgentFactory::kMethodCount);
    co_return !answer && answer.error().status == KEEL_UNIMPLEMENTED;
  }

  Task<Message> create(Call call, MessageView in) {
    return make_agent(call, in, contract::AgentFactory::kCreate);
  }
  Task<Message> resume(Call call, MessageView in) {
    return make_agent(call, in, contract::AgentFactory::kResume);
  }

  Task<Message> make_agent(Call call, MessageView in, std::uint32_t method) {
    if (!factory_) co_return no_factory();
    Message request = copy_of(context(), in);
    Expected<Message> made = co_await call.invoke(factory_, method, std::move(request));
    if (!made && made.error().status == KEEL_UNAVAILABLE) co_return no_factory();
    co_return made;
  }

  // ---- Coming and going

  Task<Value> register_agent(Call call, MessageView in) {
    const contract::AgentsRegisterParamsView params(in.value());
    Value entered = co_await must(enter(call, in));
    Expected<Value> announced = announce(call, contract::AgentsAnnounceParamsView(in.value()));
    if (!announced) co_return fail(std::move(announced.error()));
    co_return entered;
  }

  Task<Value> enter(Call call, MessageView in) {
    const contract::AgentsEnterParamsView params(in.value());
    AgentEntry entry;
    entry.session_id = params.session_id().text();
    if (!in.ref(0)) co_return fail("INVALID_AGENT", "enter: refs[0] must be an agent@0");
    if (table_.find(entry.session_id) != nullptr) co_return duplicate(entry.session_id);
    entry.agent = must(context().keep_ref(in.ref(0)));
    entry.owner = owner_of(call, params);

    const Message state = co_await must(call.invoke(entry.agent, contract::Agent::kState));
    const contract::AgentStateResultView read(state.value());
    if (read.session_id().text() != entry.session_id) {
      co_return fail("INVALID_AGENT", "enter: the agent is of session " +
                                          in_quotes(read.session_id().text()) + ", not of " +
                                          in_quotes(entry.session_id));
    }
    entry.scope = {static_cast<std::uint64_t>(read.scope())};

    Message question = about(entry);
    const Expected<Message> admitted =
        co_await call.dispatch(created_admit_, entry.scope, std::move(question));
    if (!admitted) {
      co_return fail("REJECTED", "agent " + in_quotes(entry.session_id) +
                                     " was refused: " + admitted.error().message);
    }
    const std::string session_id = entry.session_id;
    if (!table_.add(std::move(entry))) co_return duplicate(session_id);
    co_return object({});
  }

  static tl::unexpected<Error> duplicate(std::string_view session_id) {
    return fail("DUPLICATE_AGENT",
                "an agent of session " + in_quotes(session_id) + " is live already");
  }

  /// Named, or else the agent whose work caused the call.
  std::string owner_of(const Call& call, const contract::AgentsEnterParamsView& params) const {
    if (const auto owner = params.owner()) return std::string(owner->text());
    const AgentEntry* initiator = table_.find_scope(call.initiator());
    return initiator == nullptr ? std::string() : initiator->session_id;
  }

  Expected<Value> announce(Call call, contract::AgentsAnnounceParamsView in) {
    AgentEntry* entry = table_.find(in.session_id().text());
    if (entry == nullptr) return no_agent(in.session_id().text());
    if (std::exchange(entry->announced, true)) {
      return fail("ANNOUNCED",
                  "agent " + in_quotes(entry->session_id) + " has been announced already");
    }
    const Message notice = about(*entry);
    must(call.emit(created_, entry->scope, notice));
    return object({});
  }

  Value leave(Call call, contract::AgentsLeaveParamsView in) {
    const std::optional<AgentEntry> gone = table_.take(in.session_id().text());
    if (gone && gone->announced) {
      const Message notice(object({{"session_id", gone->session_id}}));
      must(call.emit(disposed_, gone->scope, notice));
    }
    return object({});
  }

  /// What the events about an agent say.
  static Message about(const AgentEntry& entry) {
    Message message(object({{"session_id", entry.session_id}}));
    return std::move(message).with(must(entry.agent.dup()));
  }

  // ---- Reading

  Expected<Message> get(Call, contract::AgentsGetParamsView in) {
    const AgentEntry* entry = table_.find(in.session_id().text());
    if (entry == nullptr) return no_agent(in.session_id().text());
    Message found(object({}));
    return std::move(found).with(must(entry->agent.dup()));
  }

  Value list() const { return list_of("agents", table_.ids()); }
  Value roots() const { return list_of("agents", table_.root_ids()); }

  Value is_owned_by(Call, contract::AgentsIsOwnedByParamsView in) {
    const AgentEntry* entry = table_.find(in.session_id().text());
    return object({{"owned", entry != nullptr && entry->owner == in.owner().text()}});
  }

  static constexpr Methods kMethods{
      method<contract::Agents::kCreate, &AgentRegistry::create>,
      method<contract::Agents::kResume, &AgentRegistry::resume>,
      method<contract::Agents::kRegister, &AgentRegistry::register_agent>,
      method<contract::Agents::kEnter, &AgentRegistry::enter>,
      method<contract::Agents::kAnnounce, &AgentRegistry::announce>,
      method<contract::Agents::kLeave, &AgentRegistry::leave>,
      method<contract::Agents::kGet, &AgentRegistry::get>,
      method<contract::Agents::kList, &AgentRegistry::list>,
      method<contract::Agents::kRoots, &AgentRegistry::roots>,
      method<contract::Agents::kIsOwnedBy, &AgentRegistry::is_owned_by>,
      method<contract::Agents::kSetFactory, &AgentRegistry::set_factory>};

  AgentTable table_;
  Ref factory_;
  keel_event created_admit_{0};
  keel_event created_{0};
  keel_event disposed_{0};
};

}  // namespace keel::agent_registry

using keel::agent_registry::AgentRegistry;
KEEL_PLUGIN(AgentRegistry, KEEL_PLUGIN_ID, KEEL_PLUGIN_VERSION)
