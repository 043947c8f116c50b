// SPDX-License-Identifier: MIT
#include <algorithm>

#include <catch2/catch.hpp>

#include "log_fixture.hpp"
#include "session/log/fault.hpp"
#include "session/log/fork.hpp"
#include "session/log/packed_rows.hpp"

namespace keel::session {

namespace {

using test::json;
using test::LogFixture;

Value negative_zero() { return Value::take({KEEL_KIND_DOUBLE, std::uint64_t{1} << 63U}); }
Value not_a_number() { return Value::take({KEEL_KIND_DOUBLE, 0x7FF8000000000000U}); }

std::string code_of(const Expected<Event>& event) { return event ? "" : event.error().code; }

AppendRequest of(std::string_view type, const Value& data) {
  AppendRequest request;
  request.type = type;
  request.data = data;
  return request;
}

AppendRequest out_of_band(std::string_view type, const Value& data) {
  AppendRequest request = of(type, data);
  request.out_of_band = true;
  return request;
}

}  // namespace

TEST_CASE(
    "replaying any prefix of a log into a new session yields identical surface, derived messages, "
    "header and context folds") {
  LogFixture fixture;
  fixture.run_turn(1);
  fixture.open(2, 1);
  fixture.must(
      "request/header",
      json(R"({"header":{"config":{"provider":"p","model":"m"},"tools":[]},"reason":"initial"})"));
  fixture.must("request/context", json(R"({"provider":"p","model":"m","contextWindow":5})"));
  const std::int64_t a = fixture.user("a").seq();
  const std::int64_t b = fixture.user("b").seq();
  AppendRequest replace =
      of("user/message", test::message("s", "user", array({}), object({{"kind", "user"}})));
  replace.surface = SurfaceOp::replace(a, b);
  const std::int64_t sources[] = {a, b};
  replace.sources = sources;
  REQUIRE(fixture.append(replace));
  fixture.must("steering/message", json(R"({"turn":2,"content":[],"source":{"kind":"user"}})"),
               SurfaceOp::append());
  fixture.close(2, 1);

  const std::vector<std::string> all = test::lines(fixture.log());
  for (std::size_t n = 0; n <= all.size(); ++n) {
    const std::vector<std::string> prefix(all.begin(),
                                          all.begin() + static_cast<std::ptrdiff_t>(n));
    EventPool pool;
    const auto replayed = test::load(pool, prefix);
    CHECK(test::lines(*replayed) == prefix);
    const auto again = test::load(pool, test::lines(*replayed));
    CHECK(test::folds(*again) == test::folds(*replayed));
    if (n == all.size()) CHECK(test::folds(*replayed) == test::folds(fixture.log()));
  }
}

TEST_CASE("folds that were read while the log grew are those of the replayed prefix") {
  LogFixture fixture;
  std::vector<std::string> folds{test::folds(fixture.log())};
  std::vector<std::int64_t> seqs{0};
  const auto note = [&] {
    folds.push_back(test::folds(fixture.log()));
    seqs.push_back(fixture.log().seq());
  };
  fixture.open(1, 1);
  note();
  fixture.user("a");
  note();
  fixture.chunk("x");
  note();
  fixture.assistant("b");
  note();
  fixture.call("c");
  fixture.result("c", "out");
  note();
  fixture.close(1, 1);
  note();
  const std::vector<std::string> all = test::lines(fixture.log());
  for (std::size_t i = 0; i < folds.size(); ++i) {
    EventPool pool;
    CHECK(test::folds(*test::load(pool, {all.begin(), all.begin() + seqs[i]})) == folds[i]);
  }
}

TEST_CASE(
    "an append with -0, NaN or a missing surfaceOp fails and the log is unchanged; a later append "
    "gets the same seq") {
  LogFixture fixture;
  fixture.open(1, 1);
  const std::int64_t seq = fixture.log().seq();
  const std::string before = test::folds(fixture.log());
  const std::pair<Value, const char*> lossy[] = {
      {negative_zero(), "data"},
      {object({{"a", array({1, negative_zero()})}}), "data.a[1]"},
      {object({{"a", object({{"b", Value::bytes_of("x")}})}}), "data.a.b"},
      {not_a_number(), "data"},
      {Value(), "data"},
  };
  for (const auto& [data, path] : lossy) {
    INFO(path);
    const auto refused = fixture.append("x/event", data);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == fault::kInvalidEvent);
    CHECK(refused.error().status == KEEL_REFUSED);
    CHECK(refused.error().data["path"].text() == path);
  }
  CHECK(code_of(fixture.append("user/message", json("{}"))) == fault::kInvalidEvent);
  CHECK(code_of(fixture.append("turn/start", json("{}"), SurfaceOp::append())) ==
        fault::kInvalidEvent);
  CHECK(code_of(fixture.append("", json("{}"))) == fault::kInvalidEvent);
  CHECK(code_of(fixture.append("text-chunks", json("{}"))) == fault::kInvalidEvent);
  CHECK(code_of(fixture.append("session/end-seed", json("{}"))) == fault::kInvalidEvent);
  CHECK(code_of(fixture.append("request/header-delta", json("{}"))) == fault::kRetiredEvent);
  CHECK(code_of(fixture.append("mode/set", json("{}"))) == fault::kRetiredEvent);
  CHECK(code_of(fixture.append(
            "request/header",
            json(R"({"header":{"config":{"provider":"p","model":"m"}},"reason":"fallback"})"))) ==
        fault::kRetiredEvent);
  CHECK(fixture.log().seq() == seq);
  CHECK(test::folds(fixture.log()) == before);
  CHECK(fixture.must("x/event", json("[]")).seq() == seq);
}

