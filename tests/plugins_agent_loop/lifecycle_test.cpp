// SPDX-License-Identifier: MIT
// Creation, resume, disposal and the registry: 03 sections 6.8, 6.9 and 9.
#include <catch2/catch.hpp>

#include "loop_fixture.hpp"

using namespace keel;
using namespace keel::testing;

namespace {

/// A setup of the test: does what its function says.
class TestSetup {
 public:
  using Body = std::function<Task<void>(Call, MessageView)>;
  explicit TestSetup(Body body) : body_(std::move(body)) {}
  Task<void> setup(Call call, MessageView in) { return body_(call, in); }
  static constexpr Methods kMethods{method<agents::AgentSetup::kSetup, &TestSetup::setup>};

  static Ref make(const Context& context, Body body) {
    return must(
        context.object("agent-setup@0", std::make_unique<TestSetup>(std::move(body)), kMethods));
  }

 private:
  Body body_;
};

Message create_params(const std::string& id) {
  return Message(object({{"session_id", id}, {"options", LoopFixture::test_model()}}));
}

Task<void> create_into(Context context, Message params, CallOptions options,
                       std::optional<Expected<Message>>* out) {
  const Ref registry = must(context.resolve("agent/registry"));
  out->emplace(
      co_await context.invoke(registry, agents::Agents::kCreate, std::move(params), options));
}

std::vector<std::string> list(LoopFixture& f, std::uint32_t method) {
  std::vector<std::string> ids;
  const Message answer = must(f.host.call("agent/registry", method));
  for (const ValueView id : answer["agents"].items()) ids.emplace_back(id.text());
  return ids;
}

std::string store_row(const std::filesystem::path& folder) {
  return "[[row]]\nid = \"store\"\nplugin = \"session/jsonl\"\nconfig = { root = \"" +
         folder.string() + "\" }\n";
}

/// A folder for sessions that is gone with it.
struct StoreFolder {
  StoreFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "keel-loop-XXXXXX").string();
    path = mkdtemp(pattern.data());
  }
  ~StoreFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  std::filesystem::path path;
};

}  // namespace

TEST_CASE("creation publishes in order: session created, agent created, session-start") {
  LoopFixture f;
  f.on("session/created/admit", [&](Call) { f.trace.emplace_back("[session/created/admit]"); });
  f.on("agent/created/admit", [&](Call) { f.trace.emplace_back("[agent/created/admit]"); });
  Message params = create_params("s").with(
      TestSetup::make(f.host.ctx(), [&](Call, MessageView in) -> Task<void> {
        f.trace.emplace_back("[setup " + std::string(in["session_id"].text()) + "]");
        co_return;
      }));
  const auto agent =
      f.refs_of(must(f.host.call("agent/registry", agents::Agents::kCreate, std::move(params))));
  CHECK(f.trace == std::vector<std::string>{"[setup s]", "[session/created/admit]",
                                            "[agent/created/admit]", "[session/created]",
                                            "[created]", "[session-start startup]"});
  CHECK(list(f, agents::Agents::kList) == std::vector<std::string>{"s"});
  const Value state = f.state(agent);
  CHECK(state["session_id"].text() == "s");
  CHECK(state["status"].text() == "idle");
  CHECK(state["options"]["model"].text() == "m");
}

TEST_CASE("a session without a cwd and an id gets an id of its own") {
  LoopFixture f;
  const auto agent = f.create("");
  CHECK_FALSE(agent.id.empty());
  CHECK(list(f, agents::Agents::kList) == std::vector<std::string>{agent.id});
}

TEST_CASE("a refusal discards agent and session, and nobody is told of either") {
  LoopFixture f;
  const std::string event = GENERATE("session/created/admit", "agent/created/admit");
  CAPTURE(event);
  bool refuses = true;
  f.on(event, [&](Call) -> Expected<void> {
    if (refuses) return fail("NO", "not here");
    return {};
  });
  const Expected<Message> refused =
      f.host.call("agent/registry", agents::Agents::kCreate, create_params("s"));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == "REJECTED");
  CHECK(refused.error().message.find("not here") != std::string::npos);
  CHECK(f.trace.empty());
  CHECK(list(f, agents::Agents::kList).empty());
  refuses = false;
  f.create("s");
}

TEST_CASE("bad options are refused before anything is made") {
  LoopFixture f;
  const Value options = object({{"provider", "test"}, {"model", "m"}, {"max_tokens", 0}});
  const Expected<Message> refused = f.host.call("agent/registry", agents::Agents::kCreate,
                                                Message(object({{"options", options}})));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == "INVALID_OPTIONS");
  CHECK(f.trace.empty());
}

