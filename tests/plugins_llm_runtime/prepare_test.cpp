// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include <string>
#include <utility>

#include "llm_fixture.hpp"

namespace keel::testing {

TEST_CASE_METHOD(LlmFixture,
                 "a prepared call survives the release of its route, and is used once") {
  adapter.model_facts = object(
      {{"context", object({{"contextWindow", 1000}})}, {"inputModalities", array({"text"})}});
  Message prepared = must(prepare(config()));
  CHECK(prepared["context"]["contextWindow"].integer_or(0) == 1000);
  CHECK(prepared["inputModalities"].size() == 1);
  CHECK(prepared["retryPolicy"]["mode"].text() == "normal");
  CHECK(prepared["retryPolicy"]["maxRetries"].integer_or(0) == 5);
  const Ref call = prepared.take_ref(0);
  kept.clear();
  CHECK(outcome(stream(options())) == "error NO_ADAPTER");

  const auto use = [&](const Value& asked) {
    return host->call(call, llm::LlmPrepared::kStream, Message(asked));
  };
  CHECK(all_text(read(must(use(options())))) == "Hi");
  CHECK(adapter.times_prepared == 1);
  CHECK(use(options()).error().code == "INVALID_PREPARED_CALL");
}

TEST_CASE_METHOD(LlmFixture, "a prepared call refuses another configuration") {
  Message prepared = must(prepare(config()));
  const Ref call = prepared.take_ref(0);
  const auto other = host->call(call, llm::LlmPrepared::kStream,
                                Message(options("fake", object({{"temperature", 0.5}}))));
  CHECK(other.error().code == "INVALID_PREPARED_CALL");
  CHECK(adapter.times_streamed == 0);
}

TEST_CASE_METHOD(LlmFixture, "a prepared call cannot be rerouted by a listener") {
  Message prepared = must(prepare(config()));
  const Ref once = prepared.take_ref(0);
  keep(host.ctx().listen("llm/stream", 0, [](Call call, ValueView in) -> Task<Message> {
    Message rerouted(object({{"options", options("other")},
                             {"loopBuilt", Value::share(in["loopBuilt"])},
                             {"prepared", Value::share(in["prepared"])}}));
    co_return co_await must(call.next(std::move(rerouted)));
  }));
  CHECK(outcome(read(must(host->call(once, llm::LlmPrepared::kStream, Message(options()))))) ==
        "error INVALID_PREPARED_CALL");
}

TEST_CASE_METHOD(LlmFixture, "maxTokens is filled from the model and marked, or kept unmarked") {
  adapter.model_facts = object({{"defaultMaxTokens", 4096}});
  const Message filled = must(prepare(config()));
  CHECK(filled["config"]["maxTokens"].integer_or(0) == 4096);
  CHECK(filled["adapterDefaults"]["maxTokens"].is_true());
  const Value asked = object({{"provider", "fake"}, {"model", "m"}, {"maxTokens", 10}});
  const Message kept_value = must(prepare(asked));
  CHECK(kept_value["config"]["maxTokens"].integer_or(0) == 10);
  CHECK(kept_value["adapterDefaults"]["maxTokens"].is_absent());
  CHECK(outcome(stream(options())) == "stop");
  CHECK(adapter.last_options["maxTokens"].integer_or(0) == 4096);
}

TEST_CASE_METHOD(LlmFixture,
                 "an effort that the model has not is refused before anything is sent") {
  adapter.model_facts = json(R"({"reasoning": {"defaultEffort": "high",
      "efforts": [{"id": "off", "name": "Off"}, {"id": "high", "name": "High"}]}})");
  const Value medium =
      object({{"provider", "fake"}, {"model", "m"}, {"reasoningEffort", "medium"}});
  const auto refused = prepare(medium);
  CHECK(refused.error().code == "UNSUPPORTED_REASONING_EFFORT");
  CHECK(refused.error().message.find("off, high") != std::string::npos);
  CHECK(outcome(stream(options("fake", object({{"reasoningEffort", "medium"}})))) ==
        "error UNSUPPORTED_REASONING_EFFORT");
  CHECK(adapter.times_streamed == 0);

  const Message filled = must(prepare(config()));
  CHECK(filled["config"]["reasoningEffort"].text() == "high");
  CHECK(filled["adapterDefaults"]["reasoningEffort"].is_true());
  const Message resolved = must(host->call("llm/runtime", llm::Llm::kResolveCallConfig,
                                           Message(object({{"config", config()}}))));
  CHECK(resolved["config"] == filled["config"]);
}

