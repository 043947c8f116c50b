// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>
#include <chrono>
#include <optional>
#include <string>

#include "model_server/model_server.hpp"
#include "openai_host.hpp"

using namespace keel;
using namespace keel::testing;
using namespace std::chrono_literals;
using contracts::llm::LlmAdapter;
using contracts::llm::LlmPrepared;

namespace {

Value question(std::string_view route, std::string_view model = "m") {
  return object({{"provider", route}, {"model", model}});
}

/// Ids that a route lists; "!CODE" when it fails.
std::string listed(OpenAiHost& host, std::string_view route) {
  const auto answer = host.call(route, LlmAdapter::kListModels, object({{"provider", route}}));
  if (!answer) return "!" + answer.error().code;
  std::string ids;
  for (const ValueView model : (*answer)["models"].items()) {
    CHECK(model["provider"].text() == route);
    ids += std::string(model["id"].text()) + " ";
  }
  return ids;
}

std::string resolved(OpenAiHost& host, std::string_view route, std::string_view model) {
  const auto answer = host.call(route, LlmAdapter::kResolveModel, question(route, model));
  REQUIRE(answer);
  return to_json(answer->value());
}

std::string metadata(OpenAiHost& host, std::string_view route) {
  const Ref ref = must(host.ctx().resolve("llm.adapter/" + std::string(route)));
  return to_json(must(host.ctx().metadata(ref)));
}

/// Gives the running plugin another config. What it said against it; empty when it took it.
std::string configure(OpenAiHost& host, const Value& config) {
  std::optional<std::string> outcome;
  host.host().host().supervisor().update_config("openai", config, [&](std::optional<Error> error) {
    outcome = error ? error->message : std::string();
  });
  host.host().run_until([&] { return outcome.has_value(); });
  return *outcome;
}

}  // namespace

TEST_CASE("both routes are there without any key, and list what they know") {
  OpenAiHost host({});
  CHECK(listed(host, "deepseek-official") == "deepseek-v4-flash deepseek-v4-pro ");
  CHECK(listed(host, "compatible") == "!INVALID_REQUEST");
  CHECK(metadata(host, "deepseek-official") == R"({"name":"DeepSeek","adapter":"llm/openai"})");
}

TEST_CASE("a request without a key is MISSING_CREDENTIAL where one is needed") {
  OpenAiHost host({});
  const Streamed refused = host.stream(hello("deepseek-official"));
  CHECK(refused.code() == "MISSING_CREDENTIAL");
  CHECK_THAT(refused.message(), Catch::Contains("DEEPSEEK_API_KEY"));
  CHECK(host.call("deepseek-official", LlmAdapter::kPrepare, question("deepseek-official"))
            .error()
            .code == "MISSING_CREDENTIAL");
  const Streamed nowhere = host.stream(hello("compatible"));
  CHECK(nowhere.code() == "INVALID_REQUEST");
  CHECK_THAT(nowhere.message(), Catch::Contains("KEEL_BASE_URL"));
}

TEST_CASE("Key \" sk-x\\n\" works, \"sk-x\\u00e9\" fails with no key text in the message") {
  ModelServer server(Script::of({Answer::say("ok")}));
  {
    OpenAiHost host({{"DEEPSEEK_BASE_URL", server.base_url()}, {"DEEPSEEK_API_KEY", " sk-x\n"}});
    CHECK(host.stream(hello("deepseek-official")).text() == "ok");
    CHECK(server.requests()[0].header("authorization") == "Bearer sk-x");
  }
  OpenAiHost host({{"DEEPSEEK_BASE_URL", server.base_url()}, {"DEEPSEEK_API_KEY", "sk-x\u00e9"}});
  const Streamed refused = host.stream(hello("deepseek-official"));
  CHECK(refused.code() == "INVALID_CREDENTIAL");
  CHECK_THAT(refused.message(), Catch::Contains("DEEPSEEK_API_KEY") && !Catch::Contains("sk-x"));
  CHECK(server.requests().size() == 1);
}

TEST_CASE("compatible needs no key and takes one") {
  ModelServer server(Script::of({Answer::say("a"), Answer::say("b")}));
  {
    OpenAiHost host(compatible_at(server.base_url()));
    CHECK(host.stream(hello()).text() == "a");
  }
  OpenAiHost host({{"KEEL_BASE_URL", server.base_url()}, {"KEEL_API_KEY", "k"}});
  CHECK(host.stream(hello()).text() == "b");
  CHECK_FALSE(server.requests()[0].header("authorization"));
  CHECK(server.requests()[1].header("authorization") == "Bearer k");
}