TEST_CASE("a setup that fails publishes nothing, and the id is reusable") {
  LoopFixture f;
  Message params =
      create_params("s").with(TestSetup::make(f.host.ctx(), [](Call, MessageView) -> Task<void> {
        co_await fail("NO_TOOLS", "no tools here");
      }));
  const Expected<Message> failed =
      f.host.call("agent/registry", agents::Agents::kCreate, std::move(params));
  REQUIRE_FALSE(failed);
  CHECK(failed.error().code == "SETUP_FAILED");
  CHECK(f.trace.empty());
  CHECK(list(f, agents::Agents::kList).empty());
  f.create("s");
}

TEST_CASE("owner unload during setup publishes nothing; the id is reusable") {
  LoopFixture f;
  Signal gate(f.host.ctx());
  bool in_setup = false;
  Message params =
      create_params("s").with(TestSetup::make(f.host.ctx(), [&](Call, MessageView) -> Task<void> {
        in_setup = true;
        co_await gate.wait();
      }));
  // What the host does with the calls of an owner that goes.
  CancelSource owner = must(f.host.ctx().token());
  CallOptions options;
  options.cancel = owner.raw();
  std::optional<Expected<Message>> made;
  f.host.ctx().spawn(create_into(f.host.ctx(), std::move(params), options, &made));
  f.host.run_until([&] { return in_setup; });
  must(owner.cancel("gone"));
  gate.set();
  f.host.run_until([&] { return made.has_value(); });
  CHECK_FALSE(*made);
  CHECK(f.trace.empty());
  CHECK(list(f, agents::Agents::kList).empty());
  f.create("s");
}

TEST_CASE("a creation listener that makes the owner go sees a complete pair and no driver start") {
  LoopFixture f;
  CancelSource owner = must(f.host.ctx().token());
  f.on("agent/created", [&](Call) { must(owner.cancel("gone")); });
  CallOptions options;
  options.cancel = owner.raw();
  std::optional<Expected<Message>> made;
  f.host.ctx().spawn(create_into(f.host.ctx(), create_params("s"), options, &made));
  f.host.run_until([&] { return made.has_value(); });
  CHECK_FALSE(*made);
  CHECK(f.trace == std::vector<std::string>{"[session/created]", "[created]", "[disposed]",
                                            "[session/disposed]"});
}

TEST_CASE("of two creations of one id one loses") {
  LoopFixture f;
  std::optional<Expected<Message>> first;
  std::optional<Expected<Message>> second;
  const auto pending_setup = [&] {
    return TestSetup::make(f.host.ctx(), [&](Call call, MessageView) -> Task<void> {
      co_await must(call.sleep_for(0));
    });
  };
  f.host.ctx().spawn(
      create_into(f.host.ctx(), create_params("s").with(pending_setup()), {}, &first));
  f.host.ctx().spawn(
      create_into(f.host.ctx(), create_params("s").with(pending_setup()), {}, &second));
  f.host.run_until([&] { return first && second; });
  CHECK(first->has_value() != second->has_value());
  CHECK(list(f, agents::Agents::kList) == std::vector<std::string>{"s"});
  CHECK((*first ? *second : *first).error().code == "SESSION_ALREADY_EXISTS");
}

TEST_CASE("disposal during a running turn logs its end before agent/disposed, the session last") {
  LoopFixture f;
  f.model->reply_holding({chunk::text("Half"), chunk::finish("stop")}, 1);
  const auto agent = f.create("s");
  f.followup(agent, "m1", "one");
  f.host.run_until([&] { return f.model->is_holding(); });
  f.queue(agent, "m2", "two");
  f.trace.clear();
  f.dispose(agent);
  CHECK(f.trace == std::vector<std::string>{"[cancel-requested]", "assistant/message", "step/end",
                                            "turn/end", "[status idle]", "[disposed]",
                                            "[session/disposed]"});
  CHECK(f.turn_ends("s") == std::vector<std::string>{"aborted disposed"});
  // Afterwards references answer.
  const Expected<Message> late =
      f.try_call(agent, agents::Agent::kFollowup,
                 LoopFixture::with_message(LoopFixture::message("m3", "late")));
  REQUIRE_FALSE(late);
  CHECK(late.error().code == "DISPOSED");
  f.idle(agent);
}

