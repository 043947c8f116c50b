// SPDX-License-Identifier: MIT
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "keel/contracts/agent.hpp"
#include "keel/contracts/kernel.hpp"
#include "keel/contracts/llm.hpp"
#include "keel/sdk.hpp"
#include "model_choice.hpp"

namespace keel::agent_default_model {

constexpr std::string_view kScripted = "scripted";
constexpr std::string_view kCompatible = "compatible";
constexpr std::string_view kDeepSeek = "deepseek-official";
constexpr std::string_view kDeepSeekModel = "deepseek-v4-flash";

class AgentDefaultModel : public Plugin {
 public:
  explicit AgentDefaultModel(const Setup& setup) : Plugin(setup) {
    if (const std::string_view text = config()["override"].text(); !text.empty()) {
      override_ = must(ModelChoice::parse(text, "the command line"));
    }
    const std::string provider(config()["provider"].text());
    const std::string model(config()["model"].text());
    if (provider.empty() != model.empty()) {
      throw Failure("CONFIG",
                    "agent/default-model has a provider without a model, or a model without a "
                    "provider; give both or neither");
    }
    if (provider.empty()) return;
    deployment_ = ModelChoice{provider, model, "the deployment",
                              std::string(config()["reasoningEffort"].text())};
  }

  void start() {
    host_ = must(context().resolve("kernel/host"));
    const Value metadata = object({{"interface", contracts::agent::DefaultModel::kInterface}});
    keep(context().publish("agent/default-model", metadata, kMethods, this));
  }

 private:
  Task<Value> current(Call call, contracts::agent::DefaultModelCurrentParamsView in) {
    std::string session;
    if (const auto id = in.session_id()) session = id->text();
    const ModelChoice choice = co_await must(choose(call, std::move(session)));
    co_return choice.to_value();
  }

  void select(Call, contracts::agent::DefaultModelSelectParamsView in) {
    selected_ = ModelChoice{std::string(in.provider()), std::string(in.model()), "a selection",
                            std::string(in.reasoning_effort().value_or(""))};
  }

  Task<ModelChoice> choose(Call call, std::string session) {
    if (selected_) co_return *selected_;
    if (override_) co_return *override_;
    std::optional<ModelChoice> resumed = of_session(call, session);
    if (resumed) co_return std::move(*resumed);
    if (deployment_) co_return *deployment_;
    const bool has_server = co_await must(is_set(call, "KEEL_BASE_URL"));
    if (has_server) co_return co_await must(compatible(call));
    const bool has_key = co_await must(is_set(call, "DEEPSEEK_API_KEY"));
    if (has_key) {
      co_return ModelChoice{
          std::string(kDeepSeek), std::string(kDeepSeekModel), "DEEPSEEK_API_KEY", {}};
    }
    co_return ModelChoice{
        std::string(kScripted), std::string(kScripted), "no configured model", {}};
  }

  /// The route that a session used last. Not the scripted one, which nobody chose: a session begun
  /// without a model goes on with one as soon as there is one.
  std::optional<ModelChoice> of_session(const Call& call, const std::string& id) const {
    // A host without sessions has no functions for them.
    if (id.empty() || !call.resolve("kernel/sessions")) return std::nullopt;
    const Expected<Session> session = Session::find(context(), id);
    if (!session) return std::nullopt;
    const Expected<Value> header = session->request_header();
    if (!header) return std::nullopt;
    const ValueView config = (*header)["config"];
    const std::string provider(config["provider"].text());
    if (provider.empty() || provider == kScripted) return std::nullopt;
    if (!call.resolve("llm.adapter/" + provider)) {
      context().warn("session " + id + " used the route \"" + provider +
                     "\", which nothing serves here; another one is chosen");
      return std::nullopt;
    }
    return ModelChoice{provider, std::string(config["model"].text()), "the session", {}};
  }

  /// What the server is asked for by name, or else the first model that it lists.
  Task<ModelChoice> compatible(Call call) {
    ModelChoice choice{std::string(kCompatible), {}, "KEEL_BASE_URL", {}};
    choice.model = co_await must(environment(call, "KEEL_MODEL"));
    if (choice.model.empty()) choice.model = first_listed_;
    if (!choice.model.empty()) co_return choice;

    const Ref llm = must(call.resolve("llm/runtime"));
    Message params(object({{"provider", kCompatible}}));
    const Expected<Message> answer =
        co_await call.invoke(llm, contracts::llm::Llm::kListModels, std::move(params));
    const std::string remedy = "; set KEEL_MODEL to the name of a model";
    if (!answer) {
      co_return fail("NO_MODEL", "KEEL_BASE_URL is set, but its models cannot be listed: " +
                                     answer.error().message + remedy);
    }
    first_listed_ = (*answer)["models"].at(0)["id"].text();
    if (first_listed_.empty()) {
      co_return fail("NO_MODEL", "KEEL_BASE_URL is set, but its server lists no models" + remedy);
    }
    choice.model = first_listed_;
    co_return choice;
  }

  Task<bool> is_set(Call call, std::string_view name) const {
    const std::string value = co_await must(environment(call, name));
    co_return value.find_first_not_of(" \t\r\n") != std::string::npos;
  }

  /// Empty when it is not set.
  Task<std::string> environment(Call call, std::string_view name) const {
    Message params(object({{"name", name}}));
    const Message answer =
        co_await must(call.invoke(host_, contracts::kernel::Host::kEnvironment, std::move(params)));
    co_return std::string(answer["value"].text());
  }

  static constexpr Methods kMethods{
      method<contracts::agent::DefaultModel::kCurrent, &AgentDefaultModel::current>,
      method<contracts::agent::DefaultModel::kSelect, &AgentDefaultModel::select>};

  Ref host_;
  std::optional<ModelChoice> override_;
  std::optional<ModelChoice> deployment_;
  std::optional<ModelChoice> selected_;
  /// Kept: the list takes a request.
  std::string first_listed_;
};

}  // namespace keel::agent_default_model

using keel::agent_default_model::AgentDefaultModel;
KEEL_PLUGIN(AgentDefaultModel, KEEL_PLUGIN_ID, KEEL_PLUGIN_VERSION)