TEST_CASE("data that nests too deeply to be embedded is refused without the call stack") {
  LogFixture fixture;
  fixture.open(1, 1);
  Value deep = array({});
  for (int i = 0; i < 9950; ++i) deep = array({deep});
  CHECK(fixture.append("x/event", deep));
  for (int i = 0; i < 49; ++i) deep = array({deep});
  CHECK(code_of(fixture.append("x/event", deep)) == fault::kInvalidEvent);
}

TEST_CASE("an append during a publication is refused as busy and leaves the log unchanged") {
  LogFixture fixture;
  fixture.open(1, 1);
  const std::int64_t seq = fixture.log().seq();
  {
    const Log::Publication publication(fixture.log());
    const auto refused = fixture.append("x/event", json("{}"));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().status == KEEL_BUSY);
  }
  CHECK(fixture.must("x/event", json("{}")).seq() == seq);
}

TEST_CASE("between turns a session takes only what may stand there") {
  LogFixture fixture;
  const Value some = json("{}");
  CHECK(code_of(fixture.append("x/event", some)) == fault::kOutsideTurn);
  CHECK(code_of(fixture.append("goal/change", some)) == fault::kOutsideTurn);
  CHECK(code_of(fixture.append(out_of_band("goal/change", some))).empty());
  CHECK(code_of(fixture.append(out_of_band("command/run", some))).empty());
  CHECK(code_of(fixture.append(out_of_band("llm/retry", some))) == fault::kNotStandalone);
  CHECK(code_of(fixture.append(out_of_band("team/unheard-of", some))) == fault::kNotStandalone);
  CHECK(fixture.append("agent/inbox/spliced",
                       json(R"({"target":"next-turn","start":0,"inserted":[]})")));
  CHECK(code_of(fixture.append("todo/write", json(R"({"todos":[]})"))) == fault::kOutsideTurn);

  fixture.open(1, 1);
  const std::int64_t node = fixture.user("x").seq();
  CHECK(fixture.append("llm/retry", some));
  CHECK(fixture.append(out_of_band("plan/mode", some)));
  CHECK(code_of(fixture.append(out_of_band("llm/retry", some))) == fault::kNotStandalone);
  fixture.close(1, 1);

  AppendRequest replace =
      of("user/message", test::message("s", "user", array({}), object({{"kind", "user"}})));
  const std::int64_t sources[] = {node};
  replace.surface = SurfaceOp::replace(node, node);
  replace.sources = sources;
  CHECK(code_of(fixture.append(replace)) == fault::kOutsideTurn);
  replace.maintenance = true;
  CHECK(fixture.append(replace));
  replace.surface = SurfaceOp::append();
  CHECK(code_of(fixture.append(replace)) == fault::kOutsideTurn);
  replace.out_of_band = true;
  CHECK(code_of(fixture.append(replace)) == fault::kNotStandalone);
}

