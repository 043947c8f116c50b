// SPDX-License-Identifier: MIT
#include <random>

#include <catch2/catch.hpp>

#include "log_fixture.hpp"
#include "session/log/fault.hpp"
#include "session/log/packed_rows.hpp"

namespace keel::session {

namespace {

using test::json;

Value chunk_event(std::int64_t seq, std::int64_t time, const std::string& chunk, int turn = 1,
                  int step = 1) {
  return json(R"({"type":"assistant/chunk","seq":)" + std::to_string(seq) + R"(,"time":)" +
              std::to_string(time) + R"(,"data":{"turn":)" + std::to_string(turn) + R"(,"step":)" +
              std::to_string(step) + R"(,"chunk":)" + chunk + "}}");
}

std::string text_chunk(const std::string& text, int index = 0) {
  return R"({"type":"text-delta","index":)" + std::to_string(index) + R"(,"text":")" + text + "\"}";
}

/// Packs, decodes, and gives the rows; the events must be as before, key order included.
std::vector<Value> check_round_trip(const std::vector<Value>& events) {
  const std::vector<Value> rows = pack_chunk_runs(events);
  std::vector<std::string> decoded;
  for (const Value& row : rows) {
    // Through text, as a store does it.
    const auto back = decode_storage_record(json(to_json(row)));
    REQUIRE(back);
    for (const Value& event : *back) decoded.push_back(to_json(event));
  }
  std::vector<std::string> before;
  for (const Value& event : events) before.push_back(to_json(event));
  CHECK(decoded == before);
  return rows;
}

}  // namespace

TEST_CASE("pack then decode reproduces every batch exactly") {
  SECTION("a run with negative gaps") {
    const auto rows =
        check_round_trip({chunk_event(5, 100, text_chunk("a")), chunk_event(6, 90, text_chunk("")),
                          chunk_event(7, 95, text_chunk("\\u00e9\\n"))});
    REQUIRE(rows.size() == 1);
    CHECK(to_json(rows[0]) ==
          R"({"type":"text-chunks","seq0":5,"time0":100,"data":{"turn":1,"step":1,"index":0,)"
          R"("dt":[-10,5],"texts":["a","","é\n"]}})");
  }
  SECTION("runs of two are not packed") {
    CHECK(check_round_trip({chunk_event(0, 1, text_chunk("a")), chunk_event(1, 1, text_chunk("b"))})
              .size() == 2);
  }
  SECTION("tool calls with, without and with changing name") {
    const std::string named =
        R"({"type":"tool-call-delta","index":2,"id":"c","name":"n","argumentsDelta":"x"})";
    const std::string bare =
        R"({"type":"tool-call-delta","index":2,"id":"c","argumentsDelta":"x"})";
    std::vector<Value> events;
    for (int i = 0; i < 9; ++i) events.push_back(chunk_event(i, 0, i < 3 || i > 5 ? named : bare));
    const auto rows = check_round_trip(events);
    REQUIRE(rows.size() == 3);
    CHECK(to_json(rows[0]) ==
          R"({"type":"tool-call-chunks","seq0":0,"time0":0,"data":{"turn":1,"step":1,"index":2,)"
          R"("dt":[0,0],"id":"c","name":"n","args":["x","x","x"]}})");
    CHECK_FALSE(rows[1]["data"].has("name"));
  }
  SECTION("whatever is not exactly a delta is stored as it is") {
    const Value plain = chunk_event(1, 1, text_chunk("b"));
    const std::vector<Value> odd{
        chunk_event(1, 1, R"({"type":"text-delta","index":0,"text":"b","extra":1})"),
        chunk_event(1, 1, R"({"index":0,"type":"text-delta","text":"b"})"),
        chunk_event(1, 1, R"({"type":"text-delta","index":-1,"text":"b"})"),
        chunk_event(1, 1, R"({"type":"text-delta","index":0.5,"text":"b"})"),
        chunk_event(1, 1, R"({"type":"text-delta","index":0,"text":null})"),
        chunk_event(1, 1, text_chunk("b", 1)),
        chunk_event(1, 1, text_chunk("b"), 2),
        chunk_event(1, 1, text_chunk("b"), 1, 2),
        chunk_event(1, 1, R"({"type":"reasoning-delta","index":0,"text":"b"})"),
        chunk_event(7, 1, text_chunk("b")),
        chunk_event(1, 9007199254740991, text_chunk("b")),
        json(R"({"type":"assistant/chunk","seq":1,"time":1,"data":{"turn":1,"step":1,"chunk":)" +
             text_chunk("b") + R"(},"ignorable":true})"),
        json(
            R"({"type":"assistant/chunk","seq":1,"time":1,"data":{"turn":1,"step":1,"x":1,"chunk":)" +
            text_chunk("b") + "}}"),
        json(R"({"type":"other","seq":1,"time":1,"data":{}})"),
        json("17"),
    };
    for (const Value& event : odd) {
      INFO(to_json(event));
      CHECK(check_round_trip(
                {chunk_event(0, -1, text_chunk("a")), event, chunk_event(2, 1, text_chunk("c"))})
                .size() == 3);
    }
    CHECK(check_round_trip(
              {chunk_event(0, 1, text_chunk("a")), plain, chunk_event(2, 1, text_chunk("c"))})
              .size() == 1);
  }
  SECTION("batches made at random") {
    std::mt19937 random(20);  // NOLINT: the same batches each time
    for (int round = 0; round < 200; ++round) {
      std::vector<Value> events;
      std::int64_t time = 1000;
      for (int seq = 0; seq < 40; ++seq) {
        time += static_cast<std::int64_t>(random() % 7) - 3;
        const unsigned kind = random() % 16;
        if (kind == 0) {
          events.push_back(
              json(R"({"type":"x","seq":)" + std::to_string(seq) + R"(,"time":0,"data":1})"));
        } else if (kind < 3) {
          events.push_back(
              chunk_event(seq, time, R"({"type":"reasoning-delta","index":0,"text":"r"})"));
        } else {
          events.push_back(chunk_event(seq, time, text_chunk(std::string(random() % 5, 'x'))));
        }
      }
      check_round_trip(events);
    }
  }
}

