// SPDX-License-Identifier: MIT
// Turns and steps: 03 section 9, 6.12 and the divergences.
#include <catch2/catch.hpp>

#include "loop_fixture.hpp"

using namespace keel;
using namespace keel::testing;

namespace {

Value enter_with(const Value& messages) {
  return object({{"kind", "enter"}, {"messages", messages}});
}

}  // namespace

TEST_CASE("one prompt with one tool call leaves the reference trace") {
  LoopFixture f;
  TestTool tool(f.host.ctx(), "look");
  f.model->reply_call("c1", "look", R"({"say": "a tree"})");
  f.model->reply_text("It is a tree.");
  f.kept.push_back(must(f.host.ctx().publish("prompt.context/place",
                                             object({{"order", 1}, {"text", "You are outside."}}),
                                             [] { return object({}); })));
  const auto agent = f.create("s");
  f.trace.clear();
  f.ask(agent, "m1", "What is there?");

  const std::vector<std::string> expected = {"agent/inbox/spliced",
                                             "[enqueue]",
                                             "[status running]",
                                             "turn/start",
                                             "agent/inbox/spliced",
                                             "[dequeue]",
                                             "step/start",
                                             "user/message",
                                             "user/message",
                                             "request/header",
                                             "request/context",
                                             "assistant/chunk",
                                             "assistant/message",
                                             "tool/call",
                                             "tool/result",
                                             "step/end",
                                             "step/start",
                                             "assistant/chunk",
                                             "assistant/message",
                                             "step/end",
                                             "turn/end",
                                             "[status idle]"};
  CHECK(f.trace == expected);
  CHECK(f.turn_ends("s") == std::vector<std::string>{"completed"});
  CHECK(f.model->transcript(1) ==
        "user: What is there?\n"
        "user: " +
            f.told("s").at(1) +
            "\n"
            "assistant: call c1\n"
            "user: result c1 a tree\n");
  const ValueView source = f.events("s", "user/message").at(1)["data"]["source"];
  CHECK(source["plugin"].text() == "agent/prompt");
  CHECK(source["form"].text() == "snapshot");
  CHECK(f.events("s", "tool/result")[0]["sourceEventSeqs"].at(0).integer() ==
        f.events("s", "tool/call")[0]["seq"].integer());
}

TEST_CASE("send from idle has logged turn/start and the first claim when it settles") {
  LoopFixture f;
  f.model->reply_text("Hi");
  const auto agent = f.create("s");
  std::vector<std::string> seen;
  // In one piece: the loop of the host does not run in between.
  f.host.await([](LoopFixture* fixture, RefView to, std::vector<std::string>* out) -> Task<void> {
    Message params(LoopFixture::with_message(LoopFixture::message("m1", "Hello")));
    co_await must(fixture->host.ctx().invoke(to, agents::Agent::kFollowup, std::move(params)));
    *out = fixture->trace;
  }(&f, agent.agent, &seen));
  REQUIRE(seen.size() >= 2);
  CHECK(seen[seen.size() - 3] == "turn/start");
  CHECK(seen[seen.size() - 2] == "agent/inbox/spliced");
  CHECK(seen.back() == "[dequeue]");
  f.idle(agent);
}

TEST_CASE("three follow-ups sent in one burst give turns n, n+1, n+2 in one running interval") {
  LoopFixture f;
  for (const char* text : {"zero", "one", "two", "three"}) f.model->reply_text(text);
  const auto agent = f.create("s");
  f.ask(agent, "m0", "first");
  f.trace.clear();
  f.model->reply_text("unused");
  f.host.await([](LoopFixture* fixture, RefView to) -> Task<void> {
    for (const char* id : {"m1", "m2", "m3"}) {
      Message params(LoopFixture::with_message(LoopFixture::message(id, id)));
      co_await must(fixture->host.ctx().invoke(to, agents::Agent::kFollowup, std::move(params)));
    }
  }(&f, agent.agent));
  f.idle(agent);
  CHECK(f.count("[status running]") == 1);
  CHECK(f.count("[status idle]") == 1);
  std::vector<std::int64_t> turns;
  for (const Value& event : f.events("s", "turn/start")) {
    turns.push_back(event["data"]["turn"].integer_or(0));
  }
  CHECK(turns == std::vector<std::int64_t>{1, 2, 3, 4});
  CHECK(f.told("s") == std::vector<std::string>{"first", "m1", "m2", "m3"});
}