TEST_CASE("a type that a contract declares standalone may stand between turns") {
  EventPool pool;
  Log::Options options;
  options.pool = &pool;
  options.standalone = [](std::string_view type) { return type == "theirs/note"; };
  Log log(test::header(), options);
  CHECK(log.append(out_of_band("theirs/note", json("{}"))));
  CHECK(code_of(log.append(out_of_band("theirs/other", json("{}")))) == fault::kNotStandalone);
}

TEST_CASE("append takes ignorable and exports it") {
  LogFixture fixture;
  fixture.open(1, 1);
  AppendRequest request = of("theirs/event", json("1"));
  request.ignorable = true;
  const auto event = fixture.append(request);
  REQUIRE(event);
  CHECK(event->value()["ignorable"].is_true());
  CHECK(test::lines(fixture.log()).back().ends_with(R"("data":1,"ignorable":true})"));
}

TEST_CASE("chunks are kept packed and read as the events they are") {
  LogFixture fixture;
  fixture.open(1, 1);
  std::vector<std::string> expected = test::lines(fixture.log());
  const std::size_t before = fixture.log().memory();
  std::size_t text = 0;
  for (int i = 0; i < 5000; ++i) {
    const std::string piece = "w" + std::to_string(i) + " ";
    text += piece.size();
    fixture.chunk(piece).print(expected.emplace_back());
  }
  fixture.user("x").print(expected.emplace_back());
  CHECK(test::lines(fixture.log()) == expected);
  // The packed row of a chunk has quotes, commas and a gap around its text: five bytes.
  CHECK(fixture.log().memory() - before < text + 5 * 5000);
  for (const std::int64_t seq : {2, 3, 1025, 1026, 4999, 5001, 5002}) {
    std::string line;
    fixture.log().event(seq).print(line);
    CHECK(line == expected[static_cast<std::size_t>(seq)]);
  }
  CHECK_FALSE(fixture.log().event(5003));
  CHECK_FALSE(fixture.log().event(-1));

  const auto rows = fixture.log().storage_rows(0, fixture.log().seq(), true);
  REQUIRE(rows);
  CHECK(rows->size() == 8);
  std::vector<std::string> decoded;
  for (const Value& row : *rows) {
    const auto events = decode_storage_record(row);
    REQUIRE(events);
    for (const Value& event : *events) decoded.push_back(to_json(event));
  }
  CHECK(decoded == expected);
}

TEST_CASE("an odd chunk is kept as it came and breaks the run") {
  LogFixture fixture;
  fixture.open(1, 1);
  fixture.chunk("a");
  fixture.must(
      "assistant/chunk",
      json(R"({"turn":1,"step":1,"chunk":{"type":"text-delta","index":0,"text":"b","extra":1}})"));
  fixture.must("assistant/chunk",
               json(R"({"step":1,"turn":1,"chunk":{"type":"text-delta","index":0,"text":"b"}})"));
  fixture.chunk("c");
  CHECK(code_of(fixture.append(
            "assistant/chunk",
            json(R"({"turn":1,"step":1,"chunk":{"type":"text-delta","index":0}})"))) ==
        fault::kInvalidEvent);
  const auto all = test::lines(fixture.log());
  REQUIRE(all.size() == 6);
  CHECK(all[3].find(R"("extra":1)") != std::string::npos);
  CHECK(all[4].find(R"("data":{"step":1,"turn":1)") != std::string::npos);
}

