// SPDX-License-Identifier: MIT
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "adapter_binding.hpp"
#include "call_config.hpp"
#include "chunk_pump.hpp"
#include "keel/contracts/kernel.hpp"
#include "keel/contracts/llm.hpp"
#include "keel/sdk.hpp"
#include "llm_failure.hpp"
#include "model_info.hpp"
#include "prepared_call.hpp"
#include "request_shape.hpp"
#include "retry_policy.hpp"
#include "routes.hpp"

namespace keel::llm_runtime {

namespace llm = contracts::llm;

class LlmRuntime : public Plugin {
 public:
  explicit LlmRuntime(const Setup& setup) : Plugin(setup), routes_(context()) {}

  void start() {
    stream_event_ = must(context().event(llm::events::kLlmStream));
    updated_event_ = must(context().event(llm::events::kLlmAdaptersUpdated));
    keep(context().listen(contracts::kernel::events::kServiceChanged, 0, this,
                          &LlmRuntime::on_service_changed));
    keep(context().publish("llm/runtime", object({}), kMethods, this));
  }

 private:
  /// The object behind llm-prepared@0.
  class Prepared {
   public:
    Prepared(LlmRuntime& runtime, PreparedCall prepared)
        : runtime_(runtime), prepared_(std::move(prepared)) {}

    Task<Message> stream(Call call, ValueView options) {
      if (std::exchange(used_, true)) {
        co_return fail("INVALID_PREPARED_CALL", "this prepared call was used before");
      }
      if (!has_config(options, prepared_.config)) {
        co_return fail("INVALID_PREPARED_CALL",
                       "the request's configuration is not the one that was prepared");
      }
      Value asked = Value::share(options);
      std::optional<PreparedCall> prepared(prepared_);
      co_return co_await must(runtime_.run_stream(call, std::move(asked), std::move(prepared)));
    }

    static constexpr Methods kMethods{method<llm::LlmPrepared::kStream, &Prepared::stream>};

   private:
    LlmRuntime& runtime_;
    PreparedCall prepared_;
    bool used_ = false;
  };

  /// What is innermost in llm/stream: the way to the adapter.
  class Boundary {
   public:
    Boundary(LlmRuntime& runtime, Value asked, std::optional<PreparedCall> prepared)
        : runtime_(&runtime), asked_(std::move(asked)), prepared_(std::move(prepared)) {}

    Task<Message> operator()(Call call, ValueView in) const {
      return runtime_->cross(call, in["options"], asked_, prepared_);
    }

   private:
    LlmRuntime* runtime_;
    Value asked_;
    std::optional<PreparedCall> prepared_;
  };

  // ---- Routes and models

  Value list_providers(Call call) {
    Builder builder;
    builder.begin_object().name("providers").begin_array();
    for (const Route& route : routes_.list(call.target())) {
      builder.begin_object();
      builder.member("id", route.id).member("name", route.metadata["name"].text());
      builder.end();
    }
    builder.end().end();
    return builder.finish_or_absent();
  }

  Task<Value> list_models(Call call, llm::LlmListModelsParamsView in) {
    const Route route = must(routes_.find(in.provider(), call.target()));
    Message params(object({{"provider", route.id}}));
    const Expected<Message> answer =
        co_await call.invoke(route.adapter, llm::LlmAdapter::kListModels, std::move(params));
    if (!answer && is_unimplemented(answer.error())) co_return object({{"models", array({})}});
    if (!answer) co_return answer.error();
    const ValueView models = (*answer)["models"];
    if (auto checked = check_catalog(models, route.id); !checked) co_return checked.error();
    co_return object({{"models", Value::share(models)}});
  }

  Task<Value> resolve_model(Call call, llm::LlmResolveModelParamsView in) {
    const std::string model(in.model());
    const Route route = must(routes_.find(in.provider(), call.target()));
    co_return co_await must(model_of(call, route, model));
  }