TEST_CASE_METHOD(LlmFixture, "facts of a model that cannot be are refused, each with its code") {
  const auto code = [&](const char* facts) {
    adapter.model_facts = json(facts);
    const auto prepared = prepare(config());
    return prepared ? std::string("accepted") : prepared.error().code;
  };
  CHECK(code(R"({"context": {"contextWindow": 0}})") == "INVALID_MODEL_CONTEXT");
  CHECK(code(R"({"defaultMaxTokens": 1.5})") == "INVALID_MODEL_MAX_TOKENS");
  CHECK(code(R"({"reasoning": {"efforts": []}})") == "INVALID_MODEL_REASONING");
  CHECK(code(R"({"reasoning": {"efforts": [{"id": "a", "name": "A"}], "defaultEffort": "b"}})") ==
        "INVALID_MODEL_REASONING");
  CHECK(code(R"({"inputModalities": "text"})") == "INVALID_MODEL_INFO");
  CHECK(code("{}") == "accepted");
}

TEST_CASE_METHOD(LlmFixture, "routes are listed, known by name, and shadowed in a scope") {
  FakeAdapter other(host.ctx());
  other.chunks = {text("scoped"), finish("stop")};
  TestScope agent(host.ctx());
  keep(other.publish(*agent.operator->(), "fake"));
  keep(other.publish(host.ctx(), "second"));
  const Message providers = must(host->call("llm/runtime", llm::Llm::kListProviders));
  REQUIRE(providers["providers"].size() == 2);
  CHECK(providers["providers"].at(0)["id"].text() == "fake");
  CHECK(providers["providers"].at(1)["id"].text() == "second");
  CallOptions in_scope;
  in_scope.target = agent.raw();
  Message opened = must(host->call("llm/runtime", llm::Llm::kStream, Message(options()), in_scope));
  CHECK(all_text(read(std::move(opened))) == "scoped");
  CHECK(all_text(stream(options())) == "Hi");
  const auto missing = prepare(config("nowhere"));
  CHECK(missing.error().code == "NO_ADAPTER");
  CHECK(missing.error().message.find("fake, second") != std::string::npos);
}

TEST_CASE_METHOD(LlmFixture, "a retry policy is completed, and one that cannot be is refused") {
  const auto registered = [&](const char* policy) {
    FakeAdapter other(host.ctx());
    const Value metadata = object({{"name", "Other"}, {"retryPolicy", json(policy)}});
    auto registration = other.publish(host.ctx(), "other", metadata);
    if (!registration) return registration.error().code;
    const Message found = must(host->call("llm/runtime", llm::Llm::kRetryPolicy,
                                          Message(object({{"provider", "other"}}))));
    return to_json(found.value());
  };
  CHECK(registered(R"({"mode": "always", "initialDelayMs": 1, "maxDelayMs": 2, "jitterRatio": 0,
      "maxRetries": 9, "retryableCodes": ["X"]})") ==
        R"({"mode":"always","initialDelayMs":1,"maxDelayMs":2,"jitterRatio":0})");
  CHECK(registered(R"({"mode": "normal", "initialDelayMs": 1, "maxDelayMs": 2,
      "jitterRatio": 0.5})") ==
        R"({"mode":"normal","maxRetries":5,"retryableCodes":["EMPTY_RESPONSE","RATE_LIMIT",)"
        R"("SERVER","TIMEOUT","TRANSPORT"],"initialDelayMs":1,"maxDelayMs":2,"jitterRatio":0.5})");
  CHECK(registered(R"({"mode": "normal", "initialDelayMs": 3, "maxDelayMs": 2,
      "jitterRatio": 0})") == "INVALID_ADAPTER");
  CHECK(registered(R"({"mode": "normal", "initialDelayMs": 1, "maxDelayMs": 2,
      "jitterRatio": 1.5})") == "INVALID_ADAPTER");
  CHECK(registered(R"({"mode": "normal", "initialDelayMs": 1, "maxDelayMs": 2, "jitterRatio": 0,
      "retryableCodes": ["X", "X"]})") == "INVALID_ADAPTER");
}

