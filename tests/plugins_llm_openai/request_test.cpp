// SPDX-License-Identifier: MIT
//
// What a request looks like on the wire.
#include <catch2/catch.hpp>
#include <string>

#include "model_server/model_server.hpp"
#include "openai_host.hpp"

using namespace keel;
using namespace keel::testing;
using contracts::llm::LlmAdapter;

namespace {

/// Sends the request to a server that answers "ok"; what it saw.
RecordedRequest sent(const Value& options, std::string_view config = "") {
  ModelServer server(Script::of({Answer::say("ok")}));
  OpenAiHost::Variables variables = deepseek_at(server.base_url());
  variables["KEEL_BASE_URL"] = server.base_url() + "/";
  OpenAiHost host(variables, config);
  const Streamed streamed = host.stream(options);
  CHECK(streamed.message() == "");
  REQUIRE(server.requests().size() == 1);
  return server.requests()[0];
}

Value body_of(const Value& options, std::string_view config = "") {
  return json(sent(options, config).body);
}

Value reasoning_block(std::string_view text) {
  return object({{"type", "reasoning"}, {"text", text}});
}

Value call_block(std::string_view id, std::string_view name, std::string_view arguments) {
  return object({{"type", "tool-call"}, {"id", id}, {"name", name}, {"arguments", arguments}});
}

Value result_block(std::string_view id, std::initializer_list<Value> content) {
  return object({{"type", "tool-result"}, {"toolCallId", id}, {"content", array(content)}});
}

Value model_source(std::string_view provider, Value replay_state = {}) {
  return object(
      {{"kind", "model"}, {"provider", provider}, {"model", "m"}, {"replayState", replay_state}});
}

}  // namespace

TEST_CASE("the smallest request has no empty members") {
  const RecordedRequest request = sent(hello());
  CHECK(request.method == "POST");
  CHECK(request.target == "/v1/chat/completions");
  CHECK(request.body == R"({"model":"m","messages":[{"role":"user","content":"hello"}],)"
                        R"("stream":true,"stream_options":{"include_usage":true}})");
  CHECK(request.header("content-type") == "application/json");
  CHECK(request.header("accept") == "text/event-stream");
  CHECK(request.header("user-agent") == "keel/test");
  CHECK_FALSE(request.header("authorization"));
  CHECK_FALSE(request.header("x-deepseek-harness-session-id"));
}

TEST_CASE("every option has its member") {
  const Value tool = object({{"name", "ls"},
                             {"description", "lists"},
                             {"parameters", json(R"({"type":"object","properties":{}})")}});
  const Value body = body_of(ask("compatible", {user("hello")},
                                 {{"system", "be brief"},
                                  {"tools", array({tool})},
                                  {"temperature", 0.5},
                                  {"maxTokens", 100},
                                  {"stop", array({"END"})},
                                  {"sessionId", "s"}}));
  CHECK(to_json(body["messages"]) == R"([{"role":"system","content":"be brief"},)"
                                     R"({"role":"user","content":"hello"}])");
  CHECK(to_json(body["tools"]) ==
        R"([{"type":"function","function":{"name":"ls","description":"lists",)"
        R"("parameters":{"type":"object","properties":{}}}}])");
  CHECK(body["temperature"].number() == 0.5);
  CHECK(body["max_tokens"].integer() == 100);
  CHECK(to_json(body["stop"]) == R"(["END"])");
  CHECK_FALSE(body.has("tool_choice"));
  CHECK_FALSE(body_of(ask("compatible", {user("a")}, {{"tools", array({})}})).has("tools"));
}

TEST_CASE("messages become those of the wire, tool results behind the text") {
  const Value body =
      body_of(ask("compatible",
                  {message_of("system", {text_block("one"), text_block("two")}), user("go"),
                   message_of("assistant",
                              {text_block("I "), reasoning_block("hm"), text_block("look"),
                               call_block("c1", "ls", R"({"p": 1})"), call_block("c2", "pwd", "")},
                              model_source("compatible")),
                   message_of("user", {result_block("c1", {text_block("a"), text_block("b")}),
                                       result_block("c2", {}), text_block("and now?")})}));
  CHECK(to_json(body["messages"]) ==
        R"([{"role":"system","content":"one\ntwo"},{"role":"user","content":"go"},)"
        R"({"role":"assistant","content":"I look","tool_calls":[)"
        R"({"id":"c1","type":"function","function":{"name":"ls","arguments":"{\"p\": 1}"}},)"
        R"({"id":"c2","type":"function","function":{"name":"pwd","arguments":"{}"}}]},)"
        R"({"role":"user","content":"and now?"},)"
        R"({"role":"tool","tool_call_id":"c1","content":"a\nb"},)"
        R"({"role":"tool","tool_call_id":"c2","content":"(no output)"
}])");
}

