// SPDX-License-Identifier: MIT
#include <thread>

#include <catch2/catch.hpp>

#include "log_fixture.hpp"
#include "session/log/envelope.hpp"
#include "session/log/event_pool.hpp"
#include "session/log/fault.hpp"

namespace keel::session {

namespace {

using test::json;

Event make(EventPool& pool, const std::string& line) {
  const Value value = json(line);
  auto fields = parse_event(value);
  INFO(line);
  REQUIRE(fields);
  return pool.make(std::move(*fields));
}

std::string printed(const Event& event) {
  std::string text;
  event.print(text);
  return text;
}

}  // namespace

TEST_CASE("an event reads as an object in the key order it was stored with") {
  EventPool pool;
  for (
      const std::string line : {
          R"({"type":"turn/start","seq":0,"time":-5,"data":{"turn":1}})",
          R"({"type":"x/y","seq":3,"time":7,"data":[1,null,"é"],"ignorable":true})",
          R"({"type":"user/message","seq":9,"time":1,"data":{},"surfaceOp":"append"})",
          R"({"type":"tool/result","seq":9,"time":1,"data":{},"sourceEventSeqs":[3,4,5,1],"surfaceOp":"append"})",
          R"({"type":"user/message","seq":9,"time":1,"data":{},"surfaceOp":{"op":"replace","start":1,"end":4},"sourceEventSeqs":[1,4]})",
          R"({"seq":9,"data":{},"ignorable":true,"time":1,"type":"x"})",
          R"({"type":"assistant/message","seq":9,"time":1,"data":1,"sourceEventSeqs":[],"surfaceOp":"append"})",
      }) {
    const Event event = make(pool, line);
    CHECK(printed(event) == line);
    CHECK(to_json(event.value()) == line);
    CHECK(event.value() == json(line));
    const Value read = json(line);
    for (const auto& [name, value] : read.members()) {
      CHECK(event.value()[name] == value);
      CHECK(event.value()[Key(name)] == value);
    }
    CHECK(event.value()["absent"].is_absent());
    CHECK(event.value()[Key("absent")].is_absent());
  }
}

TEST_CASE("an event outlives its pool and may be released on any thread") {
  Value value;
  {
    EventPool pool;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
      std::vector<Event> events;
      for (int k = 0; k < 200; ++k) {
        events.push_back(make(pool, R"({"type":"user/message","seq":9,"time":1,"data":{"a":"b"},)"
                                    R"("sourceEventSeqs":[1,2],"surfaceOp":"append"})"));
      }
      threads.emplace_back([held = std::move(events)]() mutable {
        for (Event& event : held) {
          CHECK(event.value()["sourceEventSeqs"].size() == 2);
          event = Event();
        }
      });
    }
    value = make(pool, R"({"type":"a/b","seq":1,"time":2,"data":{"x":[1,2]}})").value();
    for (std::thread& thread : threads) thread.join();
  }
  CHECK(to_json(value) == R"({"type":"a/b","seq":1,"time":2,"data":{"x":[1,2]}})");
}

TEST_CASE("only values that are events are taken for events") {
  EventPool pool;
  const Event event = make(pool, R"({"type":"a/b","seq":1,"time":2,"data":null})");
  CHECK(Event::from_value(event.value()) == event);
  CHECK_FALSE(Event::from_value(json(R"({"type":"a/b","seq":1,"time":2,"data":null})")));
  CHECK_FALSE(Event::from_value(Value()));
  const auto again = parse_event(event.value());
  REQUIRE(again);
  CHECK(printed(pool.make(*again)) == printed(event));
}

TEST_CASE("an envelope has exactly its keys, each of its kind") {
  const std::pair<const char*, const char*> wrong[] = {
      {R"([])", "event"},
      {R"({"seq":0,"time":0,"data":0})", "type"},
      {R"({"type":"","seq":0,"time":0,"data":0})", "type"},
      {R"({"type":7,"seq":0,"time":0,"data":0})", "type"},
      {R"({"type":"a","time":0,"data":0})", "seq"},
      {R"({"type":"a","seq":-1,"time":0,"data":0})", "seq"},
      {R"({"type":"a","seq":1.5,"time":0,"data":0})", "seq"},
      {R"({"type":"a","seq":9007199254740992,"time":0,"data":0})", "seq"},
      {R"({"type":"a","seq":0,"data":0})", "time"},
      {R"({"type":"a","seq":0,"time":"0","data":0})", "time"},
      {R"({"type":"a","seq":0,"time":0})", "data"},
      {R"({"type":"a","seq":0,"time":0,"data":0,"ignorable":false})", "ignorable"},
      {R"({"type":"a","seq":0,"time":0,"data":0,"extra":1})", "extra"},
      {R"({"type":"a","seq":0,"time":0,"data":0,"surfaceOp":"append"})", "surfaceOp"},
      {R"({"type":"a","seq":0,"time":0,"data":0,"sourceEventSeqs":[]})", "sourceEventSeqs"},
      {R"({"type":"user/message","seq":0,"time":0,"data":0})", "surfaceOp"},
      {R"({"type":"steering/message","seq":0,"time":0,"data":0})", "surfaceOp"},
      {R"({"type":"user/message","seq":0,"time":0,"data":0,"surfaceOp":"prepend"})", "surfaceOp"},
      {R"({"type":"user/message","seq":0,"time":0,"data":0,"surfaceOp":{"op":"replace","start":0}})",
       "surfaceOp"},
      {R"({"type":"user/message","seq":0,"time":0,"data":0,"surfaceOp":{"op":"replace","start":0,"end":0,"x":1}})",
       "surfaceOp"},
      {R"({"type":"user/message","seq":5,"time":0,"data":0,"surfaceOp":"append","sourceEventSeqs":[1,-2]})",
       "sourceEventSeqs[1]"},
      {R"({"type":"user/message","seq":5,"time":0,"data":0,"surfaceOp":"append","sourceEventSeqs":{}})",
       "sourceEventSeqs"},
      {R"({"type":"text-chunks","seq":0,"time":0,"data":0})", "type"},
  };
  for (const auto& [line, path] : wrong) {
    INFO(line);
    const Value value = json(line);
    const auto fields = parse_event(value);
    REQUIRE_FALSE(fields);
    CHECK(fields.error().code == fault::kInvalidEvent);
    CHECK(fields.error().data["path"].text() == path);
    CHECK_FALSE(fields.error().data["expected"].text().empty());
    CHECK_FALSE(fields.error().data["found"].text().empty());
  }
}

TEST_CASE("retired types are refused, renamed ones go by their name of today") {
  for (const char* type : {"request/header-delta", "mode/set"}) {
    const Value value =
        json(R"({"type":")" + std::string(type) + R"(","seq":0,"time":0,"data":{}})");
    const auto fields = parse_event(value);
    REQUIRE_FALSE(fields);
    CHECK(fields.error().code == fault::kRetiredEvent);
  }
  const Value old = json(R"({"type":"compact/start","seq":0,"time":0,"data":{}})");
  CHECK(parse_event(old)->type == "compaction/start");
}

}  // namespace keel::session