TEST_CASE("compatible lists what its server lists, KEEL_MODEL first") {
  Script script;
  script.models = {"one", "two", "one"};
  ModelServer server(std::move(script));
  {
    OpenAiHost host(compatible_at(server.base_url()));
    CHECK(listed(host, "compatible") == "one two ");
    CHECK(server.requests()[0].method == "GET");
    CHECK(server.requests()[0].target == "/v1/models");
    CHECK(server.requests()[0].header("user-agent") == "keel/test");
  }
  OpenAiHost host({{"KEEL_BASE_URL", server.base_url()}, {"KEEL_MODEL", "two"}});
  CHECK(listed(host, "compatible") == "two one ");
  OpenAiHost alone({{"KEEL_BASE_URL", "http://127.0.0.1:1/v1"}, {"KEEL_MODEL", "mine"}});
  CHECK(listed(alone, "compatible") == "mine ");
  OpenAiHost lost({{"KEEL_BASE_URL", "http://127.0.0.1:1/v1"}});
  CHECK(listed(lost, "compatible") == "!TRANSPORT");
}

TEST_CASE("a list that is none is MALFORMED_RESPONSE") {
  Answer odd = Answer::replay(R"({"models":"many"})", "application/json");
  odd.path = "/models";
  ModelServer server(Script::of({odd}));
  OpenAiHost host(compatible_at(server.base_url()));
  CHECK(listed(host, "compatible") == "!MALFORMED_RESPONSE");
}

TEST_CASE("models are described as the settings say, and any id is served") {
  OpenAiHost host(
      {},
      "routes = [{ id = 'deepseek-official', maxTokens = 1000, models = [{ id = 'x', name = 'X',"
      " description = 'd', contextWindow = 5, maxTokens = 7 }, { id = 'y' }] },"
      " { id = 'compatible', models = [] }]");
  CHECK(listed(host, "deepseek-official") == "x y ");
  CHECK(listed(host, "compatible") == "");
  const std::string efforts =
      R"("reasoning":{"efforts":[{"id":"off","name":"off"},{"id":"low","name":"low"},)"
      R"({"id":"high","name":"high"},{"id":"max","name":"max"}],"defaultEffort":"high"}})";
  CHECK(resolved(host, "deepseek-official", "x") ==
        R"({"provider":"deepseek-official","id":"x","name":"X","description":"d",)"
        R"("inputModalities":["text"],"context":{"contextWindow":5},"defaultMaxTokens":7,)" +
            efforts);
  CHECK(
      resolved(host, "deepseek-official", "other") ==
      R"({"provider":"deepseek-official","id":"other","name":"other",)"
      R"("inputModalities":["text"],"context":{"contextWindow":1000000},"defaultMaxTokens":1000,)" +
          efforts);
  CHECK(resolved(host, "compatible", "z") ==
        R"({"provider":"compatible","id":"z","name":"z","inputModalities":["text"]})");
}

TEST_CASE("further routes, and routes that are not wanted") {
  ModelServer server(Script::of({Answer::say("ok")}));
  OpenAiHost host({{"MY_KEY", "mk"}},
                  "routes = [{ id = 'compatible', disabled = true }, { id = 'mine', baseURL = '" +
                      server.base_url() + "', apiKeyEnv = 'MY_KEY', keyRequired = true }]");
  CHECK(host.stream(hello("mine")).text() == "ok");
  CHECK(server.requests()[0].header("authorization") == "Bearer mk");
  CHECK_FALSE(host.ctx().resolve("llm.adapter/compatible"));
  CHECK(metadata(host, "mine") == R"({"name":"mine","adapter":"llm/openai"})");
}

