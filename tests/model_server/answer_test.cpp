// What the server says: events of the chat dialect, errors, other paths.
#include <boost/json.hpp>
#include <catch2/catch.hpp>
#include <chrono>

#include "model_server/model_server.hpp"
#include "raw_client.hpp"

using namespace keel::testing;
using namespace std::chrono_literals;
namespace json = boost::json;

namespace {

constexpr auto kChat = "/v1/chat/completions";
constexpr auto kUsageAsked = R"("stream_options":{"include_usage":true})";

std::vector<json::value> events(const RawResponse& response) {
  std::vector<json::value> parsed;
  for (const std::string& data : event_data(response.body)) {
    if (data != "[DONE]") parsed.push_back(json::parse(data));
  }
  return parsed;
}

RawResponse ask(ModelServer& server, std::string_view body) {
  RawClient client(server.port());
  client.post(kChat, body);
  return client.read_response();
}

}  // namespace

TEST_CASE("A plain streamed answer arrives as events, finish, usage and the end marker") {
  ModelServer server(Script::of({Answer{}.text("Hel").text("lo \"you\"\n")}));
  const RawResponse response = ask(server, chat_request("hi", kUsageAsked));

  CHECK(response.status == 200);
  CHECK(response.complete);
  CHECK(response.headers.at("content-type") == "text/event-stream; charset=utf-8");
  CHECK(response.headers.at("transfer-encoding") == "chunked");
  CHECK(streamed_text(response.body) == "Hello \"you\"\n");
  CHECK(response.body.ends_with("data: [DONE]\n\n"));

  const auto all = events(response);
  REQUIRE(all.size() == 5);
  CHECK(all[0].at_pointer("/choices/0/delta/role") == "assistant");
  CHECK(all[3].at_pointer("/choices/0/finish_reason") == "stop");
  CHECK(all[4].at("choices").as_array().empty());
  CHECK(all[4].at_pointer("/usage/completion_tokens") == 2);
  CHECK(server.answers_left() == 0);
}

TEST_CASE("The request is recorded as it was sent") {
  ModelServer server(Script::of({Answer::say("x")}));
  RawClient client(server.port());
  const std::string body = chat_request("hi");
  client.post(std::string(kChat) + "?a=b", body, "Authorization: Bearer k\r\n");
  client.read_response();
  REQUIRE(server.wait_for_ended(1, 10s));
  const auto requests = server.requests();
  REQUIRE(requests.size() == 1);
  CHECK(requests[0].id == 1);
  CHECK(requests[0].method == "POST");
  CHECK(requests[0].path() == kChat);
  CHECK(requests[0].target == std::string(kChat) + "?a=b");
  CHECK(requests[0].header("authorization") == "Bearer k");
  CHECK_FALSE(requests[0].header("x-none"));
  CHECK(requests[0].body == body);
  CHECK(requests[0].ended);
  CHECK_FALSE(requests[0].client_closed);
  CHECK_FALSE(requests[0].cut);
  CHECK(requests[0].bytes_out > 0);
  CHECK(requests[0].first_byte_at >= requests[0].head_at);
}

TEST_CASE("wait_for_requests gives up at its timeout") {
  ModelServer server(Script{});
  CHECK_FALSE(server.wait_for_requests(1, 1ms));
  CHECK_FALSE(server.wait_for_ended(1, 1ms));
  CHECK_FALSE(server.wait_for_held("", 1ms));
}

TEST_CASE("Tool call fragments are placed as the script says") {
  Answer answer;
  ToolPart open;
  open.index = 1;
  open.id = "c1";
  open.name = "bash";
  ToolPart rest;
  rest.arguments = R"({"command":"ls"})";
  answer.tool(open).tool(rest);
  ModelServer server(Script::of({answer}));
  const auto all = events(ask(server, chat_request("hi")));
  REQUIRE(all.size() == 4);
  CHECK(all[1].at_pointer("/choices/0/delta/tool_calls/0") ==
        json::parse(R"({"index":1,"id":"c1","type":"function","function":{"name":"bash"}})"));
  CHECK(all[2].at_pointer("/choices/0/delta/tool_calls/0") ==
        json::parse(R"({"function":{"arguments":"{\"command\":\"ls\"}"}})"));
  CHECK(all[3].at_pointer("/choices/0/finish_reason") == "tool_calls");
}

