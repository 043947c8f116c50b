// SPDX-License-Identifier: MIT
#include "route_service.hpp"

#include <utility>
#include <vector>

#include "chat_request.hpp"
#include "model_list.hpp"
#include "provider_client.hpp"

namespace keel::llm_openai {

using contracts::llm::GenerateOptionsView;
using contracts::llm::LlmAdapterPrepareParamsView;
using contracts::llm::LlmAdapterResolveModelParamsView;

Task<Message> OpenStreams::stream(Call call, GenerateOptionsView options,
                                  std::shared_ptr<const RouteSettings> route, Endpoint endpoint) {
  ChatRequest chat = must(write_chat_request(options, *route));
  for (const std::string& note : chat.notes) {
    context_.warn("route \"" + route->id + "\": " + note);
  }
  ChatReader::Source source;
  source.host = endpoint.host();
  source.model = options.model();
  source.keeps_reasoning_field = route->dialect == Dialect::kCompatible;
  ProviderRequest request;
  request.method = "POST";
  request.path = "/chat/completions";
  request.body = std::move(chat.body);
  request.accept = "text/event-stream";
  request.headers = vendor_headers(*route, options);

  // Set by the caller's token, and by the stream when nobody reads it.
  CancelSource stop = must(context_.token(call.cancel_token()));
  Task<ProviderResponse> sending =
      send(call, route, std::move(endpoint), std::move(request), stop.raw());
  ProviderResponse response = co_await must(std::move(sending));
  source.content_type = std::move(response.content_type);

  auto made = std::make_unique<ChatStream>(context_, std::move(stop), route->id, std::move(source),
                                           static_cast<ChatStream::Owner&>(*this));
  ChatStream& added = *made;
  streams_.emplace(&added, std::move(made));
  Expected<Ref> reader = added.start(std::move(response.body));
  if (!reader) {
    streams_.erase(&added);
    co_return std::move(reader.error());
  }
  Message answer(object({}));
  co_return std::move(answer).with(std::move(*reader));
}

Task<Value> RouteService::list_models(Call call) {
  const std::shared_ptr<const RouteSettings> route = settings_;
  Task<std::vector<std::string>> listing = list_model_ids(call, route);
  const std::vector<std::string> ids = co_await must(std::move(listing));
  Builder out;
  out.begin_object().name("models").begin_array();
  for (const std::string& id : ids) {
    const Value info = route->model_info(id);
    out.put(static_cast<const ValueView&>(info));
  }
  out.end().end();
  co_return out.finish_or_absent();
}

Value RouteService::resolve_model(Call, LlmAdapterResolveModelParamsView in) {
  return settings_->resolved_model(in.model());
}

Task<Message> RouteService::prepare(Call call, LlmAdapterPrepareParamsView in) {
  const std::shared_ptr<const RouteSettings> route = settings_;
  const Value model = route->resolved_model(in.model());
  Task<Endpoint> finding = Endpoint::read(call, route);
  Endpoint endpoint = co_await must(std::move(finding));
  auto prepared = std::make_unique<PreparedCall>(context_, streams_, route, std::move(endpoint));
  Ref object_ref = must(context_.object(contracts::llm::LlmPrepared::kInterface,
                                        std::move(prepared), PreparedCall::kMethods));
  Message answer(object({{"model", model}}));
  co_return std::move(answer).with(std::move(object_ref));
}

Task<Message> RouteService::stream(Call call, GenerateOptionsView options) {
  const std::shared_ptr<const RouteSettings> route = settings_;
  Task<Endpoint> finding = Endpoint::read(call, route);
  Endpoint endpoint = co_await must(std::move(finding));
  Task<Message> streaming = streams_.stream(call, options, route, std::move(endpoint));
  Message answer = co_await must(std::move(streaming));
  co_return answer;
}

Task<Message> PreparedCall::stream(Call call, GenerateOptionsView options) {
  if (std::exchange(used_, true)) {
    co_return fail("INVALID_PREPARED_CALL", "a prepared call of route \"" + settings_->id +
                                                "\" was used twice; prepare another");
  }
  // The object may go while the call runs.
  OpenStreams& streams = streams_;
  Task<Message> streaming = streams.stream(call, options, settings_, endpoint_);
  Message answer = co_await must(std::move(streaming));
  co_return answer;
}

}  // namespace keel::llm_openai