  Task<Value> model_of(Call call, const Route& route, std::string model) {
    Message params(object({{"provider", route.id}, {"model", model}}));
    Expected<Message> answer =
        co_await call.invoke(route.adapter, llm::LlmAdapter::kResolveModel, std::move(params));
    if (!answer && is_unimplemented(answer.error())) co_return unknown_model(route.id, model);
    if (!answer) co_return answer.error();
    Value info = answer->take_value();
    if (auto checked = check_model(info, route.id, model); !checked) co_return checked.error();
    co_return info;
  }

  Task<Value> resolve_call_config(Call call, ValueView in) {
    const ValueView config = in["config"];
    const Route route = must(routes_.find(config["provider"].text(), call.target()));
    std::string model(config["model"].text());
    const Value info = co_await must(model_of(call, route, std::move(model)));
    const CallConfig complete = must(CallConfig::complete(config, info));
    co_return object({{"config", complete.config}, {"adapterDefaults", complete.defaults}});
  }

  Expected<Value> retry_policy(Call call, llm::LlmRetryPolicyParamsView in) {
    const Expected<Route> route = routes_.find(in.provider(), call.target());
    if (!route) return tl::make_unexpected(route.error());
    return complete_retry_policy(route->metadata["retryPolicy"]);
  }

  // ---- Calls

  Task<Message> prepare_call(Call call, ValueView in) {
    const ValueView config = in["config"];
    std::string route(config["provider"].text());
    std::string model(config["model"].text());
    AdapterBinding binding = co_await must(
        AdapterBinding::bind(call, context(), routes_, std::move(route), std::move(model)));
    CallConfig complete = must(CallConfig::complete(config, binding.model()));
    const Value answer = object({
        {"config", complete.config},
        {"retryPolicy", complete_retry_policy(binding.metadata()["retryPolicy"])},
        {"adapterDefaults", complete.defaults},
        {"context", Value::share(binding.model()["context"])},
        {"inputModalities", Value::share(binding.model()["inputModalities"])},
    });
    PreparedCall prepared{std::make_shared<const AdapterBinding>(std::move(binding)),
                          std::move(complete.config)};
    Ref object = must(context().object(llm::LlmPrepared::kInterface,
                                       std::make_unique<Prepared>(*this, std::move(prepared)),
                                       Prepared::kMethods));
    co_return Message(answer).with(std::move(object));
  }

  Task<Message> stream(Call call, ValueView options) {
    Value asked = Value::share(options);
    std::optional<PreparedCall> unprepared;
    co_return co_await must(run_stream(call, std::move(asked), std::move(unprepared)));
  }

  /// llm/stream around the boundary. What its listeners do wrong is the caller's to see: it is no
  /// failure of the model.
  Task<Message> run_stream(Call call, Value asked, std::optional<PreparedCall> prepared) {
    const bool is_prepared = prepared.has_value();
    const bool loop_built = asked["loopBuilt"].is_true();
    Message in(object({{"options", asked}, {"loopBuilt", loop_built}, {"prepared", is_prepared}}));
    Boundary boundary(*this, asked, std::move(prepared));
    Expected<Message> answer =
        co_await call.dispatch_or(stream_event_, call.target(), std::move(in), boundary);
    if (!answer) co_return answer.error();
    if (!answer->ref(0)) {
      co_return fail("NO_STREAM", "a listener of llm/stream answered without a stream");
    }
    Ref chunks = answer->take_ref(0);
    co_return Message(object({})).with(std::move(chunks));
  }

  /// From here on every failure of adapter and model becomes the end of a stream.
  Task<Message> cross(Call call, ValueView options, Value asked,
                      std::optional<PreparedCall> prepared) {
    if (asked["loopBuilt"].is_true() && !(options == asked)) {
      co_return fail("READ_ONLY_REQUEST",
                     "a listener of llm/stream changed a request that stands in the log already");
    }
    CancelSource token = must(context().token(call.cancel_token()));
    NewStream stream = must(StreamWriter::open(context()));
    Expected<Sent> sent =
        co_await send(call, Value::share(options), std::move(prepared), std::move(token));
    if (sent) {
      context().spawn(pump(std::move(*sent), std::move(stream.writer)));
    } else {
      stream.writer.push(Message(failed_finish(sent.error(), call.cancelled())));
      stream.writer.finish();
    }
    co_return Message(object({})).with(std::move(stream.reader));
  }

