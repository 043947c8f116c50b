// SPDX-License-Identifier: MIT
// The inbox and the operations that fill it: 05 sections 1, 2 and 6, 03 section 6.1.
#include <catch2/catch.hpp>

#include "loop_fixture.hpp"

using namespace keel;
using namespace keel::testing;

namespace {

std::string item_id(const Message& answer) { return std::string(answer["item"]["id"].text()); }

std::string update(LoopFixture& f, const LoopFixture::AgentRefs& agent, const std::string& item,
                   std::string_view op, Value content = {}) {
  const Message answer = f.call(agent, agents::Agent::kUpdateInbox,
                                object({{"id", item}, {"op", op}, {"content", content}}));
  return std::string(answer["outcome"].text());
}

Task<void> outcome_into(Context context, Ref receipt, std::string* out) {
  Message nothing;
  const Message answer =
      co_await must(context.invoke(receipt, agents::SteerReceipt::kOutcome, std::move(nothing)));
  *out += std::string(answer["kind"].text());
  if (answer["kind"].text() == "admitted") {
    *out += " " + std::to_string(answer["turn"].integer_or(0)) + "." +
            std::to_string(answer["step"].integer_or(0));
  } else {
    *out += " " + std::string(answer["reason"].text());
  }
}

/// Asks a receipt twice; the text says both answers.
std::shared_ptr<std::string> watch(LoopFixture& f, Message steered) {
  auto out = std::make_shared<std::string>();
  Ref receipt = steered.take_ref(0);
  f.host.ctx().spawn(outcome_into(f.host.ctx(), must(receipt.dup()), out.get()));
  f.host.ctx().spawn(outcome_into(f.host.ctx(), std::move(receipt), out.get()));
  return out;
}

}  // namespace

TEST_CASE("queue alone leaves the agent idle; a later followup runs both, each in its own turn") {
  LoopFixture f;
  f.model->reply_text("one");
  f.model->reply_text("two");
  const auto agent = f.create("s");
  const Message queued = f.queue(agent, "m1", "first");
  CHECK(queued["item"]["placement"].text() == "queued");
  f.host.drain();
  CHECK(f.status(agent) == "idle");
  f.idle(agent);
  f.ask(agent, "m2", "second");
  CHECK(f.told("s") == std::vector<std::string>{"first", "second"});
  CHECK(f.shape("s") ==
        "turn/start step/start user/message request/header:initial request/context "
        "assistant/message step/end turn/end:completed "
        "turn/start step/start user/message assistant/message step/end turn/end:completed");
}

TEST_CASE("a steer receipt settles admitted with the step whose request contains the message") {
  LoopFixture f;
  f.model->reply_holding({chunk::text("Hm"), chunk::finish("stop")}, 1);
  f.model->reply_text("ok");
  const auto agent = f.create("s");
  f.followup(agent, "m1", "one");
  f.host.run_until([&] { return f.model->is_holding(); });
  Message steered = f.steer(agent, "m2", "two");
  CHECK(steered["item"]["placement"].text() == "steering");
  const auto outcome = watch(f, std::move(steered));
  f.host.drain();
  CHECK(outcome->empty());
  f.model->release();
  f.idle(agent);
  f.host.drain();
  CHECK(*outcome == "admitted 1.2admitted 1.2");
  CHECK(f.model->transcript(1).find("two") != std::string::npos);
}

TEST_CASE("a steer receipt of a cancelled message settles rejected") {
  LoopFixture f;
  f.model->reply_holding({chunk::text("Hm"), chunk::finish("stop")}, 1);
  const auto agent = f.create("s");
  f.followup(agent, "m1", "one");
  f.host.run_until([&] { return f.model->is_holding(); });
  const auto outcome = watch(f, f.steer(agent, "m2", "two"));
  f.cancel(agent);
  f.idle(agent);
  f.host.drain();
  CHECK(*outcome == "rejected cancelledrejected cancelled");
}