TEST_CASE("a graceful disposal keeps what is queued, an explicit one need not") {
  LoopFixture f;
  const auto agent = f.create("s");
  f.queue(agent, "m1", "one");
  SECTION("kept by default") {
    f.dispose(agent);
    CHECK(f.count("[discard]") == 0);
    CHECK(f.events("s", "agent/inbox/spliced").size() == 1);
  }
  SECTION("dropped when asked") {
    f.dispose(agent, object({{"keep_inbox", false}}));
    CHECK(f.count("[discard]") == 1);
    CHECK(f.events("s", "agent/inbox/spliced").back()["data"]["outcome"].text() == "canceled");
  }
}

TEST_CASE("dropping the handle ends the agent") {
  LoopFixture f;
  auto agent = f.create("s");
  agent.handle.reset();
  f.host.run_until([&] { return f.count("[session/disposed]") == 1; });
  CHECK(list(f, agents::Agents::kList).empty());
}

TEST_CASE("work of the agent itself may dispose it without waiting for itself") {
  LoopFixture f;
  f.model->reply_text("ok");
  const auto agent = f.create("s");
  f.on(agents::events::kAgentPreStep, [&](Call call) -> Task<Message> {
    Message nothing;
    co_await must(call.invoke(agent.handle, agents::AgentHandle::kDispose, std::move(nothing)));
    co_return co_await call.next();
  });
  f.followup(agent, "m1", "one");
  f.host.run_until([&] { return f.count("[session/disposed]") == 1; });
  CHECK(f.turn_ends("s") == std::vector<std::string>{"aborted disposed"});
}

TEST_CASE("registrations in the agent's scope end with the agent") {
  LoopFixture f;
  const auto agent = f.create("s", object({{"meta", object({{"cwd", "/srv/project"}})}}));
  const Value metadata = object({{"order", 1}, {"text", "{{cwd}} with {{provider}}/{{model}}"}});
  ScopedContext in_agent = must(f.host.ctx().in_scope(agent.scope));
  must(in_agent->publish("prompt.section/place", metadata, [] { return object({}); })).detach();
  f.model->reply_text("ok");
  f.ask(agent, "m1", "Where am I?");
  CHECK(f.model->request(0)["system"].text() == "/srv/project with test/m");
  f.dispose(agent);
  CHECK_FALSE(f.host.ctx().in_scope(agent.scope));
}

TEST_CASE("an agent that another agent's work makes is owned by it and ends with it") {
  LoopFixture f;
  const auto parent = f.create("parent");
  std::optional<Expected<Message>> made;
  CallOptions options;
  options.initiator = parent.scope;
  f.host.ctx().spawn(create_into(f.host.ctx(), create_params("child"), options, &made));
  f.host.run_until([&] { return made.has_value(); });
  REQUIRE(*made);
  CHECK(list(f, agents::Agents::kList) == std::vector<std::string>{"parent", "child"});
  CHECK(list(f, agents::Agents::kRoots) == std::vector<std::string>{"parent"});
  const auto owned = [&](const char* id, const char* owner) {
    const Message answer =
        must(f.host.call("agent/registry", agents::Agents::kIsOwnedBy,
                         Message(object({{"session_id", id}, {"owner", owner}}))));
    return answer["owned"].is_true();
  };
  CHECK(owned("child", "parent"));
  CHECK_FALSE(owned("parent", "child"));

  f.dispose(parent);
  CHECK(list(f, agents::Agents::kList).empty());
  CHECK(f.count("[session/disposed]") == 2);
}

TEST_CASE("the registry: get, a second factory, a custom driver") {
  LoopFixture f;
  const auto agent = f.create("s");
  Message found = must(
      f.host.call("agent/registry", agents::Agents::kGet, Message(object({{"session_id", "s"}}))));
  CHECK(must(f.host.call(found.ref(0), agents::Agent::kState))["session_id"].text() == "s");
  const Expected<Message> none =
      f.host.call("agent/registry", agents::Agents::kGet, Message(object({{"session_id", "t"}})));
  REQUIRE_FALSE(none);
  CHECK(none.error().code == "NOT_FOUND");

  const Expected<Message> second = f.host.call("agent/registry", agents::Agents::kSetFactory,
                                               Message(object({})).with(must(agent.agent.dup())));
  REQUIRE_FALSE(second);
  CHECK(second.error().code == "FACTORY_SET");

  // An agent under a wrong id, one that is there, and one of a driver of the test.
  const auto enter = [&](const char* id) {
    Message params = Message(object({{"session_id", id}})).with(must(agent.agent.dup()));
    const Expected<Message> answer =
        f.host.call("agent/registry", agents::Agents::kRegister, std::move(params));
    return answer ? std::string("entered") : answer.error().code;
  };
  CHECK(enter("other") == "INVALID_AGENT");
  CHECK(enter("s") == "DUPLICATE_AGENT");
  must(f.host.call("agent/registry", agents::Agents::kLeave,
                   Message(object({{"session_id", "s"}}))));
  CHECK(f.count("[disposed]") == 1);
  CHECK(enter("s") == "entered");
  CHECK(f.count("[created]") == 2);
}