TEST_CASE("steering during a step enters the next step of the same turn") {
  LoopFixture f;
  f.model->reply_holding({chunk::text("Hm"), chunk::finish("stop")}, 1);
  f.model->reply_text("Blue then.");
  const auto agent = f.create("s");
  f.followup(agent, "m1", "Paint it red");
  f.host.run_until([&] { return f.model->is_holding(); });
  CHECK(f.state(agent)["accepts_next_step"].is_true());
  f.steer(agent, "m2", "No, blue");
  f.model->release();
  f.idle(agent);
  CHECK(f.shape("s") ==
        "turn/start step/start user/message request/header:initial request/context "
        "assistant/message step/end step/start user/message assistant/message step/end "
        "turn/end:completed");
  CHECK(f.model->transcript(1) == "user: Paint it red\nassistant: Hm\nuser: No, blue\n");
}

TEST_CASE("injection while idle waits and opens nothing") {
  LoopFixture f;
  f.model->reply_text("Hi");
  const auto agent = f.create("s");
  f.inject(agent, "n1", "It rains");
  f.host.drain();
  CHECK(f.status(agent) == "idle");
  CHECK(f.events("s", "turn/start").empty());
  CHECK(f.state(agent)["inbox"].empty());
  CHECK(f.count("[enqueue]") == 0);
  f.ask(agent, "m1", "How are you?");
  // Next-step messages come before the prompt.
  CHECK(f.told("s") == std::vector<std::string>{"It rains", "How are you?"});
  CHECK(f.events("s", "step/start").size() == 1);
}

TEST_CASE("a pre-step reject logs no step and no model call, and other prompts remain") {
  LoopFixture f;
  bool rejects = true;
  f.on(agents::events::kAgentPreStep, [&](Call call) -> Task<Message> {
    if (rejects) co_return Message(object({{"kind", "reject"}}));
    co_return co_await call.next();
  });
  const auto agent = f.create("s");
  f.queue(agent, "m2", "second");
  f.queue(agent, "m3", "third");
  f.call(agent, agents::Agent::kSend,
         object({{"message", LoopFixture::message("m1", "last")},
                 {"target", "next-turn"},
                 {"wakeup", true}}));
  f.idle(agent);
  CHECK(f.shape("s") == "turn/start turn/end:blocked");
  CHECK(f.model->requests() == 0);
  CHECK(f.state(agent)["inbox"].size() == 2);
  CHECK(f.status(agent) == "idle");

  rejects = false;
  for (int i = 0; i < 3; ++i) f.model->reply_text("ok");
  f.ask(agent, "m4", "now");
  CHECK(f.told("s") == std::vector<std::string>{"third", "last", "now"});
}

TEST_CASE("a pre-step listener that rewrites the batch: exactly its messages are logged") {
  LoopFixture f;
  f.model->reply_text("ok");
  f.on(agents::events::kAgentPreStep, [](Call, ValueView in) {
    const Value extra = LoopFixture::note("extra", "be brief");
    return enter_with(array({extra, Value::share(in["messages"].at(0))}));
  });
  const auto agent = f.create("s");
  f.ask(agent, "m1", "Hello");
  const auto logged = f.events("s", "user/message");
  REQUIRE(logged.size() == 2);
  CHECK(logged[0]["data"]["id"].text() == "extra");
  CHECK(logged[1]["data"]["id"].text() == "m1");
  CHECK(f.model->transcript(0) == "user: be brief\nuser: Hello\n");
}