TEST_CASE("a steer receipt of a removed message settles rejected") {
  LoopFixture f;
  const auto agent = f.create("s");
  // Held back, so that it can be removed: outside a turn a steer is queued.
  Message lease = f.call(agent, agents::Agent::kReserveTurnAdmission);
  Message steered = f.steer(agent, "m1", "one");
  CHECK(steered["item"]["placement"].text() == "queued");
  const std::string item = item_id(steered);
  const auto outcome = watch(f, std::move(steered));
  CHECK(update(f, agent, item, "remove") == "applied");
  f.host.drain();
  CHECK(*outcome == "rejected removedrejected removed");
}

TEST_CASE("a steer receipt of a message that a pre-step decision drops settles rejected") {
  LoopFixture f;
  f.model->reply_holding({chunk::text("Hm"), chunk::finish("stop")}, 1);
  const auto agent = f.create("s");
  f.on(agents::events::kAgentPreStep, [](Call call, ValueView in) -> Task<Message> {
    if (in["step"].integer_or(0) == 1) co_return co_await call.next();
    co_return Message(object({{"kind", "enter"}, {"messages", array({})}}));
  });
  f.followup(agent, "m1", "one");
  f.host.run_until([&] { return f.model->is_holding(); });
  const auto outcome = watch(f, f.steer(agent, "m2", "two"));
  f.model->release();
  f.idle(agent);
  f.host.drain();
  CHECK(*outcome == "rejected omittedrejected omitted");
  CHECK(f.events("s", "step/start").size() == 1);
}

TEST_CASE("a steer receipt settles rejected when the agent is disposed") {
  LoopFixture f;
  const auto agent = f.create("s");
  const Message lease = f.call(agent, agents::Agent::kReserveTurnAdmission);
  const auto outcome = watch(f, f.steer(agent, "m1", "one"));
  f.dispose(agent);
  f.host.drain();
  CHECK(*outcome == "rejected disposedrejected disposed");
}

TEST_CASE("steering outside a turn becomes a turn of its own") {
  LoopFixture f;
  f.model->reply_text("ok");
  const auto agent = f.create("s");
  CHECK_FALSE(f.state(agent)["accepts_next_step"].is_true());
  const auto outcome = watch(f, f.steer(agent, "m1", "one"));
  f.idle(agent);
  f.host.drain();
  CHECK(*outcome == "admitted 1.1admitted 1.1");
  CHECK(f.events("s", "agent/inbox/spliced")[0]["data"]["target"].text() == "next-turn");
}

TEST_CASE("update_inbox edit keeps id and position and emits update") {
  LoopFixture f;
  for (int i = 0; i < 3; ++i) f.model->reply_text("ok");
  const auto agent = f.create("s");
  f.queue(agent, "m1", "one");
  const std::string item = item_id(f.queue(agent, "m2", "two"));
  const Value text = object({{"type", "text"}, {"text", "two, edited"}});
  f.trace.clear();
  CHECK(update(f, agent, item, "edit", array({text})) == "applied");
  CHECK(f.trace == std::vector<std::string>{"agent/inbox/spliced", "[update]"});
  const Value splice = f.events("s", "agent/inbox/spliced").back();
  CHECK(splice["data"]["start"].integer() == 1);
  CHECK(splice["data"]["removedCount"].integer() == 1);
  CHECK(splice["data"]["inserted"].at(0)["id"].text() == "m2");
  const Value state = f.state(agent);
  CHECK(state["inbox"].at(1)["id"].text() == item);
  f.ask(agent, "m3", "three");
  CHECK(f.told("s") == std::vector<std::string>{"one", "two, edited", "three"});
}

TEST_CASE("update_inbox steer outside a window answers steer-unavailable and changes nothing") {
  LoopFixture f;
  const auto agent = f.create("s");
  const std::string item = item_id(f.queue(agent, "m1", "one"));
  const std::size_t logged = f.log.size();
  CHECK(update(f, agent, item, "steer") == "steer-unavailable");
  CHECK(f.log.size() == logged);
  CHECK(f.state(agent)["inbox"].size() == 1);
}

