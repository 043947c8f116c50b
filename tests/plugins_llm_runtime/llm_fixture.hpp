// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fake_adapter.hpp"
#include "keel/contracts/llm.hpp"
#include "keel/sdk.hpp"
#include "plugins_agent_tools/agent_host.hpp"

namespace keel::testing {

namespace llm = contracts::llm;

/// llm/runtime with one fake adapter on the route "fake".
class LlmFixture {
 public:
  AgentHost host{"[[row]]\nid = \"llm\"\nplugin = \"llm/runtime\"\n"};
  FakeAdapter adapter{host.ctx()};
  std::vector<Registration> kept;

  LlmFixture() {
    adapter.chunks = {text("Hi"), finish("stop")};
    keep(adapter.publish(host.ctx(), "fake"));
  }

  void keep(Expected<Registration> registration) { kept.push_back(must(std::move(registration))); }

  static Value text(std::string_view piece) {
    return object({{"type", "text-delta"}, {"index", 0}, {"text", piece}});
  }
  static Value finish(std::string_view kind) {
    return object({{"type", "finish"}, {"reason", object({{"kind", kind}})}});
  }

  /// GenerateOptions with one prompt; `more` are further members.
  static Value options(std::string_view route = "fake", const Value& more = object({})) {
    const Value block = object({{"type", "text"}, {"text", "Hello"}});
    const Value message = object({{"id", "m-1"},
                                  {"role", "user"},
                                  {"content", array({block})},
                                  {"source", object({{"kind", "user"}})}});
    Builder builder;
    builder.begin_object();
    builder.member("provider", route).member("model", "m");
    for (const auto [name, value] : more.members()) builder.member(name, value);
    if (!more.has("messages")) {
      const Value messages = array({message});
      builder.member("messages", static_cast<const ValueView&>(messages));
    }
    builder.end();
    return builder.finish_or_absent();
  }

  Expected<Message> open(const Value& asked, keel_token cancel = {0}) {
    CallOptions with;
    if (cancel.id != 0) with.cancel = cancel;
    return host->call("llm/runtime", llm::Llm::kStream, Message(asked), with);
  }

  /// All chunks of a stream, read to its end.
  std::vector<Value> read(Message opened) {
    StreamReader reader(opened.take_ref(0));
    return must(host->await(read_all(&reader)));
  }
  std::vector<Value> stream(const Value& asked, keel_token cancel = {0}) {
    return read(must(open(asked, cancel)));
  }

  /// Kind and failure code of the last chunk, and how many finish chunks there are.
  static std::string outcome(const std::vector<Value>& chunks) {
    std::size_t finishes = 0;
    for (const Value& chunk : chunks) finishes += chunk["type"].text() == "finish" ? 1 : 0;
    if (finishes != 1) return std::to_string(finishes) + " finish chunks";
    const ValueView reason = chunks.back()["reason"];
    const std::string kind(reason["kind"].text());
    const ValueView code = reason["failure"]["code"];
    return code.is_absent() ? kind : kind + " " + std::string(code.text());
  }

  static std::string all_text(const std::vector<Value>& chunks) {
    std::string out;
    for (const Value& chunk : chunks) out += chunk["text"].text();
    return out;
  }

  Expected<Message> prepare(const Value& config) {
    return host->call("llm/runtime", llm::Llm::kPrepareCall, Message(object({{"config", config}})));
  }
  static Value config(std::string_view route = "fake") {
    return object({{"provider", route}, {"model", "m"}});
  }

  static Task<std::vector<Value>> read_all(StreamReader* reader) {
    std::vector<Value> chunks;
    while (true) {
      std::optional<Message> chunk = co_await must(reader->next());
      if (!chunk) break;
      chunks.push_back(chunk->take_value());
    }
    co_return chunks;
  }
};

}  // namespace keel::testing
