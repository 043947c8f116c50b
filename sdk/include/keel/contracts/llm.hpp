// SPDX-License-Identifier: MIT
// Made by contractgen from the contract llm@0.1. Do not edit.
// clang-format off
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "keel/contracts/ids.hpp"
#include "keel/contracts/session.hpp"
#include "keel/contracts/typed.hpp"
#include "keel/lazy_key.hpp"
#include "keel/value.hpp"

/// Model routes and the one streaming call.
namespace keel::contracts::llm {

/// Name and version of the contract.
inline constexpr std::string_view kContract = "llm@0";
inline constexpr std::string_view kVersion = "0.1";

/// Service llm/runtime.
struct Llm {
  static constexpr std::string_view kInterface = "llm@0";
  /// Routes in order of registration.
  static constexpr std::uint32_t kListProviders = 0;
  /// Models a route advertises; never a filter.
  static constexpr std::uint32_t kListModels = 1;
  /// What is known of one model.
  static constexpr std::uint32_t kResolveModel = 2;
  /// Fills defaults, refuses an effort that the model has not.
  static constexpr std::uint32_t kResolveCallConfig = 3;
  /// Binds one generation of an adapter across header logging and dispatch.
  static constexpr std::uint32_t kPrepareCall = 4;
  /// One attempt. refs[0] is the chunk stream.
  static constexpr std::uint32_t kStream = 5;
  /// Retry policy of a route.
  static constexpr std::uint32_t kRetryPolicy = 6;
  /// Asked by the kernel before a route is registered.
  static constexpr std::uint32_t kAdmit = 7;
  static constexpr std::uint32_t kMethodCount = 8;
};

/// A prepared call, usable once.
struct LlmPrepared {
  static constexpr std::string_view kInterface = "llm-prepared@0";
  /// As llm.stream.
  static constexpr std::uint32_t kStream = 0;
  static constexpr std::uint32_t kMethodCount = 1;
};

/// One provider route: family llm.adapter, named after the route.
struct LlmAdapter {
  static constexpr std::string_view kInterface = "llm-adapter@0";
  static constexpr std::uint32_t kListModels = 0;
  static constexpr std::uint32_t kResolveModel = 1;
  /// Reads settings once: refs[0] keeps that snapshot for one call.
  static constexpr std::uint32_t kPrepare = 2;
  /// One provider attempt. Errors end the stream with finish or fail the call; both are fine.
  static constexpr std::uint32_t kStream = 3;
  static constexpr std::uint32_t kMethodCount = 4;
};

/// Names of the events.
namespace events {
/// Around each call; the result's refs[0] is the stream, the listener may return one of its own.
inline constexpr std::string_view kLlmStream = "llm/stream";
/// The table of routes has changed.
inline constexpr std::string_view kLlmAdaptersUpdated = "llm/adapters-updated";
}  // namespace events

/// Families of services.
namespace families {
/// The runtime.
inline constexpr std::string_view kLlm = "llm";
/// Provider routes.
inline constexpr std::string_view kLlmAdapter = "llm.adapter";
}  // namespace families

/// Codes that methods fail with.
namespace errors {
inline constexpr std::string_view kNoAdapter = "NO_ADAPTER";
inline constexpr std::string_view kInvalidCatalog = "INVALID_CATALOG";
inline constexpr std::string_view kInvalidModelInfo = "INVALID_MODEL_INFO";
inline constexpr std::string_view kInvalidModelContext = "INVALID_MODEL_CONTEXT";
inline constexpr std::string_view kInvalidModelMaxTokens = "INVALID_MODEL_MAX_TOKENS";
inline constexpr std::string_view kInvalidModelReasoning = "INVALID_MODEL_REASONING";
inline constexpr std::string_view kUnsupportedReasoningEffort = "UNSUPPORTED_REASONING_EFFORT";
inline constexpr std::string_view kMissingCredential = "MISSING_CREDENTIAL";
inline constexpr std::string_view kInvalidCredential = "INVALID_CREDENTIAL";
inline constexpr std::string_view kInvalidAdapter = "INVALID_ADAPTER";
inline constexpr std::string_view kInvalidPreparedCall = "INVALID_PREPARED_CALL";
inline constexpr std::string_view kUnknownModel = "UNKNOWN_MODEL";
}  // namespace errors

class ProviderInfoView;
struct ProviderInfo;
class ModelInfoView;
struct ModelInfo;
class ResolvedModelInfoView;
struct ResolvedModelInfo;
class ResolvedModelInfoContextView;
struct ResolvedModelInfoContext;
class ResolvedModelInfoReasoningView;
struct ResolvedModelInfoReasoning;
class ResolvedModelInfoReasoningEffortsItemView;
struct ResolvedModelInfoReasoningEffortsItem;
class RetryPolicyView;
struct RetryPolicy;
class GenerateOptionsView;
struct GenerateOptions;
class LlmListProvidersResultView;
struct LlmListProvidersResult;
class LlmListModelsParamsView;
struct LlmListModelsParams;
class LlmListModelsResultView;
struct LlmListModelsResult;
class LlmResolveModelParamsView;
struct LlmResolveModelParams;
class LlmResolveCallConfigParamsView;
struct LlmResolveCallConfigParams;
class LlmResolveCallConfigResultView;
struct LlmResolveCallConfigResult;
class LlmPrepareCallParamsView;
struct LlmPrepareCallParams;
class LlmPrepareCallResultView;
struct LlmPrepareCallResult;
class LlmPrepareCallResultContextView;
struct LlmPrepareCallResultContext;
class LlmRetryPolicyParamsView;
struct LlmRetryPolicyParams;
class LlmAdmitParamsView;
struct LlmAdmitParams;
class LlmAdapterListModelsParamsView;
struct LlmAdapterListModelsParams;
class LlmAdapterListModelsResultView;
struct LlmAdapterListModelsResult;
class LlmAdapterResolveModelParamsView;
struct LlmAdapterResolveModelParams;
class LlmAdapterPrepareParamsView;
struct LlmAdapterPrepareParams;
class LlmAdapterPrepareResultView;
struct LlmAdapterPrepareResult;
class LlmAdapterFamilyMetadataView;
struct LlmAdapterFamilyMetadata;
class LlmStreamEventView;
struct LlmStreamEvent;

enum class ModelInfoInputModalitiesItem : std::uint8_t {
  kText,
  kImage,
  kOther,  ///< a text that this contract does not list
};
constexpr std::string_view to_text(ModelInfoInputModalitiesItem choice) {
  switch (choice) {
    case ModelInfoInputModalitiesItem::kText: return "text";
    case ModelInfoInputModalitiesItem::kImage: return "image";
    case ModelInfoInputModalitiesItem::kOther: break;
  }
  return {};
}
constexpr ModelInfoInputModalitiesItem model_info_input_modalities_item_from_text(std::string_view text) {
  if (text == "text") return ModelInfoInputModalitiesItem::kText;
  if (text == "image") return ModelInfoInputModalitiesItem::kImage;
  return ModelInfoInputModalitiesItem::kOther;
}

enum class RetryPolicyMode : std::uint8_t {
  kNormal,
  kAlways,
};
constexpr std::string_view to_text(RetryPolicyMode choice) {
  switch (choice) {
    case RetryPolicyMode::kNormal: return "normal";
    case RetryPolicyMode::kAlways: return "always";
  }
  return {};
}
/// Nothing for a text that is not listed.
constexpr std::optional<RetryPolicyMode> retry_policy_mode_from_text(std::string_view text) {
  if (text == "normal") return RetryPolicyMode::kNormal;
  if (text == "always") return RetryPolicyMode::kAlways;
  return std::nullopt;
}

enum class GenerateOptionsPurpose : std::uint8_t {
  kCompaction,
  kSessionTitle,
  kOther,  ///< a text that this contract does not list
};
constexpr std::string_view to_text(GenerateOptionsPurpose choice) {
  switch (choice) {
    case GenerateOptionsPurpose::kCompaction: return "compaction";
    case GenerateOptionsPurpose::kSessionTitle: return "session-title";
    case GenerateOptionsPurpose::kOther: break;
  }
  return {};
}
constexpr GenerateOptionsPurpose generate_options_purpose_from_text(std::string_view text) {
  if (text == "compaction") return GenerateOptionsPurpose::kCompaction;
  if (text == "session-title") return GenerateOptionsPurpose::kSessionTitle;
  return GenerateOptionsPurpose::kOther;
}

class ProviderInfoView {
 public:
  ProviderInfoView() = default;
  explicit ProviderInfoView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view id() const;
  std::string_view name() const;

