// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include "log_fixture.hpp"
#include "session/log/event_text.hpp"
#include "session/log/fault.hpp"
#include "session/log/repair.hpp"

namespace keel::session {

namespace {

using test::json;
using test::LogFixture;

/// An assistant message that names these calls.
Value calls(const std::vector<std::string>& ids) {
  Builder content;
  content.begin_array();
  content.put(static_cast<const ValueView&>(test::text_block("thinking")));
  for (const std::string& id : ids) {
    content.put(static_cast<const ValueView&>(
        object({{"type", "tool-call"}, {"id", id}, {"name", "bash"}, {"arguments", "{}"}})));
  }
  content.end();
  const Value source = object({{"kind", "model"}, {"provider", "p"}, {"model", "m"}});
  return object({{"turn", 1},
                 {"step", 1},
                 {"message", test::message("a", "assistant", content.finish_or_absent(), source)}});
}

std::vector<EventFields> closers_of(const Log& log) {
  return interrupted_turn_closers(log.tail(), log.seq(), log.last_time());
}

std::vector<std::string> lines_of(const std::vector<EventFields>& events) {
  std::vector<std::string> result;
  for (const EventFields& event : events) append_event_json(result.emplace_back(), event);
  return result;
}

}  // namespace

TEST_CASE("repair distinguishes not-started from outcome-unknown and keeps block order") {
  LogFixture fixture;
  fixture.open(1, 1);
  fixture.must("assistant/message", calls({"never", "done", "running"}), SurfaceOp::append());
  fixture.call("done");
  fixture.result("done", "out");
  const std::int64_t call = fixture.call("running").seq();
  const std::int64_t next = fixture.log().seq();
  const auto closers = closers_of(fixture.log());
  REQUIRE(closers.size() == 4);

  const EventFields& never = closers[0];
  CHECK(never.type == "tool/result");
  CHECK(never.seq == next);
  CHECK(never.time == fixture.log().last_time());
  CHECK(to_json(never.data["error"]) ==
        R"({"name":"ToolNotStartedError","code":"TOOL_NOT_STARTED"})");
  CHECK_FALSE(never.sources);
  CHECK(never.data["message"]["id"].text() ==
        "interrupted-tool-result-never-" + std::to_string(next));
  CHECK(never.data["message"]["content"].at(0)["isError"].is_true());

  const EventFields& running = closers[1];
  CHECK(to_json(running.data["error"]) ==
        R"({"name":"ToolOutcomeUnknownError","code":"TOOL_OUTCOME_UNKNOWN"})");
  REQUIRE(running.sources);
  CHECK(running.sources->contains(call));
  CHECK(running.sources->size() == 1);
  CHECK(running.data["message"]["source"]["callId"].text() == "running");
  CHECK(closers[2].type == "step/end");
  CHECK(to_json(closers[3].data) == R"({"turn":1,"reason":{"kind":"interrupted"}})");
}

TEST_CASE("repair is deterministic and idempotent") {
  LogFixture fixture;
  fixture.open(1, 1);
  fixture.must("assistant/message", calls({"x", "x"}), SurfaceOp::append());
  fixture.call("x");
  CHECK(lines_of(closers_of(fixture.log())) == lines_of(closers_of(fixture.log())));

  EventPool pool;
  Log::Options options;
  options.pool = &pool;
  options.checked = true;
  LogSeed seed(test::header(), options, {});
  for (const std::string& line : test::lines(fixture.log()))
    REQUIRE_FALSE(seed.add_row(json(line)));
  std::vector<EventFields> closers = seed.closers();
  CHECK(lines_of(closers) == lines_of(closers_of(fixture.log())));
  // One id twice in one message: one call is running, the other never started.
  REQUIRE(closers.size() == 4);
  CHECK(closers[0].sources);
  CHECK_FALSE(closers[1].sources);
  for (EventFields& closer : closers) {
    const auto fault = seed.add(std::move(closer));
    INFO((fault ? fault->message : std::string()));
    REQUIRE_FALSE(fault);
  }
  CHECK(seed.closers().empty());
  CHECK_FALSE(seed.log().turn_open());
}

TEST_CASE("balanced and empty logs are untouched; no result is invented for a step that closed") {
  LogFixture fixture;
  CHECK(closers_of(fixture.log()).empty());
  fixture.run_turn(1);
  CHECK(closers_of(fixture.log()).empty());

  LogFixture open;
  open.must("turn/start", json(R"({"turn":1})"));
  CHECK(lines_of(closers_of(open.log())).size() == 1);
  open.must("step/start", json(R"({"turn":1,"step":1})"));
  open.must("assistant/message", calls({"x"}), SurfaceOp::append());
  open.must("step/end", json(R"({"turn":1,"step":1})"));
  const auto closers = closers_of(open.log());
  REQUIRE(closers.size() == 1);
  CHECK(closers[0].type == "turn/end");
}

TEST_CASE("turns are numbered without gaps and never nest, steps too") {
  struct Case {
    const char* type;
    const char* data;
  };
  const Case after_step[] = {
      {"turn/start", R"({"turn":2})"},
      {"turn/end", R"({"turn":1,"reason":{"kind":"completed"}})"},
      {"step/start", R"({"turn":1,"step":2})"},
      {"step/end", R"({"turn":1,"step":2})"},
      {"assistant/chunk",
       R"({"turn":1,"step":2,"chunk":{"type":"text-delta","index":0,"text":""}})"},
      {"assistant/chunk",
       R"({"turn":2,"step":1,"chunk":{"type":"text-delta","index":0,"text":""}})"},
      {"tool/call", R"({"turn":1,"step":3,"callId":"c","name":"n","arguments":""})"},
  };
  for (const Case& c : after_step) {
    INFO(c.type << c.data);
    LogFixture fixture(true);
    fixture.open(1, 1);
    const std::int64_t seq = fixture.log().seq();
    const auto refused = fixture.append(c.type, json(c.data));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == fault::kInvalidOrder);
    CHECK(fixture.log().seq() == seq);
  }
  LogFixture fixture(true);
  CHECK(fixture.append("turn/start", json(R"({"turn":2})")).error().code == fault::kInvalidOrder);
  fixture.open(1, 1);
  fixture.must("step/end", json(R"({"turn":1,"step":1})"));
  CHECK_FALSE(fixture.append("step/start", json(R"({"turn":1,"step":1})")));
  CHECK_FALSE(fixture.append("step/start", json(R"({"turn":1,"step":3})")));
  CHECK(fixture.append("step/start", json(R"({"turn":1,"step":2})")));
}

TEST_CASE("a result needs a prior call of its step, except that of a call that never started") {
  LogFixture fixture(true);
  fixture.open(1, 1);
  fixture.call("c");
  fixture.result("c", "out");
  CHECK_THROWS(fixture.result("c", "again"));
  CHECK_THROWS(fixture.result("other", "out"));
  Value synthetic = json(
      R"({"turn":1,"step":1,"error":{"name":"E","code":"TOOL_NOT_STARTED"},"message":{"id":"m","role":"user","source":{"kind":"tool","callId":"n"},"content":[{"type":"tool-result","toolCallId":"n","content":[]}]}})");
  CHECK(fixture.append("tool/result", synthetic, SurfaceOp::append()));
  fixture.call("late");
  fixture.must("step/end", json(R"({"turn":1,"step":1})"));
  fixture.open(1, 2);
  CHECK_THROWS(fixture.result("late", "out"));
  fixture.close(1, 2);
  fixture.run_turn(2);
}

TEST_CASE("a whole session keeps the relations") {
  LogFixture fixture(true);
  fixture.run_turn(1);
  fixture.run_turn(2);
  CHECK(fixture.log().surface().nodes().size() == 6);
}

}  // namespace keel::session
