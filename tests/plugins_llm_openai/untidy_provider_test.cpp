// SPDX-License-Identifier: MIT
//
// What providers do to a stream. PRV numbers name reports from other projects; the README of the
// plugin lists them.
#include <catch2/catch.hpp>
#include <string>

#include "model_server/model_server.hpp"
#include "openai_host.hpp"

using namespace keel;
using namespace keel::testing;

namespace {

/// One frame with a delta of the first choice.
std::string frame(const std::string& delta, const std::string& reason = "null") {
  return R"({"choices":[{"index":0,"delta":)" + delta + R"(,"finish_reason":)" + reason + "}]}";
}

/// The bodies of an event stream.
std::string events(std::initializer_list<std::string> frames) {
  std::string body;
  for (const std::string& data : frames) body += "data: " + data + "\n\n";
  return body;
}

const std::string kDone = "[DONE]";
const std::string kStop = frame("{}", "\"stop\"");

Streamed answer(const std::string& body) {
  ModelServer server(Script::of({Answer::replay(body)}));
  OpenAiHost host(compatible_at(server.base_url()));
  return host.stream(hello());
}

std::string call_text(const Value& call) {
  return std::string(call["id"].text()) + " " + std::string(call["name"].text()) + " " +
         std::string(call["arguments"].text());
}

std::vector<std::string> calls_of(const Streamed& streamed) {
  std::vector<std::string> texts;
  for (const Value& call : streamed.tool_calls()) texts.push_back(call_text(call));
  return texts;
}

using Calls = std::vector<std::string>;

}  // namespace

TEST_CASE("PRV-02 a stream that is cut in mid sentence is told from a finished one") {
  const Streamed cut = answer(events({frame(R"({"content":"The quick"})")}));
  CHECK(cut.kind() == "error");
  CHECK(cut.code() == "STREAM_CLOSED");
  CHECK(cut.text() == "The quick");

  const Streamed whole = answer(events({frame(R"({"content":"The quick"})"), kStop}));
  CHECK(whole.kind() == "stop");
  CHECK(whole.text() == "The quick");
}

TEST_CASE("PRV-03 each cause of a missing end has its code, and the message says how far it came") {
  const Streamed closed = answer(events({frame(R"({"content":"a"})")}));
  CHECK(closed.code() == "STREAM_CLOSED");
  CHECK_THAT(closed.message(), Catch::Contains("m at 127.0.0.1") && Catch::Contains("1 events") &&
                                   Catch::Contains("bytes") &&
                                   Catch::Contains("\"content\":\"a\""));

  Answer reset = Answer::replay(events({frame(R"({"content":"a"})")}));
  reset.cut_after = 40;
  reset.cut_how = CutHow::kReset;
  ModelServer server(Script::of({reset}));
  OpenAiHost host(compatible_at(server.base_url()));
  const Streamed broken = host.stream(hello());
  CHECK(broken.code() == "TRANSPORT");
  CHECK_THAT(broken.message(), Catch::Contains("bytes"));
}

TEST_CASE("a body that ends after a finish reason is complete, however it ends") {
  const std::string body = events({frame(R"({"content":"a"})"), kStop});
  SECTION("without the end marker") { CHECK(answer(body).kind() == "stop"); }
  SECTION("with an open event") { CHECK(answer(body.substr(0, body.size() - 2)).kind() == "stop"); }
  SECTION("with a reset") {
    Answer reset = Answer::replay(body + ": more\n");
    reset.cut_after = body.size();
    reset.cut_how = CutHow::kReset;
    ModelServer server(Script::of({reset}));
    OpenAiHost host(compatible_at(server.base_url()));
    const Streamed streamed = host.stream(hello());
    // The reset may overtake the bytes.
    CHECK((streamed.kind() == "stop" || streamed.code() == "TRANSPORT"));
  }
}