TEST_CASE("without a loop there is no factory, and one that has gone can be replaced") {
  LoopFixture f;
  bool stopped = false;
  f.host.host().supervisor().stop_row("loop", [&] { stopped = true; });
  f.host.run_until([&] { return stopped; });
  const Expected<Message> none =
      f.host.call("agent/registry", agents::Agents::kCreate, create_params("s"));
  REQUIRE_FALSE(none);
  CHECK(none.error().code == "NO_FACTORY");

  bool started = false;
  f.host.host().supervisor().start_row("loop", [&] { started = true; });
  f.host.run_until([&] { return started; });
  f.create("s");
}

TEST_CASE("the end of the loop closes open turns in order and keeps what is queued") {
  LoopFixture f;
  TestTool tool(f.host.ctx(), "look");
  f.model->reply_holding({chunk::text("Half"), chunk::finish("stop")}, 1);
  const auto agent = f.create("s");
  f.followup(agent, "m1", "one");
  f.host.run_until([&] { return f.model->is_holding(); });
  f.queue(agent, "m2", "two");
  bool stopped = false;
  f.host.host().supervisor().stop_row("loop", [&] { stopped = true; });
  f.host.run_until([&] { return stopped; });
  CHECK(f.turn_ends("s") == std::vector<std::string>{"aborted disposed"});
  CHECK(f.events("s", "assistant/message")[0]["data"]["interrupted"].is_true());
  CHECK(f.count("[discard]") == 0);
  CHECK(f.place("[disposed]") < f.place("[session/disposed]"));
}

TEST_CASE("the end of the loop waits for a tool that is running") {
  LoopFixture f;
  TestTool tool(f.host.ctx(), "look");
  f.model->reply_call("c1", "look", R"({"say": "x", "gate": "g"})");
  const auto agent = f.create("s");
  f.followup(agent, "m1", "one");
  f.host.run_until([&] { return tool.running() == 1; });
  bool stopped = false;
  f.host.host().supervisor().stop_row("loop", [&] { stopped = true; });
  f.host.drain();
  CHECK_FALSE(stopped);
  tool.open("g");
  f.host.run_until([&] { return stopped; });
  CHECK(f.turn_ends("s") == std::vector<std::string>{"aborted disposed"});
  CHECK(f.events("s", "tool/result").size() == 1);
}

TEST_CASE("resume continues turn numbers, logs one resume header and keeps pending messages") {
  StoreFolder folder;
  LoopFixture f("", store_row(folder.path));
  f.model->reply_text("one");
  auto agent = f.create("s");
  f.ask(agent, "m1", "Hello");
  f.inject(agent, "n1", "rain");
  f.queue(agent, "m2", "waits");
  f.dispose(agent);
  f.trace.clear();
  f.log.clear();

  agent = f.resume("s");
  CHECK(f.place("[session-start resume]") > f.place("[created]"));
  CHECK(f.count("[enqueue]") == 0);
  const Value state = f.state(agent);
  REQUIRE(state["inbox"].size() == 1);
  CHECK(state["inbox"].at(0)["placement"].text() == "queued");
  f.host.drain();
  CHECK(f.status(agent) == "idle");

  f.model->reply_text("two");
  f.model->reply_text("three");
  f.ask(agent, "m3", "Again");
  std::vector<std::int64_t> turns;
  for (const Value& event : f.events("s", "turn/start")) {
    turns.push_back(event["data"]["turn"].integer_or(0));
  }
  CHECK(turns == std::vector<std::int64_t>{2, 3});
  CHECK(f.told("s") == std::vector<std::string>{"rain", "waits", "Again"});
  const auto headers = f.events("s", "request/header");
  REQUIRE(headers.size() == 1);
  CHECK(headers[0]["data"]["reason"].text() == "resume");
  // The rebuilt request begins with what was said before the restart.
  CHECK(f.model->transcript(1) == "user: Hello\nassistant: one\nuser: rain\nuser: waits\n");
}

