// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "keel/contracts/llm.hpp"
#include "keel/sdk.hpp"

namespace keel::testing {

/// An adapter of the test: streams the chunks it was given. Keeps what it was asked.
class FakeAdapter {
 public:
  explicit FakeAdapter(Context context) : context_(std::move(context)) {}

  /// More members of ResolvedModelInfo.
  Value model_facts = object({});
  std::optional<Error> prepare_error;
  std::optional<Error> stream_error;
  std::vector<Value> chunks;
  /// Behind the chunks: the stream fails, or waits until its token is set and ends then.
  std::optional<Error> end_error;
  bool hangs = false;
  /// Behind the end it may still take a while.
  std::size_t streams_ended = 0;

  std::size_t times_prepared = 0;
  std::size_t times_streamed = 0;
  Value last_options;

  Expected<Registration> publish(const Context& context, const std::string& route,
                                 const Value& metadata = object({{"name", "Fake"}})) {
    return context.publish("llm.adapter/" + route, metadata, kMethods, this);
  }
  /// Without prepare, resolve_model and list_models.
  Expected<Registration> publish_bare(const Context& context, const std::string& route) {
    return context.publish("llm.adapter/" + route, object({{"name", "Bare"}}), kBareMethods, this);
  }

 private:
  class Prepared {
   public:
    explicit Prepared(FakeAdapter& adapter) : adapter_(adapter) {}
    Expected<Message> stream(Call call, ValueView in) { return adapter_.on_stream(call, in); }
    static constexpr Methods kMethods{
        method<contracts::llm::LlmPrepared::kStream, &Prepared::stream>};

   private:
    FakeAdapter& adapter_;
  };

  Value model(ValueView in) const {
    Builder info;
    info.begin_object();
    info.member("provider", in["provider"]).member("id", in["model"]).member("name", "Model");
    for (const auto [name, value] : model_facts.members()) info.member(name, value);
    info.end();
    return info.finish_or_absent();
  }

  Value on_list(Call, ValueView in) {
    const Value one =
        object({{"provider", Value::share(in["provider"])}, {"id", "m"}, {"name", "M"}});
    return object({{"models", array({one})}});
  }
  Value on_resolve(Call, ValueView in) { return model(in); }
  Expected<Message> on_prepare(Call, ValueView in) {
    ++times_prepared;
    if (prepare_error) return fail(*prepare_error);
    Ref prepared = must(
        context_.object("llm-prepared@0", std::make_unique<Prepared>(*this), Prepared::kMethods));
    return Message(object({{"model", model(in)}})).with(std::move(prepared));
  }
  Expected<Message> on_stream(Call call, ValueView in) {
    ++times_streamed;
    last_options = Value::share(in);
    if (stream_error) return fail(*stream_error);
    NewStream stream = must(StreamWriter::open(context_));
    CancelSource token = must(context_.token(call.cancel_token()));
    context_.spawn(write(std::move(stream.writer), std::move(token)));
    return Message(object({})).with(std::move(stream.reader));
  }

  Task<void> write(StreamWriter out, CancelSource token) {
    for (const Value& chunk : chunks) {
      const Expected<void> room = co_await out.room();
      if (!room) break;
      out.push(Message(chunk));
    }
    if (hangs) static_cast<void>(co_await context_.cancelled(token));
    if (end_error) {
      out.fail(*end_error);
    } else {
      out.finish();
    }
    ++streams_ended;
  }

  static constexpr Methods kMethods{
      method<contracts::llm::LlmAdapter::kListModels, &FakeAdapter::on_list>,
      method<contracts::llm::LlmAdapter::kResolveModel, &FakeAdapter::on_resolve>,
      method<contracts::llm::LlmAdapter::kPrepare, &FakeAdapter::on_prepare>,
      method<contracts::llm::LlmAdapter::kStream, &FakeAdapter::on_stream>};
  static constexpr Methods kBareMethods{
      method<contracts::llm::LlmAdapter::kStream, &FakeAdapter::on_stream>};

  Context context_;
};

}  // namespace keel::testing