TEST_CASE("a throwing pre-step, request or turn-stopping listener ends the turn with error") {
  const std::string event =
      GENERATE(as<std::string>(), "agent/pre-step", "agent/request", "agent/turn-stopping",
               "agent/post-step", "agent/prompt-submit", "agent/session-prefix");
  CAPTURE(event);
  LoopFixture f;
  bool throws = true;
  f.on(event, [&](Call call) -> Task<Message> {
    if (throws) co_return fail("HOOK", "the hook broke");
    // A serial event has no rest of the chain.
    Expected<Message> rest = co_await call.next();
    co_return rest ? std::move(*rest) : Message();
  });
  f.model->reply_text("one");
  f.model->reply_text("two");
  const auto agent = f.create("s");
  f.ask(agent, "m1", "Hello");
  CHECK(f.turn_ends("s") == std::vector<std::string>{"error UNKNOWN"});
  const std::string text(f.events("s", "turn/end")[0]["data"]["reason"]["error"]["message"].text());
  CHECK(text.find("the hook broke") != std::string::npos);
  CHECK(f.count("[error]") == 1);
  CHECK(f.status(agent) == "idle");
  CHECK(f.events("s", "step/start").size() == f.events("s", "step/end").size());

  throws = false;
  f.ask(agent, "m2", "Again");
  CHECK(f.turn_ends("s").back() == "completed");
}

TEST_CASE("a step cut at max-tokens ends the turn max-tokens, and its calls never run") {
  LoopFixture f;
  TestTool tool(f.host.ctx(), "look");
  f.model->reply_holding(
      {chunk::text("I will"), chunk::call("c1", "look", "{", 1), chunk::finish("max-tokens")}, 2);
  f.model->reply_text("Done.");
  const auto agent = f.create("s");
  f.followup(agent, "m1", "Look");
  f.host.run_until([&] { return f.model->is_holding(); });
  f.steer(agent, "m2", "go on");
  f.model->release();
  f.idle(agent);
  CHECK(f.turn_ends("s") == std::vector<std::string>{"max-tokens"});
  CHECK(f.events("s", "step/start").size() == 2);
  CHECK(tool.started().empty());
  CHECK(f.events("s", "assistant/message")[0]["data"]["message"]["content"].size() == 1);
}

TEST_CASE("tool calls made in a step after a max-tokens step get their reply") {
  LoopFixture f;
  TestTool tool(f.host.ctx(), "look");
  f.model->reply_holding({chunk::text("I will"), chunk::finish("max-tokens")}, 1);
  f.model->reply_call("c1", "look", R"({"say": "a tree"})");
  f.model->reply_text("A tree.");
  const auto agent = f.create("s");
  f.followup(agent, "m1", "Look");
  f.host.run_until([&] { return f.model->is_holding(); });
  f.steer(agent, "m2", "go on");
  f.model->release();
  f.idle(agent);
  CHECK(f.model->requests() == 3);
  CHECK(f.turn_ends("s") == std::vector<std::string>{"max-tokens"});
}

TEST_CASE("a wake from idle opens its turn boundary, even if its message was removed meanwhile") {
  LoopFixture f;
  const auto agent = f.create("s");
  std::string item;
  f.on(agents::events::kAgentInboxEnqueue,
       [&](Call, ValueView in) { item = in["item"]["id"].text(); });
  f.on(agents::events::kAgentStatus, [&](Call call, ValueView in) -> Task<void> {
    if (in["status"].text() != "running") co_return;
    Message params(object({{"id", item}, {"op", "remove"}}));
    co_await must(call.invoke(agent.agent, agents::Agent::kUpdateInbox, std::move(params)));
  });
  f.ask(agent, "m1", "Never mind");
  CHECK(f.shape("s") == "turn/start turn/end:completed");
  CHECK(f.events("s", "turn/start")[0]["data"]["trigger"].is_absent());
  CHECK(f.model->requests() == 0);
}

TEST_CASE("a cleared batch with a changed snapshot costs no model call") {
  LoopFixture f;
  f.kept.push_back(must(f.host.ctx().publish("prompt.context/place",
                                             object({{"order", 1}, {"text", "You are outside."}}),
                                             [] { return object({}); })));
  // The decision drops the prompt; only the snapshot, the last message, is left.
  f.on(agents::events::kAgentPreStep, [](Call, ValueView in) {
    const ValueView messages = in["messages"];
    return enter_with(array({Value::share(messages.at(messages.size() - 1))}));
  });
  const auto agent = f.create("s");
  f.ask(agent, "m1", "Go");
  CHECK(f.model->requests() == 0);
  CHECK(f.shape("s") == "turn/start turn/end:completed");
}