 private:
  ValueView raw_;
};

class ModelInfoView {
 public:
  ModelInfoView() = default;
  explicit ModelInfoView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view provider() const;
  std::string_view id() const;
  std::string_view name() const;
  std::optional<std::string_view> description() const;
  ListView<std::string_view> input_modalities() const;

 private:
  ValueView raw_;
};

class ResolvedModelInfoView {
 public:
  ResolvedModelInfoView() = default;
  explicit ResolvedModelInfoView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view provider() const;
  std::string_view id() const;
  std::string_view name() const;
  std::optional<std::string_view> description() const;
  ListView<std::string_view> input_modalities() const;
  ResolvedModelInfoContextView context() const;
  std::optional<std::int64_t> default_max_tokens() const;
  ResolvedModelInfoReasoningView reasoning() const;

 private:
  ValueView raw_;
};

class ResolvedModelInfoContextView {
 public:
  ResolvedModelInfoContextView() = default;
  explicit ResolvedModelInfoContextView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::int64_t context_window() const;

 private:
  ValueView raw_;
};

class ResolvedModelInfoReasoningView {
 public:
  ResolvedModelInfoReasoningView() = default;
  explicit ResolvedModelInfoReasoningView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ListView<ResolvedModelInfoReasoningEffortsItemView> efforts() const;
  std::optional<std::string_view> default_effort() const;

 private:
  ValueView raw_;
};

class ResolvedModelInfoReasoningEffortsItemView {
 public:
  ResolvedModelInfoReasoningEffortsItemView() = default;
  explicit ResolvedModelInfoReasoningEffortsItemView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view id() const;
  std::string_view name() const;
  std::optional<std::string_view> description() const;

