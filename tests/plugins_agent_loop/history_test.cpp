// SPDX-License-Identifier: MIT
// What requests are made of: 03 sections 6.5, 6.6 and 6.10.
#include <catch2/catch.hpp>

#include "loop_fixture.hpp"

using namespace keel;
using namespace keel::testing;

namespace {

/// A context of the prompt whose text the test changes.
class Place {
 public:
  explicit Place(const Context& context)
      : registration_(must(context.publish("prompt.context/place", object({{"order", 1}}), [this] {
          return object({{"text", text}});
        }))) {}
  std::string text = "You are outside.";

 private:
  Registration registration_;
};

/// An agent/default-model that says what it was asked for.
class DefaultModel {
 public:
  Value current(Call, ValueView in) {
    asked_for = in["session_id"].text();
    return object({{"provider", "test"}, {"model", "default"}, {"origin", "the test"}});
  }
  std::string asked_for;
  static constexpr Methods kMethods{method<agents::DefaultModel::kCurrent, &DefaultModel::current>};
};

std::vector<Value> snapshots(const LoopFixture& f) {
  std::vector<Value> found;
  for (const Value& event : f.events("s", "user/message")) {
    if (event["data"]["source"]["plugin"].text() == "agent/prompt") found.push_back(event);
  }
  return found;
}

}  // namespace

TEST_CASE("changing a context gives one new snapshot message, clearing it one marker") {
  LoopFixture f;
  for (int i = 0; i < 6; ++i) f.model->reply_text("ok");
  Place place(f.host.ctx());
  const auto agent = f.create("s");
  f.ask(agent, "m1", "one");
  f.ask(agent, "m2", "two");
  CHECK(snapshots(f).size() == 1);
  place.text = "You are inside.";
  f.ask(agent, "m3", "three");
  REQUIRE(snapshots(f).size() == 2);
  CHECK(snapshots(f)[1]["data"]["source"]["sections"].at(0)["text"].text() == "You are inside.");
  place.text = "";
  f.ask(agent, "m4", "four");
  f.ask(agent, "m5", "five");
  REQUIRE(snapshots(f).size() == 3);
  CHECK(snapshots(f)[2]["data"]["source"]["form"].is_absent());
  // No new header for any of it.
  CHECK(f.events("s", "request/header").size() == 1);
}

TEST_CASE("a snapshot that a replacement took out of the history is sent again") {
  LoopFixture f;
  for (int i = 0; i < 3; ++i) f.model->reply_text("ok");
  Place place(f.host.ctx());
  const auto agent = f.create("s");
  f.ask(agent, "m1", "one");
  REQUIRE(snapshots(f).size() == 1);

  // What a compaction does, in a maintenance.
  const Message lease = f.call(agent, agents::Agent::kRunMaintenance);
  Session session = must(Session::find(f.host.ctx(), "s"));
  const Value surface = must(session.surface());
  std::vector<std::int64_t> shadowed;
  for (const ValueView node : surface["nodes"].items()) shadowed.push_back(node.integer_or(0));
  SessionEvent summary("user/message", LoopFixture::note("sum", "We talked."));
  summary.replace_surface(shadowed.front(), shadowed.back()).sources(shadowed);
  summary.authority(lease.ref(0));
  must(session.append(summary));
  must(f.host.call(lease.ref(0), agents::AgentLease::kRelease));

  f.ask(agent, "m2", "two");
  CHECK(snapshots(f).size() == 2);
  CHECK(f.model->transcript(1).find("We talked.") != std::string::npos);
}

TEST_CASE("between turns only the holder of the maintenance may replace history") {
  LoopFixture f;
  f.model->reply_text("ok");
  const auto agent = f.create("s");
  f.ask(agent, "m1", "one");
  Session session = must(Session::find(f.host.ctx(), "s"));
  const std::int64_t first = must(session.surface())["nodes"].at(0).integer_or(0);
  SessionEvent summary("user/message", LoopFixture::note("sum", "We talked."));
  summary.replace_surface(first, first).sources({first});
  const Expected<Value> refused = session.append(summary);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == "OUTSIDE_TURN");
}

TEST_CASE("the header is logged again when the request changes, and only then") {
  LoopFixture f;
  for (int i = 0; i < 4; ++i) f.model->reply_text("ok");
  const auto agent = f.create("s");
  f.ask(agent, "m1", "one");
  f.ask(agent, "m2", "two");
  CHECK(f.events("s", "request/header").size() == 1);
  {
    TestTool tool(f.host.ctx(), "look");
    f.ask(agent, "m3", "three");
  }
  f.ask(agent, "m4", "four");
  std::vector<std::string> reasons;
  for (const Value& event : f.events("s", "request/header")) {
    reasons.emplace_back(event["data"]["reason"].text());
  }
  CHECK(reasons == std::vector<std::string>{"initial", "change", "change"});
  CHECK(f.events("s", "request/header")[1]["data"]["header"]["tools"].size() == 1);
  CHECK(f.events("s", "request/context").size() == 1);
  CHECK(f.events("s", "request/context")[0]["data"]["contextWindow"].integer() == 100000);
}

