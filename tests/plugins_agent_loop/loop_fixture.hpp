// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "keel/contracts/agent.hpp"
#include "keel/contracts/session.hpp"
#include "keel/sdk.hpp"
#include "plugin_host/plugin_host.hpp"
#include "scripted_model.hpp"
#include "test_tool.hpp"

namespace keel::testing {

namespace agents = contracts::agent;

/// A host with registry, loop, prompt, tools and model runtime, a model of the test, and a record
/// of everything that happens.
class LoopFixture {
 public:
  /// `loop_config`: lines of the loop row's config table; `rows`: further rows, before the loop.
  explicit LoopFixture(std::string_view loop_config = "", std::string_view rows = "",
                       PluginHost::Options options = {})
      : host(deployment(loop_config, rows), std::move(options)) {
    if (!host.boot_error().empty()) throw std::runtime_error(host.boot_error());
    model.emplace(host.ctx());
    record();
  }
  ~LoopFixture() {
    kept.clear();
    handles.clear();
    model.reset();
  }

  static std::string deployment(std::string_view loop_config, std::string_view rows) {
    std::string text;
    for (const std::string_view id :
         {"agent/registry", "agent/prompt", "agent/tools", "llm/runtime"}) {
      text += "[[row]]\nid = \"" + std::string(id.substr(id.find('/') + 1)) + "\"\nplugin = \"" +
              std::string(id) + "\"\n";
      if (id == "agent/prompt") text += "config = { includeHarnessIdentity = false }\n";
    }
    text += std::string(rows);
    text += "[[row]]\nid = \"loop\"\nplugin = \"agent/loop\"\n";
    if (!loop_config.empty()) text += "[row.config]\n" + std::string(loop_config) + "\n";
    return text;
  }

  // ---- Agents

  struct AgentRefs {
    std::string id;
    Ref agent;
    Ref handle;
    keel_scope scope{0};
  };

  static Value test_model() { return object({{"provider", "test"}, {"model", "m"}}); }

  AgentRefs create(const std::string& id, const Value& more = object({})) {
    Builder params;
    params.begin_object();
    if (!id.empty()) params.member("session_id", id);
    if (!more.has("options")) params.member("options", test_model());
    for (const auto [name, value] : more.members()) params.member(name, value);
    params.end();
    Message made = must(
        host.call("agent/registry", agents::Agents::kCreate, Message(params.finish_or_absent())));
    return refs_of(std::move(made));
  }

  AgentRefs resume(const std::string& id) {
    Message made =
        must(host.call("agent/registry", agents::Agents::kResume,
                       Message(object({{"session_id", id}, {"options", test_model()}}))));
    return refs_of(std::move(made));
  }

  AgentRefs refs_of(Message made) {
    AgentRefs refs;
    refs.id = made["session_id"].text();
    refs.agent = made.take_ref(0);
    refs.handle = made.take_ref(1);
    refs.scope = {static_cast<std::uint64_t>(state(refs)["scope"].integer_or(0))};
    return refs;
  }

  Message call(const AgentRefs& agent, std::uint32_t method, Value params = object({})) {
    return must(host.call(agent.agent, method, Message(std::move(params))));
  }
  Expected<Message> try_call(const AgentRefs& agent, std::uint32_t method,
                             Value params = object({})) {
    return host.call(agent.agent, method, Message(std::move(params)));
  }

  static Value message(std::string_view id, std::string_view text,
                       const Value& source = object({{"kind", "user"}})) {
    const Value block = object({{"type", "text"}, {"text", text}});
    return object({{"id", id}, {"role", "user"}, {"content", array({block})}, {"source", source}});
  }
  /// Context of a plugin.
  static Value note(std::string_view id, std::string_view text) {
    return message(id, text, object({{"kind", "plugin"}, {"plugin", "test/notes"}}));
  }
  static Value with_message(const Value& message) { return object({{"message", message}}); }

  Message followup(const AgentRefs& agent, std::string_view id, std::string_view text) {
    return call(agent, agents::Agent::kFollowup, with_message(message(id, text)));
  }
  Message queue(const AgentRefs& agent, std::string_view id, std::string_view text) {
    return call(agent, agents::Agent::kQueue, with_message(message(id, text)));
  }
  Message steer(const AgentRefs& agent, std::string_view id, std::string_view text) {
    return call(agent, agents::Agent::kSteer, with_message(message(id, text)));
  }
  void inject(const AgentRefs& agent, std::string_view id, std::string_view text) {
    call(agent, agents::Agent::kInject, with_message(note(id, text)));
  }
  bool cancel(const AgentRefs& agent, bool keep_inbox = false) {
    const Value params =
        object({{"cause", object({{"kind", "user"}})}, {"keep_inbox", keep_inbox}});
    return call(agent, agents::Agent::kCancel, params)["effective"].is_true();
  }
  void idle(const AgentRefs& agent) { call(agent, agents::Agent::kWhenIdle); }
  Value state(const AgentRefs& agent) { return call(agent, agents::Agent::kState).take_value(); }
  std::string status(const AgentRefs& agent) { return std::string(state(agent)["status"].text()); }
  void dispose(const AgentRefs& agent, const Value& params = object({})) {
    must(host.call(agent.handle, agents::AgentHandle::kDispose, Message(params)));
  }
  /// A turn, from a prompt until nothing runs.
  void ask(const AgentRefs& agent, std::string_view id, std::string_view text) {
    followup(agent, id, text);
    idle(agent);
  }