TEST_CASE("an end marker without a blank line is delivered") {
  const Streamed streamed = answer(events({frame(R"({"content":"a"})")}) + "data: [DONE]");
  CHECK(streamed.kind() == "stop");
  CHECK(streamed.text() == "a");
}

TEST_CASE("PRV-05 whether there are tool calls is told by the calls, not by the reason") {
  const Streamed streamed = answer(events(
      {frame(R"({"tool_calls":[{"index":0,"id":"c","function":{"name":"ls","arguments":"{}"}}]})"),
       kStop, kDone}));
  CHECK(streamed.kind() == "tool-calls");
  CHECK(calls_of(streamed) == Calls{"c ls {}"});

  const Streamed none =
      answer(events({frame(R"({"content":"a"})"), frame("{}", "\"tool_calls\""), kDone}));
  CHECK(none.kind() == "stop");
}

TEST_CASE("PRV-07 tool calls without index, with a name behind the first arguments") {
  const Streamed streamed = answer(
      events({frame(R"({"tool_calls":[{"id":"c","function":{"arguments":"{\"a\""}}]})"),
              frame(R"({"tool_calls":[{"id":"c","function":{"name":"ls","arguments":":1"}}]})"),
              frame(R"({"tool_calls":[{"function":{"arguments":"}"}}]})"),
              frame("{}", "\"tool_calls\""), kDone}));
  CHECK(streamed.kind() == "tool-calls");
  CHECK(calls_of(streamed) == Calls{R"(c ls {"a":1})"});
}

TEST_CASE("PRV-08 two parallel calls without index stay apart") {
  const Streamed in_turn = answer(
      events({frame(R"({"tool_calls":[{"id":"a","function":{"name":"x","arguments":"{\"p\":"}}]})"),
              frame(R"({"tool_calls":[{"function":{"arguments":"1}"}}]})"),
              frame(R"({"tool_calls":[{"id":"b","function":{"name":"y","arguments":"{}"}}]})"),
              kStop, kDone}));
  CHECK(calls_of(in_turn) == Calls{R"(a x {"p":1})", "b y {}"});

  const Streamed side_by_side = answer(events(
      {frame(R"({"tool_calls":[{"id":"a","function":{"name":"x","arguments":"1"}},)"
             R"({"id":"b","function":{"name":"y","arguments":"2"}}]})"),
       frame(R"({"tool_calls":[{"function":{"arguments":"3"}},{"function":{"arguments":"4"}}]})"),
       kStop, kDone}));
  CHECK(calls_of(side_by_side) == Calls{"a x 13", "b y 24"});
}

TEST_CASE("another id under one index opens a further call") {
  const Streamed streamed = answer(events(
      {frame(R"({"tool_calls":[{"index":0,"id":"a","function":{"name":"x","arguments":"1"}}]})"),
       frame(R"({"tool_calls":[{"index":0,"id":"b","function":{"name":"y","arguments":"2"}}]})"),
       frame(R"({"tool_calls":[{"index":0,"id":"","function":{"arguments":"3"}}]})"), kStop,
       kDone}));
  CHECK(calls_of(streamed) == Calls{"a x 1", "b y 23"});
}

TEST_CASE("PRV-10 two deltas of one index in one frame are merged in order") {
  const Streamed streamed = answer(events(
      {frame(R"({"tool_calls":[{"index":0,"id":"a","function":{"name":"x","arguments":"1"}},)"
             R"({"index":0,"function":{"arguments":"2"}}]})"),
       kStop, kDone}));
  CHECK(calls_of(streamed) == Calls{"a x 12"});
}

TEST_CASE("a call without an id gets one that its result can name") {
  const Streamed streamed = answer(events(
      {frame(R"({"content":"a","tool_calls":[{"index":0,"function":{"name":"x"}}]})"), kStop}));
  CHECK(calls_of(streamed) == Calls{"call-1 x "});
}

