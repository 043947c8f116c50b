// SPDX-License-Identifier: MIT
#include "adapter_binding.hpp"

#include <utility>

#include "model_info.hpp"

namespace keel::llm_runtime {

using contracts::llm::LlmAdapter;
using contracts::llm::LlmPrepared;

namespace {

Message question(std::string_view route, std::string_view model) {
  return Message(object({{"provider", route}, {"model", model}}));
}

}  // namespace

bool is_unimplemented(const Error& error) {
  return error.status == KEEL_UNIMPLEMENTED || error.code == "UNIMPLEMENTED";
}

Task<AdapterBinding> AdapterBinding::bind(Call call, Context context, const Routes& routes,
                                          std::string route, std::string model) {
  Route found = must(routes.find(route, call.target()));
  AdapterBinding binding;
  binding.lease_ = must(context.lease(found.adapter));
  binding.adapter_ = std::move(found.adapter);
  binding.metadata_ = std::move(found.metadata);
  binding.route_ = std::move(route);

  Message in = question(binding.route_, model);
  Expected<Message> prepared =
      co_await call.invoke(binding.adapter_, LlmAdapter::kPrepare, std::move(in));
  if (prepared) {
    binding.model_ = Value::share((*prepared)["model"]);
    binding.prepared_ = prepared->take_ref(0);
  } else if (is_unimplemented(prepared.error())) {
    Message again = question(binding.route_, model);
    Expected<Message> info =
        co_await call.invoke(binding.adapter_, LlmAdapter::kResolveModel, std::move(again));
    if (!info && !is_unimplemented(info.error())) co_return info.error();
    binding.model_ = info ? info->take_value() : unknown_model(binding.route_, model);
  } else {
    co_return prepared.error();
  }
  if (auto checked = check_model(binding.model_, binding.route_, model); !checked) {
    co_return checked.error();
  }
  co_return binding;
}

Task<StreamReader> AdapterBinding::stream(Call call, Value options, keel_token token) const {
  CallOptions with_token;
  with_token.cancel = token;
  const bool is_prepared = static_cast<bool>(prepared_);
  const RefView callee = is_prepared ? RefView(prepared_) : RefView(adapter_);
  const std::uint32_t method = is_prepared ? LlmPrepared::kStream : LlmAdapter::kStream;
  Message in(std::move(options));
  Expected<Message> answer = co_await call.invoke(callee, method, std::move(in), with_token);
  if (!answer) co_return answer.error();
  if (!answer->ref(0)) {
    co_return fail("MALFORMED_RESPONSE",
                   "the adapter of route \"" + route_ + "\" answered without a stream");
  }
  co_return StreamReader(answer->take_ref(0));
}

}  // namespace keel::llm_runtime
