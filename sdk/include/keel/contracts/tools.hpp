// SPDX-License-Identifier: MIT
// Made by contractgen from the contract tools@0.1. Do not edit.
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

/// Tools: what a model may call, the pipeline of one call, and the policies around it.
/// Registrations are services in the scope of an agent or globally.
namespace keel::contracts::tools {

/// Name and version of the contract.
inline constexpr std::string_view kContract = "tools@0";
inline constexpr std::string_view kVersion = "0.1";

/// Service agent/tools: the resolved view of a scope and the pipeline. The scope is the call's
/// target.
struct Tools {
  static constexpr std::string_view kInterface = "tools@0";
  /// What the model sees, sorted as registered.
  static constexpr std::uint32_t kSchemas = 0;
  /// One visible definition.
  static constexpr std::uint32_t kGet = 1;
  /// Whether a call may overlap others; fail-closed.
  static constexpr std::uint32_t kExecutionMode = 2;
  /// The whole pipeline; fails only for a fault of the host.
  static constexpr std::uint32_t kExecute = 3;
  /// Stages 0 to 3: policy. `ready` holds a result that needs no body.
  static constexpr std::uint32_t kPrepare = 4;
  /// Asked by the kernel before a tool, restriction, guard or mode is registered.
  static constexpr std::uint32_t kAdmit = 5;
  static constexpr std::uint32_t kMethodCount = 6;
};

/// One prepared call.
struct ToolExecution {
  static constexpr std::string_view kInterface = "tool-execution@0";
  /// Stage 4: the body. Settles when everything it started is quiet.
  static constexpr std::uint32_t kDispatch = 0;
  /// Stages 5 and 6; the result is final.
  static constexpr std::uint32_t kFinish = 1;
  static constexpr std::uint32_t kMethodCount = 2;
};

/// One tool: family tool. Observe the call's cancel token; settle only when all work is quiet.
struct Tool {
  static constexpr std::string_view kInterface = "tool@0";
  /// Runs the tool.
  static constexpr std::uint32_t kExecute = 0;
  /// Text for the model, from arguments and value; pure.
  static constexpr std::uint32_t kRender = 1;
  /// Whether this call may overlap others (metadata classifies).
  static constexpr std::uint32_t kClassify = 2;
  /// Last content-only change (metadata finalizes).
  static constexpr std::uint32_t kFinalize = 3;
  /// Views for people (metadata presents).
  static constexpr std::uint32_t kPresent = 4;
  static constexpr std::uint32_t kMethodCount = 5;
};

/// May only deny: family tool.guard.
struct ToolGuard {
  static constexpr std::string_view kInterface = "tool-guard@0";
  /// A reason denies.
  static constexpr std::uint32_t kCheck = 0;
  static constexpr std::uint32_t kMethodCount = 1;
};

/// Names of the events.
namespace events {
/// Policy before a call.
inline constexpr std::string_view kToolsPreExecute = "tools/pre-execute";
/// Around the body; a listener may pass another cancel token to next().
inline constexpr std::string_view kToolsExecute = "tools/execute";
/// After the body, before the result is final.
inline constexpr std::string_view kToolsPostExecute = "tools/post-execute";
/// The final result of each call, once.
inline constexpr std::string_view kToolsResult = "tools/result";
/// The set of tools, restrictions or modes has changed.
inline constexpr std::string_view kToolsChange = "tools/change";
}  // namespace events

/// Orders of listeners, by event.
namespace bands {
namespace tools_pre_execute {
inline constexpr std::int32_t kAudit = -2000;
inline constexpr std::int32_t kPolicy = -1000;
inline constexpr std::int32_t kTransform = 0;
inline constexpr std::int32_t kDurability = 1000;
}  // namespace tools_pre_execute
namespace tools_execute {
inline constexpr std::int32_t kAudit = -2000;
inline constexpr std::int32_t kPolicy = -1000;
inline constexpr std::int32_t kTransform = 0;
inline constexpr std::int32_t kDurability = 1000;
}  // namespace tools_execute
namespace tools_post_execute {
inline constexpr std::int32_t kAudit = -2000;
inline constexpr std::int32_t kPolicy = -1000;
inline constexpr std::int32_t kTransform = 0;
inline constexpr std::int32_t kDurability = 1000;
}  // namespace tools_post_execute
}  // namespace bands

/// Families of services.
namespace families {
/// Tools by name.
inline constexpr std::string_view kTool = "tool";
/// Guards, global first, then the chain from its far end.
inline constexpr std::string_view kToolGuard = "tool.guard";
/// What a scope hides of what it inherits.
inline constexpr std::string_view kToolRestriction = "tool.restriction";
/// How tools are presented in a scope.
inline constexpr std::string_view kToolMode = "tool.mode";
}  // namespace families

/// Codes that methods fail with.
namespace errors {
inline constexpr std::string_view kUnknownTool = "UNKNOWN_TOOL";
inline constexpr std::string_view kInvalidTool = "INVALID_TOOL";
inline constexpr std::string_view kUnsupportedSchema = "UNSUPPORTED_SCHEMA";
inline constexpr std::string_view kReservedName = "RESERVED_NAME";
inline constexpr std::string_view kInvalidRestriction = "INVALID_RESTRICTION";
}  // namespace errors

class ExecutionView;
struct Execution;
class ToolResultView;
struct ToolResult;
class ToolResultErrorView;
struct ToolResultError;
class ToolResultErrorInfoView;
struct ToolResultErrorInfo;
class RunResultView;
struct RunResult;
class ToolMetadataView;
struct ToolMetadata;
class ToolMetadataOutputView;
struct ToolMetadataOutput;
class ToolsSchemasResultView;
struct ToolsSchemasResult;
class ToolsGetParamsView;
struct ToolsGetParams;
class ToolsGetResultView;
struct ToolsGetResult;
class ToolsExecutionModeParamsView;
struct ToolsExecutionModeParams;
class ToolsExecutionModeResultView;
struct ToolsExecutionModeResult;
class ToolsExecuteParamsView;
struct ToolsExecuteParams;
class ToolsPrepareParamsView;
struct ToolsPrepareParams;
class ToolsPrepareResultView;
struct ToolsPrepareResult;
class ToolsAdmitParamsView;
struct ToolsAdmitParams;
class ToolExecuteParamsView;
struct ToolExecuteParams;
class ToolRenderParamsView;
struct ToolRenderParams;
class ToolRenderResultView;
struct ToolRenderResult;
class ToolClassifyParamsView;
struct ToolClassifyParams;
class ToolClassifyResultView;
struct ToolClassifyResult;
class ToolFinalizeParamsView;
struct ToolFinalizeParams;
class ToolFinalizeResultView;
struct ToolFinalizeResult;
class ToolPresentParamsView;
struct ToolPresentParams;
class ToolPresentResultView;
struct ToolPresentResult;
class ToolGuardCheckParamsView;
struct ToolGuardCheckParams;
class ToolGuardCheckResultView;
struct ToolGuardCheckResult;
class ToolRestrictionFamilyMetadataView;
struct ToolRestrictionFamilyMetadata;
class ToolModeFamilyMetadataView;
struct ToolModeFamilyMetadata;
class ToolsPreExecuteEventView;
struct ToolsPreExecuteEvent;
class ToolsPreExecuteEventResultView;
class ToolsPreExecuteEventResult;
class ToolsPreExecuteEventResultAllowView;
struct ToolsPreExecuteEventResultAllow;
class ToolsPreExecuteEventResultDenyView;
struct ToolsPreExecuteEventResultDeny;
class ToolsPreExecuteEventResultAskView;
struct ToolsPreExecuteEventResultAsk;
class ToolsExecuteEventView;
struct ToolsExecuteEvent;
class ToolsPostExecuteEventView;
struct ToolsPostExecuteEvent;
class ToolsPostExecuteEventResultView;
class ToolsPostExecuteEventResult;
class ToolsPostExecuteEventResultAcceptView;
struct ToolsPostExecuteEventResultAccept;
class ToolsPostExecuteEventResultBlockView;
struct ToolsPostExecuteEventResultBlock;
class ToolsResultEventView;
struct ToolsResultEvent;

enum class ToolsExecutionModeResultMode : std::uint8_t {
  kParallel,
  kExclusive,
};
constexpr std::string_view to_text(ToolsExecutionModeResultMode choice) {
  switch (choice) {
    case ToolsExecutionModeResultMode::kParallel: return "parallel";
    case ToolsExecutionModeResultMode::kExclusive: return "exclusive";
  }
  return {};
}
/// Nothing for a text that is not listed.
constexpr std::optional<ToolsExecutionModeResultMode> tools_execution_mode_result_mode_from_text(std::string_view text) {
  if (text == "parallel") return ToolsExecutionModeResultMode::kParallel;
  if (text == "exclusive") return ToolsExecutionModeResultMode::kExclusive;
  return std::nullopt;
}

enum class ToolModeFamilyMetadataMode : std::uint8_t {
  kNative,
  kCode,
  kBoth,
};
constexpr std::string_view to_text(ToolModeFamilyMetadataMode choice) {
  switch (choice) {
    case ToolModeFamilyMetadataMode::kNative: return "native";
    case ToolModeFamilyMetadataMode::kCode: return "code";
    case ToolModeFamilyMetadataMode::kBoth: return "both";
  }
  return {};
}
/// Nothing for a text that is not listed.
constexpr std::optional<ToolModeFamilyMetadataMode> tool_mode_family_metadata_mode_from_text(std::string_view text) {
  if (text == "native") return ToolModeFamilyMetadataMode::kNative;
  if (text == "code") return ToolModeFamilyMetadataMode::kCode;
  if (text == "both") return ToolModeFamilyMetadataMode::kBoth;
  return std::nullopt;
}

class ExecutionView {
 public:
  ExecutionView() = default;
  explicit ExecutionView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  CallIdView call_id() const;
  CallIdView root_call_id() const;
  std::string_view name() const;
  ValueView arguments() const;
  std::optional<SessionIdView> session_id() const;
  std::optional<bool> nested() const;