TEST_CASE("a config that cannot be served names entry and setting") {
  const auto refused = [](const std::string& routes) {
    PluginHost::Options options;
    options.boot = false;
    PluginHost host(
        "[[row]]\nid = \"http\"\nplugin = \"http/curl\"\n[[row]]\nid = \"openai\"\n"
        "plugin = \"llm/openai\"\nconfig = { routes = [" +
            routes + "] }\n",
        std::move(options));
    const auto booted = host.host().boot();
    return booted ? std::string() : booted.error().message;
  };
  CHECK_THAT(refused("{ id = 'x' }"), Catch::Contains("\"x\"") && Catch::Contains("baseURL"));
  CHECK_THAT(refused("{ id = 'compatible', thinking = 'enabled' }"), Catch::Contains("thinking"));
  CHECK_THAT(refused("{ id = 'deepseek-official', reasoningEffort = 'medium' }"),
             Catch::Contains("\"medium\"") && Catch::Contains("off, low, high or max"));
  CHECK_THAT(
      refused("{ id = 'deepseek-official', thinking = 'disabled', reasoningEffort = 'low' }"),
      Catch::Contains("thinking is disabled"));
  CHECK_THAT(refused("{ id = 'compatible' }, { id = 'compatible' }"), Catch::Contains("twice"));
  CHECK_THAT(refused("{ id = 'compatible', dialect = 'deepseek' }"), Catch::Contains("dialect"));
  CHECK_THAT(refused("{ id = 'compatible', models = [{ id = 'a' }, { id = 'a' }] }"),
             Catch::Contains("a twice"));
  CHECK_THAT(refused("{ id = 'compatible', retryPolicy = { backoff = { initialDelayMs = 9,"
                     " maxDelayMs = 5 } } }"),
             Catch::Contains("initialDelayMs"));
  CHECK_THAT(refused("{ id = 'compatible', retryPolicy = { retryableCodes = ['A', 'A'] } }"),
             Catch::Contains("retryableCodes"));
  CHECK_THAT(refused("{ id = 'compatible', tinking = 1 }"), Catch::Contains("tinking"));
}

TEST_CASE("a retry policy is published with the route") {
  OpenAiHost host({},
                  "routes = [{ id = 'compatible', retryPolicy = { maxRetries = 2,"
                  " retryableCodes = ['SERVER'], backoff = { initialDelayMs = 5 } } },"
                  " { id = 'deepseek-official', retryPolicy = { mode = 'always' } }]");
  CHECK(metadata(host, "compatible") ==
        R"({"name":"OpenAI-compatible server","retryPolicy":{"mode":"normal","maxRetries":2,)"
        R"("retryableCodes":["SERVER"],"initialDelayMs":5.0,"maxDelayMs":10000.0,)"
        R"("jitterRatio":0.1},"adapter":"llm/openai"})");
  CHECK_THAT(metadata(host, "deepseek-official"),
             Catch::Contains(R"("mode":"always")") && !Catch::Contains("maxRetries"));
}

TEST_CASE("a prepared call keeps its snapshot and is used once") {
  ModelServer server(Script::of({Answer::say("ok")}));
  OpenAiHost host(deepseek_at(server.base_url()));
  const std::string route = "deepseek-official";
  Expected<Message> prepared = host.call(route, LlmAdapter::kPrepare, question(route, "x"));
  REQUIRE(prepared);
  CHECK((*prepared)["model"]["id"].text() == "x");
  const Ref ref = prepared->take_ref(0);
  const auto stream = [&] {
    return host.host().call(ref, LlmPrepared::kStream, Message(hello(route)));
  };
  Expected<Message> answer = stream();
  REQUIRE(answer);
  CHECK(host.read(StreamReader(answer->take_ref(0))).text() == "ok");
  const Expected<Message> again = stream();
  REQUIRE_FALSE(again);
  CHECK(again.error().code == "INVALID_PREPARED_CALL");
}

TEST_CASE("Settings change mid-stream does not touch the running call and reaches the next") {
  ModelServer before(Script::of({Answer{}.text("a").hold("gate").text("b")}));
  ModelServer after(Script::of({Answer::say("c")}));
  const auto config = [](const std::string& url) {
    const Value route = object({{"id", "compatible"}, {"baseURL", url}});
    return object({{"routes", array({route})}});
  };
  OpenAiHost host({}, "routes = [{ id = 'compatible', baseURL = '" + before.base_url() + "' }]");
  Expected<Message> running = host.start(hello());
  REQUIRE(running);
  REQUIRE(before.wait_for_held("gate", 10s));
  CHECK(configure(host, config(after.base_url())) == "");
  before.release("gate");
  CHECK(host.read(StreamReader(running->take_ref(0))).text() == "ab");
  CHECK(host.stream(hello()).text() == "c");
  CHECK(after.requests().size() == 1);
}