TEST_CASE("arguments that are an object become its text") {
  const Streamed streamed = answer(
      events({frame(R"({"tool_calls":[{"id":"a","function":{"name":"x","arguments":{"b":[1]}}}]})"),
              kStop}));
  CHECK(calls_of(streamed) == Calls{R"(a x {"b":[1]})"});
}

TEST_CASE("PRV-12 a last frame without choices gives its usage and nothing else") {
  const Streamed streamed = answer(
      events({frame(R"({"content":"a"})"), kStop,
              R"({"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":1}})", kDone}));
  CHECK(streamed.kind() == "stop");
  CHECK(to_json(streamed.usage()) == R"({"inputTokens":5,"outputTokens":1})");
}

TEST_CASE("PRV-13 choices that are null are empty, and the vendor's error is found") {
  const Streamed empty =
      answer(events({R"({"choices":null})", frame(R"({"content":"a"})"), kStop, kDone}));
  CHECK(empty.kind() == "stop");
  CHECK(empty.text() == "a");

  const Streamed failed = answer(events(
      {R"({"choices":null,"base_resp":{"status_code":1008,"status_msg":"insufficient balance"}})"}));
  CHECK(failed.kind() == "error");
  CHECK(failed.code() == "QUOTA");
  CHECK_THAT(failed.message(), Catch::Contains("insufficient balance"));
}

TEST_CASE("PRV-16 a data line that is no JSON is counted and skipped") {
  const Streamed streamed = answer(
      events({": OPENROUTER PROCESSING", frame(R"({"content":"a"})"), "{broken", kStop, kDone}));
  CHECK(streamed.kind() == "stop");
  CHECK(streamed.text() == "a");
}

TEST_CASE("PRV-16 the 17th data line in a row that is no JSON is MALFORMED_RESPONSE") {
  std::string bad;
  for (int i = 0; i < 16; ++i) bad += "data: no json\n\n";
  const std::string good = events({frame(R"({"content":"a"})")});
  const Streamed spread = answer(bad + good + bad + good + events({kStop, kDone}));
  CHECK(spread.kind() == "stop");
  CHECK(spread.text() == "aa");

  const std::string longer(500, 'x');
  const Streamed given_up = answer(good + bad + "data: " + longer + "\n\n" + good);
  CHECK(given_up.code() == "MALFORMED_RESPONSE");
  CHECK(given_up.text() == "a");
  CHECK_THAT(given_up.message(),
             Catch::Contains(longer.substr(0, 120)) && !Catch::Contains(longer.substr(0, 121)));
}

TEST_CASE("PRV-16 skipped lines are named in the log") {
  ModelServer server(Script::of({Answer::replay(events({"oops", kStop, kDone}))}));
  OpenAiHost host(compatible_at(server.base_url()));
  host.stream(hello());
  CHECK(host.host().logged("1 data lines that are no JSON were skipped, the first: oops"));
}

TEST_CASE("PRV-17 an error in a good stream is a typed provider error with the upstream text") {
  const Streamed streamed = answer(
      events({frame(R"({"content":"a"})"),
              R"({"error":{"message":"Provider returned error","code":502,)"
              R"("metadata":{"raw":"upstream is down"}},"choices":[{"delta":{"content":"b"}}]})",
              frame(R"({"content":"c"})"), kStop, kDone}));
  CHECK(streamed.code() == "SERVER");
  CHECK(streamed.failure()["status"].integer() == 502);
  CHECK(streamed.text() == "a");
  CHECK_THAT(streamed.message(), Catch::Contains("upstream is down"));
}

