// SPDX-License-Identifier: MIT
#include "route_settings.hpp"

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace keel::llm_openai {

namespace {

constexpr std::string_view kDeepSeekRoute = "deepseek-official";
constexpr std::string_view kCompatibleRoute = "compatible";
constexpr std::int64_t kDeepSeekMaxTokens = 256000;
constexpr std::int64_t kDeepSeekContext = 1000000;

ModelSettings model_named(std::string id, std::string name) {
  ModelSettings model;
  model.id = std::move(id);
  model.name = std::move(name);
  return model;
}

/// What a route of this dialect is when its entry says nothing.
RouteSettings defaults_of(Dialect dialect) {
  RouteSettings route;
  route.dialect = dialect;
  if (dialect == Dialect::kCompatible) return route;
  route.key_required = true;
  route.reasoning_effort = "high";
  route.max_tokens = kDeepSeekMaxTokens;
  route.default_context_window = kDeepSeekContext;
  route.models = std::vector<ModelSettings>{
      model_named("deepseek-v4-flash", "DeepSeek V4 Flash"),
      model_named("deepseek-v4-pro", "DeepSeek V4 Pro"),
  };
  return route;
}

RouteSettings built_in(std::string_view id) {
  const bool is_deepseek = id == kDeepSeekRoute;
  RouteSettings route = defaults_of(is_deepseek ? Dialect::kDeepSeek : Dialect::kCompatible);
  route.id = id;
  if (is_deepseek) {
    route.name = "DeepSeek";
    route.api_key_env = "DEEPSEEK_API_KEY";
    route.base_url_env = "DEEPSEEK_BASE_URL";
    route.default_base_url = "https://api.deepseek.com";
  } else {
    route.name = "OpenAI-compatible server";
    route.api_key_env = "KEEL_API_KEY";
    route.base_url_env = "KEEL_BASE_URL";
    route.model_env = "KEEL_MODEL";
  }
  return route;
}

void take_text(ValueView entry, const char* name, std::string& setting) {
  if (entry[name].is_string()) setting = entry[name].text();
}

void take_integer(ValueView entry, const char* name, std::optional<std::int64_t>& setting) {
  if (const auto number = entry[name].integer()) setting = number;
}

void take_flag(ValueView entry, const char* name, bool& setting) {
  setting = entry[name].boolean().value_or(setting);
}

/// Reads one entry of `routes` over what its route is by default.
class EntryReader {
 public:
  EntryReader(ValueView entry, RouteSettings route) : entry_(entry), route_(std::move(route)) {}

  Expected<RouteSettings> read() {
    take_scalars();
    read_models();
    check_reasoning();
    read_retry_policy();
    if (fault_.empty()) return std::move(route_);
    return fail("CONFIG", "config.routes, route \"" + route_.id + "\": " + fault_);
  }

 private:
  void take_scalars() {
    take_text(entry_, "name", route_.name);
    take_text(entry_, "apiKeyEnv", route_.api_key_env);
    take_text(entry_, "baseURL", route_.base_url);
    take_text(entry_, "baseURLEnv", route_.base_url_env);
    take_text(entry_, "modelEnv", route_.model_env);
    take_text(entry_, "thinking", route_.thinking);
    take_text(entry_, "reasoningEffort", route_.reasoning_effort);
    take_text(entry_, "maxTokensField", route_.max_tokens_field);
    take_text(entry_, "userId", route_.user_id);
    take_integer(entry_, "maxTokens", route_.max_tokens);
    take_integer(entry_, "defaultContextWindow", route_.default_context_window);
    take_flag(entry_, "keyRequired", route_.key_required);
    take_flag(entry_, "streamUsage", route_.stream_usage);
    take_flag(entry_, "replayReasoning", route_.replay_reasoning);
    route_.idle_timeout_ms = entry_["streamIdleTimeoutMs"].integer_or(route_.idle_timeout_ms);
    route_.connect_timeout_ms = entry_["connectTimeoutMs"].integer_or(route_.connect_timeout_ms);
    if (route_.name.empty()) route_.name = route_.id;
    const bool has_url = !route_.base_url.empty() || !route_.base_url_env.empty() ||
                         !route_.default_base_url.empty();
    if (!has_url) complain("baseURL or baseURLEnv is missing: where is the service?");
    if (route_.key_required && route_.api_key_env.empty()) {
      complain("keyRequired is set, but apiKeyEnv names no variable");
    }
  }

  void read_models() {
    const ValueView list = entry_["models"];
    if (!list.is_array()) return;
    route_.models.emplace();
    for (const ValueView item : list.items()) {
      ModelSettings model;
      model.id = item["id"].text();
      if (route_.find_model(model.id) != nullptr) complain("models names " + model.id + " twice");
      model.name = item["name"].text_or(model.id);
      model.description = item["description"].text();
      take_integer(item, "contextWindow", model.context_window);
      take_integer(item, "maxTokens", model.max_tokens);
      for (const ValueView effort : item["reasoningEfforts"].items()) {
        model.efforts.emplace_back(effort.text());
      }
      route_.models->push_back(std::move(model));
    }
  }

  void check_reasoning() {
    const bool is_deepseek = route_.dialect == Dialect::kDeepSeek;
    if (!is_deepseek && !route_.thinking.empty()) {
      complain("thinking is a setting of dialect deepseek");
    }
    if (!is_deepseek) return;
    // "disabled" leaves nothing but "off": the default effort goes with it unless it was asked for.
    if (route_.thinking == "disabled" && !entry_.has("reasoningEffort")) {
      route_.reasoning_effort = "off";
    }
    const std::vector<std::string> efforts = route_.efforts_of({});
    const std::string& chosen = route_.reasoning_effort;
    if (chosen.empty() || std::count(efforts.begin(), efforts.end(), chosen) != 0) return;
    complain("reasoningEffort is \"" + chosen + "\"; expected " +
             (route_.thinking == "disabled" ? "off, because thinking is disabled"
                                            : "off, low, high or max"));
  }

  void read_retry_policy() {
    const ValueView policy = entry_["retryPolicy"];
    if (!policy.is_object()) return;
    const ValueView backoff = policy["backoff"];
    const double initial = backoff["initialDelayMs"].number().value_or(500);
    const double longest = backoff["maxDelayMs"].number().value_or(10000);
    if (!(initial > 0 && longest > 0)) complain("retryPolicy.backoff: delays must be above 0");
    if (initial > longest) complain("retryPolicy.backoff: initialDelayMs is above maxDelayMs");
    std::vector<std::string_view> codes;
    for (const ValueView code : policy["retryableCodes"].items()) {
      const std::string_view text = code.text();
      const bool is_blank = text.find_first_not_of(" \t\r\n") == std::string_view::npos;
      if (is_blank || std::count(codes.begin(), codes.end(), text) != 0) {
        complain("retryPolicy.retryableCodes holds a blank code, or one twice");
      }
      codes.push_back(text);
    }
    const bool always = policy["mode"].text() == "always";
    route_.retry_policy =
        object({{"mode", always ? "always" : "normal"},
                {"maxRetries", always ? Value() : Value(policy["maxRetries"].integer_or(5))},
                {"retryableCodes", always ? Value() : Value::share(policy["retryableCodes"])},
                {"initialDelayMs", Value(initial)},
                {"maxDelayMs", Value(longest)},
                {"jitterRatio", Value(backoff["jitterRatio"].number().value_or(0.1))}});
  }

  void complain(std::string fault) {
    if (fault_.empty()) fault_ = std::move(fault);
  }

  ValueView entry_;
  RouteSettings route_;
  std::string fault_;
};

RouteSettings start_of(ValueView entry) {
  const std::string_view id = entry["id"].text();
  if (id == kDeepSeekRoute || id == kCompatibleRoute) return built_in(id);
  RouteSettings route = defaults_of(entry["dialect"].text() == "deepseek" ? Dialect::kDeepSeek
                                                                          : Dialect::kCompatible);
  route.id = id;
  return route;
}

/// What is wrong with an entry before it is read; empty when nothing is.
std::string entry_fault(ValueView entry, const std::vector<std::string_view>& seen) {
  const std::string_view id = entry["id"].text();
  if (std::count(seen.begin(), seen.end(), id) != 0) return "is there twice";
  const bool is_built_in = id == kDeepSeekRoute || id == kCompatibleRoute;
  const std::string_view own = id == kDeepSeekRoute ? "deepseek" : "compatible";
  if (is_built_in && entry["dialect"].text_or(own) != own) {
    return "speaks dialect " + std::string(own) + "; give a route of another dialect its own id";
  }
  return {};
}

}  // namespace

const ModelSettings* RouteSettings::find_model(std::string_view model) const {
  if (!models) return nullptr;
  const auto found = std::find_if(models->begin(), models->end(),
                                  [&](const ModelSettings& known) { return known.id == model; });
  return found == models->end() ? nullptr : &*found;
}

Value RouteSettings::model_info(std::string_view model) const {
  const ModelSettings* known = find_model(model);
  const bool described = known != nullptr && !known->description.empty();
  return object({{"provider", id},
                 {"id", model},
                 {"name", known == nullptr ? Value(model) : Value(known->name)},
                 {"description", described ? Value(known->description) : Value()},
                 {"inputModalities", array({"text"})}});
}

Value RouteSettings::resolved_model(std::string_view model) const {
  const ModelSettings* known = find_model(model);
  const auto window =
      known != nullptr && known->context_window ? known->context_window : default_context_window;
  const auto tokens = known != nullptr && known->max_tokens ? known->max_tokens : max_tokens;
  Builder builder;
  builder.begin_object();
  const Value info = model_info(model);
  for (const auto [key, value] : info.members()) builder.member(key, value);
  if (window) builder.name("context").begin_object().member("contextWindow", *window).end();
  if (tokens) builder.member("defaultMaxTokens", *tokens);
  if (const std::vector<std::string> efforts = efforts_of(model); !efforts.empty()) {
    builder.name("reasoning").begin_object().name("efforts").begin_array();
    for (const std::string& effort : efforts) {
      builder.begin_object().member("id", effort).member("name", effort).end();
    }
    builder.end();
    if (const std::string chosen = default_effort(model); !chosen.empty()) {
      builder.member("defaultEffort", chosen);
    }
    builder.end();
  }
  builder.end();
  return builder.finish_or_absent();
}

std::vector<std::string> RouteSettings::efforts_of(std::string_view model) const {
  if (dialect == Dialect::kDeepSeek) {
    if (thinking == "disabled") return {"off"};
    return {"off", "low", "high", "max"};
  }
  const ModelSettings* known = find_model(model);
  return known == nullptr ? std::vector<std::string>() : known->efforts;
}

std::string RouteSettings::default_effort(std::string_view model) const {
  const std::vector<std::string> efforts = efforts_of(model);
  const bool has = std::count(efforts.begin(), efforts.end(), reasoning_effort) != 0;
  return has ? reasoning_effort : std::string();
}

Value RouteSettings::metadata() const {
  return object({{"name", name}, {"retryPolicy", retry_policy}, {"adapter", "llm/openai"}});
}

Expected<RouteList> read_routes(ValueView config) {
  RouteList routes;
  std::vector<std::string_view> seen;
  const auto add = [&](ValueView entry, RouteSettings start) -> Expected<void> {
    Expected<RouteSettings> route = EntryReader(entry, std::move(start)).read();
    if (!route) return tl::make_unexpected(std::move(route.error()));
    routes.push_back(std::make_shared<const RouteSettings>(std::move(*route)));
    return {};
  };
  for (const ValueView entry : config["routes"].items()) {
    const std::string_view id = entry["id"].text();
    if (const std::string fault = entry_fault(entry, seen); !fault.empty()) {
      return fail("CONFIG", "config.routes, route \"" + std::string(id) + "\": " + fault);
    }
    seen.push_back(id);
    if (entry["disabled"].is_true()) continue;
    if (auto added = add(entry, start_of(entry)); !added) {
      return tl::make_unexpected(std::move(added.error()));
    }
  }
  for (const std::string_view id : {kDeepSeekRoute, kCompatibleRoute}) {
    if (std::count(seen.begin(), seen.end(), id) != 0) continue;
    if (auto added = add({}, built_in(id)); !added) {
      return tl::make_unexpected(std::move(added.error()));
    }
  }
  return routes;
}

}  // namespace keel::llm_openai