TEST_CASE("a replayed next-step message counts as steering when a person wrote it") {
  LoopFixture f;
  const auto splice = [](int seq, const Value& message) {
    return object(
        {{"type", "agent/inbox/spliced"},
         {"seq", seq},
         {"time", 1},
         {"data",
          object({{"target", "next-step"}, {"start", seq}, {"inserted", array({message})}})}});
  };
  const Value seed = array({splice(0, LoopFixture::message("m1", "stop that")),
                            splice(1, LoopFixture::note("n1", "rain"))});
  const auto agent = f.create("s", object({{"seed", seed}}));
  const Value state = f.state(agent);
  REQUIRE(state["inbox"].size() == 1);
  CHECK(state["inbox"].at(0)["placement"].text() == "steering");

  // What a fork inherited does not count.
  const auto fork = f.create("t", object({{"seed", seed}, {"meta", object({{"seedLength", 2}})}}));
  CHECK(f.state(fork)["inbox"].empty());
}

TEST_CASE("a splice out of bounds makes the agent fail to build, naming the seq") {
  LoopFixture f;
  const Value event =
      object({{"type", "agent/inbox/spliced"},
              {"seq", 0},
              {"time", 1},
              {"data", object({{"target", "next-turn"}, {"start", 3}, {"inserted", array({})}})}});
  const Expected<Message> failed =
      f.host.call("agent/registry", agents::Agents::kCreate,
                  Message(object({{"session_id", "s"}, {"seed", array({event})}})));
  REQUIRE_FALSE(failed);
  CHECK(failed.error().code == "INVALID_SEED");
  CHECK(failed.error().message.find("seq 0") != std::string::npos);
  f.create("s");
}

TEST_CASE("resume of a session that is live, or does not exist, is refused") {
  StoreFolder folder;
  LoopFixture f("", store_row(folder.path));
  const auto agent = f.create("s");
  const auto code = [&](const char* id) {
    const Expected<Message> answer = f.host.call("agent/registry", agents::Agents::kResume,
                                                 Message(object({{"session_id", id}})));
    return answer ? std::string("resumed") : answer.error().code;
  };
  CHECK(code("s") == "SESSION_ALREADY_EXISTS");
  CHECK(code("nobody") == "SESSION_NOT_FOUND");
}

TEST_CASE("resume without a store says so") {
  LoopFixture f;
  const Expected<Message> answer = f.host.call("agent/registry", agents::Agents::kResume,
                                               Message(object({{"session_id", "s"}})));
  REQUIRE_FALSE(answer);
  CHECK(answer.error().code == "NO_BACKEND");
}

TEST_CASE("declared agents start with the deployment; one that cannot is told of") {
  StoreFolder folder;
  {
    LoopFixture f("", store_row(folder.path));
    auto agent = f.create("old");
    f.queue(agent, "m1", "waits");
    f.dispose(agent);
  }
  LoopFixture f(
      "agents = [{ id = \"fresh\", provider = \"test\", model = \"m\", cwd = \"/srv\" },\n"
      "          { id = \"kept\", sessionId = \"old\" },\n"
      "          { id = \"made\", sessionId = \"new\" },\n"
      "          { id = \"lost\", resumeSessionId = \"nobody\" }]",
      store_row(folder.path));
  f.host.run_until([&] {
    return list(f, agents::Agents::kList).size() == 3 &&
           f.host.logged("the declared agent \"lost\" did not start: SESSION_NOT_FOUND");
  });
  std::vector<std::string> ids = list(f, agents::Agents::kList);
  std::sort(ids.begin(), ids.end());
  CHECK(ids[0].substr(0, 14) == "fresh-session-");
  CHECK(ids[1] == "new");
  CHECK(ids[2] == "old");
}

TEST_CASE("two declared agents of one session, or one of two, fail the boot") {
  const std::string agents_text =
      GENERATE(as<std::string>(),
               "agents = [{ id = \"a\", sessionId = \"s\" }, { id = \"b\", sessionId = \"s\" }]",
               "agents = [{ id = \"a\", sessionId = \"s\", resumeSessionId = \"t\" }]");
  PluginHost host(LoopFixture::deployment(agents_text, ""));
  CHECK(host.boot_error().find("session") != std::string::npos);
}