TEST_CASE("a user message without anything is sent, one with results alone has no text") {
  const Value body = body_of(
      ask("compatible", {message_of("user", {}), message_of("user", {result_block("c", {})})}));
  CHECK(to_json(body["messages"]) == R"([{"role":"user","content":""},)"
                                     R"({"role":"tool","tool_call_id":"c","content":"(no output)"
}])");
}

TEST_CASE("Assistant turn with only reasoning is sent with content \"\"") {
  const Value body = body_of(
      ask("deepseek-official",
          {user("a"), message_of("assistant", {reasoning_block("hm")}, model_source("x"))}));
  CHECK(to_json(body["messages"].at(1)) ==
        R"({"role":"assistant","content":"","reasoning_content":"hm"})");
}

TEST_CASE("PRV-32 PRV-33 the reasoning of every turn goes back to DeepSeek") {
  const Value body = body_of(
      ask("deepseek-official",
          {user("a"),
           message_of("assistant", {reasoning_block("r1"), call_block("c", "ls", "{}")},
                      model_source("deepseek-official")),
           message_of("user", {result_block("c", {text_block("x")})}),
           message_of("assistant", {reasoning_block("r2"), text_block("b")},
                      model_source("deepseek-official")),
           user("c"), message_of("assistant", {text_block("no thought")}, model_source("other"))}));
  const ValueView messages = body["messages"];
  CHECK(messages.at(1)["reasoning_content"].text() == "r1");
  CHECK(messages.at(3)["reasoning_content"].text() == "r2");
  CHECK_FALSE(messages.at(5).has("reasoning_content"));
}

TEST_CASE("a compatible server gets reasoning back only under the name that it used") {
  const Value known =
      json(R"({"response":{"kind":"keel-chat","version":1,"reasoningField":"reasoning"}})");
  const auto assistant = [&](Value state) {
    const Value source = model_source("compatible", std::move(state));
    const Value request = ask(
        "compatible", {message_of("assistant", {reasoning_block("hm"), text_block("a")}, source)});
    const Value body = body_of(request);
    return to_json(body["messages"].at(0));
  };
  CHECK(assistant({}) == R"({"role":"assistant","content":"a"})");
  CHECK(assistant(known) == R"({"role":"assistant","content":"a","reasoning":"hm"})");
  CHECK(assistant(json(R"({"response":{"kind":"other"}})")) ==
        R"({"role":"assistant","content":"a"})");
  CHECK(assistant(
            json(R"({"response":{"kind":"keel-chat","version":1,"reasoningField":"content"}})")) ==
        R"({"role":"assistant","content":"a"})");
  CHECK(assistant(json(R"({"response":{"kind":"keel-chat","version":1,"reasoningDetails":)"
                       R"([{"type":"reasoning.encrypted","data":"x"}]},"blocks":[{},{}]})")) ==
        R"({"role":"assistant","content":"a","reasoning_details":)"
        R"([{"type":"reasoning.encrypted","data":"x"}]})");
}

TEST_CASE("a replay state that does not fit degrades one message and is told") {
  ModelServer server(Script::of({Answer::say("ok")}));
  OpenAiHost host(compatible_at(server.base_url()));
  const Value state = json(
      R"({"response":{"kind":"keel-chat","version":1,"reasoningField":"reasoning"},"blocks":[{}]})");
  const Value message = message_of("assistant", {reasoning_block("hm"), text_block("a")},
                                   model_source("compatible", state));
  CHECK(host.stream(ask("compatible", {message})).kind() == "stop");
  CHECK(to_json(json(server.requests()[0].body)["messages"].at(0)) ==
        R"({"role":"assistant","content":"a"})");
  CHECK(host.host().logged("its blocks are not those of the message"));
}