TEST_CASE("routes come and go with the settings, in one step") {
  OpenAiHost host({}, "routes = [{ id = 'one', baseURL = 'http://127.0.0.1:1' }]");
  REQUIRE(host.ctx().resolve("llm.adapter/one"));
  const Value two = json(R"({"routes":[{"id":"two","baseURL":"http://127.0.0.1:1","name":"Two"},
                                       {"id":"compatible","name":"C"}]})");
  CHECK(configure(host, two) == "");
  CHECK_FALSE(host.ctx().resolve("llm.adapter/one"));
  CHECK(metadata(host, "two") == R"({"name":"Two","adapter":"llm/openai"})");
  CHECK(metadata(host, "compatible") == R"({"name":"C","adapter":"llm/openai"})");
  // What cannot be served changes nothing.
  CHECK_THAT(configure(host, json(R"({"routes":[{"id":"three"}]})")), Catch::Contains("baseURL"));
  CHECK(host.ctx().resolve("llm.adapter/two"));
}

TEST_CASE("caller abort is ABORTED and closes the socket") {
  ModelServer server(Script::of({Answer{}.text("a").hold("gate")}));
  OpenAiHost host(compatible_at(server.base_url()));
  CancelSource stop = must(host.ctx().token());
  CallOptions options;
  options.cancel = stop.raw();
  Expected<Message> answer = host.start(hello(), options);
  REQUIRE(answer);
  REQUIRE(server.wait_for_held("gate", 10s));
  REQUIRE(stop.cancel(Value("enough")));
  const Streamed streamed = host.read(StreamReader(answer->take_ref(0)));
  CHECK(grammar_fault(streamed.chunks) == "");
  CHECK(streamed.kind() == "aborted");
  CHECK(streamed.code() == "ABORTED");
  CHECK(streamed.text() == "a");
  REQUIRE(server.wait_for_ended(1, 10s));
  CHECK(server.requests()[0].client_closed);
}

TEST_CASE("abort before the head fails the call as ABORTED") {
  Answer silent = Answer::say("late");
  silent.before_head.emplace_back(Hold{"gate"});
  ModelServer server(Script::of({silent}));
  OpenAiHost host(compatible_at(server.base_url()));
  CancelSource stop = must(host.ctx().token());
  CallOptions options;
  options.cancel = stop.raw();
  host.ctx().spawn([](Context ctx, ModelServer* held, CancelSource* source) -> Task<void> {
    auto waiting = ctx.pool([held] { return held->wait_for_held("gate", 10s); });
    static_cast<void>(co_await std::move(waiting));
    static_cast<void>(source->cancel(Value("enough")));
  }(host.ctx(), &server, &stop));
  const Expected<Message> answer = host.start(hello(), options);
  REQUIRE_FALSE(answer);
  CHECK(answer.error().code == "ABORTED");
  REQUIRE(server.wait_for_ended(1, 10s));
  CHECK(server.requests()[0].client_closed);
}

TEST_CASE("a reader that goes while the model thinks ends the request") {
  ModelServer server(Script::of({Answer{}.text("a").hold("gate")}));
  OpenAiHost host(compatible_at(server.base_url()));
  Expected<Message> answer = host.start(hello());
  REQUIRE(answer);
  REQUIRE(server.wait_for_held("gate", 10s));
  answer->take_ref(0).reset();
  host.host().drain();
  REQUIRE(server.wait_for_ended(1, 10s));
  CHECK(server.requests()[0].client_closed);
}

TEST_CASE("PRV-39 PRV-40 comments keep a stream alive, however long it is") {
  Answer thinking;
  for (int i = 0; i < 12; ++i) thinking.comment("keep-alive").pause(100ms);
  ModelServer server(Script::of({thinking.text("done")}));
  OpenAiHost host(compatible_at(server.base_url()),
                  "routes = [{ id = 'compatible', streamIdleTimeoutMs = 600 }]");
  CHECK(host.stream(hello()).text() == "done");
}

TEST_CASE("silence ends in TIMEOUT and the socket is closed") {
  ModelServer server(Script::of({Answer{}.text("a").hold("gate")}));
  OpenAiHost host(compatible_at(server.base_url()),
                  "routes = [{ id = 'compatible', streamIdleTimeoutMs = 100 }]");
  const Streamed streamed = host.stream(hello());
  CHECK(streamed.kind() == "error");
  CHECK(streamed.code() == "TIMEOUT");
  CHECK(streamed.text() == "a");
  REQUIRE(server.wait_for_ended(1, 10s));
  CHECK(server.requests()[0].client_closed);
}