TEST_CASE("PRV-18 three shapes of failure within a stream give one error and no completion") {
  const std::string good = events({frame(R"({"content":"a"})")});
  const auto body =
      GENERATE(as<std::string>{},
               "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\","
               "\"message\":\"Overloaded\"}}\n\n",
               "data: {\"error\":{\"type\":\"server_error\",\"message\":\"Overloaded\"}}\n\n",
               "{\"error\":{\"message\":\"Overloaded\"}}\n",
               "event: error\ndata: {\"message\":\"Overloaded\"}\n\n");
  const Streamed streamed = answer(good + body + events({kStop, kDone}));
  CHECK(streamed.kind() == "error");
  CHECK(streamed.code() == "SERVER");
  CHECK_THAT(streamed.message(), Catch::Contains("Overloaded"));
}

TEST_CASE("PRV-19 a stream whose only event holds a client error is a permanent failure") {
  const Streamed overflow = answer(events(
      {R"({"error":{"code":400,"message":"maximum context length is 8192 tokens"}})", kDone}));
  CHECK(overflow.code() == "CONTEXT_WINDOW_EXCEEDED");
  const Streamed invalid =
      answer(events({R"({"error":{"type":"invalid_request_error","message":"no"}})"}));
  CHECK(invalid.code() == "INVALID_REQUEST");
  CHECK(answer(events({kDone})).code() == "EMPTY_RESPONSE");
}

TEST_CASE("PRV-21 an answer without text and calls is EMPTY_RESPONSE, thinking alone is not") {
  const Streamed empty = answer(
      events({frame(R"({"role":"assistant","content":"","reasoning_content":null})"), kStop,
              R"({"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":0}})", kDone}));
  CHECK(empty.code() == "EMPTY_RESPONSE");
  CHECK(empty.usage()["inputTokens"].integer() == 5);
  const Streamed thinking = answer(events({frame(R"({"reasoning_content":"hm"})"), kStop, kDone}));
  CHECK(thinking.kind() == "stop");
  CHECK(thinking.reasoning() == "hm");
}

TEST_CASE("PRV-24 without a usage object the usage is unknown, not zero") {
  const Streamed streamed = answer(events({frame(R"({"content":"a"})"), kStop, kDone}));
  CHECK(streamed.kind() == "stop");
  CHECK(streamed.usage().is_absent());
}

TEST_CASE("PRV-25 long arguments come whole, in whatever pieces") {
  std::string content;
  for (int i = 0; i < 60000; ++i) content += static_cast<char>('a' + i % 26);
  const std::string arguments = R"({"text":")" + content + R"("})";
  Answer parts;
  parts.tool({0, "c", "write", ""});
  for (std::size_t at = 0; at < arguments.size(); at += 997) {
    parts.tool({0, std::nullopt, std::nullopt, arguments.substr(at, 997)});
  }
  parts.piece_bytes = 4099;
  ModelServer server(Script::of({parts}));
  OpenAiHost host(compatible_at(server.base_url()));
  const Streamed streamed = host.stream(hello());
  CHECK((calls_of(streamed) == Calls{"c write " + arguments}));
}

TEST_CASE("PRV-26 raw control characters within a JSON string are taken, streamed or not") {
  const std::string call =
      R"({"tool_calls":[{"index":0,"id":"c","function":{"name":"x","arguments":"{\"a\":\"1)"
      "\t"
      R"(2\"}"}}]})";
  const Calls expected{"c x {\"a\":\"1\t2\"}"};
  CHECK(calls_of(answer(events({frame(call), kStop, kDone}))) == expected);
  const std::string document =
      R"({"choices":[{"index":0,"message":)" + call + R"(,"finish_reason":"tool_calls"}]})";
  CHECK(calls_of(answer(document)) == expected);
}

TEST_CASE("PRV-27 PRV-28 arguments are passed on as the model made them") {
  const Streamed streamed = answer(events(
      {frame(R"({"tool_calls":[{"index":0,"id":"a","function":{"name":"x","arguments":"[1]"}},)"
             R"({"index":1,"id":"b","function":{"name":"y","arguments":"file_path=foo"}}]})"),
       kStop, kDone}));
  CHECK(calls_of(streamed) == Calls{"a x [1]", "b y file_path=foo"});
}