TEST_CASE("One event may carry reasoning, text and tool calls") {
  Delta delta;
  delta.text = "t";
  delta.reasoning = "r";
  delta.tools.resize(2);
  delta.tools[0].index = 0;
  delta.tools[1].index = 1;
  Answer answer;
  answer.steps.emplace_back(delta);
  answer.reasoning_field = "reasoning";
  ModelServer server(Script::of({answer}));
  const auto all = events(ask(server, chat_request("hi")));
  REQUIRE(all.size() == 3);
  CHECK(all[1].at_pointer("/choices/0/delta") ==
        json::parse(R"({"content":"t","reasoning":"r","tool_calls":[{"index":0},{"index":1}]})"));
}

TEST_CASE("Reasoning answers open with an empty reasoning delta") {
  ModelServer server(Script::of({Answer{}.reasoning("hm").text("ok")}));
  const auto all = events(ask(server, chat_request("hi")));
  REQUIRE(all.size() == 4);
  CHECK(all[0].at_pointer("/choices/0/delta") ==
        json::parse(R"({"role":"assistant","content":null,"reasoning_content":""})"));
  CHECK(all[1].at_pointer("/choices/0/delta") ==
        json::parse(R"({"content":null,"reasoning_content":"hm"})"));
  CHECK(all[2].at_pointer("/choices/0/delta") ==
        json::parse(R"({"content":"ok","reasoning_content":null})"));
}

TEST_CASE("Usage stands where the script puts it") {
  Answer answer = Answer::say("x");
  answer.usage = Usage{100, 5, 60, {}, {}};
  Usage early;
  early.raw = R"({"prompt_tokens":1})";
  answer.finish_usage = early;

  const auto placed = [&](UsageAt at) {
    answer.usage_at = at;
    ModelServer server(Script::of({answer}));
    auto all = events(ask(server, chat_request("hi", kUsageAsked)));
    all.erase(all.begin(), all.begin() + 2);
    return all;
  };
  const json::value full =
      json::parse(R"({"prompt_tokens":100,"completion_tokens":5,"total_tokens":105,)"
                  R"("prompt_tokens_details":{"cached_tokens":60}})");

  const auto none = placed(UsageAt::kNone);
  REQUIRE(none.size() == 1);
  CHECK_FALSE(none[0].as_object().contains("usage"));

  const auto finish = placed(UsageAt::kFinish);
  REQUIRE(finish.size() == 1);
  CHECK(finish[0].at("usage") == full);

  const auto trailing = placed(UsageAt::kTrailing);
  REQUIRE(trailing.size() == 2);
  CHECK_FALSE(trailing[0].as_object().contains("usage"));
  CHECK(trailing[1].at("usage") == full);

  const auto both = placed(UsageAt::kBoth);
  REQUIRE(both.size() == 2);
  CHECK(both[0].at("usage") == json::parse(*early.raw));
  CHECK(both[1].at("usage") == full);
}

TEST_CASE("Finish reason and end marker can be left out or chosen") {
  Answer answer = Answer::say("x");
  answer.finish = "length";
  Answer bare = Answer::say("x");
  bare.finish.reset();
  bare.done = false;
  ModelServer server(Script::of({answer, bare}));
  CHECK(events(ask(server, chat_request("a"))).back().at_pointer("/choices/0/finish_reason") ==
        "length");
  const RawResponse response = ask(server, chat_request("b"));
  CHECK(response.complete);
  CHECK(events(response).size() == 2);
  CHECK(response.body.find("[DONE]") == std::string::npos);
}