TEST_CASE("a decoder rejects a malformed tagged record instead of dropping it") {
  const char* wrong[] = {
      R"({"type":"text-chunks"})",
      R"({"type":"text-chunks","seq":0,"time":0,"data":{}})",
      R"({"type":"text-chunks","seq0":-1,"time0":0,"data":{"turn":1,"step":1,"index":0,"dt":[],"texts":["a"]}})",
      R"({"type":"text-chunks","seq0":0,"time0":0.5,"data":{"turn":1,"step":1,"index":0,"dt":[],"texts":["a"]}})",
      R"({"type":"text-chunks","seq0":0,"time0":0,"data":{"turn":1,"step":1,"index":0,"dt":[],"texts":["a"]},"x":1})",
      R"({"type":"text-chunks","seq0":0,"time0":0,"data":{"turn":1,"step":1,"index":0,"dt":[],"texts":["a"],"x":1}})",
      R"({"type":"text-chunks","seq0":0,"time0":0,"data":{"turn":1,"step":1,"index":0,"dt":[],"texts":[]}})",
      R"({"type":"text-chunks","seq0":0,"time0":0,"data":{"turn":1,"step":1,"index":0,"dt":[1],"texts":["a"]}})",
      R"({"type":"text-chunks","seq0":0,"time0":0,"data":{"turn":1,"step":1,"index":0,"dt":[],"texts":["a","b"]}})",
      R"({"type":"text-chunks","seq0":0,"time0":0,"data":{"turn":1,"step":1,"index":0,"dt":["1"],"texts":["a","b"]}})",
      R"({"type":"text-chunks","seq0":0,"time0":0,"data":{"turn":1,"step":1,"index":0,"dt":[1],"texts":["a",2]}})",
      R"({"type":"text-chunks","seq0":0,"time0":1,"data":{"turn":1,"step":1,"index":0,"dt":[9007199254740991],"texts":["a","b"]}})",
      R"({"type":"text-chunks","seq0":9007199254740991,"time0":1,"data":{"turn":1,"step":1,"index":0,"dt":[1],"texts":["a","b"]}})",
      R"({"type":"text-chunks","seq0":0,"time0":0,"data":{"turn":-1,"step":1,"index":0,"dt":[],"texts":["a"]}})",
      R"({"type":"text-chunks","seq0":0,"time0":0,"data":{"turn":1,"step":1,"index":0,"dt":[],"id":"c","texts":["a"]}})",
      R"({"type":"tool-call-chunks","seq0":0,"time0":0,"data":{"turn":1,"step":1,"index":0,"dt":[],"args":["a"]}})",
      R"({"type":"tool-call-chunks","seq0":0,"time0":0,"data":{"turn":1,"step":1,"index":0,"dt":[],"id":"c","name":1,"args":["a"]}})",
      R"({"type":"reasoning-chunks","seq0":0,"time0":0,"data":[]})",
  };
  for (const char* record : wrong) {
    INFO(record);
    const auto decoded = decode_storage_record(json(record));
    REQUIRE_FALSE(decoded);
    CHECK(decoded.error().code == fault::kCorrupt);
  }
}

TEST_CASE("every other JSON value decodes to itself") {
  for (const char* record :
       {"1", "null", "[]", R"("text-chunks")", R"({"type":"x"})", R"({"type":5})"}) {
    const auto decoded = decode_storage_record(json(record));
    REQUIRE(decoded);
    REQUIRE(decoded->size() == 1);
    CHECK(to_json((*decoded)[0]) == record);
  }
}

TEST_CASE("members of a long run are found at any place") {
  ChunkDelta like;
  like.turn = 1;
  like.step = 2;
  ChunkRun run(like, 1000);
  for (int i = 0; i < 1000; ++i)
    run.push(5000 + (i * 37) % 11,
             std::string(static_cast<std::size_t>(i % 300), 'x') + std::to_string(i));
  for (int i = 0; i < 1000; i += 7) {
    const ChunkRun::Member member = run.at(static_cast<std::size_t>(i));
    CHECK(member.seq == 1000 + i);
    CHECK(member.time == 5000 + (i * 37) % 11);
    CHECK(member.text.ends_with(std::to_string(i)));
  }
  const ChunkRun part = run.slice(500, 20);
  CHECK(part.first_seq() == 1500);
  CHECK(part.size() == 20);
  CHECK(part.at(3).time == run.at(503).time);
}

}  // namespace keel::session