 private:
  ValueView raw_;
};

class RetryPolicyView {
 public:
  RetryPolicyView() = default;
  explicit RetryPolicyView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::optional<RetryPolicyMode> mode() const;
  double initial_delay_ms() const;
  double max_delay_ms() const;
  double jitter_ratio() const;
  std::optional<std::int64_t> max_retries() const;
  ListView<std::string_view> retryable_codes() const;

 private:
  ValueView raw_;
};

class GenerateOptionsView {
 public:
  GenerateOptionsView() = default;
  explicit GenerateOptionsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view provider() const;
  std::string_view model() const;
  ListView<session::MessageView> messages() const;
  std::optional<std::string_view> reasoning_effort() const;
  std::optional<std::string_view> system() const;
  ListView<session::ToolSchemaView> tools() const;
  std::optional<double> temperature() const;
  std::optional<std::int64_t> max_tokens() const;
  ListView<std::string_view> stop() const;
  std::optional<std::string_view> session_id() const;
  std::optional<GenerateOptionsPurpose> purpose() const;
  std::string_view purpose_text() const;
  std::optional<bool> loop_built() const;

 private:
  ValueView raw_;
};

class LlmListProvidersResultView {
 public:
  LlmListProvidersResultView() = default;
  explicit LlmListProvidersResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ListView<ProviderInfoView> providers() const;

 private:
  ValueView raw_;
};

class LlmListModelsParamsView {
 public:
  LlmListModelsParamsView() = default;
  explicit LlmListModelsParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view provider() const;

 private:
  ValueView raw_;
};

class LlmListModelsResultView {
 public:
  LlmListModelsResultView() = default;
  explicit LlmListModelsResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ListView<ModelInfoView> models() const;

 private:
  ValueView raw_;
};

class LlmResolveModelParamsView {
 public:
  LlmResolveModelParamsView() = default;
  explicit LlmResolveModelParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view provider() const;
  std::string_view model() const;

 private:
  ValueView raw_;
};

class LlmResolveCallConfigParamsView {
 public:
  LlmResolveCallConfigParamsView() = default;
  explicit LlmResolveCallConfigParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  session::LlmCallConfigView config() const;

 private:
  ValueView raw_;
};

class LlmResolveCallConfigResultView {
 public:
  LlmResolveCallConfigResultView() = default;
  explicit LlmResolveCallConfigResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  session::LlmCallConfigView config() const;
  session::AdapterDefaultsView adapter_defaults() const;

 private:
  ValueView raw_;
};

class LlmPrepareCallParamsView {
 public:
  LlmPrepareCallParamsView() = default;
  explicit LlmPrepareCallParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  session::LlmCallConfigView config() const;

 private:
  ValueView raw_;
};

class LlmPrepareCallResultView {
 public:
  LlmPrepareCallResultView() = default;
  explicit LlmPrepareCallResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  session::LlmCallConfigView config() const;
  RetryPolicyView retry_policy() const;
  session::AdapterDefaultsView adapter_defaults() const;
  LlmPrepareCallResultContextView context() const;
  ListView<std::string_view> input_modalities() const;

 private:
  ValueView raw_;
};

class LlmPrepareCallResultContextView {
 public:
  LlmPrepareCallResultContextView() = default;
  explicit LlmPrepareCallResultContextView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::int64_t context_window() const;

 private:
  ValueView raw_;
};

class LlmRetryPolicyParamsView {
 public:
  LlmRetryPolicyParamsView() = default;
  explicit LlmRetryPolicyParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view provider() const;

 private:
  ValueView raw_;
};

class LlmAdmitParamsView {
 public:
  LlmAdmitParamsView() = default;
  explicit LlmAdmitParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view op() const;
  std::string_view name() const;
  bool scoped() const;
  ValueView metadata() const;

 private:
  ValueView raw_;
};

class LlmAdapterListModelsParamsView {
 public:
  LlmAdapterListModelsParamsView() = default;
  explicit LlmAdapterListModelsParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view provider() const;

 private:
  ValueView raw_;
};

class LlmAdapterListModelsResultView {
 public:
  LlmAdapterListModelsResultView() = default;
  explicit LlmAdapterListModelsResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ListView<ModelInfoView> models() const;

 private:
  ValueView raw_;
};

class LlmAdapterResolveModelParamsView {
 public:
  LlmAdapterResolveModelParamsView() = default;
  explicit LlmAdapterResolveModelParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view provider() const;
  std::string_view model() const;

 private:
  ValueView raw_;
};

class LlmAdapterPrepareParamsView {
 public:
  LlmAdapterPrepareParamsView() = default;
  explicit LlmAdapterPrepareParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view provider() const;
  std::string_view model() const;

 private:
  ValueView raw_;
};

class LlmAdapterPrepareResultView {
 public:
  LlmAdapterPrepareResultView() = default;
  explicit LlmAdapterPrepareResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ResolvedModelInfoView model() const;

 private:
  ValueView raw_;
};

class LlmAdapterFamilyMetadataView {
 public:
  LlmAdapterFamilyMetadataView() = default;
  explicit LlmAdapterFamilyMetadataView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view name() const;
  RetryPolicyView retry_policy() const;
  std::optional<std::string_view> adapter() const;