TEST_CASE("Comments and hand-made events stand between the others") {
  ModelServer server(
      Script::of({Answer{}.comment("ping").event("not json", "odd").bytes("x\r\n")}));
  const RawResponse response = ask(server, chat_request("hi"));
  CHECK(response.body.find("\n\n: ping\n\nevent: odd\ndata: not json\n\nx\r\n") !=
        std::string::npos);
}

TEST_CASE("Without stream the same answer is one document") {
  Answer answer;
  answer.text("a").text("b").tool_call(0, "c", "bash", "{}");
  ModelServer server(Script::of({answer}));
  const RawResponse response = ask(server, R"({"model":"m","messages":[]})");
  CHECK(response.headers.at("content-type") == "application/json");
  const json::value document = json::parse(response.body);
  CHECK(document.at_pointer("/choices/0/message/content") == "ab");
  CHECK(document.at_pointer("/choices/0/message/tool_calls/0/function/name") == "bash");
  CHECK(document.at_pointer("/choices/0/finish_reason") == "tool_calls");
  CHECK(document.at_pointer("/usage/completion_tokens") == 22);
}

TEST_CASE("Error answers carry status, headers and the error document") {
  Answer answer = Answer::failure(429, {"slow down", "rate_limit", "r1"});
  answer.retry_after("7").header("x-request-id", "abc");
  ModelServer server(Script::of({answer}));
  const RawResponse response = ask(server, chat_request("hi"));
  CHECK(response.status == 429);
  CHECK(response.headers.at("retry-after") == "7");
  CHECK(response.headers.at("x-request-id") == "abc");
  CHECK(response.headers.at("content-type") == "application/json");
  CHECK(json::parse(response.body) ==
        json::parse(R"({"error":{"message":"slow down","type":"rate_limit","code":"r1"}})"));
}

TEST_CASE("A request that the script does not expect is refused by name") {
  ModelServer server(Script{});
  const RawResponse response = ask(server, chat_request("hi"));
  CHECK(response.status == 400);
  CHECK(response.body.find("no answer for request 1 (POST /v1/chat/completions)") !=
        std::string::npos);
}

TEST_CASE("A body that is not JSON is refused and takes no answer") {
  ModelServer server(Script::of({Answer::say("x")}));
  CHECK(ask(server, "{").status == 400);
  CHECK(ask(server, "[]").status == 400);
  CHECK(server.answers_left() == 1);
}

TEST_CASE("Models are listed and unknown paths are not found") {
  Script script;
  script.models = {"one", "two"};
  ModelServer server(script);
  RawClient client(server.port());
  client.get("/v1/models");
  const json::value list = json::parse(client.read_response().body);
  CHECK(list.at_pointer("/data/1/id") == "two");
  client.get("/v1/nothing");
  CHECK(client.read_response().status == 404);
}

TEST_CASE("An answer can be meant for a path or for words in the request") {
  Answer models = Answer::failure(503, {"down", "", ""});
  models.path = "/models";
  Answer second = Answer::say("second");
  second.contains = "blue";
  ModelServer server(Script::of({models, second, Answer::say("first")}));
  CHECK(streamed_text(ask(server, chat_request("red")).body) == "first");
  CHECK(streamed_text(ask(server, chat_request("blue")).body) == "second");
  RawClient client(server.port());
  client.get("/v1/models");
  CHECK(client.read_response().status == 503);
}

TEST_CASE("A function may choose, answers may be added, the last may repeat") {
  Script script = Script::of({Answer::say("queued")});
  script.fallback = Fallback::kRepeat;
  script.choose = [](const RecordedRequest& request) -> std::optional<Answer> {
    if (request.body.find("special") == std::string::npos) return std::nullopt;
    return Answer::say("chosen");
  };
  ModelServer server(script);
  CHECK(streamed_text(ask(server, chat_request("special")).body) == "chosen");
  CHECK(streamed_text(ask(server, chat_request("a")).body) == "queued");
  server.add(Answer::say("added"));
  CHECK(streamed_text(ask(server, chat_request("b")).body) == "added");
  CHECK(streamed_text(ask(server, chat_request("c")).body) == "added");
}
