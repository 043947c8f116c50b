// SPDX-License-Identifier: MIT
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "conversation.hpp"
#include "keel/contracts/llm.hpp"
#include "keel/sdk.hpp"
#include "player.hpp"
#include "reply_writer.hpp"
#include "scenario.hpp"
#include "tour_text.hpp"

namespace keel::llm_scripted {

namespace llm = contracts::llm;

constexpr std::string_view kRoute = "scripted";
constexpr std::string_view kModel = "scripted";
constexpr const char* kNotice =
    "no model is configured: a scripted tour answers instead. Set DEEPSEEK_API_KEY, or "
    "KEEL_BASE_URL (with KEEL_API_KEY and KEEL_MODEL where they are needed) for any "
    "OpenAI-compatible server.";

class LlmScripted : public Plugin {
 public:
  explicit LlmScripted(const Setup& setup) : Plugin(setup) {
    const std::string path(config()["scenario"].text());
    scenario_ = must(path.empty() ? Scenario::parse(kTour, "tour.json") : Scenario::load(path));
  }

  void start() {
    const Value metadata = object({{"name", "Scripted tour"}, {"adapter", "llm/scripted"}});
    keep(context().publish("llm.adapter/" + std::string(kRoute), metadata, kMethods, this));
  }

 private:
  /// The object behind llm-prepared@0: there is nothing to prepare.
  class Prepared {
   public:
    explicit Prepared(LlmScripted& adapter) : adapter_(adapter) {}
    Message stream(Call call, ValueView options) { return adapter_.stream(call, options); }

    static constexpr Methods kMethods{method<llm::LlmPrepared::kStream, &Prepared::stream>};

   private:
    LlmScripted& adapter_;
  };

  Value list_models() { return object({{"models", array({model()})}}); }

  Expected<Value> resolve_model(Call, llm::LlmAdapterResolveModelParamsView in) {
    return checked_model(in.model());
  }

  Expected<Message> prepare(Call, llm::LlmAdapterPrepareParamsView in) {
    Expected<Value> found = checked_model(in.model());
    if (!found) return tl::make_unexpected(found.error());
    Ref prepared = must(context().object(llm::LlmPrepared::kInterface,
                                         std::make_unique<Prepared>(*this), Prepared::kMethods));
    return Message(object({{"model", *found}})).with(std::move(prepared));
  }

  Message stream(Call call, ValueView options) {
    if (!std::exchange(told_, true)) context().warn(kNotice);
    NewStream stream = must(StreamWriter::open(context()));
    CancelSource token = must(context().token(call.cancel_token()));
    context().spawn(
        write_reply(context(), reply_to(options), std::move(stream.writer), std::move(token)));
    return Message(object({})).with(std::move(stream.reader));
  }

  Reply reply_to(ValueView options) const {
    const std::string_view purpose = options["purpose"].text();
    if (purpose == "session-title") return {"A scripted tour", {}};
    if (purpose == "compaction") {
      return {"A scripted tour of the workspace took place; no model was configured.", {}};
    }
    const Conversation conversation(options);
    return Player(scenario_).next(conversation);
  }

  static Value model() {
    return object({{"provider", kRoute},
                   {"id", kModel},
                   {"name", "Scripted tour"},
                   {"description", "No model: a fixed scenario with real tool calls"},
                   {"inputModalities", array({"text"})}});
  }

  static Expected<Value> checked_model(std::string_view asked) {
    if (asked == kModel) return model();
    return fail("UNKNOWN_MODEL", "the route scripted has no model \"" + std::string(asked) +
                                     "\", only \"" + std::string(kModel) + "\"");
  }

  static constexpr Methods kMethods{
      method<llm::LlmAdapter::kListModels, &LlmScripted::list_models>,
      method<llm::LlmAdapter::kResolveModel, &LlmScripted::resolve_model>,
      method<llm::LlmAdapter::kPrepare, &LlmScripted::prepare>,
      method<llm::LlmAdapter::kStream, &LlmScripted::stream>};

  Scenario scenario_;
  bool told_ = false;
};

}  // namespace keel::llm_scripted

using keel::llm_scripted::LlmScripted;
KEEL_PLUGIN(LlmScripted, KEEL_PLUGIN_ID, KEEL_PLUGIN_VERSION)