 private:
  ValueView raw_;
};

class ToolResultView {
 public:
  ToolResultView() = default;
  explicit ToolResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  bool is_error() const;
  ListView<session::ContentBlockView> content() const;
  ValueView value() const;
  ToolResultErrorView error() const;
  ValueView meta() const;
  ListView<session::MessageView> additional_contexts() const;
  std::optional<bool> concludes_turn() const;

 private:
  ValueView raw_;
};

class ToolResultErrorView {
 public:
  ToolResultErrorView() = default;
  explicit ToolResultErrorView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view message() const;
  ToolResultErrorInfoView info() const;

 private:
  ValueView raw_;
};

class ToolResultErrorInfoView {
 public:
  ToolResultErrorInfoView() = default;
  explicit ToolResultErrorInfoView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view name() const;
  std::string_view code() const;

 private:
  ValueView raw_;
};

class RunResultView {
 public:
  RunResultView() = default;
  explicit RunResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ValueView value() const;
  ListView<session::MessageView> contexts() const;
  std::optional<bool> concludes_turn() const;

 private:
  ValueView raw_;
};

class ToolMetadataView {
 public:
  ToolMetadataView() = default;
  explicit ToolMetadataView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view description() const;
  ValueView parameters() const;
  ToolMetadataOutputView output() const;
  std::optional<double> timeout_ms() const;
  std::optional<bool> concurrency_safe() const;
  std::optional<bool> classifies() const;
  std::optional<bool> finalizes() const;
  std::optional<bool> presents() const;
  std::optional<bool> raw_parameters() const;

 private:
  ValueView raw_;
};

class ToolMetadataOutputView {
 public:
  ToolMetadataOutputView() = default;
  explicit ToolMetadataOutputView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ValueView schema() const;

 private:
  ValueView raw_;
};

class ToolsSchemasResultView {
 public:
  ToolsSchemasResultView() = default;
  explicit ToolsSchemasResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ListView<session::ToolSchemaView> schemas() const;
  ListView<std::string_view> known_names() const;

 private:
  ValueView raw_;
};

class ToolsGetParamsView {
 public:
  ToolsGetParamsView() = default;
  explicit ToolsGetParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view name() const;

 private:
  ValueView raw_;
};

class ToolsGetResultView {
 public:
  ToolsGetResultView() = default;
  explicit ToolsGetResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view name() const;
  ToolMetadataView metadata() const;

 private:
  ValueView raw_;
};

class ToolsExecutionModeParamsView {
 public:
  ToolsExecutionModeParamsView() = default;
  explicit ToolsExecutionModeParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view name() const;
  ValueView arguments() const;

 private:
  ValueView raw_;
};

class ToolsExecutionModeResultView {
 public:
  ToolsExecutionModeResultView() = default;
  explicit ToolsExecutionModeResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::optional<ToolsExecutionModeResultMode> mode() const;

 private:
  ValueView raw_;
};

class ToolsExecuteParamsView {
 public:
  ToolsExecuteParamsView() = default;
  explicit ToolsExecuteParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  CallIdView call_id() const;
  std::string_view name() const;
  ValueView arguments() const;
  std::optional<CallIdView> root_call_id() const;
  std::optional<CallIdView> parent() const;
  std::optional<SessionIdView> session_id() const;

 private:
  ValueView raw_;
};

class ToolsPrepareParamsView {
 public:
  ToolsPrepareParamsView() = default;
  explicit ToolsPrepareParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  CallIdView call_id() const;
  std::string_view name() const;
  ValueView arguments() const;
  std::optional<CallIdView> root_call_id() const;
  std::optional<CallIdView> parent() const;
  std::optional<SessionIdView> session_id() const;

