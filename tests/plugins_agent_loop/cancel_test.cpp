// SPDX-License-Identifier: MIT
// Cancelling at every place of a turn: 03 sections 6.9 and 9.
#include <catch2/catch.hpp>

#include "loop_fixture.hpp"

using namespace keel;
using namespace keel::testing;

TEST_CASE("cancel mid-stream keeps the visible text for the next request, and no tool call") {
  LoopFixture f;
  TestTool tool(f.host.ctx(), "look");
  f.model->reply_holding({chunk::text("The tree"), chunk::text(" is"),
                          chunk::call("c1", "look", "{}", 1), chunk::finish("tool-calls")},
                         3);
  f.model->reply_text("Fine.");
  const auto agent = f.create("s");
  f.followup(agent, "m1", "Look");
  f.host.run_until([&] { return f.model->is_holding(); });
  CHECK(f.cancel(agent));
  f.idle(agent);
  CHECK(f.turn_ends("s") == std::vector<std::string>{"aborted user"});
  const auto messages = f.events("s", "assistant/message");
  REQUIRE(messages.size() == 1);
  CHECK(messages[0]["data"]["interrupted"].is_true());
  CHECK(messages[0]["sourceEventSeqs"].size() == 3);
  CHECK(f.events("s", "step/end").size() == 1);
  CHECK(tool.started().empty());

  f.ask(agent, "m2", "Go on");
  CHECK(f.model->transcript(1) == "user: Look\nassistant: The tree is\nuser: Go on\n");
}

TEST_CASE("cancel mid-stream: a whitespace-only prefix logs nothing") {
  LoopFixture f;
  f.model->reply_holding({chunk::text(" \n"), chunk::finish("stop")}, 1);
  const auto agent = f.create("s");
  f.followup(agent, "m1", "Look");
  f.host.run_until([&] { return f.model->is_holding(); });
  f.cancel(agent);
  f.idle(agent);
  CHECK(f.events("s", "assistant/message").empty());
  CHECK(f.turn_ends("s") == std::vector<std::string>{"aborted user"});
}

TEST_CASE("cancel with two of four parallel calls running") {
  LoopFixture f("maxParallelToolCalls = 2");
  TestTool tool(f.host.ctx(), "look");
  std::vector<Value> chunks;
  for (int i = 1; i <= 4; ++i) {
    const std::string n = std::to_string(i);
    chunks.push_back(
        chunk::call("c" + n, "look", R"({"say": ")" + n + R"(", "gate": "g"})", i - 1));
  }
  chunks.push_back(chunk::finish("tool-calls"));
  f.model->reply(chunks);
  const auto agent = f.create("s");
  f.followup(agent, "m1", "Look four times");
  f.host.run_until([&] { return tool.running() == 2; });
  f.cancel(agent);
  f.host.drain();
  // Bodies are awaited.
  CHECK(f.status(agent) == "running");
  tool.open("g");
  f.idle(agent);

  CHECK(tool.started() == std::vector<std::string>{"1", "2"});
  const auto results = f.events("s", "tool/result");
  REQUIRE(results.size() == 4);
  std::vector<std::string> order;
  for (const Value& result : results) {
    order.push_back(std::string(result["data"]["message"]["source"]["callId"].text()) + " " +
                    std::string(result["data"]["error"]["code"].text()));
  }
  // The tools ran, but the pipeline calls a success after a cancel aborted.
  CHECK(order == std::vector<std::string>{"c1 ABORTED", "c2 ABORTED", "c3 ABORTED_BEFORE_DISPATCH",
                                          "c4 ABORTED_BEFORE_DISPATCH"});
  CHECK(f.events("s", "tool/call").size() == 4);
  CHECK(f.turn_ends("s") == std::vector<std::string>{"aborted user"});
  CHECK(f.events("s", "step/end").size() == 1);
}