TEST_CASE_METHOD(LlmFixture, "a set of routes with one conflict leaves the old ones serving",
                 "[.]") {
  FakeAdapter other(host.ctx());
  std::size_t updates = 0;
  keep(host.ctx().listen("llm/adapters-updated", 0, [&updates](Call) { ++updates; }));
  const auto routes_of_set = [&](std::initializer_list<const char*> names) {
    PublishSet set(host.ctx());
    for (const char* name : names) {
      set.add(std::string("llm.adapter/") + name, object({{"name", "Other"}}),
              [](Call) { return object({}); });
    }
    return set.commit();
  };
  CHECK(routes_of_set({"new", "fake"}).error().code == "NAME_TAKEN");
  host->drain();
  CHECK(updates == 0);
  CHECK(prepare(config("new")).error().code == "NO_ADAPTER");
  CHECK(all_text(stream(options())) == "Hi");
  auto added = must(routes_of_set({"new", "newer"}));
  host->run_until([&] { return updates == 1; });
  added.clear();
  host->run_until([&] { return updates == 2; });
}

TEST_CASE_METHOD(LlmFixture,
                 "replay state reaches the adapter that left it, under each of its routes") {
  FakeAdapter stranger(host.ctx());
  stranger.chunks = {finish("stop")};
  const Value metadata = object({{"name", "Fake"}, {"adapter", "fake-adapter"}});
  kept.clear();
  keep(adapter.publish(host.ctx(), "fake", metadata));
  keep(adapter.publish(host.ctx(), "fake-two", metadata));
  keep(stranger.publish(host.ctx(), "stranger", object({{"name", "S"}, {"adapter", "other"}})));
  const Value source = json(R"({"kind": "model", "provider": "fake", "model": "m",
      "replayState": {"response": {"secret": 1}}})");
  const Value message =
      object({{"id", "m-2"}, {"role", "assistant"}, {"content", array({})}, {"source", source}});
  const Value history = object({{"messages", array({message})}});
  const auto seen = [](const FakeAdapter& by) {
    return by.last_options["messages"].at(0)["source"]["replayState"].is_object();
  };
  stream(options("fake", history));
  CHECK(seen(adapter));
  stream(options("fake-two", history));
  CHECK(seen(adapter));
  stream(options("stranger", history));
  CHECK_FALSE(seen(stranger));
  const ValueView stripped = stranger.last_options["messages"].at(0);
  CHECK(stripped["source"]["provider"].text() == "fake");
  CHECK(stripped["id"].text() == "m-2");
}

TEST_CASE_METHOD(LlmFixture, "images become texts for a model that is known to read text only") {
  const Value image = json(R"({"type": "image", "attachment":
      {"attachmentId": "sha256:0123456789abcdef", "mediaType": "image/png", "bytes": 1,
       "width": 1, "height": 1}})");
  const Value inner =
      object({{"type", "tool-result"}, {"toolCallId", "c-2"}, {"content", array({image})}});
  const Value outer = object({{"type", "tool-result"},
                              {"toolCallId", "c-1"},
                              {"content", array({inner, image})},
                              {"isError", true}});
  const Value message = object({{"id", "m-2"},
                                {"role", "user"},
                                {"content", array({image, outer})},
                                {"source", object({{"kind", "user"}})}});
  const Value history = object({{"messages", array({message})}});
  const auto sent = [&] {
    stream(options("fake", history));
    return to_json(adapter.last_options["messages"].at(0)["content"]);
  };
  SECTION("known to read text only") {
    adapter.model_facts = object({{"inputModalities", array({"text"})}});
    const std::string text =
        R"({"type":"text","text":"[image 01234567: not shown, because this model reads text only]"})";
    CHECK(sent() == "[" + text +
                        R"(,{"type":"tool-result","toolCallId":"c-1","isError":true,"content":[)"
                        R"({"type":"tool-result","toolCallId":"c-2","content":[)" +
                        text + "]}," + text + "]}]");
  }
  SECTION("not known") { CHECK(sent() == to_json(message["content"])); }
  SECTION("known to see") {
    adapter.model_facts = object({{"inputModalities", array({"text", "image"})}});
    CHECK(sent() == to_json(message["content"]));
  }
}

}  // namespace keel::testing