 private:
  ValueView raw_;
};

class ToolsPrepareResultView {
 public:
  ToolsPrepareResultView() = default;
  explicit ToolsPrepareResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::optional<bool> ready() const;

 private:
  ValueView raw_;
};

class ToolsAdmitParamsView {
 public:
  ToolsAdmitParamsView() = default;
  explicit ToolsAdmitParamsView(ValueView raw) : raw_(raw) {}
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

class ToolExecuteParamsView {
 public:
  ToolExecuteParamsView() = default;
  explicit ToolExecuteParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ValueView arguments() const;
  CallIdView call_id() const;
  CallIdView root_call_id() const;
  std::optional<SessionIdView> session_id() const;
  std::optional<std::string_view> cwd() const;

 private:
  ValueView raw_;
};

class ToolRenderParamsView {
 public:
  ToolRenderParamsView() = default;
  explicit ToolRenderParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ValueView arguments() const;
  ValueView value() const;

 private:
  ValueView raw_;
};

class ToolRenderResultView {
 public:
  ToolRenderResultView() = default;
  explicit ToolRenderResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ListView<session::ContentBlockView> content() const;
  ValueView meta() const;

 private:
  ValueView raw_;
};

class ToolClassifyParamsView {
 public:
  ToolClassifyParamsView() = default;
  explicit ToolClassifyParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ValueView arguments() const;

 private:
  ValueView raw_;
};

class ToolClassifyResultView {
 public:
  ToolClassifyResultView() = default;
  explicit ToolClassifyResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  bool concurrency_safe() const;

 private:
  ValueView raw_;
};

class ToolFinalizeParamsView {
 public:
  ToolFinalizeParamsView() = default;
  explicit ToolFinalizeParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ExecutionView execution() const;
  ToolResultView result() const;

 private:
  ValueView raw_;
};

class ToolFinalizeResultView {
 public:
  ToolFinalizeResultView() = default;
  explicit ToolFinalizeResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ListView<session::ContentBlockView> content() const;

 private:
  ValueView raw_;
};

class ToolPresentParamsView {
 public:
  ToolPresentParamsView() = default;
  explicit ToolPresentParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ValueView arguments() const;
  ValueView result() const;

 private:
  ValueView raw_;
};

class ToolPresentResultView {
 public:
  ToolPresentResultView() = default;
  explicit ToolPresentResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ValueView call() const;
  ValueView result() const;

 private:
  ValueView raw_;
};

class ToolGuardCheckParamsView {
 public:
  ToolGuardCheckParamsView() = default;
  explicit ToolGuardCheckParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ExecutionView execution() const;

 private:
  ValueView raw_;
};

class ToolGuardCheckResultView {
 public:
  ToolGuardCheckResultView() = default;
  explicit ToolGuardCheckResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::optional<std::string_view> reason() const;

 private:
  ValueView raw_;
};

class ToolRestrictionFamilyMetadataView {
 public:
  ToolRestrictionFamilyMetadataView() = default;
  explicit ToolRestrictionFamilyMetadataView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ListView<std::string_view> allow() const;
  ListView<std::string_view> deny() const;

 private:
  ValueView raw_;
};

class ToolModeFamilyMetadataView {
 public:
  ToolModeFamilyMetadataView() = default;
  explicit ToolModeFamilyMetadataView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::optional<ToolModeFamilyMetadataMode> mode() const;

 private:
  ValueView raw_;
};

class ToolsPreExecuteEventView {
 public:
  ToolsPreExecuteEventView() = default;
  explicit ToolsPreExecuteEventView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ExecutionView execution() const;

 private:
  ValueView raw_;
};

/// Closed.
class ToolsPreExecuteEventResultView {
 public:
  ToolsPreExecuteEventResultView() = default;
  explicit ToolsPreExecuteEventResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }

  enum class Tag : std::uint8_t {
    kAllow,
    kDeny,
    kAsk,
    kOther,  ///< no tag, or a wrong one
  };
  Tag tag() const;
  std::string_view tag_text() const;
  /// Each of these is for its own tag; another one reads as empty.
  ToolsPreExecuteEventResultAllowView allow() const;
  ToolsPreExecuteEventResultDenyView deny() const;
  ToolsPreExecuteEventResultAskView ask() const;

 private:
  ValueView raw_;
};

class ToolsPreExecuteEventResultAllowView {
 public:
  ToolsPreExecuteEventResultAllowView() = default;
  explicit ToolsPreExecuteEventResultAllowView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kKind = "allow";

 private:
  ValueView raw_;
};

class ToolsPreExecuteEventResultDenyView {
 public:
  ToolsPreExecuteEventResultDenyView() = default;
  explicit ToolsPreExecuteEventResultDenyView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kKind = "deny";
  std::string_view reason() const;

 private:
  ValueView raw_;
};

class ToolsPreExecuteEventResultAskView {
 public:
  ToolsPreExecuteEventResultAskView() = default;
  explicit ToolsPreExecuteEventResultAskView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kKind = "ask";
  std::optional<std::string_view> reason() const;

 private:
  ValueView raw_;
};

class ToolsExecuteEventView {
 public:
  ToolsExecuteEventView() = default;
  explicit ToolsExecuteEventView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ExecutionView execution() const;
  std::optional<double> timeout_ms() const;

 private:
  ValueView raw_;
};

class ToolsPostExecuteEventView {
 public:
  ToolsPostExecuteEventView() = default;
  explicit ToolsPostExecuteEventView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ExecutionView execution() const;
  ToolResultView result() const;

 private:
  ValueView raw_;
};

/// Closed.
class ToolsPostExecuteEventResultView {
 public:
  ToolsPostExecuteEventResultView() = default;
  explicit ToolsPostExecuteEventResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }

  enum class Tag : std::uint8_t {
    kAccept,
    kBlock,
    kOther,  ///< no tag, or a wrong one
  };
  Tag tag() const;
  std::string_view tag_text() const;
  /// Each of these is for its own tag; another one reads as empty.
  ToolsPostExecuteEventResultAcceptView accept() const;
  ToolsPostExecuteEventResultBlockView block() const;

 private:
  ValueView raw_;
};

class ToolsPostExecuteEventResultAcceptView {
 public:
  ToolsPostExecuteEventResultAcceptView() = default;
  explicit ToolsPostExecuteEventResultAcceptView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kKind = "accept";
  ListView<session::ContentBlockView> content() const;
  ValueView value() const;
  ListView<session::MessageView> additional_contexts() const;

 private:
  ValueView raw_;
};