  // ---- Listening

  template <typename Handler>
  void on(std::string_view event, Handler handler, std::int32_t order = 0) {
    kept.push_back(must(host.ctx().listen(event, order, std::move(handler))));
  }

  // ---- What happened

  /// Events of one session as they were published.
  std::vector<Value> events(std::string_view id) const {
    std::vector<Value> found;
    for (const auto& [session, event] : log) {
      if (session == id) found.push_back(event);
    }
    return found;
  }
  std::vector<Value> events(std::string_view id, std::string_view type) const {
    std::vector<Value> found;
    for (const Value& event : events(id)) {
      if (event["type"].text() == type) found.push_back(event);
    }
    return found;
  }
  /// Types of a session's events, without chunks and inbox changes, one a word.
  std::string shape(std::string_view id) const {
    std::string out;
    for (const Value& event : events(id)) {
      const std::string_view type = event["type"].text();
      if (type == "assistant/chunk" || type == "agent/inbox/spliced") continue;
      out += (out.empty() ? "" : " ") + short_form(event);
    }
    return out;
  }
  /// The end reasons of all turns, with the code of errors.
  std::vector<std::string> turn_ends(std::string_view id) const {
    std::vector<std::string> ends;
    for (const Value& event : events(id, "turn/end")) {
      const ValueView reason = event["data"]["reason"];
      std::string end(reason["kind"].text());
      if (const ValueView cause = reason["reason"]; !cause.is_absent()) {
        end += " " + std::string(cause["kind"].text());
      }
      if (const ValueView error = reason["error"]; !error.is_absent()) {
        end += " " + std::string(error["code"].text());
      }
      ends.push_back(std::move(end));
    }
    return ends;
  }
  /// Text of the user messages in the log, in order.
  std::vector<std::string> told(std::string_view id) const {
    std::vector<std::string> texts;
    for (const Value& event : events(id, "user/message")) {
      texts.emplace_back(event["data"]["content"].at(0)["text"].text());
    }
    return texts;
  }
  std::size_t count(std::string_view line) const {
    return static_cast<std::size_t>(std::count(trace.begin(), trace.end(), line));
  }
  std::size_t place(std::string_view line) const {
    const auto found = std::find(trace.begin(), trace.end(), line);
    if (found == trace.end()) throw std::runtime_error("not in the trace: " + std::string(line));
    return static_cast<std::size_t>(found - trace.begin());
  }
  std::string trace_text() const {
    std::string out;
    for (const std::string& line : trace) out += line + "\n";
    return out;
  }

  /// An event of the log, or a live one in brackets.
  std::vector<std::string> trace;
  std::vector<std::pair<std::string, Value>> log;

  PluginHost host;
  std::optional<ScriptedModel> model;
  std::vector<Registration> kept;
  std::vector<Ref> handles;

 private:
  static std::string short_form(ValueView event) {
    const std::string type(event["type"].text());
    const ValueView data = event["data"];
    if (type == "turn/end") return type + ":" + std::string(data["reason"]["kind"].text());
    if (type == "request/header") return type + ":" + std::string(data["reason"].text());
    return type;
  }

  void record() {
    on(
        contracts::session::events::kSessionEvent,
        [this](Call, ValueView in) {
          log.emplace_back(in["session_id"].text(), Value::share(in["event"]));
          const std::string_view type = in["event"]["type"].text();
          if (type != "assistant/chunk" || trace.empty() || trace.back() != type) {
            trace.emplace_back(type);
          }
        },
        -1000);
    tell(contracts::session::events::kSessionCreated, "session/created");
    tell(contracts::session::events::kSessionDisposed, "session/disposed");
    tell(agents::events::kAgentCreated, "created");
    tell(agents::events::kAgentDisposed, "disposed");
    tell(agents::events::kAgentSessionStart, "session-start", "source");
    tell(agents::events::kAgentStatus, "status", "status");
    tell(agents::events::kAgentCancelRequested, "cancel-requested");
    tell(agents::events::kAgentInboxEnqueue, "enqueue");
    tell(agents::events::kAgentInboxDequeue, "dequeue");
    tell(agents::events::kAgentInboxDiscard, "discard");
    tell(agents::events::kAgentInboxUpdate, "update");
    tell(agents::events::kAgentError, "error");
  }
  void tell(std::string_view event, std::string name, std::string member = {}) {
    on(
        event,
        [this, name, member](Call, ValueView in) {
          const std::string_view detail = member.empty() ? "" : in[member].text();
          trace.push_back("[" + name + (detail.empty() ? "" : " " + std::string(detail)) + "]");
        },
        -1000);
  }
};

}  // namespace keel::testing