TEST_CASE("thinking follows effort, purpose and setting") {
  const auto thinking = [](std::initializer_list<Member> more, std::string_view config = "") {
    const Value body = body_of(ask("deepseek-official", {user("a")}, more), config);
    std::string text = to_json(body["thinking"]);
    if (body.has("reasoning_effort")) text += " " + std::string(body["reasoning_effort"].text());
    return text;
  };
  const std::string enabled = R"({"type":"enabled"})";
  const std::string disabled = R"({"type":"disabled"})";
  CHECK(thinking({}) == enabled + " high");
  CHECK(thinking({{"reasoningEffort", "max"}}) == enabled + " max");
  CHECK(thinking({{"reasoningEffort", "off"}}) == disabled);
  CHECK(thinking({{"reasoningEffort", "max"}, {"purpose", "session-title"}}) == disabled);
  const std::string_view off = "routes = [{ id = 'deepseek-official', thinking = 'disabled' }]";
  CHECK(thinking({}, off) == disabled);
  const std::string_view plain =
      "routes = [{ id = 'deepseek-official', thinking = 'enabled', reasoningEffort = '' }]";
  CHECK(thinking({}, plain) == enabled);
}

TEST_CASE("Effort the model does not take fails before any socket opens") {
  ModelServer server(Script{});
  OpenAiHost::Variables variables = deepseek_at(server.base_url());
  variables["KEEL_BASE_URL"] = server.base_url();
  OpenAiHost host(variables, "routes = [{ id = 'deepseek-official', thinking = 'disabled' }]");
  for (const char* route : {"deepseek-official", "compatible"}) {
    const Streamed refused = host.stream(ask(route, {user("a")}, {{"reasoningEffort", "medium"}}));
    CHECK(refused.code() == "UNSUPPORTED_REASONING_EFFORT");
  }
  CHECK(server.requests().empty());
}

TEST_CASE("a compatible model takes the efforts that its entry names") {
  const std::string_view config =
      "routes = [{ id = 'compatible', maxTokensField = 'max_completion_tokens', streamUsage = "
      "false,"
      " models = [{ id = 'm', reasoningEfforts = ['low', 'medium'] }] }]";
  const Value body = body_of(
      ask("compatible", {user("a")}, {{"reasoningEffort", "medium"}, {"maxTokens", 5}}), config);
  CHECK(body["reasoning_effort"].text() == "medium");
  CHECK(body["max_completion_tokens"].integer() == 5);
  CHECK_FALSE(body.has("max_tokens"));
  CHECK_FALSE(body.has("stream_options"));
  CHECK_FALSE(body.has("thinking"));
}

TEST_CASE("the vendor's headers go to the vendor's route alone") {
  const std::initializer_list<Member> more{{"sessionId", "s1"}, {"purpose", "compaction"}};
  const RecordedRequest vendor = sent(ask("deepseek-official", {user("a")}, more));
  CHECK(vendor.header("authorization") == "Bearer sk-test");
  CHECK(vendor.header("x-deepseek-harness-session-id") == "s1");
  CHECK(vendor.header("x-deepseek-harness-compact") == "1");
  CHECK_FALSE(vendor.header("x-deepseek-harness-user-id"));
  CHECK(vendor.header("user-agent") == "keel/test");
  const RecordedRequest other = sent(ask("compatible", {user("a")}, more));
  for (const auto& [name, value] : other.headers) {
    CHECK(name.rfind("x-deepseek", 0) == std::string::npos);
  }
  const RecordedRequest named =
      sent(hello("deepseek-official"), "routes = [{ id = 'deepseek-official', userId = 'u1' }]");
  CHECK(named.header("x-deepseek-harness-user-id") == "u1");
}

TEST_CASE("an image is UNSUPPORTED_CONTENT") {
  OpenAiHost host(compatible_at("http://127.0.0.1:1/v1"));
  const Value image = json(R"({"type":"image","attachment":{"attachmentId":"a","mediaType":)"
                           R"("image/png","bytes":1,"width":1,"height":1}})");
  CHECK(host.stream(ask("compatible", {message_of("user", {image})})).code() ==
        "UNSUPPORTED_CONTENT");
  CHECK(host.stream(ask("compatible", {message_of("user", {result_block("c", {image})})})).code() ==
        "UNSUPPORTED_CONTENT");
}

TEST_CASE("PRV-52 the beginning of a request is the same from turn to turn") {
  const Value first = user("a");
  const Value reply = message_of("assistant", {text_block("b")}, model_source("compatible"));
  const std::string one = sent(ask("compatible", {first}, {{"system", "s"}})).body;
  const std::string two =
      sent(ask("compatible", {first, reply, user("c")}, {{"system", "s"}})).body;
  const std::size_t end = one.find("],\"stream\"");
  REQUIRE(end != std::string::npos);
  CHECK(two.substr(0, end) == one.substr(0, end));
}