TEST_CASE("PRV-29 a call of an answer that was cut by length is not one to run") {
  const Streamed streamed = answer(events(
      {frame(R"({"reasoning_content":"hm"})"),
       frame(R"({"tool_calls":[{"index":0,"id":"a","function":{"name":"x","arguments":"{\"p"}}]})"),
       frame("{}", "\"length\""), kDone}));
  CHECK(streamed.kind() == "max-tokens");
  CHECK(streamed.tool_calls().empty());
  CHECK(streamed.reasoning() == "hm");
}

TEST_CASE("PRV-35 unknown members of a tool call are kept for the next request") {
  ModelServer server(
      Script::of({Answer::replay(events(
                      {frame(R"({"tool_calls":[{"index":0,"id":"a","type":"function","function":)"
                             R"({"name":"x","arguments":"{}"},)"
                             R"("extra_content":{"google":{"thought_signature":"c2ln"}}}]})"),
                       kStop, kDone})),
                  Answer::say("ok")}));
  OpenAiHost host(compatible_at(server.base_url()));
  const Streamed first = host.stream(hello());
  const AssembledBlocks message = first.message_blocks();
  REQUIRE(message.replay_state.is_object());

  Builder assistant;
  assistant.begin_object().member("id", "m2").member("role", "assistant");
  assistant.member("content", static_cast<const ValueView&>(message.content));
  assistant.name("source").begin_object().member("kind", "model");
  assistant.member("provider", "compatible").member("model", "m");
  assistant.member("replayState", static_cast<const ValueView&>(message.replay_state));
  assistant.end().end();
  const Value sent = assistant.finish_or_absent();
  host.stream(ask("compatible", {user("hello"), sent}));
  CHECK_THAT(server.requests()[1].body,
             Catch::Contains(R"({"id":"a","type":"function","function":{"name":"x",)"
                             R"("arguments":"{}"},"extra_content":{"google":)"
                             R"({"thought_signature":"c2ln"}}})"));
}

TEST_CASE("PRV-50 UTF-8 split across reads is intact") {
  Answer split = Answer::say("caf\u00e9 \u20ac \U0001F600 \u4F60\u597D");
  split.piece_bytes = 1;
  ModelServer server(Script::of({split}));
  OpenAiHost host(compatible_at(server.base_url()));
  CHECK(host.stream(hello()).text() == "caf\u00e9 \u20ac \U0001F600 \u4F60\u597D");
}

TEST_CASE("bytes that are no UTF-8 are replaced") {
  CHECK(answer(events({frame("{\"content\":\"a\xff"
                             "b\"}"),
                       kStop}))
            .text() ==
        "a\ufffd"
        "b");
}

TEST_CASE("PRV-56 cumulative usage records count once, and the last one counts") {
  const std::string once = R"({"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":1}})";
  const std::string last = R"({"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":9}})";
  const Streamed streamed =
      answer(events({frame(R"({"content":"a"})"), once, once, kStop, last, last, kDone}));
  CHECK(streamed.kind() == "stop");
  CHECK(to_json(streamed.usage()) == R"({"inputTokens":5,"outputTokens":9})");
}

TEST_CASE("usage on the finish chunk, trailing, or both: the last wins, before finish") {
  const auto where = GENERATE(UsageAt::kFinish, UsageAt::kTrailing, UsageAt::kBoth);
  Answer say = Answer::say("a");
  say.usage_at = where;
  say.usage = Usage{7, 2, {}, {}, {}};
  if (where == UsageAt::kBoth) say.finish_usage = Usage{7, 1, {}, {}, {}};
  ModelServer server(Script::of({say}));
  OpenAiHost host(compatible_at(server.base_url()));
  const Streamed streamed = host.stream(hello());
  CHECK(to_json(streamed.usage()) == R"({"inputTokens":7,"outputTokens":2})");
  CHECK(streamed.chunks.at(streamed.chunks.size() - 2)["type"].text() == "usage");
}