class ToolsPostExecuteEventResultBlockView {
 public:
  ToolsPostExecuteEventResultBlockView() = default;
  explicit ToolsPostExecuteEventResultBlockView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kKind = "block";
  ListView<session::ContentBlockView> feedback() const;
  ListView<session::MessageView> additional_contexts() const;

 private:
  ValueView raw_;
};

class ToolsResultEventView {
 public:
  ToolsResultEventView() = default;
  explicit ToolsResultEventView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ExecutionView execution() const;
  ToolResultView result() const;

 private:
  ValueView raw_;
};

class ToolsPreExecuteEventResult {
 public:
  using View = ToolsPreExecuteEventResultView;
  ToolsPreExecuteEventResult(const ToolsPreExecuteEventResultAllow& made);  // NOLINT(google-explicit-constructor)
  ToolsPreExecuteEventResult(const ToolsPreExecuteEventResultDeny& made);  // NOLINT(google-explicit-constructor)
  ToolsPreExecuteEventResult(const ToolsPreExecuteEventResultAsk& made);  // NOLINT(google-explicit-constructor)
  /// A value that exists already.
  ToolsPreExecuteEventResult(const ToolsPreExecuteEventResultView& view) : value_(Value::share(view.raw())) {}  // NOLINT(google-explicit-constructor)

  void write(Builder& builder) const { put_value(builder, value_); }
  Value to_value() const { return value_; }

 private:
  Value value_;
};

class ToolsPostExecuteEventResult {
 public:
  using View = ToolsPostExecuteEventResultView;
  ToolsPostExecuteEventResult(const ToolsPostExecuteEventResultAccept& made);  // NOLINT(google-explicit-constructor)
  ToolsPostExecuteEventResult(const ToolsPostExecuteEventResultBlock& made);  // NOLINT(google-explicit-constructor)
  /// A value that exists already.
  ToolsPostExecuteEventResult(const ToolsPostExecuteEventResultView& view) : value_(Value::share(view.raw())) {}  // NOLINT(google-explicit-constructor)

  void write(Builder& builder) const { put_value(builder, value_); }
  Value to_value() const { return value_; }

 private:
  Value value_;
};