  struct Sent {
    std::unique_ptr<ChunkPump> pump;
    StreamReader chunks;
  };

  Task<Sent> send(Call call, Value options, std::optional<PreparedCall> prepared,
                  CancelSource token) {
    Value config;
    std::shared_ptr<const AdapterBinding> adapter;
    if (prepared) {
      if (!has_config(options, prepared->config)) {
        co_return fail("INVALID_PREPARED_CALL",
                       "a listener of llm/stream changed the configuration of a prepared call");
      }
      adapter = prepared->adapter;
      config = prepared->config;
    } else {
      std::string route(options["provider"].text());
      std::string model(options["model"].text());
      AdapterBinding binding = co_await must(
          AdapterBinding::bind(call, context(), routes_, std::move(route), std::move(model)));
      config = must(CallConfig::complete(options, binding.model())).config;
      adapter = std::make_shared<const AdapterBinding>(std::move(binding));
    }
    Value request = shape(options, config, *adapter, call.target());
    if (request.is_absent()) {
      co_return fail("INVALID_REQUEST", "the request nests deeper than values may");
    }
    Sent sent;
    sent.pump = std::make_unique<ChunkPump>(context(), adapter, std::move(token));
    sent.chunks = co_await must(adapter->stream(call, std::move(request), sent.pump->token()));
    co_return sent;
  }

  Value shape(ValueView options, ValueView config, const AdapterBinding& adapter,
              keel_scope scope) const {
    RequestRules rules;
    rules.text_only = is_text_only(adapter.model());
    rules.may_replay = [&](std::string_view provider) {
      return routes_.share_adapter(provider, adapter.route(), scope);
    };
    return shape_request(options, config, rules);
  }

  Task<void> pump(Sent sent, StreamWriter out) {
    co_await must(sent.pump->run(std::move(sent.chunks), std::move(out)));
  }

  // ---- Registration of routes

  Expected<void> admit(Call, llm::LlmAdmitParamsView in) {
    if (in.op() == "remove") return {};
    const std::string fault = retry_policy_fault(in.metadata()["retryPolicy"]);
    if (fault.empty()) return {};
    return fail("INVALID_ADAPTER", "\"" + std::string(in.name()) + "\": retryPolicy: " + fault);
  }

  void on_service_changed(Call, contracts::kernel::ServiceChangedEventView in) {
    if (in.family() != llm::families::kLlmAdapter) return;
    // One notice for what one publication changed.
    if (std::exchange(update_queued_, true)) return;
    context().post([this] {
      update_queued_ = false;
      must(context().emit(updated_event_, {0}, Message(object({}))));
    });
  }

  static constexpr Methods kMethods{
      method<llm::Llm::kListProviders, &LlmRuntime::list_providers>,
      method<llm::Llm::kListModels, &LlmRuntime::list_models>,
      method<llm::Llm::kResolveModel, &LlmRuntime::resolve_model>,
      method<llm::Llm::kResolveCallConfig, &LlmRuntime::resolve_call_config>,
      method<llm::Llm::kPrepareCall, &LlmRuntime::prepare_call>,
      method<llm::Llm::kStream, &LlmRuntime::stream>,
      method<llm::Llm::kRetryPolicy, &LlmRuntime::retry_policy>,
      method<llm::Llm::kAdmit, &LlmRuntime::admit>};

  Routes routes_;
  keel_event stream_event_{0};
  keel_event updated_event_{0};
  bool update_queued_ = false;
};

}  // namespace keel::llm_runtime

using keel::llm_runtime::LlmRuntime;
KEEL_PLUGIN(LlmRuntime, KEEL_PLUGIN_ID, KEEL_PLUGIN_VERSION)