TEST_CASE("a turn that would need more steps than the limit ends with STEP_LIMIT") {
  LoopFixture f("maxStepsPerTurn = 2");
  TestTool tool(f.host.ctx(), "look");
  for (const char* id : {"c1", "c2", "c3"}) f.model->reply_call(id, "look", R"({"say": "x"})");
  const auto agent = f.create("s");
  f.ask(agent, "m1", "Look for ever");
  CHECK(f.model->requests() == 2);
  CHECK(f.turn_ends("s") == std::vector<std::string>{"error STEP_LIMIT"});
  CHECK(f.events("s", "tool/result").size() == 2);
}

TEST_CASE("a turn within the step limit completes") {
  LoopFixture f("maxStepsPerTurn = 2");
  TestTool tool(f.host.ctx(), "look");
  f.model->reply_call("c1", "look", R"({"say": "x"})");
  f.model->reply_text("done");
  const auto agent = f.create("s");
  f.ask(agent, "m1", "Look");
  CHECK(f.turn_ends("s") == std::vector<std::string>{"completed"});
}

TEST_CASE("turn-stopping listeners object by steering") {
  LoopFixture f;
  f.model->reply_text("Done.");
  f.model->reply_text("Tests pass too.");
  const auto agent = f.create("s");
  int asked = 0;
  f.on(agents::events::kAgentTurnStopping, [&](Call call) -> Task<void> {
    if (++asked > 1) co_return;
    Message params(LoopFixture::with_message(LoopFixture::message("m2", "Did you run the tests?")));
    co_await must(call.invoke(agent.agent, agents::Agent::kSteer, std::move(params)));
  });
  f.ask(agent, "m1", "Fix it");
  CHECK(asked == 2);
  CHECK(f.events("s", "turn/end").size() == 1);
  CHECK(f.told("s") == std::vector<std::string>{"Fix it", "Did you run the tests?"});
}

TEST_CASE("turn/start says what the first claim is about to take") {
  LoopFixture f;
  f.model->reply_text("one");
  const auto agent = f.create("s");
  f.ask(agent, "m1", "Hello");
  f.call(agent, agents::Agent::kInject,
         object({{"message", LoopFixture::note("n1", "rain")}, {"now", true}}));
  const auto starts = f.events("s", "turn/start");
  REQUIRE(starts.size() == 2);
  CHECK(starts[0]["data"]["trigger"]["kind"].text() == "message");
  CHECK(starts[0]["data"]["trigger"]["source"]["kind"].text() == "user");
  CHECK(starts[1]["data"]["trigger"]["kind"].text() == "injection");
}

TEST_CASE("a wake between the last look at the inbox and idle is not parked") {
  LoopFixture f;
  f.model->reply_text("one");
  f.model->reply_text("two");
  const auto agent = f.create("s");
  bool sent = false;
  // As late as it gets: while the turn is being made durable, and while idle is told.
  f.on(contracts::session::events::kSessionFlush, [&](Call call) -> Task<void> {
    if (std::exchange(sent, true)) co_return;
    Message params(LoopFixture::with_message(LoopFixture::message("m2", "late")));
    co_await must(call.invoke(agent.agent, agents::Agent::kSteer, std::move(params)));
  });
  f.ask(agent, "m1", "Hello");
  CHECK(f.told("s") == std::vector<std::string>{"Hello", "late"});
  CHECK(f.events("s", "turn/end").size() == 2);
  CHECK(f.state(agent)["inbox"].empty());
}

TEST_CASE("after a turn with a step the log is flushed before the next claim") {
  LoopFixture f;
  f.model->reply_text("one");
  f.model->reply_text("two");
  std::vector<std::size_t> claims_at_flush;
  bool fails = true;
  f.on(contracts::session::events::kSessionFlush, [&](Call) -> Expected<void> {
    claims_at_flush.push_back(f.count("[dequeue]"));
    f.trace.emplace_back("[flush]");
    if (fails) return fail("DISK", "the disk is full");
    return {};
  });
  const auto agent = f.create("s");
  f.queue(agent, "m1", "one");
  f.followup(agent, "m2", "two");
  f.idle(agent);
  CHECK(claims_at_flush == std::vector<std::size_t>{1, 2});
  // A failure is reported and keeps nothing from going on.
  CHECK(f.count("[error]") == 2);
  CHECK(f.turn_ends("s") == std::vector<std::string>{"completed", "completed"});
}