struct Execution {
  using View = ExecutionView;
  CallId call_id;
  CallId root_call_id;
  std::string name;
  Value arguments;
  std::optional<SessionId> session_id = std::nullopt;
  std::optional<bool> nested = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolResult {
  using View = ToolResultView;
  bool is_error = false;
  std::vector<session::ContentBlock> content;
  Value value = {};
  std::optional<Part<ToolResultError, ToolResultErrorView>> error = std::nullopt;
  Value meta = {};
  std::optional<std::vector<Part<session::Message, session::MessageView>>> additional_contexts = std::nullopt;
  std::optional<bool> concludes_turn = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolResultError {
  using View = ToolResultErrorView;
  std::string message;
  std::optional<Part<ToolResultErrorInfo, ToolResultErrorInfoView>> info = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolResultErrorInfo {
  using View = ToolResultErrorInfoView;
  std::string name;
  std::string code;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct RunResult {
  using View = RunResultView;
  Value value;
  std::optional<std::vector<Part<session::Message, session::MessageView>>> contexts = std::nullopt;
  std::optional<bool> concludes_turn = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolMetadata {
  using View = ToolMetadataView;
  std::string description;
  Value parameters;
  Part<ToolMetadataOutput, ToolMetadataOutputView> output;
  std::optional<double> timeout_ms = std::nullopt;
  std::optional<bool> concurrency_safe = std::nullopt;
  std::optional<bool> classifies = std::nullopt;
  std::optional<bool> finalizes = std::nullopt;
  std::optional<bool> presents = std::nullopt;
  std::optional<bool> raw_parameters = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolMetadataOutput {
  using View = ToolMetadataOutputView;
  Value schema;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolsSchemasResult {
  using View = ToolsSchemasResultView;
  std::vector<Part<session::ToolSchema, session::ToolSchemaView>> schemas;
  std::vector<std::string> known_names;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolsGetParams {
  using View = ToolsGetParamsView;
  std::string name;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolsGetResult {
  using View = ToolsGetResultView;
  std::string name;
  Part<ToolMetadata, ToolMetadataView> metadata;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolsExecutionModeParams {
  using View = ToolsExecutionModeParamsView;
  std::string name;
  Value arguments;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolsExecutionModeResult {
  using View = ToolsExecutionModeResultView;
  ToolsExecutionModeResultMode mode{};

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolsExecuteParams {
  using View = ToolsExecuteParamsView;
  CallId call_id;
  std::string name;
  Value arguments;
  std::optional<CallId> root_call_id = std::nullopt;
  std::optional<CallId> parent = std::nullopt;
  std::optional<SessionId> session_id = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolsPrepareParams {
  using View = ToolsPrepareParamsView;
  CallId call_id;
  std::string name;
  Value arguments;
  std::optional<CallId> root_call_id = std::nullopt;
  std::optional<CallId> parent = std::nullopt;
  std::optional<SessionId> session_id = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolsPrepareResult {
  using View = ToolsPrepareResultView;
  std::optional<bool> ready = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolsAdmitParams {
  using View = ToolsAdmitParamsView;
  std::string op;
  std::string name;
  bool scoped = false;
  Value metadata = {};

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolExecuteParams {
  using View = ToolExecuteParamsView;
  Value arguments;
  CallId call_id;
  CallId root_call_id;
  std::optional<SessionId> session_id = std::nullopt;
  std::optional<std::string> cwd = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolRenderParams {
  using View = ToolRenderParamsView;
  Value arguments;
  Value value;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolRenderResult {
  using View = ToolRenderResultView;
  std::vector<session::ContentBlock> content;
  Value meta = {};

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolClassifyParams {
  using View = ToolClassifyParamsView;
  Value arguments;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolClassifyResult {
  using View = ToolClassifyResultView;
  bool concurrency_safe = false;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolFinalizeParams {
  using View = ToolFinalizeParamsView;
  Part<Execution, ExecutionView> execution;
  Part<ToolResult, ToolResultView> result;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolFinalizeResult {
  using View = ToolFinalizeResultView;
  std::optional<std::vector<session::ContentBlock>> content = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolPresentParams {
  using View = ToolPresentParamsView;
  Value arguments;
  Value result = {};

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolPresentResult {
  using View = ToolPresentResultView;
  Value call = {};
  Value result = {};

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolGuardCheckParams {
  using View = ToolGuardCheckParamsView;
  Part<Execution, ExecutionView> execution;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolGuardCheckResult {
  using View = ToolGuardCheckResultView;
  std::optional<std::string> reason = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolRestrictionFamilyMetadata {
  using View = ToolRestrictionFamilyMetadataView;
  std::optional<std::vector<std::string>> allow = std::nullopt;
  std::optional<std::vector<std::string>> deny = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolModeFamilyMetadata {
  using View = ToolModeFamilyMetadataView;
  ToolModeFamilyMetadataMode mode{};

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolsPreExecuteEvent {
  using View = ToolsPreExecuteEventView;
  Part<Execution, ExecutionView> execution;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolsPreExecuteEventResultAllow {
  using View = ToolsPreExecuteEventResultAllowView;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolsPreExecuteEventResultDeny {
  using View = ToolsPreExecuteEventResultDenyView;
  std::string reason;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolsPreExecuteEventResultAsk {
  using View = ToolsPreExecuteEventResultAskView;
  std::optional<std::string> reason = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolsExecuteEvent {
  using View = ToolsExecuteEventView;
  Part<Execution, ExecutionView> execution;
  std::optional<double> timeout_ms = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolsPostExecuteEvent {
  using View = ToolsPostExecuteEventView;
  Part<Execution, ExecutionView> execution;
  Part<ToolResult, ToolResultView> result;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolsPostExecuteEventResultAccept {
  using View = ToolsPostExecuteEventResultAcceptView;
  std::optional<std::vector<session::ContentBlock>> content = std::nullopt;
  Value value = {};
  std::optional<std::vector<Part<session::Message, session::MessageView>>> additional_contexts = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolsPostExecuteEventResultBlock {
  using View = ToolsPostExecuteEventResultBlockView;
  std::vector<session::ContentBlock> feedback;
  std::optional<std::vector<Part<session::Message, session::MessageView>>> additional_contexts = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolsResultEvent {
  using View = ToolsResultEventView;
  Part<Execution, ExecutionView> execution;
  Part<ToolResult, ToolResultView> result;

  void write(Builder& builder) const;
  Value to_value() const;
};

using ToolsExecuteResult = ToolResult;
using ToolsExecuteResultView = ToolResultView;

using ToolExecutionFinishResult = ToolResult;
using ToolExecutionFinishResultView = ToolResultView;

using ToolExecuteResult = RunResult;
using ToolExecuteResultView = RunResultView;

using ToolFamilyMetadata = ToolMetadata;
using ToolFamilyMetadataView = ToolMetadataView;

using ToolsExecuteEventResult = ToolResult;
using ToolsExecuteEventResultView = ToolResultView;

namespace keys {
inline constinit const LazyKey kCallId{"callId"};
inline constinit const LazyKey kRootCallId{"rootCallId"};
inline constinit const LazyKey kName{"name"};
inline constinit const LazyKey kArguments{"arguments"};
inline constinit const LazyKey kSessionId{"session_id"};
inline constinit const LazyKey kNested{"nested"};
inline constinit const LazyKey kIsError{"isError"};
inline constinit const LazyKey kContent{"content"};
inline constinit const LazyKey kValue{"value"};
inline constinit const LazyKey kError{"error"};
inline constinit const LazyKey kMeta{"meta"};
inline constinit const LazyKey kAdditionalContexts{"additionalContexts"};
inline constinit const LazyKey kConcludesTurn{"concludesTurn"};
inline constinit const LazyKey kMessage{"message"};
inline constinit const LazyKey kInfo{"info"};
inline constinit const LazyKey kCode{"code"};
inline constinit const LazyKey kContexts{"contexts"};
inline constinit const LazyKey kDescription{"description"};
inline constinit const LazyKey kParameters{"parameters"};
inline constinit const LazyKey kOutput{"output"};
inline constinit const LazyKey kTimeoutMs{"timeoutMs"};
inline constinit const LazyKey kConcurrencySafe{"concurrencySafe"};
inline constinit const LazyKey kClassifies{"classifies"};
inline constinit const LazyKey kFinalizes{"finalizes"};
inline constinit const LazyKey kPresents{"presents"};
inline constinit const LazyKey kRawParameters{"rawParameters"};
inline constinit const LazyKey kSchema{"schema"};
inline constinit const LazyKey kSchemas{"schemas"};
inline constinit const LazyKey kKnownNames{"known_names"};
inline constinit const LazyKey kMetadata{"metadata"};
inline constinit const LazyKey kMode{"mode"};
inline constinit const LazyKey kParent{"parent"};
inline constinit const LazyKey kReady{"ready"};
inline constinit const LazyKey kOp{"op"};
inline constinit const LazyKey kScoped{"scoped"};
inline constinit const LazyKey kCwd{"cwd"};
inline constinit const LazyKey kExecution{"execution"};
inline constinit const LazyKey kResult{"result"};
inline constinit const LazyKey kCall{"call"};
inline constinit const LazyKey kReason{"reason"};
inline constinit const LazyKey kAllow{"allow"};
inline constinit const LazyKey kDeny{"deny"};
inline constinit const LazyKey kKind{"kind"};
inline constinit const LazyKey kFeedback{"feedback"};
}  // namespace keys

inline CallIdView ExecutionView::call_id() const {
  return CallIdView(keys::kCallId.of(raw_).text());
}
inline CallIdView ExecutionView::root_call_id() const {
  return CallIdView(keys::kRootCallId.of(raw_).text());
}
inline std::string_view ExecutionView::name() const {
  return keys::kName.of(raw_).text();
}
inline ValueView ExecutionView::arguments() const {
  return keys::kArguments.of(raw_);
}
inline std::optional<SessionIdView> ExecutionView::session_id() const {
  return optional_id<SessionIdView>(keys::kSessionId.of(raw_));
}
inline std::optional<bool> ExecutionView::nested() const {
  return keys::kNested.of(raw_).boolean();
}
inline bool ToolResultView::is_error() const {
  return keys::kIsError.of(raw_).is_true();
}
inline ListView<session::ContentBlockView> ToolResultView::content() const {
  return ListView<session::ContentBlockView>(keys::kContent.of(raw_));
}
inline ValueView ToolResultView::value() const {
  return keys::kValue.of(raw_);
}
inline ToolResultErrorView ToolResultView::error() const {
  return ToolResultErrorView(keys::kError.of(raw_));
}
inline ValueView ToolResultView::meta() const {
  return keys::kMeta.of(raw_);
}
inline ListView<session::MessageView> ToolResultView::additional_contexts() const {
  return ListView<session::MessageView>(keys::kAdditionalContexts.of(raw_));
}
inline std::optional<bool> ToolResultView::concludes_turn() const {
  return keys::kConcludesTurn.of(raw_).boolean();
}
inline std::string_view ToolResultErrorView::message() const {
  return keys::kMessage.of(raw_).text();
}
inline ToolResultErrorInfoView ToolResultErrorView::info() const {
  return ToolResultErrorInfoView(keys::kInfo.of(raw_));
}
inline std::string_view ToolResultErrorInfoView::name() const {
  return keys::kName.of(raw_).text();
}
inline std::string_view ToolResultErrorInfoView::code() const {
  return keys::kCode.of(raw_).text();
}
inline ValueView RunResultView::value() const {
  return keys::kValue.of(raw_);
}
inline ListView<session::MessageView> RunResultView::contexts() const {
  return ListView<session::MessageView>(keys::kContexts.of(raw_));
}
inline std::optional<bool> RunResultView::concludes_turn() const {
  return keys::kConcludesTurn.of(raw_).boolean();
}
inline std::string_view ToolMetadataView::description() const {
  return keys::kDescription.of(raw_).text();
}
inline ValueView ToolMetadataView::parameters() const {
  return keys::kParameters.of(raw_);
}
inline ToolMetadataOutputView ToolMetadataView::output() const {
  return ToolMetadataOutputView(keys::kOutput.of(raw_));
}
inline std::optional<double> ToolMetadataView::timeout_ms() const {
  return keys::kTimeoutMs.of(raw_).number();
}
inline std::optional<bool> ToolMetadataView::concurrency_safe() const {
  return keys::kConcurrencySafe.of(raw_).boolean();
}
inline std::optional<bool> ToolMetadataView::classifies() const {
  return keys::kClassifies.of(raw_).boolean();
}
inline std::optional<bool> ToolMetadataView::finalizes() const {
  return keys::kFinalizes.of(raw_).boolean();
}
inline std::optional<bool> ToolMetadataView::presents() const {
  return keys::kPresents.of(raw_).boolean();
}
inline std::optional<bool> ToolMetadataView::raw_parameters() const {
  return keys::kRawParameters.of(raw_).boolean();
}
inline ValueView ToolMetadataOutputView::schema() const {
  return keys::kSchema.of(raw_);
}
inline ListView<session::ToolSchemaView> ToolsSchemasResultView::schemas() const {
  return ListView<session::ToolSchemaView>(keys::kSchemas.of(raw_));
}
inline ListView<std::string_view> ToolsSchemasResultView::known_names() const {
  return ListView<std::string_view>(keys::kKnownNames.of(raw_));
}
inline std::string_view ToolsGetParamsView::name() const {
  return keys::kName.of(raw_).text();
}
inline std::string_view ToolsGetResultView::name() const {
  return keys::kName.of(raw_).text();
}
inline ToolMetadataView ToolsGetResultView::metadata() const {
  return ToolMetadataView(keys::kMetadata.of(raw_));
}
inline std::string_view ToolsExecutionModeParamsView::name() const {
  return keys::kName.of(raw_).text();
}
inline ValueView ToolsExecutionModeParamsView::arguments() const {
  return keys::kArguments.of(raw_);
}
inline std::optional<ToolsExecutionModeResultMode> ToolsExecutionModeResultView::mode() const {
  return tools_execution_mode_result_mode_from_text(keys::kMode.of(raw_).text());
}
inline CallIdView ToolsExecuteParamsView::call_id() const {
  return CallIdView(keys::kCallId.of(raw_).text());
}
inline std::string_view ToolsExecuteParamsView::name() const {
  return keys::kName.of(raw_).text();
}
inline ValueView ToolsExecuteParamsView::arguments() const {
  return keys::kArguments.of(raw_);
}
inline std::optional<CallIdView> ToolsExecuteParamsView::root_call_id() const {
  return optional_id<CallIdView>(keys::kRootCallId.of(raw_));
}
inline std::optional<CallIdView> ToolsExecuteParamsView::parent() const {
  return optional_id<CallIdView>(keys::kParent.of(raw_));
}
inline std::optional<SessionIdView> ToolsExecuteParamsView::session_id() const {
  return optional_id<SessionIdView>(keys::kSessionId.of(raw_));
}
inline CallIdView ToolsPrepareParamsView::call_id() const {
  return CallIdView(keys::kCallId.of(raw_).text());
}
inline std::string_view ToolsPrepareParamsView::name() const {
  return keys::kName.of(raw_).text();
}
inline ValueView ToolsPrepareParamsView::arguments() const {
  return keys::kArguments.of(raw_);
}
inline std::optional<CallIdView> ToolsPrepareParamsView::root_call_id() const {
  return optional_id<CallIdView>(keys::kRootCallId.of(raw_));
}
inline std::optional<CallIdView> ToolsPrepareParamsView::parent() const {
  return optional_id<CallIdView>(keys::kParent.of(raw_));
}
inline std::optional<SessionIdView> ToolsPrepareParamsView::session_id() const {
  return optional_id<SessionIdView>(keys::kSessionId.of(raw_));
}
inline std::optional<bool> ToolsPrepareResultView::ready() const {
  return keys::kReady.of(raw_).boolean();
}
inline std::string_view ToolsAdmitParamsView::op() const {
  return keys::kOp.of(raw_).text();
}
inline std::string_view ToolsAdmitParamsView::name() const {
  return keys::kName.of(raw_).text();
}
inline bool ToolsAdmitParamsView::scoped() const {
  return keys::kScoped.of(raw_).is_true();
}
inline ValueView ToolsAdmitParamsView::metadata() const {
  return keys::kMetadata.of(raw_);
}
inline ValueView ToolExecuteParamsView::arguments() const {
  return keys::kArguments.of(raw_);
}
inline CallIdView ToolExecuteParamsView::call_id() const {
  return CallIdView(keys::kCallId.of(raw_).text());
}
inline CallIdView ToolExecuteParamsView::root_call_id() const {
  return CallIdView(keys::kRootCallId.of(raw_).text());
}
inline std::optional<SessionIdView> ToolExecuteParamsView::session_id() const {
  return optional_id<SessionIdView>(keys::kSessionId.of(raw_));
}
inline std::optional<std::string_view> ToolExecuteParamsView::cwd() const {
  return optional_text(keys::kCwd.of(raw_));
}
inline ValueView ToolRenderParamsView::arguments() const {
  return keys::kArguments.of(raw_);
}
inline ValueView ToolRenderParamsView::value() const {
  return keys::kValue.of(raw_);
}
inline ListView<session::ContentBlockView> ToolRenderResultView::content() const {
  return ListView<session::ContentBlockView>(keys::kContent.of(raw_));
}
inline ValueView ToolRenderResultView::meta() const {
  return keys::kMeta.of(raw_);
}
inline ValueView ToolClassifyParamsView::arguments() const {
  return keys::kArguments.of(raw_);
}
inline bool ToolClassifyResultView::concurrency_safe() const {
  return keys::kConcurrencySafe.of(raw_).is_true();
}
inline ExecutionView ToolFinalizeParamsView::execution() const {
  return ExecutionView(keys::kExecution.of(raw_));
}
inline ToolResultView ToolFinalizeParamsView::result() const {
  return ToolResultView(keys::kResult.of(raw_));
}
inline ListView<session::ContentBlockView> ToolFinalizeResultView::content() const {
  return ListView<session::ContentBlockView>(keys::kContent.of(raw_));
}
inline ValueView ToolPresentParamsView::arguments() const {
  return keys::kArguments.of(raw_);
}
inline ValueView ToolPresentParamsView::result() const {
  return keys::kResult.of(raw_);
}
inline ValueView ToolPresentResultView::call() const {
  return keys::kCall.of(raw_);
}
inline ValueView ToolPresentResultView::result() const {
  return keys::kResult.of(raw_);
}
inline ExecutionView ToolGuardCheckParamsView::execution() const {
  return ExecutionView(keys::kExecution.of(raw_));
}
inline std::optional<std::string_view> ToolGuardCheckResultView::reason() const {
  return optional_text(keys::kReason.of(raw_));
}
inline ListView<std::string_view> ToolRestrictionFamilyMetadataView::allow() const {
  return ListView<std::string_view>(keys::kAllow.of(raw_));
}
inline ListView<std::string_view> ToolRestrictionFamilyMetadataView::deny() const {
  return ListView<std::string_view>(keys::kDeny.of(raw_));
}
inline std::optional<ToolModeFamilyMetadataMode> ToolModeFamilyMetadataView::mode() const {
  return tool_mode_family_metadata_mode_from_text(keys::kMode.of(raw_).text());
}
inline ExecutionView ToolsPreExecuteEventView::execution() const {
  return ExecutionView(keys::kExecution.of(raw_));
}
inline ToolsPreExecuteEventResultAllowView ToolsPreExecuteEventResultView::allow() const {
  return tag() == Tag::kAllow ? ToolsPreExecuteEventResultAllowView(raw_) : ToolsPreExecuteEventResultAllowView();
}
inline ToolsPreExecuteEventResultDenyView ToolsPreExecuteEventResultView::deny() const {
  return tag() == Tag::kDeny ? ToolsPreExecuteEventResultDenyView(raw_) : ToolsPreExecuteEventResultDenyView();
}
inline ToolsPreExecuteEventResultAskView ToolsPreExecuteEventResultView::ask() const {
  return tag() == Tag::kAsk ? ToolsPreExecuteEventResultAskView(raw_) : ToolsPreExecuteEventResultAskView();
}
inline std::string_view ToolsPreExecuteEventResultView::tag_text() const {
  return keys::kKind.of(raw_).text();
}
inline ToolsPreExecuteEventResultView::Tag ToolsPreExecuteEventResultView::tag() const {
  const std::string_view text = tag_text();
  if (text == "allow") return Tag::kAllow;
  if (text == "deny") return Tag::kDeny;
  if (text == "ask") return Tag::kAsk;
  return Tag::kOther;
}
inline std::string_view ToolsPreExecuteEventResultDenyView::reason() const {
  return keys::kReason.of(raw_).text();
}
inline std::optional<std::string_view> ToolsPreExecuteEventResultAskView::reason() const {
  return optional_text(keys::kReason.of(raw_));
}
inline ExecutionView ToolsExecuteEventView::execution() const {
  return ExecutionView(keys::kExecution.of(raw_));
}
inline std::optional<double> ToolsExecuteEventView::timeout_ms() const {
  return keys::kTimeoutMs.of(raw_).number();
}
inline ExecutionView ToolsPostExecuteEventView::execution() const {
  return ExecutionView(keys::kExecution.of(raw_));
}
inline ToolResultView ToolsPostExecuteEventView::result() const {
  return ToolResultView(keys::kResult.of(raw_));
}
inline ToolsPostExecuteEventResultAcceptView ToolsPostExecuteEventResultView::accept() const {
  return tag() == Tag::kAccept ? ToolsPostExecuteEventResultAcceptView(raw_) : ToolsPostExecuteEventResultAcceptView();
}
inline ToolsPostExecuteEventResultBlockView ToolsPostExecuteEventResultView::block() const {
  return tag() == Tag::kBlock ? ToolsPostExecuteEventResultBlockView(raw_) : ToolsPostExecuteEventResultBlockView();
}
inline std::string_view ToolsPostExecuteEventResultView::tag_text() const {
  return keys::kKind.of(raw_).text();
}
inline ToolsPostExecuteEventResultView::Tag ToolsPostExecuteEventResultView::tag() const {
  const std::string_view text = tag_text();
  if (text == "accept") return Tag::kAccept;
  if (text == "block") return Tag::kBlock;
  return Tag::kOther;
}
inline ListView<session::ContentBlockView> ToolsPostExecuteEventResultAcceptView::content() const {
  return ListView<session::ContentBlockView>(keys::kContent.of(raw_));
}
inline ValueView ToolsPostExecuteEventResultAcceptView::value() const {
  return keys::kValue.of(raw_);
}
inline ListView<session::MessageView> ToolsPostExecuteEventResultAcceptView::additional_contexts() const {
  return ListView<session::MessageView>(keys::kAdditionalContexts.of(raw_));
}
inline ListView<session::ContentBlockView> ToolsPostExecuteEventResultBlockView::feedback() const {
  return ListView<session::ContentBlockView>(keys::kFeedback.of(raw_));
}
inline ListView<session::MessageView> ToolsPostExecuteEventResultBlockView::additional_contexts() const {
  return ListView<session::MessageView>(keys::kAdditionalContexts.of(raw_));
}
inline ExecutionView ToolsResultEventView::execution() const {
  return ExecutionView(keys::kExecution.of(raw_));
}
inline ToolResultView ToolsResultEventView::result() const {
  return ToolResultView(keys::kResult.of(raw_));
}
inline ToolsPreExecuteEventResult::ToolsPreExecuteEventResult(const ToolsPreExecuteEventResultAllow& made) : value_(made.to_value()) {}
inline ToolsPreExecuteEventResult::ToolsPreExecuteEventResult(const ToolsPreExecuteEventResultDeny& made) : value_(made.to_value()) {}
inline ToolsPreExecuteEventResult::ToolsPreExecuteEventResult(const ToolsPreExecuteEventResultAsk& made) : value_(made.to_value()) {}
inline ToolsPostExecuteEventResult::ToolsPostExecuteEventResult(const ToolsPostExecuteEventResultAccept& made) : value_(made.to_value()) {}
inline ToolsPostExecuteEventResult::ToolsPostExecuteEventResult(const ToolsPostExecuteEventResultBlock& made) : value_(made.to_value()) {}
inline void Execution::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kCallId, call_id);
  put_member(builder, keys::kRootCallId, root_call_id);
  put_member(builder, keys::kName, name);
  put_member(builder, keys::kArguments, arguments);
  put_member(builder, keys::kSessionId, session_id);
  put_member(builder, keys::kNested, nested);
  builder.end();
}
inline Value Execution::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kIsError, is_error);
  put_member(builder, keys::kContent, content);
  put_member(builder, keys::kValue, value);
  put_member(builder, keys::kError, error);
  put_member(builder, keys::kMeta, meta);
  put_member(builder, keys::kAdditionalContexts, additional_contexts);
  put_member(builder, keys::kConcludesTurn, concludes_turn);
  builder.end();
}
inline Value ToolResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolResultError::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kMessage, message);
  put_member(builder, keys::kInfo, info);
  builder.end();
}
inline Value ToolResultError::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolResultErrorInfo::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kName, name);
  put_member(builder, keys::kCode, code);
  builder.end();
}
inline Value ToolResultErrorInfo::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void RunResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kValue, value);
  put_member(builder, keys::kContexts, contexts);
  put_member(builder, keys::kConcludesTurn, concludes_turn);
  builder.end();
}
inline Value RunResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolMetadata::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kDescription, description);
  put_member(builder, keys::kParameters, parameters);
  put_member(builder, keys::kOutput, output);
  put_member(builder, keys::kTimeoutMs, timeout_ms);
  put_member(builder, keys::kConcurrencySafe, concurrency_safe);
  put_member(builder, keys::kClassifies, classifies);
  put_member(builder, keys::kFinalizes, finalizes);
  put_member(builder, keys::kPresents, presents);
  put_member(builder, keys::kRawParameters, raw_parameters);
  builder.end();
}
inline Value ToolMetadata::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolMetadataOutput::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSchema, schema);
  builder.end();
}
inline Value ToolMetadataOutput::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolsSchemasResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSchemas, schemas);
  put_member(builder, keys::kKnownNames, known_names);
  builder.end();
}
inline Value ToolsSchemasResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolsGetParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kName, name);
  builder.end();
}
inline Value ToolsGetParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolsGetResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kName, name);
  put_member(builder, keys::kMetadata, metadata);
  builder.end();
}
inline Value ToolsGetResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolsExecutionModeParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kName, name);
  put_member(builder, keys::kArguments, arguments);
  builder.end();
}
inline Value ToolsExecutionModeParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolsExecutionModeResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kMode, mode);
  builder.end();
}
inline Value ToolsExecutionModeResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolsExecuteParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kCallId, call_id);
  put_member(builder, keys::kName, name);
  put_member(builder, keys::kArguments, arguments);
  put_member(builder, keys::kRootCallId, root_call_id);
  put_member(builder, keys::kParent, parent);
  put_member(builder, keys::kSessionId, session_id);
  builder.end();
}
inline Value ToolsExecuteParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolsPrepareParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kCallId, call_id);
  put_member(builder, keys::kName, name);
  put_member(builder, keys::kArguments, arguments);
  put_member(builder, keys::kRootCallId, root_call_id);
  put_member(builder, keys::kParent, parent);
  put_member(builder, keys::kSessionId, session_id);
  builder.end();
}
inline Value ToolsPrepareParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolsPrepareResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kReady, ready);
  builder.end();
}
inline Value ToolsPrepareResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolsAdmitParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kOp, op);
  put_member(builder, keys::kName, name);
  put_member(builder, keys::kScoped, scoped);
  put_member(builder, keys::kMetadata, metadata);
  builder.end();
}
inline Value ToolsAdmitParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolExecuteParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kArguments, arguments);
  put_member(builder, keys::kCallId, call_id);
  put_member(builder, keys::kRootCallId, root_call_id);
  put_member(builder, keys::kSessionId, session_id);
  put_member(builder, keys::kCwd, cwd);
  builder.end();
}
inline Value ToolExecuteParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolRenderParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kArguments, arguments);
  put_member(builder, keys::kValue, value);
  builder.end();
}
inline Value ToolRenderParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolRenderResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kContent, content);
  put_member(builder, keys::kMeta, meta);
  builder.end();
}
inline Value ToolRenderResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolClassifyParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kArguments, arguments);
  builder.end();
}
inline Value ToolClassifyParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolClassifyResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kConcurrencySafe, concurrency_safe);
  builder.end();
}
inline Value ToolClassifyResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolFinalizeParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kExecution, execution);
  put_member(builder, keys::kResult, result);
  builder.end();
}
inline Value ToolFinalizeParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolFinalizeResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kContent, content);
  builder.end();
}
inline Value ToolFinalizeResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolPresentParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kArguments, arguments);
  put_member(builder, keys::kResult, result);
  builder.end();
}
inline Value ToolPresentParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolPresentResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kCall, call);
  put_member(builder, keys::kResult, result);
  builder.end();
}
inline Value ToolPresentResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolGuardCheckParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kExecution, execution);
  builder.end();
}
inline Value ToolGuardCheckParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolGuardCheckResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kReason, reason);
  builder.end();
}
inline Value ToolGuardCheckResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolRestrictionFamilyMetadata::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kAllow, allow);
  put_member(builder, keys::kDeny, deny);
  builder.end();
}
inline Value ToolRestrictionFamilyMetadata::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolModeFamilyMetadata::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kMode, mode);
  builder.end();
}
inline Value ToolModeFamilyMetadata::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolsPreExecuteEvent::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kExecution, execution);
  builder.end();
}
inline Value ToolsPreExecuteEvent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolsPreExecuteEventResultAllow::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kKind.key(), View::kKind);
  builder.end();
}
inline Value ToolsPreExecuteEventResultAllow::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolsPreExecuteEventResultDeny::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kKind.key(), View::kKind);
  put_member(builder, keys::kReason, reason);
  builder.end();
}
inline Value ToolsPreExecuteEventResultDeny::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolsPreExecuteEventResultAsk::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kKind.key(), View::kKind);
  put_member(builder, keys::kReason, reason);
  builder.end();
}
inline Value ToolsPreExecuteEventResultAsk::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolsExecuteEvent::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kExecution, execution);
  put_member(builder, keys::kTimeoutMs, timeout_ms);
  builder.end();
}
inline Value ToolsExecuteEvent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolsPostExecuteEvent::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kExecution, execution);
  put_member(builder, keys::kResult, result);
  builder.end();
}
inline Value ToolsPostExecuteEvent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolsPostExecuteEventResultAccept::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kKind.key(), View::kKind);
  put_member(builder, keys::kContent, content);
  put_member(builder, keys::kValue, value);
  put_member(builder, keys::kAdditionalContexts, additional_contexts);
  builder.end();
}
inline Value ToolsPostExecuteEventResultAccept::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolsPostExecuteEventResultBlock::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kKind.key(), View::kKind);
  put_member(builder, keys::kFeedback, feedback);
  put_member(builder, keys::kAdditionalContexts, additional_contexts);
  builder.end();
}
inline Value ToolsPostExecuteEventResultBlock::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolsResultEvent::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kExecution, execution);
  put_member(builder, keys::kResult, result);
  builder.end();
}
inline Value ToolsResultEvent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}

}  // namespace keel::contracts::tools