 private:
  ValueView raw_;
};

class LlmStreamEventView {
 public:
  LlmStreamEventView() = default;
  explicit LlmStreamEventView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  GenerateOptionsView options() const;
  std::optional<bool> loop_built() const;
  std::optional<bool> prepared() const;

 private:
  ValueView raw_;
};

struct ProviderInfo {
  using View = ProviderInfoView;
  std::string id;
  std::string name;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ModelInfo {
  using View = ModelInfoView;
  std::string provider;
  std::string id;
  std::string name;
  std::optional<std::string> description = std::nullopt;
  std::optional<std::vector<std::string>> input_modalities = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ResolvedModelInfo {
  using View = ResolvedModelInfoView;
  std::string provider;
  std::string id;
  std::string name;
  std::optional<std::string> description = std::nullopt;
  std::optional<std::vector<std::string>> input_modalities = std::nullopt;
  std::optional<Part<ResolvedModelInfoContext, ResolvedModelInfoContextView>> context = std::nullopt;
  std::optional<std::int64_t> default_max_tokens = std::nullopt;
  std::optional<Part<ResolvedModelInfoReasoning, ResolvedModelInfoReasoningView>> reasoning = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ResolvedModelInfoContext {
  using View = ResolvedModelInfoContextView;
  std::int64_t context_window = 0;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ResolvedModelInfoReasoning {
  using View = ResolvedModelInfoReasoningView;
  std::vector<Part<ResolvedModelInfoReasoningEffortsItem, ResolvedModelInfoReasoningEffortsItemView>> efforts;
  std::optional<std::string> default_effort = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ResolvedModelInfoReasoningEffortsItem {
  using View = ResolvedModelInfoReasoningEffortsItemView;
  std::string id;
  std::string name;
  std::optional<std::string> description = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct RetryPolicy {
  using View = RetryPolicyView;
  RetryPolicyMode mode{};
  double initial_delay_ms = 0;
  double max_delay_ms = 0;
  double jitter_ratio = 0;
  std::optional<std::int64_t> max_retries = std::nullopt;
  std::optional<std::vector<std::string>> retryable_codes = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct GenerateOptions {
  using View = GenerateOptionsView;
  std::string provider;
  std::string model;
  std::vector<Part<session::Message, session::MessageView>> messages;
  std::optional<std::string> reasoning_effort = std::nullopt;
  std::optional<std::string> system = std::nullopt;
  std::optional<std::vector<Part<session::ToolSchema, session::ToolSchemaView>>> tools = std::nullopt;
  std::optional<double> temperature = std::nullopt;
  std::optional<std::int64_t> max_tokens = std::nullopt;
  std::optional<std::vector<std::string>> stop = std::nullopt;
  std::optional<std::string> session_id = std::nullopt;
  std::optional<std::string> purpose = std::nullopt;
  std::optional<bool> loop_built = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct LlmListProvidersResult {
  using View = LlmListProvidersResultView;
  std::vector<Part<ProviderInfo, ProviderInfoView>> providers;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct LlmListModelsParams {
  using View = LlmListModelsParamsView;
  std::string provider;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct LlmListModelsResult {
  using View = LlmListModelsResultView;
  std::vector<Part<ModelInfo, ModelInfoView>> models;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct LlmResolveModelParams {
  using View = LlmResolveModelParamsView;
  std::string provider;
  std::string model;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct LlmResolveCallConfigParams {
  using View = LlmResolveCallConfigParamsView;
  Part<session::LlmCallConfig, session::LlmCallConfigView> config;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct LlmResolveCallConfigResult {
  using View = LlmResolveCallConfigResultView;
  Part<session::LlmCallConfig, session::LlmCallConfigView> config;
  Part<session::AdapterDefaults, session::AdapterDefaultsView> adapter_defaults;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct LlmPrepareCallParams {
  using View = LlmPrepareCallParamsView;
  Part<session::LlmCallConfig, session::LlmCallConfigView> config;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct LlmPrepareCallResult {
  using View = LlmPrepareCallResultView;
  Part<session::LlmCallConfig, session::LlmCallConfigView> config;
  Part<RetryPolicy, RetryPolicyView> retry_policy;
  Part<session::AdapterDefaults, session::AdapterDefaultsView> adapter_defaults;
  std::optional<Part<LlmPrepareCallResultContext, LlmPrepareCallResultContextView>> context = std::nullopt;
  std::optional<std::vector<std::string>> input_modalities = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct LlmPrepareCallResultContext {
  using View = LlmPrepareCallResultContextView;
  std::int64_t context_window = 0;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct LlmRetryPolicyParams {
  using View = LlmRetryPolicyParamsView;
  std::string provider;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct LlmAdmitParams {
  using View = LlmAdmitParamsView;
  std::string op;
  std::string name;
  bool scoped = false;
  Value metadata = {};

  void write(Builder& builder) const;
  Value to_value() const;
};

struct LlmAdapterListModelsParams {
  using View = LlmAdapterListModelsParamsView;
  std::string provider;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct LlmAdapterListModelsResult {
  using View = LlmAdapterListModelsResultView;
  std::vector<Part<ModelInfo, ModelInfoView>> models;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct LlmAdapterResolveModelParams {
  using View = LlmAdapterResolveModelParamsView;
  std::string provider;
  std::string model;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct LlmAdapterPrepareParams {
  using View = LlmAdapterPrepareParamsView;
  std::string provider;
  std::string model;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct LlmAdapterPrepareResult {
  using View = LlmAdapterPrepareResultView;
  Part<ResolvedModelInfo, ResolvedModelInfoView> model;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct LlmAdapterFamilyMetadata {
  using View = LlmAdapterFamilyMetadataView;
  std::string name;
  std::optional<Part<RetryPolicy, RetryPolicyView>> retry_policy = std::nullopt;
  std::optional<std::string> adapter = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct LlmStreamEvent {
  using View = LlmStreamEventView;
  Part<GenerateOptions, GenerateOptionsView> options;
  std::optional<bool> loop_built = std::nullopt;
  std::optional<bool> prepared = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

using LlmResolveModelResult = ResolvedModelInfo;
using LlmResolveModelResultView = ResolvedModelInfoView;

using LlmStreamParams = GenerateOptions;
using LlmStreamParamsView = GenerateOptionsView;

using LlmStreamItem = session::StreamChunk;
using LlmStreamItemView = session::StreamChunkView;

using LlmRetryPolicyResult = RetryPolicy;
using LlmRetryPolicyResultView = RetryPolicyView;

using LlmPreparedStreamParams = GenerateOptions;
using LlmPreparedStreamParamsView = GenerateOptionsView;

using LlmPreparedStreamItem = session::StreamChunk;
using LlmPreparedStreamItemView = session::StreamChunkView;

using LlmAdapterResolveModelResult = ResolvedModelInfo;
using LlmAdapterResolveModelResultView = ResolvedModelInfoView;

using LlmAdapterStreamParams = GenerateOptions;
using LlmAdapterStreamParamsView = GenerateOptionsView;

using LlmAdapterStreamItem = session::StreamChunk;
using LlmAdapterStreamItemView = session::StreamChunkView;

namespace keys {
inline constinit const LazyKey kId{"id"};
inline constinit const LazyKey kName{"name"};
inline constinit const LazyKey kProvider{"provider"};
inline constinit const LazyKey kDescription{"description"};
inline constinit const LazyKey kInputModalities{"inputModalities"};
inline constinit const LazyKey kContext{"context"};
inline constinit const LazyKey kDefaultMaxTokens{"defaultMaxTokens"};
inline constinit const LazyKey kReasoning{"reasoning"};
inline constinit const LazyKey kContextWindow{"contextWindow"};
inline constinit const LazyKey kEfforts{"efforts"};
inline constinit const LazyKey kDefaultEffort{"defaultEffort"};
inline constinit const LazyKey kMode{"mode"};
inline constinit const LazyKey kInitialDelayMs{"initialDelayMs"};
inline constinit const LazyKey kMaxDelayMs{"maxDelayMs"};
inline constinit const LazyKey kJitterRatio{"jitterRatio"};
inline constinit const LazyKey kMaxRetries{"maxRetries"};
inline constinit const LazyKey kRetryableCodes{"retryableCodes"};
inline constinit const LazyKey kModel{"model"};
inline constinit const LazyKey kMessages{"messages"};
inline constinit const LazyKey kReasoningEffort{"reasoningEffort"};
inline constinit const LazyKey kSystem{"system"};
inline constinit const LazyKey kTools{"tools"};
inline constinit const LazyKey kTemperature{"temperature"};
inline constinit const LazyKey kMaxTokens{"maxTokens"};
inline constinit const LazyKey kStop{"stop"};
inline constinit const LazyKey kSessionId{"sessionId"};
inline constinit const LazyKey kPurpose{"purpose"};
inline constinit const LazyKey kLoopBuilt{"loopBuilt"};
inline constinit const LazyKey kProviders{"providers"};
inline constinit const LazyKey kModels{"models"};
inline constinit const LazyKey kConfig{"config"};
inline constinit const LazyKey kAdapterDefaults{"adapterDefaults"};
inline constinit const LazyKey kRetryPolicy{"retryPolicy"};
inline constinit const LazyKey kOp{"op"};
inline constinit const LazyKey kScoped{"scoped"};
inline constinit const LazyKey kMetadata{"metadata"};
inline constinit const LazyKey kAdapter{"adapter"};
inline constinit const LazyKey kOptions{"options"};
inline constinit const LazyKey kPrepared{"prepared"};
}  // namespace keys

inline std::string_view ProviderInfoView::id() const {
  return keys::kId.of(raw_).text();
}
inline std::string_view ProviderInfoView::name() const {
  return keys::kName.of(raw_).text();
}
inline std::string_view ModelInfoView::provider() const {
  return keys::kProvider.of(raw_).text();
}
inline std::string_view ModelInfoView::id() const {
  return keys::kId.of(raw_).text();
}
inline std::string_view ModelInfoView::name() const {
  return keys::kName.of(raw_).text();
}
inline std::optional<std::string_view> ModelInfoView::description() const {
  return optional_text(keys::kDescription.of(raw_));
}
inline ListView<std::string_view> ModelInfoView::input_modalities() const {
  return ListView<std::string_view>(keys::kInputModalities.of(raw_));
}
inline std::string_view ResolvedModelInfoView::provider() const {
  return keys::kProvider.of(raw_).text();
}
inline std::string_view ResolvedModelInfoView::id() const {
  return keys::kId.of(raw_).text();
}
inline std::string_view ResolvedModelInfoView::name() const {
  return keys::kName.of(raw_).text();
}
inline std::optional<std::string_view> ResolvedModelInfoView::description() const {
  return optional_text(keys::kDescription.of(raw_));
}
inline ListView<std::string_view> ResolvedModelInfoView::input_modalities() const {
  return ListView<std::string_view>(keys::kInputModalities.of(raw_));
}
inline ResolvedModelInfoContextView ResolvedModelInfoView::context() const {
  return ResolvedModelInfoContextView(keys::kContext.of(raw_));
}
inline std::optional<std::int64_t> ResolvedModelInfoView::default_max_tokens() const {
  return keys::kDefaultMaxTokens.of(raw_).integer();
}
inline ResolvedModelInfoReasoningView ResolvedModelInfoView::reasoning() const {
  return ResolvedModelInfoReasoningView(keys::kReasoning.of(raw_));
}
inline std::int64_t ResolvedModelInfoContextView::context_window() const {
  return keys::kContextWindow.of(raw_).integer_or(0);
}
inline ListView<ResolvedModelInfoReasoningEffortsItemView> ResolvedModelInfoReasoningView::efforts() const {
  return ListView<ResolvedModelInfoReasoningEffortsItemView>(keys::kEfforts.of(raw_));
}
inline std::optional<std::string_view> ResolvedModelInfoReasoningView::default_effort() const {
  return optional_text(keys::kDefaultEffort.of(raw_));
}
inline std::string_view ResolvedModelInfoReasoningEffortsItemView::id() const {
  return keys::kId.of(raw_).text();
}
inline std::string_view ResolvedModelInfoReasoningEffortsItemView::name() const {
  return keys::kName.of(raw_).text();
}
inline std::optional<std::string_view> ResolvedModelInfoReasoningEffortsItemView::description() const {
  return optional_text(keys::kDescription.of(raw_));
}
inline std::optional<RetryPolicyMode> RetryPolicyView::mode() const {
  return retry_policy_mode_from_text(keys::kMode.of(raw_).text());
}
inline double RetryPolicyView::initial_delay_ms() const {
  return keys::kInitialDelayMs.of(raw_).number().value_or(0);
}
inline double RetryPolicyView::max_delay_ms() const {
  return keys::kMaxDelayMs.of(raw_).number().value_or(0);
}
inline double RetryPolicyView::jitter_ratio() const {
  return keys::kJitterRatio.of(raw_).number().value_or(0);
}
inline std::optional<std::int64_t> RetryPolicyView::max_retries() const {
  return keys::kMaxRetries.of(raw_).integer();
}
inline ListView<std::string_view> RetryPolicyView::retryable_codes() const {
  return ListView<std::string_view>(keys::kRetryableCodes.of(raw_));
}
inline std::string_view GenerateOptionsView::provider() const {
  return keys::kProvider.of(raw_).text();
}
inline std::string_view GenerateOptionsView::model() const {
  return keys::kModel.of(raw_).text();
}
inline ListView<session::MessageView> GenerateOptionsView::messages() const {
  return ListView<session::MessageView>(keys::kMessages.of(raw_));
}
inline std::optional<std::string_view> GenerateOptionsView::reasoning_effort() const {
  return optional_text(keys::kReasoningEffort.of(raw_));
}
inline std::optional<std::string_view> GenerateOptionsView::system() const {
  return optional_text(keys::kSystem.of(raw_));
}
inline ListView<session::ToolSchemaView> GenerateOptionsView::tools() const {
  return ListView<session::ToolSchemaView>(keys::kTools.of(raw_));
}
inline std::optional<double> GenerateOptionsView::temperature() const {
  return keys::kTemperature.of(raw_).number();
}
inline std::optional<std::int64_t> GenerateOptionsView::max_tokens() const {
  return keys::kMaxTokens.of(raw_).integer();
}
inline ListView<std::string_view> GenerateOptionsView::stop() const {
  return ListView<std::string_view>(keys::kStop.of(raw_));
}
inline std::optional<std::string_view> GenerateOptionsView::session_id() const {
  return optional_text(keys::kSessionId.of(raw_));
}
inline std::optional<GenerateOptionsPurpose> GenerateOptionsView::purpose() const {
  return keys::kPurpose.of(raw_).is_string() ? std::optional(generate_options_purpose_from_text(keys::kPurpose.of(raw_).text())) : std::nullopt;
}
inline std::string_view GenerateOptionsView::purpose_text() const {
  return keys::kPurpose.of(raw_).text();
}
inline std::optional<bool> GenerateOptionsView::loop_built() const {
  return keys::kLoopBuilt.of(raw_).boolean();
}
inline ListView<ProviderInfoView> LlmListProvidersResultView::providers() const {
  return ListView<ProviderInfoView>(keys::kProviders.of(raw_));
}
inline std::string_view LlmListModelsParamsView::provider() const {
  return keys::kProvider.of(raw_).text();
}
inline ListView<ModelInfoView> LlmListModelsResultView::models() const {
  return ListView<ModelInfoView>(keys::kModels.of(raw_));
}
inline std::string_view LlmResolveModelParamsView::provider() const {
  return keys::kProvider.of(raw_).text();
}
inline std::string_view LlmResolveModelParamsView::model() const {
  return keys::kModel.of(raw_).text();
}
inline session::LlmCallConfigView LlmResolveCallConfigParamsView::config() const {
  return session::LlmCallConfigView(keys::kConfig.of(raw_));
}
inline session::LlmCallConfigView LlmResolveCallConfigResultView::config() const {
  return session::LlmCallConfigView(keys::kConfig.of(raw_));
}
inline session::AdapterDefaultsView LlmResolveCallConfigResultView::adapter_defaults() const {
  return session::AdapterDefaultsView(keys::kAdapterDefaults.of(raw_));
}
inline session::LlmCallConfigView LlmPrepareCallParamsView::config() const {
  return session::LlmCallConfigView(keys::kConfig.of(raw_));
}
inline session::LlmCallConfigView LlmPrepareCallResultView::config() const {
  return session::LlmCallConfigView(keys::kConfig.of(raw_));
}
inline RetryPolicyView LlmPrepareCallResultView::retry_policy() const {
  return RetryPolicyView(keys::kRetryPolicy.of(raw_));
}
inline session::AdapterDefaultsView LlmPrepareCallResultView::adapter_defaults() const {
  return session::AdapterDefaultsView(keys::kAdapterDefaults.of(raw_));
}
inline LlmPrepareCallResultContextView LlmPrepareCallResultView::context() const {
  return LlmPrepareCallResultContextView(keys::kContext.of(raw_));
}
inline ListView<std::string_view> LlmPrepareCallResultView::input_modalities() const {
  return ListView<std::string_view>(keys::kInputModalities.of(raw_));
}
inline std::int64_t LlmPrepareCallResultContextView::context_window() const {
  return keys::kContextWindow.of(raw_).integer_or(0);
}
inline std::string_view LlmRetryPolicyParamsView::provider() const {
  return keys::kProvider.of(raw_).text();
}
inline std::string_view LlmAdmitParamsView::op() const {
  return keys::kOp.of(raw_).text();
}
inline std::string_view LlmAdmitParamsView::name() const {
  return keys::kName.of(raw_).text();
}
inline bool LlmAdmitParamsView::scoped() const {
  return keys::kScoped.of(raw_).is_true();
}
inline ValueView LlmAdmitParamsView::metadata() const {
  return keys::kMetadata.of(raw_);
}
inline std::string_view LlmAdapterListModelsParamsView::provider() const {
  return keys::kProvider.of(raw_).text();
}
inline ListView<ModelInfoView> LlmAdapterListModelsResultView::models() const {
  return ListView<ModelInfoView>(keys::kModels.of(raw_));
}
inline std::string_view LlmAdapterResolveModelParamsView::provider() const {
  return keys::kProvider.of(raw_).text();
}
inline std::string_view LlmAdapterResolveModelParamsView::model() const {
  return keys::kModel.of(raw_).text();
}
inline std::string_view LlmAdapterPrepareParamsView::provider() const {
  return keys::kProvider.of(raw_).text();
}
inline std::string_view LlmAdapterPrepareParamsView::model() const {
  return keys::kModel.of(raw_).text();
}
inline ResolvedModelInfoView LlmAdapterPrepareResultView::model() const {
  return ResolvedModelInfoView(keys::kModel.of(raw_));
}
inline std::string_view LlmAdapterFamilyMetadataView::name() const {
  return keys::kName.of(raw_).text();
}
inline RetryPolicyView LlmAdapterFamilyMetadataView::retry_policy() const {
  return RetryPolicyView(keys::kRetryPolicy.of(raw_));
}
inline std::optional<std::string_view> LlmAdapterFamilyMetadataView::adapter() const {
  return optional_text(keys::kAdapter.of(raw_));
}
inline GenerateOptionsView LlmStreamEventView::options() const {
  return GenerateOptionsView(keys::kOptions.of(raw_));
}
inline std::optional<bool> LlmStreamEventView::loop_built() const {
  return keys::kLoopBuilt.of(raw_).boolean();
}
inline std::optional<bool> LlmStreamEventView::prepared() const {
  return keys::kPrepared.of(raw_).boolean();
}
inline void ProviderInfo::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kId, id);
  put_member(builder, keys::kName, name);
  builder.end();
}
inline Value ProviderInfo::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ModelInfo::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kProvider, provider);
  put_member(builder, keys::kId, id);
  put_member(builder, keys::kName, name);
  put_member(builder, keys::kDescription, description);
  put_member(builder, keys::kInputModalities, input_modalities);
  builder.end();
}
inline Value ModelInfo::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ResolvedModelInfo::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kProvider, provider);
  put_member(builder, keys::kId, id);
  put_member(builder, keys::kName, name);
  put_member(builder, keys::kDescription, description);
  put_member(builder, keys::kInputModalities, input_modalities);
  put_member(builder, keys::kContext, context);
  put_member(builder, keys::kDefaultMaxTokens, default_max_tokens);
  put_member(builder, keys::kReasoning, reasoning);
  builder.end();
}
inline Value ResolvedModelInfo::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ResolvedModelInfoContext::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kContextWindow, context_window);
  builder.end();
}
inline Value ResolvedModelInfoContext::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ResolvedModelInfoReasoning::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kEfforts, efforts);
  put_member(builder, keys::kDefaultEffort, default_effort);
  builder.end();
}
inline Value ResolvedModelInfoReasoning::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ResolvedModelInfoReasoningEffortsItem::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kId, id);
  put_member(builder, keys::kName, name);
  put_member(builder, keys::kDescription, description);
  builder.end();
}
inline Value ResolvedModelInfoReasoningEffortsItem::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void RetryPolicy::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kMode, mode);
  put_member(builder, keys::kInitialDelayMs, initial_delay_ms);
  put_member(builder, keys::kMaxDelayMs, max_delay_ms);
  put_member(builder, keys::kJitterRatio, jitter_ratio);
  put_member(builder, keys::kMaxRetries, max_retries);
  put_member(builder, keys::kRetryableCodes, retryable_codes);
  builder.end();
}
inline Value RetryPolicy::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void GenerateOptions::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kProvider, provider);
  put_member(builder, keys::kModel, model);
  put_member(builder, keys::kMessages, messages);
  put_member(builder, keys::kReasoningEffort, reasoning_effort);
  put_member(builder, keys::kSystem, system);
  put_member(builder, keys::kTools, tools);
  put_member(builder, keys::kTemperature, temperature);
  put_member(builder, keys::kMaxTokens, max_tokens);
  put_member(builder, keys::kStop, stop);
  put_member(builder, keys::kSessionId, session_id);
  put_member(builder, keys::kPurpose, purpose);
  put_member(builder, keys::kLoopBuilt, loop_built);
  builder.end();
}
inline Value GenerateOptions::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void LlmListProvidersResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kProviders, providers);
  builder.end();
}
inline Value LlmListProvidersResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void LlmListModelsParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kProvider, provider);
  builder.end();
}
inline Value LlmListModelsParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void LlmListModelsResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kModels, models);
  builder.end();
}
inline Value LlmListModelsResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void LlmResolveModelParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kProvider, provider);
  put_member(builder, keys::kModel, model);
  builder.end();
}
inline Value LlmResolveModelParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void LlmResolveCallConfigParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kConfig, config);
  builder.end();
}
inline Value LlmResolveCallConfigParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void LlmResolveCallConfigResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kConfig, config);
  put_member(builder, keys::kAdapterDefaults, adapter_defaults);
  builder.end();
}
inline Value LlmResolveCallConfigResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void LlmPrepareCallParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kConfig, config);
  builder.end();
}
inline Value LlmPrepareCallParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void LlmPrepareCallResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kConfig, config);
  put_member(builder, keys::kRetryPolicy, retry_policy);
  put_member(builder, keys::kAdapterDefaults, adapter_defaults);
  put_member(builder, keys::kContext, context);
  put_member(builder, keys::kInputModalities, input_modalities);
  builder.end();
}
inline Value LlmPrepareCallResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void LlmPrepareCallResultContext::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kContextWindow, context_window);
  builder.end();
}
inline Value LlmPrepareCallResultContext::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void LlmRetryPolicyParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kProvider, provider);
  builder.end();
}
inline Value LlmRetryPolicyParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void LlmAdmitParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kOp, op);
  put_member(builder, keys::kName, name);
  put_member(builder, keys::kScoped, scoped);
  put_member(builder, keys::kMetadata, metadata);
  builder.end();
}
inline Value LlmAdmitParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void LlmAdapterListModelsParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kProvider, provider);
  builder.end();
}
inline Value LlmAdapterListModelsParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void LlmAdapterListModelsResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kModels, models);
  builder.end();
}
inline Value LlmAdapterListModelsResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void LlmAdapterResolveModelParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kProvider, provider);
  put_member(builder, keys::kModel, model);
  builder.end();
}
inline Value LlmAdapterResolveModelParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void LlmAdapterPrepareParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kProvider, provider);
  put_member(builder, keys::kModel, model);
  builder.end();
}
inline Value LlmAdapterPrepareParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void LlmAdapterPrepareResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kModel, model);
  builder.end();
}
inline Value LlmAdapterPrepareResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void LlmAdapterFamilyMetadata::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kName, name);
  put_member(builder, keys::kRetryPolicy, retry_policy);
  put_member(builder, keys::kAdapter, adapter);
  builder.end();
}
inline Value LlmAdapterFamilyMetadata::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void LlmStreamEvent::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kOptions, options);
  put_member(builder, keys::kLoopBuilt, loop_built);
  put_member(builder, keys::kPrepared, prepared);
  builder.end();
}
inline Value LlmStreamEvent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}

}  // namespace keel::contracts::llm