TEST_CASE("update_inbox steer moves a queued item into the step window") {
  LoopFixture f;
  f.model->reply_holding({chunk::text("Hm"), chunk::finish("stop")}, 1);
  f.model->reply_text("ok");
  const auto agent = f.create("s");
  f.followup(agent, "m1", "one");
  f.host.run_until([&] { return f.model->is_holding(); });
  const std::string item = item_id(f.queue(agent, "m2", "two"));
  f.trace.clear();
  CHECK(update(f, agent, item, "steer") == "applied");
  CHECK(f.trace == std::vector<std::string>{"agent/inbox/spliced", "agent/inbox/spliced",
                                            "[dequeue]", "[enqueue]"});
  // The old id is gone, and the new item is steering, which nobody edits.
  CHECK(update(f, agent, item, "remove") == "not-found");
  const std::string moved(f.state(agent)["inbox"].at(0)["id"].text());
  CHECK(moved != item);
  CHECK(update(f, agent, moved, "remove") == "not-found");
  f.model->release();
  f.idle(agent);
  CHECK(f.events("s", "turn/end").size() == 1);
  CHECK(f.told("s") == std::vector<std::string>{"one", "two"});
}

TEST_CASE("update_inbox of a claimed id is not-found") {
  LoopFixture f;
  f.model->reply_holding({chunk::text("Hm"), chunk::finish("stop")}, 1);
  const auto agent = f.create("s");
  const std::string item = item_id(f.followup(agent, "m1", "one"));
  f.host.run_until([&] { return f.model->is_holding(); });
  CHECK(update(f, agent, item, "remove") == "not-found");
  f.model->release();
  f.idle(agent);
}

TEST_CASE("each enqueue gets exactly one dequeue or discard, and injections get none") {
  LoopFixture f;
  for (int i = 0; i < 2; ++i) f.model->reply_text("ok");
  const auto agent = f.create("s");
  std::map<std::string, int> balance;
  f.on(agents::events::kAgentInboxEnqueue,
       [&](Call, ValueView in) { ++balance[std::string(in["item"]["id"].text())]; });
  f.on(agents::events::kAgentInboxDequeue,
       [&](Call, ValueView in) { --balance[std::string(in["item"]["id"].text())]; });
  f.on(agents::events::kAgentInboxDiscard, [&](Call, ValueView in) {
    for (const ValueView item : in["items"].items()) --balance[std::string(item["id"].text())];
  });
  f.inject(agent, "n1", "rain");
  const std::string item = item_id(f.queue(agent, "m1", "one"));
  f.queue(agent, "m2", "two");
  update(f, agent, item, "remove");
  f.ask(agent, "m3", "three");
  f.queue(agent, "m4", "four");
  f.cancel(agent);
  CHECK(balance.size() == 4);
  for (const auto& [id, left] : balance) CHECK(left == 0);
}

TEST_CASE("a message whose id is still pending is refused, and invalid input changes nothing") {
  LoopFixture f;
  f.model->reply_text("ok");
  const auto agent = f.create("s");
  f.queue(agent, "m1", "one");
  f.inject(agent, "n1", "rain");
  const std::size_t logged = f.log.size();
  const auto refused = [&](std::uint32_t method, const Value& message) {
    const Expected<Message> answer = f.try_call(agent, method, LoopFixture::with_message(message));
    return answer ? std::string("accepted") : answer.error().code;
  };
  for (const std::uint32_t method : {agents::Agent::kFollowup, agents::Agent::kQueue,
                                     agents::Agent::kSteer, agents::Agent::kInject}) {
    CAPTURE(method);
    CHECK(refused(method, LoopFixture::message("m1", "again")) == "DUPLICATE_MESSAGE");
    CHECK(refused(method, LoopFixture::message("n1", "again")) == "DUPLICATE_MESSAGE");
    CHECK(refused(method, LoopFixture::message("", "no id")) == "INVALID_MESSAGE");
    CHECK(refused(method, object({{"id", "x"}})) == "INVALID_MESSAGE");
    CHECK(refused(method, LoopFixture::message("x", "no source", object({}))) == "INVALID_MESSAGE");
    Builder with_meta;
    with_meta.begin_object();
    const Value plain = LoopFixture::message("x", "meta");
    for (const auto [name, value] : plain.members()) {
      with_meta.member(name, value);
    }
    with_meta.member("meta", 1).end();
    CHECK(refused(method, with_meta.finish_or_absent()) == "INVALID_MESSAGE");
    const Value block = object({{"type", "text"}});
    CHECK(refused(method, object({{"id", "x"},
                                  {"role", "user"},
                                  {"content", array({block})},
                                  {"source", object({{"kind", "user"}})}})) == "INVALID_MESSAGE");
  }
  CHECK(f.log.size() == logged);
  CHECK(f.status(agent) == "idle");
}