TEST_CASE("the tail is what happened since the last turn/start") {
  LogFixture fixture;
  fixture.run_turn(1);
  CHECK(fixture.log().tail_start() == 0);
  fixture.open(2, 1);
  fixture.chunk("a");
  CHECK(fixture.log().tail().size() == 3);
  const Value tail = fixture.log().tail_value();
  fixture.chunk("b");
  REQUIRE(tail.size() == 3);
  CHECK(tail.at(0)["type"].text() == "turn/start");
  CHECK(tail.at(2)["data"]["chunk"]["text"].text() == "a");
  CHECK(fixture.log().tail().size() == 4);
}

TEST_CASE("read gives any part, as far as the log goes") {
  LogFixture fixture;
  fixture.run_turn(1);
  const std::int64_t length = fixture.log().seq();
  CHECK(fixture.log().read(0, length)->size() == static_cast<std::size_t>(length));
  CHECK(fixture.log().read(length, 5)->empty());
  CHECK(fixture.log().read(length + 5, 5)->empty());
  CHECK(fixture.log().read(length - 1, 50)->size() == 1);
  CHECK(fixture.log().read(4, 3)->at(0).seq() == 4);
  CHECK(fixture.log().read(4, 3)->size() == 3);
}

TEST_CASE("what is stored may be evicted: surface, open turn, header and context stay readable") {
  LogFixture fixture;
  fixture.run_turn(1);
  fixture.open(2, 1);
  fixture.must("request/header",
               json(R"({"header":{"config":{"provider":"p","model":"m"}},"reason":"initial"})"));
  fixture.user("second");
  fixture.chunk("x");
  const std::string before = test::folds(fixture.log());
  const std::size_t length = static_cast<std::size_t>(fixture.log().seq());
  const std::int64_t turn = fixture.log().tail_start();
  fixture.log().evict(fixture.log().seq());
  CHECK(test::folds(fixture.log()) == before);
  CHECK(fixture.log().tail().size() == length - static_cast<std::size_t>(turn));
  const auto gone = fixture.log().read(0, 3);
  REQUIRE_FALSE(gone);
  CHECK(gone.error().code == fault::kNotResident);
  CHECK_FALSE(fixture.log().event(0));
  CHECK(fixture.log().event(2).type() == "user/message");
  CHECK_FALSE(fixture.log().storage_rows(0, 3, true));
  CHECK(fixture.log().storage_rows(turn, fixture.log().seq(), true));
  // Appends and replacements go on.
  fixture.close(2, 1);
  fixture.log().evict(fixture.log().seq());
  CHECK(test::folds(fixture.log()) == before);
  fixture.open(3, 1);
  AppendRequest replace =
      of("user/message", test::message("s", "user", array({}), object({{"kind", "user"}})));
  const std::int64_t sources[] = {2};
  replace.surface = SurfaceOp::replace(2, 2);
  replace.sources = sources;
  CHECK(fixture.append(replace));
}

TEST_CASE(
    "seeding with nothing writes session/end-seed at seq 0; re-seeding that log adds nothing; a "
    "fresh session has none") {
  EventPool pool;
  Log::Options options;
  options.pool = &pool;
  CHECK(Log(test::header(), options).seq() == 0);

  LogSeed empty(test::header(), options, {});
  const auto seeded = empty.finish(77);
  CHECK(test::lines(*seeded) ==
        std::vector<std::string>{R"({"type":"session/end-seed","seq":0,"time":77,"data":{}})"});
  CHECK(seeded->first_live_seq() == 1);

  LogSeed again(test::header(), options, {});
  for (const std::string& line : test::lines(*seeded)) REQUIRE_FALSE(again.add_row(json(line)));
  CHECK(again.finish(99)->seq() == 1);
}