TEST_CASE("only the first of several choices is the answer") {
  const Streamed streamed = answer(events(
      {R"({"choices":[{"index":1,"delta":{"content":"b"}},{"index":0,"delta":{"content":"a"}}]})",
       kStop, R"({"choices":[{"index":1,"delta":{},"finish_reason":"length"}]})", kDone}));
  CHECK(streamed.kind() == "stop");
  CHECK(streamed.text() == "a");
}

TEST_CASE("an unknown finish reason is an error with its name") {
  const Streamed streamed =
      answer(events({frame(R"({"content":"a"})", "\"content_filter\""), kDone}));
  CHECK(streamed.kind() == "error");
  CHECK(streamed.code() == "CONTENT_FILTER");
}

TEST_CASE("what comes behind the end marker is ignored") {
  const Streamed streamed =
      answer(events({frame(R"({"content":"a"})"), kStop, kDone, frame(R"({"content":"b"})")}));
  CHECK(streamed.text() == "a");
  CHECK(streamed.kind() == "stop");
}

TEST_CASE("a server that does not stream is understood") {
  const Streamed streamed = answer(
      R"({"choices":[{"index":0,"message":{"role":"assistant","content":"hi","reasoning_content":)"
      R"("hm"},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":1}})");
  CHECK(streamed.kind() == "stop");
  CHECK(streamed.text() == "hi");
  CHECK(streamed.reasoning() == "hm");
  CHECK(streamed.usage()["inputTokens"].integer() == 3);
}

TEST_CASE("a body that is no answer at all says what it is") {
  ModelServer server(Script::of({Answer::replay("<html>login</html>", "text/html"),
                                 Answer::replay("", "text/event-stream"),
                                 Answer::replay(R"({"hello":1})", "application/json")}));
  OpenAiHost host(compatible_at(server.base_url()));
  const Streamed page = host.stream(hello());
  CHECK(page.code() == "MALFORMED_RESPONSE");
  CHECK_THAT(page.message(), Catch::Contains("text/html"));
  CHECK(host.stream(hello()).code() == "EMPTY_RESPONSE");
  CHECK(host.stream(hello()).code() == "MALFORMED_RESPONSE");
}

TEST_CASE("reasoning is found under its three names and in content parts") {
  const auto delta =
      GENERATE(as<std::string>{}, R"({"reasoning_content":"hm"})", R"({"reasoning":"hm"})",
               R"({"reasoning_details":[{"type":"reasoning.text","text":"h"},{"text":"m"}]})",
               R"({"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]}]})",
               R"({"reasoning":"hm","reasoning_details":[{"type":"reasoning.text","text":"hm"}]})");
  const Streamed streamed =
      answer(events({frame(delta), frame(R"({"content":"a"})"), kStop, kDone}));
  CHECK(streamed.reasoning() == "hm");
  CHECK(streamed.text() == "a");
}

TEST_CASE("blocks stand in the order in which they began") {
  const Streamed streamed = answer(events(
      {frame(R"({"reasoning_content":""})"), frame(R"({"reasoning_content":"r"})"),
       frame(R"({"tool_calls":[{"index":0,"id":"a","function":{"name":"x","arguments":"{"}}]})"),
       frame(R"({"content":"t"})"),
       frame(R"({"tool_calls":[{"index":1,"id":"b","function":{"name":"y","arguments":"{}"}}]})"),
       frame(R"({"tool_calls":[{"index":0,"function":{"arguments":"}"}}]})"), kStop, kDone}));
  std::string types;
  const AssembledBlocks message = streamed.message_blocks();
  for (const ValueView block : message.content.items())
    types += std::string(block["type"].text()) + " ";
  CHECK(types == "reasoning tool-call text tool-call ");
  CHECK(calls_of(streamed) == Calls{"a x {}", "b y {}"});
}
