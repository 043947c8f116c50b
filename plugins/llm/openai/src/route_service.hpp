// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include "chat_stream.hpp"
#include "endpoint.hpp"
#include "keel/contracts/llm.hpp"
#include "keel/sdk.hpp"
#include "route_settings.hpp"

namespace keel::llm_openai {

/// The streams of the plugin that are under way.
class OpenStreams final : private ChatStream::Owner {
 public:
  explicit OpenStreams(Context context) : context_(std::move(context)) {}

  /// Sends one request and gives the reader of its chunks.
  Task<Message> stream(Call call, contracts::llm::GenerateOptionsView options,
                       std::shared_ptr<const RouteSettings> route, Endpoint endpoint);
  void clear() { streams_.clear(); }

 private:
  void stream_over(ChatStream& stream) override { streams_.erase(&stream); }

  Context context_;
  std::unordered_map<const ChatStream*, std::unique_ptr<ChatStream>> streams_;
};

/// Service llm.adapter/<route>. Its settings may change between calls; a call keeps those that it
/// began with. Kernel thread.
class RouteService {
 public:
  RouteService(Context context, OpenStreams& streams, std::shared_ptr<const RouteSettings> settings)
      : context_(std::move(context)), streams_(streams), settings_(std::move(settings)) {}

  const Context& context() const { return context_; }
  const RouteSettings& settings() const { return *settings_; }
  void set_settings(std::shared_ptr<const RouteSettings> settings) {
    settings_ = std::move(settings);
  }

 private:
  Task<Value> list_models(Call call);
  Value resolve_model(Call call, contracts::llm::LlmAdapterResolveModelParamsView in);
  Task<Message> prepare(Call call, contracts::llm::LlmAdapterPrepareParamsView in);
  Task<Message> stream(Call call, contracts::llm::GenerateOptionsView options);

  Context context_;
  OpenStreams& streams_;
  std::shared_ptr<const RouteSettings> settings_;

 public:
  static constexpr Methods kMethods{
      method<contracts::llm::LlmAdapter::kListModels, &RouteService::list_models>,
      method<contracts::llm::LlmAdapter::kResolveModel, &RouteService::resolve_model>,
      method<contracts::llm::LlmAdapter::kPrepare, &RouteService::prepare>,
      method<contracts::llm::LlmAdapter::kStream, &RouteService::stream>};
};

/// An object of llm-prepared: settings, address and key of one call.
class PreparedCall {
 public:
  PreparedCall(Context context, OpenStreams& streams, std::shared_ptr<const RouteSettings> settings,
               Endpoint endpoint)
      : context_(std::move(context)),
        streams_(streams),
        settings_(std::move(settings)),
        endpoint_(std::move(endpoint)) {}

  const Context& context() const { return context_; }

 private:
  Task<Message> stream(Call call, contracts::llm::GenerateOptionsView options);

  Context context_;
  OpenStreams& streams_;
  std::shared_ptr<const RouteSettings> settings_;
  Endpoint endpoint_;
  bool used_ = false;

 public:
  static constexpr Methods kMethods{
      method<contracts::llm::LlmPrepared::kStream, &PreparedCall::stream>};
};

}  // namespace keel::llm_openai