TEST_CASE("a seed is validated event by event") {
  const std::string turn = R"({"type":"turn/start","seq":0,"time":1,"data":{"turn":1}})";
  const std::pair<std::string, std::string_view> second[] = {
      {R"({"type":"a","seq":0,"time":1,"data":{}})", fault::kInvalidEvent},
      {R"({"type":"a","seq":2,"time":1,"data":{}})", fault::kInvalidEvent},
      {R"({"type":"a","seq":1,"time":1,"data":{},"x":1})", fault::kInvalidEvent},
      {R"({"type":"user/message","seq":1,"time":1,"data":{},"surfaceOp":"append"})",
       fault::kInvalidEvent},
      {R"({"type":"request/header","seq":1,"time":1,"data":{"header":{"config":{"provider":"p","model":""}},"reason":"initial"}})",
       fault::kInvalidEvent},
      {R"({"type":"user/message","seq":1,"time":1,"data":{"id":"m","role":"user","content":[],"source":{"kind":"user"}},"surfaceOp":{"op":"replace","start":0,"end":0},"sourceEventSeqs":[0]})",
       fault::kInvalidSurface},
      {R"({"type":"mode/set","seq":1,"time":1,"data":{}})", fault::kRetiredEvent},
      {R"({"type":"text-chunks","seq0":1,"time0":1,"data":{}})", fault::kCorrupt},
  };
  for (const auto& [line, code] : second) {
    INFO(line);
    EventPool pool;
    Log::Options options;
    options.pool = &pool;
    LogSeed::Options seed_options;
    seed_options.artifact = "file.jsonl";
    LogSeed seed(test::header(), options, seed_options);
    REQUIRE_FALSE(seed.add_row(json(turn)));
    const auto fault = seed.add_row(json(line));
    REQUIRE(fault);
    CHECK(fault->code == code);
    CHECK(fault->message.find("file.jsonl, seq 1") != std::string::npos);
  }
  EventPool pool;
  Log::Options options;
  options.pool = &pool;
  LogSeed::Options values;
  values.origin = LogSeed::Origin::kValues;
  LogSeed seed(test::header(), options, values);
  CHECK(seed.add_row(object({{"type", "a"}, {"seq", 0}, {"time", 1}, {"data", negative_zero()}})));
}

TEST_CASE("an unknown type loads only with ignorable: true") {
  const Vocabulary vocabulary([](std::string_view type) { return type == "theirs/known"; });
  EventPool pool;
  Log::Options options;
  options.pool = &pool;
  LogSeed::Options seed_options;
  seed_options.vocabulary = &vocabulary;
  LogSeed seed(test::header(), options, seed_options);
  CHECK_FALSE(seed.add_row(json(R"({"type":"theirs/known","seq":0,"time":1,"data":{}})")));
  CHECK_FALSE(seed.add_row(json(R"({"type":"x","seq":1,"time":1,"data":{},"ignorable":true})")));
  CHECK_FALSE(seed.add_row(json(R"({"type":"team/message/queued","seq":2,"time":1,"data":{}})")));
  const auto fault = seed.add_row(json(R"({"type":"x","seq":3,"time":1,"data":{}})"));
  REQUIRE(fault);
  CHECK(fault->code == fault::kUnsupported);
}

TEST_CASE(
    "a log that holds steering/message, rejected and an unknown ignorable type loads, derives, and "
    "re-exports byte-equal") {
  const std::vector<std::string> stored{
      R"({"type":"turn/start","seq":0,"time":1,"data":{"turn":1}})",
      R"({"type":"steering/message","seq":1,"time":1,"data":{"turn":1,"content":[{"type":"text","text":"é"}],"source":{"kind":"user"},"envelope":{"x":1}},"surfaceOp":"append"})",
      R"({"type":"future/event","seq":2,"time":1,"data":{"x":1.5},"ignorable":true})",
      R"({"type":"turn/end","seq":3,"time":1,"data":{"turn":1,"reason":{"kind":"rejected","reason":"no"}}})",
      R"({"type":"turn/start","seq":4,"time":1,"data":{"turn":2}})",
      R"({"type":"turn/end","seq":5,"time":1,"data":{"turn":2,"reason":{"kind":"aborted"}}})",
      R"({"type":"turn/start","seq":6,"time":0,"data":{"turn":3}})",
      R"({"type":"turn/end","seq":7,"time":-3,"data":{"turn":3,"reason":{"kind":"disposed"}}})",
  };
  EventPool pool;
  const auto log = test::load(pool, stored);
  CHECK(test::lines(*log) == stored);
  REQUIRE(log->messages().size() == 1);
  CHECK(log->messages().at(0)["id"].text() == "legacy-message:s1:1");
}

