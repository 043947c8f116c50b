// SPDX-License-Identifier: MIT
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "keel/contracts/kernel.hpp"
#include "keel/contracts/prompt.hpp"
#include "keel/contracts/tools.hpp"
#include "keel/sdk.hpp"
#include "pipeline.hpp"
#include "prepared_run.hpp"
#include "tool_admission.hpp"
#include "tool_run.hpp"

namespace keel::agent_tools {

namespace tools = contracts::tools;

/// Before every other listener of registry changes: none of them may be served from an old view.
constexpr std::int32_t kFirst = INT32_MIN;

class AgentTools : public Plugin {
 public:
  explicit AgentTools(const Setup& setup)
      : Plugin(setup), pipeline_(context()), admission_(context(), pipeline_.schemas) {}

  void start() {
    change_ = must(context().event(tools::events::kToolsChange));
    keep(context().listen(contracts::kernel::events::kServiceChanged, kFirst, this,
                          &AgentTools::on_service_changed));
    const Value metadata = object({{"interface", tools::Tools::kInterface}});
    keep(context().publish("agent/tools", metadata, kMethods, this));
    offer_to_prompt();
  }

 private:
  Task<Value> schemas(Call call) {
    const std::shared_ptr<const ToolView> view =
        co_await must(pipeline_.views.of(call, call.target()));
    co_return view->schemas();
  }

  Task<Value> get(Call call, tools::ToolsGetParamsView in) {
    const std::shared_ptr<const ToolView> view =
        co_await must(pipeline_.views.of(call, call.target()));
    const ToolDefinition* tool = view->find(in.name());
    if (tool == nullptr) {
      co_return fail("UNKNOWN_TOOL", "there is no tool \"" + std::string(in.name()) + "\"");
    }
    co_return object({{"name", tool->name}, {"metadata", tool->metadata}});
  }

  /// Parallel only for a visible tool that says so; any doubt is exclusive.
  Task<Value> execution_mode(Call call, tools::ToolsExecutionModeParamsView in) {
    const Expected<bool> parallel = co_await may_overlap(call, in);
    co_return object({{"mode", parallel && *parallel ? "parallel" : "exclusive"}});
  }

  Task<bool> may_overlap(Call call, tools::ToolsExecutionModeParamsView in) {
    const std::shared_ptr<const ToolView> view =
        co_await must(pipeline_.views.of(call, call.target()));
    const ToolDefinition* tool = view->find(in.name());
    if (tool == nullptr) co_return false;
    if (!tool->says("classifies")) co_return tool->says("concurrencySafe");
    if (!tool->says("rawParameters")) {
      const std::string faults = co_await must(pipeline_.schemas.value_faults(
          call, tool->metadata["parameters"], in.arguments(), "arguments"));
      if (!faults.empty()) co_return false;
    }
    Message params(object({{"arguments", Value::share(in.arguments())}}));
    const Message answer =
        co_await must(call.invoke(tool->ref, tools::Tool::kClassify, std::move(params)));
    co_return answer["concurrencySafe"].is_true();
  }

  Task<Value> execute(Call call, tools::ToolsPrepareParamsView in) {
    const auto run = std::make_shared<ToolRun>(pipeline_, in);
    co_await must(run->prepare(call));
    co_await must(run->dispatch(call));
    co_return co_await must(run->finish(call));
  }

  Task<Message> prepare(Call call, tools::ToolsPrepareParamsView in) {
    auto run = std::make_shared<ToolRun>(pipeline_, in);
    co_await must(run->prepare(call));
    Message answer(object({{"ready", run->is_ready()}}));
    Ref execution = must(context().object(tools::ToolExecution::kInterface,
                                          std::make_unique<PreparedRun>(std::move(run)),
                                          PreparedRun::kMethods));
    co_return std::move(answer).with(std::move(execution));
  }

  Task<void> admit(Call call, tools::ToolsAdmitParamsView in) {
    return admission_.decide(call, in);
  }

  void on_service_changed(Call, contracts::kernel::ServiceChangedEventView in) {
    const std::string_view family = in.family();
    if (family == tools::families::kToolGuard) return pipeline_.views.invalidate();
    const bool shown = family == tools::families::kTool ||
                       family == tools::families::kToolRestriction ||
                       family == tools::families::kToolMode;
    if (!shown) return;
    pipeline_.views.invalidate();
    // One notice for what one publication changed.
    if (std::exchange(change_queued_, true)) return;
    context().post([this] {
      change_queued_ = false;
      must(context().emit(change_, {0}, Message(object({}))));
    });
  }

  /// Where the system prompt is assembled, it takes the tools from here.
  void offer_to_prompt() {
    auto offer = context().publish("prompt.tools/agent-tools", object({}), kPromptMethods, this);
    if (offer) {
      offer->detach();
    } else if (offer.error().code != "NO_CONTRACT") {
      throw Failure(offer.error());
    }
  }

  static constexpr Methods kMethods{
      method<tools::Tools::kSchemas, &AgentTools::schemas>,
      method<tools::Tools::kGet, &AgentTools::get>,
      method<tools::Tools::kExecutionMode, &AgentTools::execution_mode>,
      method<tools::Tools::kExecute, &AgentTools::execute>,
      method<tools::Tools::kPrepare, &AgentTools::prepare>,
      method<tools::Tools::kAdmit, &AgentTools::admit>};
  static constexpr Methods kPromptMethods{
      method<contracts::prompt::PromptTools::kSchemas, &AgentTools::schemas>};

  Pipeline pipeline_;
  ToolAdmission admission_;
  keel_event change_{0};
  bool change_queued_ = false;
};

}  // namespace keel::agent_tools

using keel::agent_tools::AgentTools;
KEEL_PLUGIN(AgentTools, KEEL_PLUGIN_ID, KEEL_PLUGIN_VERSION)
