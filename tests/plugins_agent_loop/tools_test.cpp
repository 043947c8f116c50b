// SPDX-License-Identifier: MIT
// The scheduling of a step's tool calls: 03 section 6.7.
#include <catch2/catch.hpp>

#include "loop_fixture.hpp"

using namespace keel;
using namespace keel::testing;

namespace {

/// Calls c1.. with these arguments, to the tools of these names.
std::vector<Value> calls(const std::vector<std::pair<std::string, std::string>>& wanted) {
  std::vector<Value> chunks;
  int index = 0;
  for (const auto& [name, arguments] : wanted) {
    const std::string id = "c" + std::to_string(index + 1);
    chunks.push_back(chunk::call(id, name, arguments, index++));
  }
  chunks.push_back(chunk::finish("tool-calls"));
  return chunks;
}

std::string say(const std::string& text, const std::string& gate = "") {
  if (gate.empty()) return R"({"say": ")" + text + R"("})";
  return R"({"say": ")" + text + R"(", "gate": ")" + gate + R"("})";
}

/// A prepared call that is done.
class DoneRun {
 public:
  Value dispatch() { return object({}); }
  Value finish() {
    const Value block = object({{"type", "text"}, {"text", "done"}});
    return object({{"isError", false}, {"content", array({block})}});
  }
  static constexpr Methods kMethods{
      method<contracts::tools::ToolExecution::kDispatch, &DoneRun::dispatch>,
      method<contracts::tools::ToolExecution::kFinish, &DoneRun::finish>};
};

/// A tool service whose second call fails in a way that no tool can.
class BrokenTools {
 public:
  explicit BrokenTools(Context context) : context_(std::move(context)) {}
  Value execution_mode() { return object({{"mode", "parallel"}}); }
  Expected<Message> prepare(Call, ValueView in) {
    if (in["callId"].text() == "c2") return fail("BROKEN", "the tool service broke");
    Ref run =
        must(context_.object("tool-execution@0", std::make_unique<DoneRun>(), DoneRun::kMethods));
    return Message(object({{"ready", false}})).with(std::move(run));
  }

  static constexpr Methods kMethods{
      method<contracts::tools::Tools::kExecutionMode, &BrokenTools::execution_mode>,
      method<contracts::tools::Tools::kPrepare, &BrokenTools::prepare>};

 private:
  Context context_;
};

/// "c1 text, c2 text"
std::string results(const LoopFixture& f) {
  std::string out;
  for (const Value& event : f.events("s", "tool/result")) {
    const ValueView block = event["data"]["message"]["content"].at(0);
    if (!out.empty()) out += ", ";
    out += std::string(block["toolCallId"].text()) + " ";
    const ValueView code = event["data"]["error"]["code"];
    out += code.is_absent() ? std::string(block["content"].at(0)["text"].text())
                            : std::string(code.text());
  }
  return out;
}

}  // namespace

TEST_CASE("results of parallel calls that finish out of order are committed in model order") {
  LoopFixture f;
  TestTool tool(f.host.ctx(), "look");
  tool.add_context("one", LoopFixture::note("x1", "context one"));
  tool.add_context("two", LoopFixture::note("x2", "context two"));
  f.model->reply(calls({{"look", say("one", "a")}, {"look", say("two", "b")}}));
  f.model->reply_text("ok");
  const auto agent = f.create("s");
  f.followup(agent, "m1", "Look");
  f.host.run_until([&] { return tool.running() == 2; });
  tool.open("b");
  f.host.run_until([&] { return tool.running() == 1; });
  f.host.drain();
  CHECK(f.events("s", "tool/result").empty());
  tool.open("a");
  f.idle(agent);
  CHECK(results(f) == "c1 one, c2 two");
  CHECK(f.told("s") == std::vector<std::string>{"Look", "context one", "context two"});
}

TEST_CASE("an exclusive call runs alone as a barrier between parallel ones") {
  LoopFixture f;
  TestTool look(f.host.ctx(), "look");
  TestTool write(f.host.ctx(), "write", false);
  f.model->reply(calls({{"look", say("one", "a")},
                        {"look", say("two", "b")},
                        {"write", say("three", "c")},
                        {"look", say("four")}}));
  f.model->reply_text("ok");
  const auto agent = f.create("s");
  f.followup(agent, "m1", "Look");
  f.host.run_until([&] { return look.running() == 2; });
  f.host.drain();
  CHECK(write.started().empty());
  look.open("a");
  f.host.drain();
  CHECK(write.started().empty());
  look.open("b");
  f.host.run_until([&] { return write.running() == 1; });
  f.host.drain();
  CHECK(look.started().size() == 2);
  write.open("c");
  f.idle(agent);
  CHECK(results(f) == "c1 one, c2 two, c3 three, c4 four");
}

