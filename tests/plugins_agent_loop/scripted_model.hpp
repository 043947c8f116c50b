// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "keel/contracts/llm.hpp"
#include "keel/sdk.hpp"

namespace keel::testing {

/// Chunks of a stream, in short.
namespace chunk {

inline Value text(std::string_view piece, int index = 0) {
  return object({{"type", "text-delta"}, {"index", index}, {"text", piece}});
}
inline Value call(std::string_view id, std::string_view name, std::string_view arguments,
                  int index = 0) {
  return object({{"type", "tool-call-delta"},
                 {"index", index},
                 {"id", id},
                 {"name", name},
                 {"argumentsDelta", arguments}});
}
inline Value usage(int input, int output) {
  const Value tokens = object({{"inputTokens", input}, {"outputTokens", output}});
  return object({{"type", "usage"}, {"usage", tokens}});
}
inline Value finish(std::string_view kind) {
  return object({{"type", "finish"}, {"reason", object({{"kind", kind}})}});
}
inline Value failure(std::string_view code) {
  const Value record = object({{"message", "the provider said no"}, {"code", code}});
  const Value reason = object({{"kind", "error"}, {"failure", record}});
  return object({{"type", "finish"}, {"reason", reason}});
}

}  // namespace chunk

/// A model of the test: answers each request with the next reply of its script, and keeps the
/// requests. Published as route "test".
class ScriptedModel {
 public:
  struct Reply {
    std::vector<Value> chunks;
    /// Before the chunk of that index the stream waits until `release` or its cancellation.
    std::size_t holds_before = SIZE_MAX;
  };

  explicit ScriptedModel(Context context) : context_(context), gate_(std::move(context)) {
    registration_ =
        must(context_.publish("llm.adapter/test", object({{"name", "Test"}}), kMethods, this));
  }

  void reply(std::vector<Value> chunks) { replies_.push_back({std::move(chunks), SIZE_MAX}); }
  void reply_text(std::string_view text) { reply({chunk::text(text), chunk::finish("stop")}); }
  void reply_call(std::string_view id, std::string_view name, std::string_view arguments = "{}") {
    reply({chunk::call(id, name, arguments), chunk::finish("tool-calls")});
  }
  void reply_holding(std::vector<Value> chunks, std::size_t holds_before) {
    replies_.push_back({std::move(chunks), holds_before});
  }
  /// Streams that wait go on.
  void release() { gate_.set(); }
  bool is_holding() const { return holding_ > 0; }

  std::size_t requests() const { return requests_.size(); }
  ValueView request(std::size_t index) const { return requests_.at(index); }
  ValueView last_request() const { return requests_.back(); }
  /// Text of the messages of a request, one a line, as "role: text".
  std::string transcript(std::size_t index) const {
    std::string out;
    for (const ValueView message : requests_.at(index)["messages"].items()) {
      out += std::string(message["role"].text()) + ":";
      for (const ValueView block : message["content"].items()) out += " " + text_of(block);
      out += "\n";
    }
    return out;
  }

 private:
  static std::string text_of(ValueView block) {
    const std::string_view type = block["type"].text();
    if (type == "tool-call") return "call " + std::string(block["id"].text());
    if (type != "tool-result") return std::string(block["text"].text());
    std::string text = "result " + std::string(block["toolCallId"].text());
    for (const ValueView inner : block["content"].items()) {
      text += " " + std::string(inner["text"].text());
    }
    return text;
  }

  Value on_resolve(Call, ValueView in) {
    return object({{"provider", Value::share(in["provider"])},
                   {"id", Value::share(in["model"])},
                   {"name", "Model"},
                   {"context", object({{"contextWindow", 100000}})}});
  }

  Expected<Message> on_stream(Call call, ValueView in) {
    requests_.push_back(Value::share(in));
    if (replies_.empty()) return fail("SCRIPT", "the script of the test has no further reply");
    Reply next = std::move(replies_.front());
    replies_.pop_front();
    NewStream stream = must(StreamWriter::open(context_));
    CancelSource token = must(context_.token(call.cancel_token()));
    context_.spawn(write(std::move(stream.writer), std::move(next), std::move(token)));
    return Message(object({})).with(std::move(stream.reader));
  }

  Task<void> write(StreamWriter out, Reply reply, CancelSource token) {
    for (std::size_t i = 0; i < reply.chunks.size(); ++i) {
      if (i == reply.holds_before) {
        ++holding_;
        const Registration wake = must(context_.on_cancel(token, [this] { gate_.pulse(); }));
        while (!gate_.is_set() && !token.cancelled()) co_await gate_.wait();
        --holding_;
        if (token.cancelled()) break;
      }
      const Expected<void> room = co_await out.room();
      if (!room) co_return;
      out.push(Message(reply.chunks[i]));
    }
    out.finish();
  }

  static constexpr Methods kMethods{
      method<contracts::llm::LlmAdapter::kResolveModel, &ScriptedModel::on_resolve>,
      method<contracts::llm::LlmAdapter::kStream, &ScriptedModel::on_stream>};

  Context context_;
  Signal gate_;
  std::deque<Reply> replies_;
  std::vector<Value> requests_;
  std::size_t holding_ = 0;
  Registration registration_;
};

}  // namespace keel::testing