TEST_CASE("cancel(keepInbox), then a waking send before convergence") {
  LoopFixture f;
  f.model->reply_holding({chunk::text("Hm"), chunk::finish("stop")}, 1);
  for (int i = 0; i < 2; ++i) f.model->reply_text("ok");
  const auto agent = f.create("s");
  f.followup(agent, "m1", "one");
  f.host.run_until([&] { return f.model->is_holding(); });
  f.queue(agent, "m2", "two");

  SECTION("messages queued before the cancel alone do not start by themselves") {
    f.cancel(agent, true);
    f.idle(agent);
    f.host.drain();
    CHECK(f.told("s") == std::vector<std::string>{"one"});
    CHECK(f.state(agent)["inbox"].size() == 1);
  }
  SECTION("the new message runs without another wake") {
    f.host.await([](LoopFixture* fixture, RefView to) -> Task<void> {
      Message cancel(object({{"cause", object({{"kind", "user"}})}, {"keep_inbox", true}}));
      co_await must(fixture->host.ctx().invoke(to, agents::Agent::kCancel, std::move(cancel)));
      Message params(LoopFixture::with_message(LoopFixture::message("m3", "three")));
      co_await must(fixture->host.ctx().invoke(to, agents::Agent::kFollowup, std::move(params)));
    }(&f, agent.agent));
    f.host.run_until([&] { return f.events("s", "turn/end").size() == 3; });
    f.idle(agent);
    CHECK(f.told("s") == std::vector<std::string>{"one", "two", "three"});
  }
}

TEST_CASE("a retry action repeats the request in the same step and cites only its own chunks") {
  LoopFixture f;
  f.model->reply({chunk::text("Hal"), chunk::failure("SERVER")});
  f.model->reply({chunk::text("Whole"), chunk::finish("stop")});
  std::vector<Value> asked;
  f.on(agents::events::kAgentRequestError, [&](Call, ValueView in) {
    asked.push_back(Value::share(in));
    return object({{"kind", "retry"}});
  });
  const auto agent = f.create("s");
  f.ask(agent, "m1", "Hello");
  REQUIRE(asked.size() == 1);
  CHECK(asked[0]["code"].text() == "SERVER");
  CHECK(asked[0]["provider"].text() == "test");
  CHECK(asked[0]["prior_failures"].empty());
  CHECK(asked[0]["retry_policy"]["mode"].text() == "normal");
  CHECK(f.events("s", "step/start").size() == 1);
  const auto messages = f.events("s", "assistant/message");
  REQUIRE(messages.size() == 1);
  const auto chunks = f.events("s", "assistant/chunk");
  REQUIRE(chunks.size() == 4);
  CHECK(messages[0]["sourceEventSeqs"] ==
        array({Value::share(chunks[2]["seq"]), Value::share(chunks[3]["seq"])}));
  CHECK(f.model->transcript(1) == "user: Hello\n");
}

TEST_CASE("without a retry the provider's failure ends the turn") {
  LoopFixture f;
  f.model->reply({chunk::text("Hal"), chunk::failure("QUOTA")});
  f.model->reply_text("ok");
  const auto agent = f.create("s");
  f.ask(agent, "m1", "Hello");
  CHECK(f.turn_ends("s") == std::vector<std::string>{"error QUOTA"});
  CHECK(f.events("s", "assistant/message").empty());
  CHECK(f.count("[error]") == 1);
  f.ask(agent, "m2", "Again");
  CHECK(f.turn_ends("s").back() == "completed");
}

TEST_CASE("cancellation beats retry") {
  LoopFixture f;
  f.model->reply({chunk::text("Hal"), chunk::failure("SERVER")});
  const auto agent = f.create("s");
  f.on(agents::events::kAgentRequestError, [&](Call call) -> Task<Value> {
    Message params(object({{"cause", object({{"kind", "user"}})}}));
    co_await must(call.invoke(agent.agent, agents::Agent::kCancel, std::move(params)));
    co_return object({{"kind", "retry"}});
  });
  f.ask(agent, "m1", "Hello");
  CHECK(f.model->requests() == 1);
  CHECK(f.turn_ends("s") == std::vector<std::string>{"aborted user"});
  // Nothing is kept of a failed attempt.
  CHECK(f.events("s", "assistant/message").empty());
}