TEST_CASE("no more calls run at a time than the config allows") {
  LoopFixture f("maxParallelToolCalls = 2");
  TestTool look(f.host.ctx(), "look");
  std::vector<std::pair<std::string, std::string>> wanted;
  for (const char* gate : {"a", "b", "c", "d", "e"}) wanted.emplace_back("look", say(gate, gate));
  f.model->reply(calls(wanted));
  f.model->reply_text("ok");
  const auto agent = f.create("s");
  f.followup(agent, "m1", "Look");
  f.host.run_until([&] { return look.running() == 2; });
  // A rolling pool: whichever ends makes room.
  look.open("b");
  f.host.run_until([&] { return look.started().size() == 3; });
  for (const char* gate : {"a", "c", "d", "e"}) look.open(gate);
  f.idle(agent);
  CHECK(look.most_running() == 2);
  CHECK(results(f) == "c1 a, c2 b, c3 c, c4 d, c5 e");
}

TEST_CASE("policy of one call begins after the policy of the call before") {
  LoopFixture f;
  TestTool look(f.host.ctx(), "look");
  std::vector<std::string> order;
  f.on("tools/pre-execute", [&](Call call, ValueView in) -> Task<Message> {
    const std::string id(in["execution"]["callId"].text());
    order.push_back("ask " + id);
    co_await must(f.host.ctx().sleep_for(0));
    order.push_back("told " + id);
    co_return co_await call.next();
  });
  f.model->reply(calls({{"look", say("one")}, {"look", say("two")}}));
  f.model->reply_text("ok");
  const auto agent = f.create("s");
  f.ask(agent, "m1", "Look");
  CHECK(order == std::vector<std::string>{"ask c1", "told c1", "ask c2", "told c2"});
}

TEST_CASE("arguments reach the tool as JSON, an empty text as {}, anything else as it is") {
  LoopFixture f;
  TestTool look(f.host.ctx(), "look");
  f.model->reply(calls({{"look", ""}, {"look", say("x")}, {"look", "{\"say\": "}}));
  f.model->reply_text("ok");
  const auto agent = f.create("s");
  f.ask(agent, "m1", "Look");
  CHECK(results(f) == "c1 , c2 x, c3 INVALID_ARGS");
  CHECK(f.events("s", "tool/call")[2]["data"]["arguments"].text() == "{\"say\": ");
}

TEST_CASE("an unknown tool gets its one result, and the model is asked again") {
  LoopFixture f;
  f.model->reply_call("c1", "nothing");
  f.model->reply_text("ok");
  const auto agent = f.create("s");
  f.ask(agent, "m1", "Look");
  CHECK(results(f) == "c1 UNKNOWN_TOOL");
  CHECK(f.turn_ends("s") == std::vector<std::string>{"completed"});
}

TEST_CASE("a result that concludes the turn ends it without another request") {
  LoopFixture f;
  TestTool look(f.host.ctx(), "look");
  look.concludes = true;
  f.model->reply_call("c1", "look", say("done"));
  const auto agent = f.create("s");
  f.ask(agent, "m1", "Look");
  CHECK(f.model->requests() == 1);
  CHECK(f.turn_ends("s") == std::vector<std::string>{"completed"});
}

TEST_CASE("a failure of the scheduler itself logs a result for every call") {
  LoopFixture f;
  f.model->reply(calls({{"look", say("one")}, {"look", say("two")}, {"look", say("three")}}));
  f.model->reply_text("ok");
  const auto agent = f.create("s");
  // Nearer than the real one.
  BrokenTools broken(f.host.ctx());
  ScopedContext in_agent = must(f.host.ctx().in_scope(agent.scope));
  Registration nearer = must(in_agent->publish("agent/tools", object({{"interface", "tools@0"}}),
                                               BrokenTools::kMethods, &broken));
  f.ask(agent, "m1", "Look");
  CHECK(results(f) == "c1 TOOL_OUTCOME_UNKNOWN, c2 TOOL_OUTCOME_UNKNOWN, c3 TOOL_NOT_STARTED");
  CHECK(f.turn_ends("s") == std::vector<std::string>{"error UNKNOWN"});
  const auto logged = f.events("s", "tool/result");
  CHECK(logged[0]["sourceEventSeqs"].size() == 1);
  CHECK(logged[2]["sourceEventSeqs"].is_absent());

  // No call dangles: the next request is well formed.
  nearer.undo();
  f.ask(agent, "m2", "Go on");
  CHECK(f.turn_ends("s").back() == "completed");
}
