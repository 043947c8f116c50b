// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include "log_fixture.hpp"
#include "session/log/fault.hpp"
#include "session/log/header_fold.hpp"
#include "session/log/surface.hpp"

namespace keel::session {

namespace {

using test::json;
using test::LogFixture;

AppendRequest summary(std::span<const std::int64_t> sources, std::int64_t start, std::int64_t end) {
  AppendRequest request;
  request.type = "user/message";
  request.data = test::message("summary", "user", array({test::text_block("summary")}),
                               object({{"kind", "plugin"}, {"plugin", "x"}}));
  request.surface = SurfaceOp::replace(start, end);
  request.sources = sources;
  return request;
}

/// The result with one thing changed by a text replacement.
AppendRequest changed_result(const Event& before, const std::string& from, const std::string& to,
                             std::span<const std::int64_t> sources) {
  std::string data = to_json(before.data());
  const std::size_t at = data.find(from);
  REQUIRE(at != std::string::npos);
  data.replace(at, from.size(), to);
  AppendRequest request;
  request.type = "tool/result";
  request.data = json(data);
  request.surface = SurfaceOp::replace(before.seq(), before.seq());
  request.sources = sources;
  return request;
}

}  // namespace

TEST_CASE(
    "replace across a range shadows it in derivation, keeps it in the log, raises the generation "
    "by 1") {
  LogFixture fixture;
  fixture.open(1, 1);
  const std::int64_t a = fixture.user("a").seq();
  const std::int64_t b = fixture.user("b").seq();
  const std::int64_t c = fixture.user("c").seq();
  const std::int64_t d = fixture.user("d").seq();
  const std::int64_t sources[] = {c, b};

  const std::int64_t one[] = {b};
  const auto missing = fixture.append(summary(one, b, c));
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code == fault::kInvalidSurface);
  CHECK(missing.error().message.find(std::to_string(c) + " is missing") != std::string::npos);

  const auto replaced = fixture.append(summary(sources, b, c));
  REQUIRE(replaced);
  const Log& log = fixture.log();
  CHECK(log.surface().nodes() == std::vector<std::int64_t>{a, replaced->seq(), d});
  CHECK(log.surface().replace_generation() == 1);
  CHECK(to_json(log.surface_value()) == "{\"nodes\":[" + std::to_string(a) + "," +
                                            std::to_string(replaced->seq()) + "," +
                                            std::to_string(d) + "],\"replaceGeneration\":1}");
  REQUIRE(log.messages().size() == 3);
  CHECK(log.messages().at(1)["id"].text() == "summary");
  CHECK(log.event(b).data()["content"].at(0)["text"].text() == "b");
}

TEST_CASE("a replace needs both ends on the surface, in order") {
  LogFixture fixture;
  fixture.open(1, 1);
  const std::int64_t a = fixture.user("a").seq();
  const std::int64_t b = fixture.user("b").seq();
  const std::int64_t sources[] = {a, b};
  CHECK_FALSE(fixture.append(summary(sources, b, a)));
  CHECK_FALSE(fixture.append(summary(sources, 0, b)));
  CHECK_FALSE(fixture.append(summary(sources, a, b + 5)));
  const auto both = fixture.append(summary(sources, a, b));
  REQUIRE(both);
  // What is shadowed is no node any more.
  CHECK_FALSE(fixture.append(summary(sources, a, b)));
  CHECK(fixture.log().surface().replace_generation() == 1);
}

TEST_CASE("sources are distinct, below their event, and empty on assistant messages only") {
  LogFixture fixture;
  fixture.open(1, 1);
  AppendRequest request;
  request.type = "user/message";
  request.data = test::message("m", "user", array({}), object({{"kind", "user"}}));
  request.surface = SurfaceOp::append();
  const std::int64_t next = fixture.log().seq();
  for (const std::vector<std::int64_t>& bad :
       {std::vector<std::int64_t>{}, {0, 1, 0}, {next}, {next + 7}, {-1}}) {
    request.sources = bad;
    const auto refused = fixture.append(request);
    REQUIRE_FALSE(refused);
    CHECK(fixture.log().seq() == next);
  }
  const std::vector<std::int64_t> good{1, 0};
  request.sources = good;
  CHECK(fixture.append(request));

  AppendRequest answer;
  answer.type = "assistant/message";
  answer.data = json(R"({"turn":1,"step":1,"message":{"id":"a","role":"assistant","content":[],)"
                     R"("source":{"kind":"model","provider":"p","model":"m"}}})");
  answer.surface = SurfaceOp::append();
  answer.sources = std::span<const std::int64_t>();
  const auto stored = fixture.append(answer);
  REQUIRE(stored);
  CHECK(to_json(stored->value()["sourceEventSeqs"]) == "[]");
}