TEST_CASE("a listener of agent/request changes the configuration, and it stays") {
  LoopFixture f;
  for (int i = 0; i < 3; ++i) f.model->reply_text("ok");
  std::vector<Value> seeds;
  bool warm = true;
  f.on(agents::events::kAgentRequest, [&](Call, ValueView in) {
    const ValueView config = in["config"];
    seeds.push_back(Value::share(config));
    return object({{"provider", Value::share(config["provider"])},
                   {"model", Value::share(config["model"])},
                   {"maxTokens", Value::share(config["maxTokens"])},
                   {"temperature", warm ? Value(0.5) : Value::share(config["temperature"])}});
  });
  const Value options = object({{"provider", "test"}, {"model", "m"}, {"max_tokens", 100}});
  const auto agent = f.create("s", object({{"options", options}}));
  f.ask(agent, "m1", "one");
  warm = false;
  f.ask(agent, "m2", "two");
  CHECK(seeds[0]["maxTokens"].integer() == 100);
  CHECK(seeds[0]["temperature"].is_absent());
  CHECK(seeds[1]["temperature"].number() == 0.5);
  CHECK(f.events("s", "request/header").size() == 1);
  CHECK(f.model->request(1)["temperature"].number() == 0.5);
}

TEST_CASE("without a model anywhere the turn ends with NO_MODEL and says what to do") {
  LoopFixture f;
  const auto agent = f.create("s", object({{"options", object({})}}));
  f.ask(agent, "m1", "one");
  CHECK(f.turn_ends("s") == std::vector<std::string>{"error NO_MODEL"});
  const std::string text(f.events("s", "turn/end")[0]["data"]["reason"]["error"]["message"].text());
  CHECK(text.find("agent/default-model") != std::string::npos);
}

TEST_CASE("a model that nobody serves ends the turn with NO_ADAPTER, after its header") {
  LoopFixture f;
  const Value options = object({{"provider", "nobody"}, {"model", "m"}});
  const auto agent = f.create("s", object({{"options", options}}));
  f.ask(agent, "m1", "one");
  CHECK(f.turn_ends("s") == std::vector<std::string>{"error NO_ADAPTER"});
  CHECK(f.events("s", "request/header").size() == 1);
  CHECK(f.events("s", "request/context")[0]["data"]["contextWindow"].is_absent());
}

TEST_CASE("what the options leave open comes from agent/default-model") {
  LoopFixture f;
  DefaultModel fallback;
  f.kept.push_back(
      must(f.host.ctx().publish("agent/default-model", object({{"interface", "default-model@0"}}),
                                DefaultModel::kMethods, &fallback)));
  f.model->reply_text("ok");
  const auto agent = f.create("s", object({{"options", object({})}}));
  CHECK(fallback.asked_for == "s");
  CHECK(f.state(agent)["options"]["model"].text() == "default");
  f.ask(agent, "m1", "one");
  CHECK(f.model->request(0)["model"].text() == "default");
}

TEST_CASE("a fresh session seeded with the log prefix at dispatch reproduces each request") {
  LoopFixture f;
  TestTool tool(f.host.ctx(), "look");
  Place place(f.host.ctx());
  f.kept.push_back(must(f.host.ctx().publish("prompt.section/persona",
                                             object({{"order", 1}, {"text", "Be kind."}}),
                                             [] { return object({}); })));
  const auto agent = f.create("s");
  // Each request, with the events that the log held when it was made.
  std::vector<std::pair<std::size_t, Value>> requests;
  f.on("llm/stream", [&](Call call, ValueView in) -> Task<Message> {
    requests.emplace_back(f.events("s").size(), Value::share(in["options"]));
    co_return co_await call.next();
  });
  f.on(agents::events::kAgentRequestError, [](Call) { return object({{"kind", "retry"}}); });
  f.model->reply_call("c1", "look", R"({"say": "a tree"})");
  f.model->reply({chunk::text("Ha"), chunk::failure("SERVER")});
  f.model->reply_text("A tree.");
  f.ask(agent, "m1", "Look");
  place.text = "You are inside.";
  f.model->reply({chunk::text("Yes"), chunk::usage(10, 1), chunk::finish("stop")});
  f.ask(agent, "m2", "Sure?");
  REQUIRE(requests.size() == 4);

  const auto events = f.events("s");
  for (std::size_t i = 0; i < requests.size(); ++i) {
    CAPTURE(i);
    const auto& [length, options] = requests[i];
    Builder seed;
    seed.begin_object().member("id", "copy-" + std::to_string(i)).name("seed").begin_array();
    for (std::size_t n = 0; n < length; ++n) seed.put(static_cast<const ValueView&>(events[n]));
    seed.end().end();
    Message prepared = must(f.host.call("kernel/sessions", contracts::session::Sessions::kPrepare,
                                        Message(seed.finish_or_absent())));
    const Session copy(prepared.take_ref(0));
    CHECK(to_json(must(copy.messages())) == to_json(options["messages"]));
    const Value header = must(copy.request_header());
    CHECK(header["system"].text() == options["system"].text());
    CHECK(to_json(header["tools"]) == to_json(options["tools"]));
    for (const char* field : {"provider", "model", "maxTokens", "temperature", "stop"}) {
      CHECK(header["config"][field] == options[field]);
    }
    CHECK(options["sessionId"].text() == "s");
    CHECK(options["loopBuilt"].is_true());
  }
}

TEST_CASE("a prompt that cannot be made ends the turn before any model call, and step") {
  LoopFixture f;
  f.model->reply_text("ok");
  const auto agent = f.create("s");
  {
    const Registration broken = must(f.host.ctx().publish(
        "prompt.section/broken", object({{"order", 1}, {"text", "{{nothing}}"}}),
        [] { return object({}); }));
    f.ask(agent, "m1", "one");
  }
  CHECK(f.shape("s") == "turn/start turn/end:error");
  f.ask(agent, "m2", "two");
  CHECK(f.turn_ends("s").back() == "completed");
}