TEST_CASE(
    "fork at a turn/end, and at a later log-only event, succeeds; inside an open turn fails "
    "OPEN_TURN before anything is created") {
  LogFixture fixture;
  fixture.run_turn(1);
  const std::int64_t end = fixture.log().seq() - 1;
  REQUIRE(fixture.append(out_of_band("plan/mode", json(R"({"active":true})"))));
  fixture.open(2, 1);
  const Log& log = fixture.log();

  CHECK(fork_length(log, Value(end)) == end + 1);
  CHECK(fork_length(log, Value(end + 1)) == end + 2);
  CHECK(fork_length(log, Value(end + 2)).error().code == fork_fault::kOpenTurn);
  CHECK(fork_length(log, Value(3)).error().code == fork_fault::kOpenTurn);
  CHECK(fork_length(log, ValueView()).error().code == fork_fault::kOpenTurn);
  for (const Value& bad : {Value(-1), Value(1.5), Value("1"), Value(log.seq()), Value(nullptr)}) {
    CHECK(fork_length(log, bad).error().code == fork_fault::kInvalidBoundary);
  }
  LogFixture empty;
  CHECK(fork_length(empty.log(), ValueView()) == 0);
  CHECK(fork_length(empty.log(), Value(0)).error().code == fork_fault::kInvalidBoundary);
}

TEST_CASE("a fork carries the prefix, the parent, the cwd, the preset in force and the depth") {
  EventPool pool;
  Log::Options options;
  options.pool = &pool;
  SessionHeader header = test::header();
  header.delegation_depth = 2;
  header.agent_preset = "first";
  header.subagent = true;
  Log source(header, options);
  REQUIRE(source.append(of("turn/start", json(R"({"turn":1})"))));
  for (int i = 0; i < 10; ++i) {
    REQUIRE(source.append(
        of("assistant/chunk",
           json(R"({"turn":1,"step":1,"chunk":{"type":"text-delta","index":0,"text":"x"}})"))));
  }
  REQUIRE(source.append(of("turn/end", json(R"({"turn":1,"reason":{"kind":"completed"}})"))));
  REQUIRE(source.append(out_of_band("agent-preset/selected", json(R"({"agentPreset":"second"})"))));

  const SessionHeader early = fork_header(source, 12, "child", 5);
  CHECK(early.agent_preset == "first");
  const SessionHeader child = fork_header(source, 13, "child", 5);
  CHECK(to_json(header_value(child)) ==
        R"({"version":0,"id":"child","createdAt":5,"cwd":"/work","parentSession":"s1",)"
        R"("seedLength":13,"delegationDepth":2,"agentPreset":"second"})");

  LogSeed seed(child, options, {});
  REQUIRE_FALSE(seed.add_prefix(source, 13));
  const auto fork = seed.finish(9);
  CHECK(fork->seq() == 14);
  auto shared = test::lines(*fork);
  shared.pop_back();
  CHECK(shared == test::lines(source));
  // Both go on by themselves.
  REQUIRE(source.append(of("turn/start", json(R"({"turn":2})"))));
  REQUIRE(fork->append(of("turn/start", json(R"({"turn":7})"))));
  CHECK(source.seq() == 14);
  CHECK(fork->event(14).data()["turn"].integer() == 7);
}

TEST_CASE(
    "a fork inside a run of chunks cuts it, and appends to the source do not show in the fork") {
  LogFixture fixture;
  fixture.open(1, 1);
  for (int i = 0; i < 10; ++i) fixture.chunk("x" + std::to_string(i));
  EventPool pool;
  Log::Options options;
  options.pool = &pool;
  LogSeed seed(test::header(), options, {});
  REQUIRE_FALSE(seed.add_prefix(fixture.log(), 7));
  fixture.chunk("later");
  const auto fork = seed.finish_unmarked();
  const auto all = test::lines(fixture.log());
  CHECK(test::lines(*fork) == std::vector<std::string>(all.begin(), all.begin() + 7));
  CHECK(all.size() == 13);
  LogSeed whole(test::header(), options, {});
  REQUIRE_FALSE(whole.add_prefix(fixture.log(), 13));
  fixture.chunk("much later");
  CHECK(test::lines(*whole.finish_unmarked()) == all);
}

