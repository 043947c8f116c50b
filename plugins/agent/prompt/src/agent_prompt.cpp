// SPDX-License-Identifier: MIT
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assembler.hpp"
#include "keel/contracts/kernel.hpp"
#include "keel/contracts/prompt.hpp"
#include "keel/sdk.hpp"
#include "prompt_template.hpp"
#include "renderer.hpp"
#include "tool_order.hpp"

namespace keel::agent_prompt {

namespace prompt = contracts::prompt;

/// Before every other listener of registry changes: none of them may be served from old parts.
constexpr std::int32_t kFirst = INT32_MIN;
constexpr double kIdentityOrder = -100;
constexpr double kPersonaOrder = 0;
/// By then the sources of tools of a deployment are up.
constexpr std::int64_t kOrderCheckDelayMs = 1000;
constexpr const char* kIdentity =
    "You are an agent that runs in Keel, a host for language model agents.";

class AgentPrompt : public Plugin {
 public:
  explicit AgentPrompt(const Setup& setup)
      : Plugin(setup), assembler_(context(), must(ToolOrder::read(config()["toolOrder"]))) {}

  void start() {
    change_ = must(context().event(prompt::events::kSystemPromptChange));
    keep(context().listen(contracts::kernel::events::kServiceChanged, kFirst, this,
                          &AgentPrompt::on_service_changed));
    const Value metadata = object({{"interface", prompt::Prompt::kInterface}});
    keep(context().publish("agent/prompt", metadata, kMethods, this));
    publish_own_parts();
    if (config()["toolOrder"].is_absent()) return;
    keep(context().after(kOrderCheckDelayMs, [this] { context().spawn(check_order()); }));
  }

 private:
  void publish_own_parts() {
    if (config()["includeHarnessIdentity"].is_true()) {
      publish_section("harness:identity", kIdentityOrder, kIdentity);
    }
    const std::string_view persona = config()["persona"].text();
    if (!persona.empty()) publish_section("deployment:persona", kPersonaOrder, persona);
    if (!config()["includeRuntimeContext"].is_true()) {
      keep(context().publish("prompt.suppress/deployment", object({}), &AgentPrompt::no_text));
    }
  }

  void publish_section(const std::string& name, double order, std::string_view text) {
    const Value metadata = object({{"order", order}, {"text", text}});
    keep(context().publish("prompt.section/" + name, metadata, &AgentPrompt::no_text));
  }

  /// The text of these is in their metadata.
  static Value no_text() { return object({}); }

  Task<Value> assemble(Call call, prompt::PromptAssembleParamsView in) {
    const Value session_id = Value::share(in.raw()["session_id"]);
    co_return co_await must(assembler_.assemble(call, session_id));
  }

  Expected<Value> render(Call, prompt::AssemblyView in) { return render_assembly(in); }

  Expected<void> admit(Call, prompt::PromptAdmitParamsView in) {
    const std::string_view service = in.name();
    const std::string_view name = service.substr(service.find('/') + 1);
    if (in.op() == "remove" || is_variable_name(name)) return {};
    return fail("INVALID_VARIABLE", "\"" + std::string(name) +
                                        "\" cannot be a variable: expected a name of small "
                                        "letters, digits and _, beginning with a letter");
  }

  void on_service_changed(Call, contracts::kernel::ServiceChangedEventView in) {
    const std::string_view family = in.family();
    if (family.substr(0, family.find('.')) != "prompt") return;
    assembler_.invalidate();
    // One notice for what one publication changed.
    if (std::exchange(change_queued_, true)) return;
    context().post([this] {
      change_queued_ = false;
      must(context().emit(change_, {0}, Message(object({}))));
    });
  }

  /// Says early what would otherwise be the end of the first turn.
  Task<void> check_order() {
    const std::vector<std::string> unknown = co_await must(assembler_.unknown_in_order());
    for (const std::string& name : unknown) {
      context().warn("toolOrder names \"" + name +
                     "\", which no source of tools knows: every turn will fail until one does");
    }
  }

  static constexpr Methods kMethods{method<prompt::Prompt::kAssemble, &AgentPrompt::assemble>,
                                    method<prompt::Prompt::kRender, &AgentPrompt::render>,
                                    method<prompt::Prompt::kAdmit, &AgentPrompt::admit>};

  Assembler assembler_;
  keel_event change_{0};
  bool change_queued_ = false;
};

}  // namespace keel::agent_prompt

using keel::agent_prompt::AgentPrompt;
KEEL_PLUGIN(AgentPrompt, KEEL_PLUGIN_ID, KEEL_PLUGIN_VERSION)