TEST_CASE("a tool/result replacement that also changes isError or meta fails") {
  LogFixture fixture;
  fixture.open(1, 1);
  fixture.call("c");
  const Event result = fixture.result("c", "long output");
  const Event other = fixture.user("x");
  const std::int64_t sources[] = {result.seq()};
  const std::pair<std::string, std::string> changes[] = {
      {R"("isError":false)", R"("isError":true)"},
      {R"({"turn":1)", R"({"meta":{"a":1},"turn":1)"},
      {R"("step":1)", R"("step":2)"},
      {R"("id":"m1")", R"("id":"m2")"},
      {R"("role":"user")", R"("meta":1,"role":"user")"},
      {R"({"kind":"tool")", R"({"extra":1,"kind":"tool")"},
  };
  for (const auto& [from, to] : changes) {
    INFO(to);
    const auto refused = fixture.append(changed_result(result, from, to, sources));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == fault::kInvalidSurface);
  }
  // Another kind of node, and more than one.
  AppendRequest wide = changed_result(result, "long output", "cut", sources);
  wide.surface = SurfaceOp::replace(result.seq(), other.seq());
  const std::int64_t both[] = {result.seq(), other.seq()};
  wide.sources = both;
  CHECK_FALSE(fixture.append(wide));
  AppendRequest wrong = changed_result(result, "long output", "cut", sources);
  const std::int64_t other_source[] = {other.seq()};
  wrong.surface = SurfaceOp::replace(other.seq(), other.seq());
  wrong.sources = other_source;
  CHECK_FALSE(fixture.append(wrong));

  const auto pruned = fixture.append(changed_result(result, "long output", "cut", sources));
  REQUIRE(pruned);
  CHECK(fixture.log().messages().at(0)["content"].at(0)["content"].at(0)["text"].text() == "cut");
}

TEST_CASE("a window folds as the log does; a replacement that reaches before it fails") {
  LogFixture fixture;
  fixture.open(1, 1);
  const std::int64_t a = fixture.user("a").seq();
  const std::int64_t b = fixture.user("b").seq();
  const std::int64_t c = fixture.user("c").seq();
  const std::int64_t sources[] = {b, c};
  const auto replaced = fixture.append(summary(sources, b, c));
  REQUIRE(replaced);
  const std::vector<Event> all = fixture.log().read(0, 100).value();

  const auto folded = fold_surface(all);
  REQUIRE(folded);
  CHECK(folded->surface.nodes() == fixture.log().surface().nodes());
  REQUIRE(folded->replacements.size() == 1);
  CHECK(folded->replacements[0].shadowed_seqs == std::vector<std::int64_t>{b, c});
  CHECK(folded->replacements[0].seq == replaced->seq());

  const auto window = fold_surface(std::span(all).subspan(static_cast<std::size_t>(b)));
  REQUIRE(window);
  CHECK(window->surface.nodes() == std::vector<std::int64_t>{replaced->seq()});
  const auto cut = fold_surface(std::span(all).subspan(static_cast<std::size_t>(c)));
  REQUIRE_FALSE(cut);
  CHECK(cut.error().code == fault::kInvalidSurface);
  CHECK(a == 2);
}

TEST_CASE("derivation takes messages as they are and leaves empty assistant messages out") {
  LogFixture fixture;
  fixture.open(1, 1);
  const Event user = fixture.user("hello");
  fixture.assistant("");
  fixture.assistant("answer");
  const Value before = fixture.log().messages();
  REQUIRE(before.size() == 2);
  CHECK(before.at(0) == user.data());
  CHECK(before.at(1)["content"].at(0)["text"].text() == "answer");
  fixture.user("more");
  CHECK(before.size() == 2);
  CHECK(fixture.log().messages().size() == 3);
  CHECK(fixture.log().event_message(user.value()) == user.data());
  CHECK(fixture.log().event_message(fixture.log().event(0).value()).is_absent());
  CHECK(fixture.log().event_message(json("{}")).is_absent());
}