TEST_CASE("a stored log may be loaded without its history, in memory that does not grow with it") {
  LogFixture fixture;
  for (int turn = 1; turn <= 1000; ++turn) fixture.run_turn(turn);
  EventPool pool;
  Log::Options options;
  options.pool = &pool;
  LogSeed::Options seed_options;
  seed_options.evict_history = true;
  LogSeed seed(test::header(), options, seed_options);
  std::size_t most = 0;
  for (const std::string& line : test::lines(fixture.log())) {
    REQUIRE_FALSE(seed.add_row(json(line)));
    most = std::max(most, seed.log().memory());
  }
  CHECK(most < fixture.log().memory());
  const auto log = seed.finish_unmarked();
  CHECK(test::folds(*log) == test::folds(fixture.log()));
  CHECK(log->seq() == fixture.log().seq());
  CHECK_FALSE(log->read(0, 2));
  CHECK(log->tail().size() == fixture.log().tail().size());
  CHECK(log->memory() < fixture.log().memory() / 2);
}

TEST_CASE("a seed is followed in checked mode and never judged; what is appended then is") {
  EventPool pool;
  Log::Options options;
  options.pool = &pool;
  options.checked = true;
  LogSeed seed(test::header(), options, {});
  // A turn that an old build left open, and one that jumps.
  CHECK_FALSE(seed.add_row(json(R"({"type":"turn/start","seq":0,"time":1,"data":{"turn":1}})")));
  CHECK_FALSE(seed.add_row(json(R"({"type":"turn/start","seq":1,"time":1,"data":{"turn":7}})")));
  CHECK_FALSE(seed.add_row(json(
      R"({"type":"turn/end","seq":2,"time":1,"data":{"turn":7,"reason":{"kind":"completed"}}})")));
  const auto log = seed.finish(5);
  CHECK(code_of(log->append(of("turn/start", json(R"({"turn":9})")))) == fault::kInvalidOrder);
  CHECK(log->append(of("turn/start", json(R"({"turn":8})"))));
}

TEST_CASE("version 1 is refused with the upgrade direction, whatever else the header holds") {
  const auto newer =
      parse_header(json(R"({"version":1,"id":"s","createdAt":1,"novelty":{}})"), "/x/y");
  REQUIRE_FALSE(newer);
  CHECK(newer.error().code == fault::kUnsupported);
  CHECK(newer.error().message.find("newer") != std::string::npos);
  CHECK(newer.error().message.find("/x/y") != std::string::npos);
  const auto older = parse_header(json(R"({"version":-1,"id":"s","createdAt":1})"));
  CHECK(older.error().message.find("older") != std::string::npos);
  for (const char* bad : {R"({"id":"s","createdAt":1})", R"({"version":0,"createdAt":1})",
                          R"({"version":0,"id":"","createdAt":1})", R"({"version":0,"id":"s"})",
                          R"({"version":0,"id":"s","createdAt":-1})",
                          R"({"version":0,"id":"s","createdAt":1,"sandboxMode":"x"})",
                          R"({"version":0,"id":"s","createdAt":1,"origin":"elsewhere"})",
                          R"({"version":0,"id":"s","createdAt":1,"seedLength":-1})", "[]"}) {
    INFO(bad);
    const auto header = parse_header(json(bad));
    REQUIRE_FALSE(header);
    CHECK(header.error().code == fault::kInvalidHeader);
  }
  SessionHeader relative = test::header();
  relative.cwd = "work";
  CHECK(find_header_fault(relative));
  CHECK_FALSE(find_header_fault(test::header()));
}

}  // namespace keel::session
