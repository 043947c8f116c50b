// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "keel/error.hpp"
#include "keel/value.hpp"

namespace keel::llm_openai {

/// What differs between services that speak chat completions.
enum class Dialect : std::uint8_t {
  kDeepSeek,    ///< `thinking`, reasoning sent back on every turn, the vendor's headers
  kCompatible,  ///< nothing beyond the common fields
};

/// One model of a route's list.
struct ModelSettings {
  std::string id;
  std::string name;
  std::string description;
  std::optional<std::int64_t> context_window;
  std::optional<std::int64_t> max_tokens;
  /// Efforts that the model takes, as on the wire; kCompatible only.
  std::vector<std::string> efforts;
};

/// One route: what the config says, complete. Immutable; a call keeps the one it began with.
struct RouteSettings {
  std::string id;
  std::string name;
  Dialect dialect = Dialect::kCompatible;
  std::string api_key_env;
  bool key_required = false;
  /// Empty: the variable, then `default_base_url`.
  std::string base_url;
  std::string base_url_env;
  std::string default_base_url;
  /// Variable with a model that is listed first, whether the service lists it or not.
  std::string model_env;
  /// Absent: the service is asked for its list.
  std::optional<std::vector<ModelSettings>> models;
  /// "enabled", "disabled" or empty; kDeepSeek only.
  std::string thinking;
  /// Empty: none.
  std::string reasoning_effort;
  std::optional<std::int64_t> max_tokens;
  std::optional<std::int64_t> default_context_window;
  std::string max_tokens_field = "max_tokens";
  bool stream_usage = true;
  bool replay_reasoning = true;
  std::string user_id;
  std::int64_t idle_timeout_ms = 300000;
  std::int64_t connect_timeout_ms = 30000;
  /// RetryPolicy of the contract; absent: the runtime's defaults.
  Value retry_policy;

  const ModelSettings* find_model(std::string_view model) const;
  /// ModelInfo of the contract.
  Value model_info(std::string_view model) const;
  /// ResolvedModelInfo. Every id is served: what is not listed is text in, text out.
  Value resolved_model(std::string_view model) const;
  /// Efforts that a request for the model may name; empty when it takes none.
  std::vector<std::string> efforts_of(std::string_view model) const;
  /// The one that a request without an effort gets; empty for none.
  std::string default_effort(std::string_view model) const;
  /// What the family's contract asks for: {name, retryPolicy?, adapter}.
  Value metadata() const;
};

using RouteList = std::vector<std::shared_ptr<const RouteSettings>>;

/// The routes of a config: `deepseek-official` and `compatible`, as the config's entries of these
/// names change them, and its further entries. Error CONFIG names the entry and the setting.
Expected<RouteList> read_routes(ValueView config);

}  // namespace keel::llm_openai