TEST_CASE("inject now is logged at once in a zero-step turn, flushed, without a model call") {
  LoopFixture f;
  std::vector<std::string> flushed;
  f.on(contracts::session::events::kSessionFlush, [&](Call) { flushed.push_back(f.trace.back()); });
  const auto agent = f.create("s");
  f.inject(agent, "n1", "rain");
  f.call(agent, agents::Agent::kInject,
         object({{"message", LoopFixture::note("n2", "snow")}, {"now", true}}));
  CHECK(f.shape("s") == "turn/start user/message user/message turn/end:completed");
  CHECK(f.told("s") == std::vector<std::string>{"snow", "rain"});
  CHECK(flushed == std::vector<std::string>{"turn/end"});
  CHECK(f.model->requests() == 0);
  CHECK(f.count("[status running]") == 0);

  f.model->reply_holding({chunk::text("Hm"), chunk::finish("stop")}, 1);
  f.followup(agent, "m1", "one");
  f.host.run_until([&] { return f.model->is_holding(); });
  const Expected<Message> busy =
      f.try_call(agent, agents::Agent::kInject,
                 object({{"message", LoopFixture::note("n3", "hail")}, {"now", true}}));
  REQUIRE_FALSE(busy);
  CHECK(busy.error().code == "AGENT_BUSY");
  f.model->release();
  f.idle(agent);
  CHECK(f.events("s", "turn/start").back()["data"]["turn"].integer() == 2);
}

TEST_CASE("injections left when a turn closes are logged right before turn/end") {
  LoopFixture f;
  f.model->reply_holding({chunk::text("Hm"), chunk::finish("stop")}, 1);
  const auto agent = f.create("s");
  f.followup(agent, "m1", "one");
  f.host.run_until([&] { return f.model->is_holding(); });

  SECTION("of a turn that completes; they cause no step") {
    f.inject(agent, "n1", "rain");
    f.model->release();
    f.idle(agent);
    CHECK(f.shape("s") ==
          "turn/start step/start user/message request/header:initial request/context "
          "assistant/message step/end user/message turn/end:completed");
    CHECK(f.model->requests() == 1);
  }
  SECTION("of a turn that is cancelled with the inbox kept") {
    f.inject(agent, "n1", "rain");
    f.cancel(agent, true);
    f.idle(agent);
    CHECK(f.told("s") == std::vector<std::string>{"one", "rain"});
    CHECK(f.turn_ends("s") == std::vector<std::string>{"aborted user"});
  }
  SECTION("except those that a cancel discarded") {
    f.inject(agent, "n1", "rain");
    f.cancel(agent);
    f.idle(agent);
    CHECK(f.told("s") == std::vector<std::string>{"one"});
  }
}