TEST_CASE("a service that is not there is TRANSPORT and names place and route") {
  OpenAiHost host(compatible_at("http://127.0.0.1:1/v1"));
  const Streamed streamed = host.stream(hello());
  CHECK(streamed.code() == "TRANSPORT");
  CHECK_THAT(streamed.message(),
             Catch::Contains("127.0.0.1:1") && Catch::Contains("\"compatible\""));
}

TEST_CASE("a reader that is slow gets everything") {
  ModelServer server(Script::of({Answer::words(3000)}));
  OpenAiHost host(compatible_at(server.base_url()));
  Expected<Message> answer = host.start(hello());
  REQUIRE(answer);
  // Nobody reads until the server has sent all of it, more than the windows on the way hold.
  REQUIRE(server.wait_for_requests(1, 10s));
  host.host().drain();
  const Streamed streamed = host.read(StreamReader(answer->take_ref(0)));
  CHECK(grammar_fault(streamed.chunks) == "");
  std::string expected;
  for (std::size_t i = 0; i < 3000; ++i) expected += word(i);
  CHECK((streamed.text() == expected));
}

TEST_CASE("requests share a connection, also when the end marker comes before the end") {
  ModelServer server(Script::of(
      {Answer::say("a"), Answer::say("b"), Answer::failure(500, {"x", "", ""}), Answer::say("c")}));
  OpenAiHost host(compatible_at(server.base_url()));
  for (int i = 0; i < 4; ++i) host.stream(hello());
  const auto requests = server.requests();
  REQUIRE(requests.size() == 4);
  for (const RecordedRequest& request : requests) {
    CHECK(request.connection == requests[0].connection);
  }
}

TEST_CASE("an error response carries status, delay and request id") {
  ModelServer server(Script::of(
      {Answer::failure(429, {"slow down", "rate_limit", ""})
           .retry_after("2")
           .header("x-request-id", "r-1"),
       Answer::failure(429, {"You exceeded your current quota", "insufficient_quota", ""})
           .retry_after("garbage")
           .header("x-deepseek-request-id", "r-2"),
       Answer::failure(400, {"maximum context length is 5 tokens", "", ""}),
       Answer::failure(413, {"too big", "", ""}), Answer::failure(418, {"", "", ""})}));
  OpenAiHost host(compatible_at(server.base_url()));
  const Streamed limited = host.stream(hello());
  CHECK(limited.code() == "RATE_LIMIT");
  CHECK(limited.failure()["status"].integer() == 429);
  CHECK(limited.failure()["providerRetryAfterMs"].number() == 2000.0);
  CHECK(limited.failure()["requestId"].text() == "r-1");
  CHECK_THAT(limited.message(), Catch::Contains("slow down"));
  const Streamed quota = host.stream(hello());
  CHECK(quota.code() == "QUOTA");
  CHECK(quota.failure()["providerRetryAfterMs"].is_absent());
  CHECK(quota.failure()["requestId"].text() == "r-2");
  CHECK(host.stream(hello()).code() == "CONTEXT_WINDOW_EXCEEDED");
  CHECK(host.stream(hello()).code() == "INVALID_REQUEST");
  const Streamed teapot = host.stream(hello());
  CHECK(teapot.code() == "HTTP_418");
  CHECK_THAT(teapot.message(), Catch::Contains("418"));
}

TEST_CASE("no message and no log line shows a key") {
  ModelServer server(Script::of({Answer::failure(401, {"bad key", "", ""})}));
  OpenAiHost host({{"KEEL_BASE_URL", server.base_url()}, {"KEEL_API_KEY", "sk-s3cret"}});
  const Streamed refused = host.stream(hello());
  CHECK(refused.code() == "AUTH");
  CHECK_THAT(refused.message(), !Catch::Contains("s3cret"));
  server.stop();
  CHECK_THAT(host.stream(hello()).message(), !Catch::Contains("s3cret"));
  CHECK_THAT(host.host().log_text(), !Catch::Contains("s3cret"));
}

TEST_CASE("the host stops while an answer streams") {
  ModelServer server(Script::of({Answer{}.text("a").hold("gate")}));
  OpenAiHost host(compatible_at(server.base_url()));
  Expected<Message> answer = host.start(hello());
  REQUIRE(answer);
  REQUIRE(server.wait_for_held("gate", 10s));
  answer = Message();
  host.host().shutdown();
  REQUIRE(server.wait_for_ended(1, 10s));
  CHECK(server.requests()[0].client_closed);
}