TEST_CASE("cancel from the running status listener: no turn at all") {
  LoopFixture f;
  f.model->reply_text("ok");
  const auto agent = f.create("s");
  bool cancels = true;
  f.on(agents::events::kAgentStatus, [&](Call call, ValueView in) -> Task<void> {
    if (in["status"].text() != "running" || !std::exchange(cancels, false)) co_return;
    Message params(object({{"cause", object({{"kind", "user"}})}}));
    co_await must(call.invoke(agent.agent, agents::Agent::kCancel, std::move(params)));
  });
  f.ask(agent, "m1", "Hello");
  CHECK(f.shape("s").empty());
  CHECK(f.status(agent) == "idle");
  f.ask(agent, "m2", "Hello again");
  CHECK(f.turn_ends("s") == std::vector<std::string>{"completed"});
}

TEST_CASE("cancel after the claim and before the step: a balanced turn without steps") {
  LoopFixture f;
  const auto agent = f.create("s");
  f.on(agents::events::kAgentPreStep, [&](Call call) -> Task<Message> {
    Message params(object({{"cause", object({{"kind", "hook"}, {"reason", "enough"}})}}));
    co_await must(call.invoke(agent.agent, agents::Agent::kCancel, std::move(params)));
    co_return co_await call.next();
  });
  f.ask(agent, "m1", "Hello");
  CHECK(f.shape("s") == "turn/start turn/end:aborted");
  CHECK(f.events("s", "turn/end")[0]["data"]["reason"]["reason"]["reason"].text() == "enough");
}

TEST_CASE("cancel during turn-stopping: aborted, and no further step") {
  LoopFixture f;
  f.model->reply_text("one");
  const auto agent = f.create("s");
  f.on(agents::events::kAgentTurnStopping, [&](Call call) -> Task<void> {
    Message params(object({{"cause", object({{"kind", "parent"}})}}));
    co_await must(call.invoke(agent.agent, agents::Agent::kCancel, std::move(params)));
  });
  f.ask(agent, "m1", "Hello");
  CHECK(f.turn_ends("s") == std::vector<std::string>{"aborted parent"});
  CHECK(f.model->requests() == 1);
}

TEST_CASE("an idle cancel clears the inbox, and without anything to do tells nobody") {
  LoopFixture f;
  f.model->reply_text("ok");
  const auto agent = f.create("s");
  CHECK_FALSE(f.cancel(agent));
  CHECK(f.count("[cancel-requested]") == 0);
  f.queue(agent, "m1", "one");
  f.inject(agent, "n1", "rain");
  f.trace.clear();
  CHECK(f.cancel(agent));
  CHECK(f.trace == std::vector<std::string>{"[cancel-requested]", "agent/inbox/spliced",
                                            "agent/inbox/spliced", "[discard]"});
  const auto splices = f.events("s", "agent/inbox/spliced");
  CHECK(splices[splices.size() - 2]["data"]["target"].text() == "next-step");
  CHECK(splices.back()["data"]["target"].text() == "next-turn");
  CHECK(splices.back()["data"]["outcome"].text() == "canceled");
  // It does not touch what comes later.
  f.ask(agent, "m2", "two");
  CHECK(f.turn_ends("s") == std::vector<std::string>{"completed"});
}

TEST_CASE("the first cause wins") {
  LoopFixture f;
  f.model->reply_holding({chunk::text("Hm"), chunk::finish("stop")}, 1);
  const auto agent = f.create("s");
  f.followup(agent, "m1", "one");
  f.host.run_until([&] { return f.model->is_holding(); });
  f.host.await([](LoopFixture* fixture, RefView to) -> Task<void> {
    for (const char* kind : {"user", "parent"}) {
      Message cancel(object({{"cause", object({{"kind", kind}})}}));
      const Message done =
          co_await must(fixture->host.ctx().invoke(to, agents::Agent::kCancel, std::move(cancel)));
      fixture->trace.emplace_back(done["effective"].is_true() ? "effective" : "nothing to do");
    }
  }(&f, agent.agent));
  f.idle(agent);
  CHECK(f.turn_ends("s") == std::vector<std::string>{"aborted user"});
  CHECK(f.count("effective") == 1);
  CHECK(f.count("nothing to do") == 1);
  CHECK_FALSE(f.try_call(agent, agents::Agent::kCancel,
                         object({{"cause", object({{"kind", "disposed"}})}})));
}