TEST_CASE("blocked prompt: turn/start, claim, prompt/blocked, turn/end; the next one still runs") {
  LoopFixture f;
  f.model->reply_text("ok");
  const auto agent = f.create("s");
  bool blocks = true;
  std::vector<std::string> asked;
  f.on(agents::events::kAgentPromptSubmit, [&](Call call, ValueView in) -> Task<Message> {
    asked.emplace_back(in["message"]["id"].text());
    if (!blocks) co_return co_await call.next();
    co_return Message(object({{"kind", "block"}, {"reason", "not today"}}));
  });
  f.inject(agent, "n1", "rain");
  f.queue(agent, "m1", "one");
  f.ask(agent, "m2", "two");
  std::vector<std::string> types;
  for (const Value& event : f.events("s")) types.emplace_back(event["type"].text());
  CHECK(std::vector<std::string>(types.end() - 6, types.end()) ==
        std::vector<std::string>{"turn/start", "agent/inbox/spliced", "prompt/blocked",
                                 "agent/inbox/spliced", "user/message", "turn/end"});
  const Value blocked = f.events("s", "prompt/blocked").at(0);
  CHECK(blocked["data"]["reason"].text() == "not today");
  CHECK(blocked["data"]["content"].at(0)["text"].text() == "one");
  CHECK(blocked["ignorable"].is_true());
  CHECK(f.turn_ends("s") == std::vector<std::string>{"blocked"});
  CHECK(f.events("s", "step/start").empty());
  CHECK(f.model->requests() == 0);
  // The injection was kept, the other prompt waits.
  CHECK(f.told("s") == std::vector<std::string>{"rain"});
  CHECK(f.state(agent)["inbox"].size() == 1);

  blocks = false;
  f.model->reply_text("ok");
  f.ask(agent, "m3", "three");
  CHECK(asked == std::vector<std::string>{"m1", "m2", "m3"});
  CHECK(f.told("s") == std::vector<std::string>{"rain", "two", "three"});
}

TEST_CASE("prompt-submit may change the content and add contexts, in their order") {
  LoopFixture f;
  f.model->reply_text("ok");
  const auto agent = f.create("s");
  f.on(agents::events::kAgentPromptSubmit, [](Call) {
    const Value text = object({{"type", "text"}, {"text", "Hello, politely"}});
    return object({{"kind", "allow"},
                   {"content", array({text})},
                   {"additional_contexts", array({LoopFixture::note("x1", "context one"),
                                                  LoopFixture::note("x2", "context two")})}});
  });
  f.inject(agent, "n1", "rain");
  f.ask(agent, "m1", "Hello");
  CHECK(f.told("s") ==
        std::vector<std::string>{"rain", "Hello, politely", "context one", "context two"});
  CHECK(f.events("s", "user/message")[1]["data"]["id"].text() == "m1");
}

TEST_CASE("a prefix listener's messages precede history in every request of the instance") {
  LoopFixture f;
  f.model->reply_text("one");
  f.model->reply_text("two");
  int asked = 0;
  f.on(agents::events::kAgentSessionPrefix, [&](Call) {
    ++asked;
    return object({{"messages", array({LoopFixture::note("p1", "You know this house.")})}});
  });
  const auto agent = f.create("s");
  f.ask(agent, "m1", "Hello");
  f.ask(agent, "m2", "Again");
  CHECK(asked == 1);
  CHECK(f.model->transcript(0) == "user: You know this house.\nuser: Hello\n");
  CHECK(f.model->transcript(1) ==
        "user: You know this house.\nuser: Hello\nassistant: one\nuser: Again\n");
  const auto headers = f.events("s", "request/header");
  REQUIRE(headers.size() == 1);
  CHECK(headers[0]["data"]["header"]["messagePrefix"].at(0)["id"].text() == "p1");
  const Session session = must(Session::find(f.host.ctx(), "s"));
  CHECK(must(session.messages()).at(0)["id"].text() == "m1");
}

TEST_CASE("a reservation keeps a waking send from opening a turn until it is dropped") {
  LoopFixture f;
  f.model->reply_text("ok");
  const auto agent = f.create("s");
  std::optional<Message> lease = f.call(agent, agents::Agent::kReserveTurnAdmission);
  const Expected<Message> second = f.try_call(agent, agents::Agent::kReserveTurnAdmission);
  REQUIRE_FALSE(second);
  CHECK(second.error().code == "AGENT_BUSY");

  f.followup(agent, "m1", "one");
  f.host.drain();
  CHECK(f.status(agent) == "idle");
  CHECK(f.events("s", "turn/start").empty());
  // Context is not held back.
  f.call(agent, agents::Agent::kInject,
         object({{"message", LoopFixture::note("n1", "rain")}, {"now", true}}));
  CHECK(f.events("s", "turn/start").size() == 1);

  lease.reset();
  f.host.run_until([&] { return f.events("s", "turn/end").size() == 2; });
  f.idle(agent);
  CHECK(f.told("s") == std::vector<std::string>{"rain", "one"});
  // Work that is under way has right of way.
  f.model->reply_holding({chunk::text("Hm"), chunk::finish("stop")}, 1);
  f.followup(agent, "m2", "two");
  CHECK_FALSE(f.try_call(agent, agents::Agent::kReserveTurnAdmission));
  f.host.run_until([&] { return f.model->is_holding(); });
  f.model->release();
  f.idle(agent);
}