TEST_CASE("steering/message projects to a user message, with a derived id where it has none") {
  LogFixture fixture;
  fixture.open(1, 1);
  const Event old = fixture.must(
      "steering/message",
      json(
          R"({"turn":1,"content":[{"type":"text","text":"go"}],"source":{"kind":"user"},"meta":{"a":1}})"),
      SurfaceOp::append());
  fixture.must("steering/message",
               json(R"({"turn":1,"content":[],"source":{"kind":"user"},"id":"given"})"),
               SurfaceOp::append());
  const Value messages = fixture.log().messages();
  REQUIRE(messages.size() == 2);
  CHECK(to_json(messages.at(0)) == R"({"id":"legacy-message:s1:)" + std::to_string(old.seq()) +
                                       R"(","role":"user","content":[{"type":"text","text":"go"}],)"
                                       R"("source":{"kind":"user"}})");
  CHECK(messages.at(1)["id"].text() == "given");
}

TEST_CASE(
    "two headers that differ only in tool key order or tool order are unequal; empty tools equals "
    "absent") {
  const auto equals = [](const char* a, const char* b) { return header_equals(json(a), json(b)); };
  const char* plain = R"({"config":{"provider":"p","model":"m"}})";
  const char* tools =
      R"({"config":{"provider":"p","model":"m"},"tools":[{"name":"a","description":"","parameters":{"x":1,"y":2}},{"name":"b","description":"","parameters":{}}]})";
  CHECK(equals(plain, plain));
  CHECK(equals(tools, tools));
  CHECK_FALSE(equals(plain, tools));
  CHECK_FALSE(equals(
      tools,
      R"({"config":{"provider":"p","model":"m"},"tools":[{"name":"a","description":"","parameters":{"y":2,"x":1}},{"name":"b","description":"","parameters":{}}]})"));
  CHECK_FALSE(equals(
      tools,
      R"({"config":{"provider":"p","model":"m"},"tools":[{"name":"b","description":"","parameters":{}},{"name":"a","description":"","parameters":{"x":1,"y":2}}]})"));
  CHECK(equals(
      plain,
      R"({"config":{"model":"m","provider":"p"},"tools":[],"system":"","messagePrefix":[],"adapterDefaults":{}})"));
  CHECK_FALSE(equals(plain, R"({"config":{"provider":"p","model":"m","stop":[]}})"));
  CHECK_FALSE(equals(R"({"config":{"provider":"p","model":"m","stop":["a"]}})",
                     R"({"config":{"provider":"p","model":"m","stop":["b"]}})"));
  CHECK_FALSE(equals(plain, R"({"config":{"provider":"p","model":"m"},"system":"s"})"));
  CHECK_FALSE(
      equals(plain, R"({"config":{"provider":"p","model":"m"},"messagePrefix":[{"id":"x"}]})"));
  CHECK_FALSE(equals(
      R"({"config":{"provider":"p","model":"m","maxTokens":1},"adapterDefaults":{"maxTokens":true}})",
      R"({"config":{"provider":"p","model":"m","maxTokens":1}})"));
}

TEST_CASE("the latest request header wins, in canonical form; the context is a fold of its own") {
  LogFixture fixture;
  CHECK(fixture.log().request_header().is_absent());
  fixture.open(1, 1);
  fixture.must(
      "request/header",
      json(R"({"header":{"config":{"provider":"p","model":"m"},"tools":[]},"reason":"initial"})"));
  fixture.must("request/context", json(R"({"provider":"p","model":"m"})"));
  CHECK(to_json(fixture.log().request_header()) == R"({"config":{"provider":"p","model":"m"}})");
  fixture.must(
      "request/header",
      json(
          R"({"header":{"config":{"provider":"p","model":"n"},"messagePrefix":[{"id":"x"}]},"reason":"change"})"));
  CHECK(fixture.log().request_header()["config"]["model"].text() == "n");
  CHECK(fixture.log().request_header()["messagePrefix"].size() == 1);
  CHECK(fixture.log().messages().empty());
  const std::vector<Event> all = fixture.log().read(0, 100).value();
  CHECK(fold_request_header(all) == fixture.log().request_header());
  CHECK(fold_request_context(all) == fixture.log().request_context());
  CHECK(fold_request_header({}).is_absent());
}

}  // namespace keel::session