TEST_CASE("a maintenance claims the idle agent, and waking input waits for its end") {
  LoopFixture f;
  f.model->reply_text("ok");
  const auto agent = f.create("s");
  Message lease = f.call(agent, agents::Agent::kRunMaintenance);
  CHECK(f.status(agent) == "idle");
  const Expected<Message> second = f.try_call(agent, agents::Agent::kRunMaintenance);
  REQUIRE_FALSE(second);
  CHECK(second.error().code == "AGENT_BUSY");
  f.followup(agent, "m1", "one");
  f.host.drain();
  CHECK(f.events("s", "turn/start").empty());
  must(f.host.call(lease.ref(0), agents::AgentLease::kRelease));
  f.host.run_until([&] { return f.events("s", "turn/end").size() == 1; });
  f.idle(agent);
  CHECK(f.told("s") == std::vector<std::string>{"one"});
}

TEST_CASE("a cancel and a disposal reach the holder of a maintenance") {
  LoopFixture f;
  const auto agent = f.create("s");
  Message lease = f.call(agent, agents::Agent::kRunMaintenance);
  std::string cause;
  f.host.ctx().spawn([](Context context, RefView held, std::string* out) -> Task<void> {
    Message nothing;
    const Message told =
        co_await must(context.invoke(held, agents::AgentLease::kCancelled, std::move(nothing)));
    *out = told["cause"]["kind"].text();
  }(f.host.ctx(), lease.ref(0), &cause));

  SECTION("cancel") {
    CHECK(f.cancel(agent));
    f.host.run_until([&] { return !cause.empty(); });
    CHECK(cause == "user");
  }
  SECTION("disposal, which waits for the release") {
    bool gone = false;
    f.host.ctx().spawn([](Context context, RefView handle, bool* out) -> Task<void> {
      Message nothing;
      co_await must(context.invoke(handle, agents::AgentHandle::kDispose, std::move(nothing)));
      *out = true;
    }(f.host.ctx(), agent.handle, &gone));
    f.host.run_until([&] { return !cause.empty(); });
    CHECK(cause == "disposed");
    f.host.drain();
    CHECK_FALSE(gone);
    must(f.host.call(lease.ref(0), agents::AgentLease::kRelease));
    f.host.run_until([&] { return gone; });
  }
}

TEST_CASE("post-step sees the logged results and runs before step/end, also when cancelled") {
  LoopFixture f;
  TestTool tool(f.host.ctx(), "look");
  f.model->reply_call("c1", "look", R"({"say": "x", "gate": "g"})");
  const auto agent = f.create("s");
  std::string seen;
  bool token_set = false;
  f.on(agents::events::kAgentPostStep, [&](Call call, ValueView in) {
    seen = f.shape("s") + " " + std::to_string(in["step"].integer_or(0));
    token_set = call.cancelled();
  });
  f.followup(agent, "m1", "Look");
  f.host.run_until([&] { return tool.running() == 1; });
  const bool cancels = GENERATE(false, true);
  CAPTURE(cancels);
  if (cancels) f.cancel(agent);
  if (!cancels) f.model->reply_text("ok");
  tool.open("g");
  f.host.run_until([&] { return !seen.empty(); });
  CHECK(seen ==
        "turn/start step/start user/message request/header:initial request/context "
        "assistant/message tool/call tool/result 1");
  CHECK(token_set == cancels);
  f.idle(agent);
}
