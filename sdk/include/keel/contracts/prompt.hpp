// SPDX-License-Identifier: MIT
// Made by contractgen from the contract prompt@0.1. Do not edit.
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

/// The system prompt: sections, contexts, variables and tool providers per scope, assembled for
/// each step.
namespace keel::contracts::prompt {

/// Name and version of the contract.
inline constexpr std::string_view kContract = "prompt@0";
inline constexpr std::string_view kVersion = "0.1";

/// Service agent/prompt.
struct Prompt {
  static constexpr std::string_view kInterface = "prompt@0";
  /// The assembly of the call's target scope, after system-prompt/assemble.
  static constexpr std::uint32_t kAssemble = 0;
  /// System text of an assembly, its contexts as rendered, and their snapshot.
  static constexpr std::uint32_t kRender = 1;
  /// Asked by the kernel before a variable is registered.
  static constexpr std::uint32_t kAdmit = 2;
  static constexpr std::uint32_t kMethodCount = 3;
};

/// Computes a text for one assembly; used when metadata has no text.
struct PromptText {
  static constexpr std::string_view kInterface = "prompt-text@0";
  static constexpr std::uint32_t kText = 0;
  static constexpr std::uint32_t kMethodCount = 1;
};

/// Offers tool schemas.
struct PromptTools {
  static constexpr std::string_view kInterface = "prompt-tools@0";
  static constexpr std::uint32_t kSchemas = 0;
  static constexpr std::uint32_t kMethodCount = 1;
};

/// Names of the events.
namespace events {
/// The assembly before it is used; the result is authoritative.
inline constexpr std::string_view kSystemPromptAssemble = "system-prompt/assemble";
/// A contribution has changed.
inline constexpr std::string_view kSystemPromptChange = "system-prompt/change";
}  // namespace events

/// Families of services.
namespace families {
/// Sections of the system prompt, sorted by order, then name.
inline constexpr std::string_view kPromptSection = "prompt.section";
/// What varies: sent as a snapshot message.
inline constexpr std::string_view kPromptContext = "prompt.context";
/// {{name}} in sections and contexts.
inline constexpr std::string_view kPromptVariable = "prompt.variable";
/// Sources of tool schemas.
inline constexpr std::string_view kPromptTools = "prompt.tools";
/// Contexts that a scope does not want, by name; all of them without names.
inline constexpr std::string_view kPromptSuppress = "prompt.suppress";
}  // namespace families

/// Codes that methods fail with.
namespace errors {
inline constexpr std::string_view kPromptFailed = "PROMPT_FAILED";
inline constexpr std::string_view kUnknownToolOrder = "UNKNOWN_TOOL_ORDER";
inline constexpr std::string_view kInvalidVariable = "INVALID_VARIABLE";
}  // namespace errors

class NamedTextView;
struct NamedText;
class AssemblyView;
struct Assembly;
class PromptAssembleParamsView;
struct PromptAssembleParams;
class PromptRenderResultView;
struct PromptRenderResult;
class PromptAdmitParamsView;
struct PromptAdmitParams;
class PromptTextTextParamsView;
struct PromptTextTextParams;
class PromptTextTextResultView;
struct PromptTextTextResult;
class PromptToolsSchemasParamsView;
struct PromptToolsSchemasParams;
class PromptToolsSchemasResultView;
struct PromptToolsSchemasResult;
class PromptSectionFamilyMetadataView;
struct PromptSectionFamilyMetadata;
class PromptContextFamilyMetadataView;
struct PromptContextFamilyMetadata;
class PromptVariableFamilyMetadataView;
struct PromptVariableFamilyMetadata;
class PromptSuppressFamilyMetadataView;
struct PromptSuppressFamilyMetadata;
class SystemPromptAssembleEventView;
struct SystemPromptAssembleEvent;

class NamedTextView {
 public:
  NamedTextView() = default;
  explicit NamedTextView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view name() const;
  std::string_view text() const;

 private:
  ValueView raw_;
};

class AssemblyView {
 public:
  AssemblyView() = default;
  explicit AssemblyView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ListView<NamedTextView> sections() const;
  ListView<NamedTextView> contexts() const;
  ListView<session::ToolSchemaView> tools() const;
  ValueView variables() const;

 private:
  ValueView raw_;
};

class PromptAssembleParamsView {
 public:
  PromptAssembleParamsView() = default;
  explicit PromptAssembleParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::optional<SessionIdView> session_id() const;

 private:
  ValueView raw_;
};

class PromptRenderResultView {
 public:
  PromptRenderResultView() = default;
  explicit PromptRenderResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view system() const;
  ListView<NamedTextView> sections() const;
  std::string_view snapshot() const;

 private:
  ValueView raw_;
};

class PromptAdmitParamsView {
 public:
  PromptAdmitParamsView() = default;
  explicit PromptAdmitParamsView(ValueView raw) : raw_(raw) {}
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

class PromptTextTextParamsView {
 public:
  PromptTextTextParamsView() = default;
  explicit PromptTextTextParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::optional<SessionIdView> session_id() const;

 private:
  ValueView raw_;
};

class PromptTextTextResultView {
 public:
  PromptTextTextResultView() = default;
  explicit PromptTextTextResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::optional<std::string_view> text() const;

 private:
  ValueView raw_;
};

class PromptToolsSchemasParamsView {
 public:
  PromptToolsSchemasParamsView() = default;
  explicit PromptToolsSchemasParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::optional<SessionIdView> session_id() const;

 private:
  ValueView raw_;
};

class PromptToolsSchemasResultView {
 public:
  PromptToolsSchemasResultView() = default;
  explicit PromptToolsSchemasResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ListView<session::ToolSchemaView> schemas() const;
  ListView<std::string_view> known_names() const;

 private:
  ValueView raw_;
};

class PromptSectionFamilyMetadataView {
 public:
  PromptSectionFamilyMetadataView() = default;
  explicit PromptSectionFamilyMetadataView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  double order() const;
  std::optional<std::string_view> text() const;
  std::optional<bool> complete() const;

 private:
  ValueView raw_;
};

class PromptContextFamilyMetadataView {
 public:
  PromptContextFamilyMetadataView() = default;
  explicit PromptContextFamilyMetadataView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  double order() const;
  std::optional<std::string_view> text() const;

 private:
  ValueView raw_;
};

class PromptVariableFamilyMetadataView {
 public:
  PromptVariableFamilyMetadataView() = default;
  explicit PromptVariableFamilyMetadataView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::optional<std::string_view> text() const;

 private:
  ValueView raw_;
};

class PromptSuppressFamilyMetadataView {
 public:
  PromptSuppressFamilyMetadataView() = default;
  explicit PromptSuppressFamilyMetadataView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ListView<std::string_view> contexts() const;

 private:
  ValueView raw_;
};

class SystemPromptAssembleEventView {
 public:
  SystemPromptAssembleEventView() = default;
  explicit SystemPromptAssembleEventView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  AssemblyView assembly() const;
  std::optional<SessionIdView> session_id() const;

 private:
  ValueView raw_;
};

struct NamedText {
  using View = NamedTextView;
  std::string name;
  std::string text;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct Assembly {
  using View = AssemblyView;
  std::vector<Part<NamedText, NamedTextView>> sections;
  std::vector<Part<NamedText, NamedTextView>> contexts;
  std::vector<Part<session::ToolSchema, session::ToolSchemaView>> tools;
  Value variables;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct PromptAssembleParams {
  using View = PromptAssembleParamsView;
  std::optional<SessionId> session_id = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct PromptRenderResult {
  using View = PromptRenderResultView;
  std::string system;
  std::vector<Part<NamedText, NamedTextView>> sections;
  std::string snapshot;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct PromptAdmitParams {
  using View = PromptAdmitParamsView;
  std::string op;
  std::string name;
  bool scoped = false;
  Value metadata = {};

  void write(Builder& builder) const;
  Value to_value() const;
};

struct PromptTextTextParams {
  using View = PromptTextTextParamsView;
  std::optional<SessionId> session_id = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct PromptTextTextResult {
  using View = PromptTextTextResultView;
  std::optional<std::string> text = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct PromptToolsSchemasParams {
  using View = PromptToolsSchemasParamsView;
  std::optional<SessionId> session_id = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct PromptToolsSchemasResult {
  using View = PromptToolsSchemasResultView;
  std::vector<Part<session::ToolSchema, session::ToolSchemaView>> schemas;
  std::optional<std::vector<std::string>> known_names = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct PromptSectionFamilyMetadata {
  using View = PromptSectionFamilyMetadataView;
  double order = 0;
  std::optional<std::string> text = std::nullopt;
  std::optional<bool> complete = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct PromptContextFamilyMetadata {
  using View = PromptContextFamilyMetadataView;
  double order = 0;
  std::optional<std::string> text = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct PromptVariableFamilyMetadata {
  using View = PromptVariableFamilyMetadataView;
  std::optional<std::string> text = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct PromptSuppressFamilyMetadata {
  using View = PromptSuppressFamilyMetadataView;
  std::optional<std::vector<std::string>> contexts = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SystemPromptAssembleEvent {
  using View = SystemPromptAssembleEventView;
  Part<Assembly, AssemblyView> assembly;
  std::optional<SessionId> session_id = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

using PromptAssembleResult = Assembly;
using PromptAssembleResultView = AssemblyView;

using PromptRenderParams = Assembly;
using PromptRenderParamsView = AssemblyView;

using SystemPromptAssembleEventResult = Assembly;
using SystemPromptAssembleEventResultView = AssemblyView;

namespace keys {
inline constinit const LazyKey kName{"name"};
inline constinit const LazyKey kText{"text"};
inline constinit const LazyKey kSections{"sections"};
inline constinit const LazyKey kContexts{"contexts"};
inline constinit const LazyKey kTools{"tools"};
inline constinit const LazyKey kVariables{"variables"};
inline constinit const LazyKey kSessionId{"session_id"};
inline constinit const LazyKey kSystem{"system"};
inline constinit const LazyKey kSnapshot{"snapshot"};
inline constinit const LazyKey kOp{"op"};
inline constinit const LazyKey kScoped{"scoped"};
inline constinit const LazyKey kMetadata{"metadata"};
inline constinit const LazyKey kSchemas{"schemas"};
inline constinit const LazyKey kKnownNames{"known_names"};
inline constinit const LazyKey kOrder{"order"};
inline constinit const LazyKey kComplete{"complete"};
inline constinit const LazyKey kAssembly{"assembly"};
}  // namespace keys

inline std::string_view NamedTextView::name() const {
  return keys::kName.of(raw_).text();
}
inline std::string_view NamedTextView::text() const {
  return keys::kText.of(raw_).text();
}
inline ListView<NamedTextView> AssemblyView::sections() const {
  return ListView<NamedTextView>(keys::kSections.of(raw_));
}
inline ListView<NamedTextView> AssemblyView::contexts() const {
  return ListView<NamedTextView>(keys::kContexts.of(raw_));
}
inline ListView<session::ToolSchemaView> AssemblyView::tools() const {
  return ListView<session::ToolSchemaView>(keys::kTools.of(raw_));
}
inline ValueView AssemblyView::variables() const {
  return keys::kVariables.of(raw_);
}
inline std::optional<SessionIdView> PromptAssembleParamsView::session_id() const {
  return optional_id<SessionIdView>(keys::kSessionId.of(raw_));
}
inline std::string_view PromptRenderResultView::system() const {
  return keys::kSystem.of(raw_).text();
}
inline ListView<NamedTextView> PromptRenderResultView::sections() const {
  return ListView<NamedTextView>(keys::kSections.of(raw_));
}
inline std::string_view PromptRenderResultView::snapshot() const {
  return keys::kSnapshot.of(raw_).text();
}
inline std::string_view PromptAdmitParamsView::op() const {
  return keys::kOp.of(raw_).text();
}
inline std::string_view PromptAdmitParamsView::name() const {
  return keys::kName.of(raw_).text();
}
inline bool PromptAdmitParamsView::scoped() const {
  return keys::kScoped.of(raw_).is_true();
}
inline ValueView PromptAdmitParamsView::metadata() const {
  return keys::kMetadata.of(raw_);
}
inline std::optional<SessionIdView> PromptTextTextParamsView::session_id() const {
  return optional_id<SessionIdView>(keys::kSessionId.of(raw_));
}
inline std::optional<std::string_view> PromptTextTextResultView::text() const {
  return optional_text(keys::kText.of(raw_));
}
inline std::optional<SessionIdView> PromptToolsSchemasParamsView::session_id() const {
  return optional_id<SessionIdView>(keys::kSessionId.of(raw_));
}
inline ListView<session::ToolSchemaView> PromptToolsSchemasResultView::schemas() const {
  return ListView<session::ToolSchemaView>(keys::kSchemas.of(raw_));
}
inline ListView<std::string_view> PromptToolsSchemasResultView::known_names() const {
  return ListView<std::string_view>(keys::kKnownNames.of(raw_));
}
inline double PromptSectionFamilyMetadataView::order() const {
  return keys::kOrder.of(raw_).number().value_or(0);
}
inline std::optional<std::string_view> PromptSectionFamilyMetadataView::text() const {
  return optional_text(keys::kText.of(raw_));
}
inline std::optional<bool> PromptSectionFamilyMetadataView::complete() const {
  return keys::kComplete.of(raw_).boolean();
}
inline double PromptContextFamilyMetadataView::order() const {
  return keys::kOrder.of(raw_).number().value_or(0);
}
inline std::optional<std::string_view> PromptContextFamilyMetadataView::text() const {
  return optional_text(keys::kText.of(raw_));
}
inline std::optional<std::string_view> PromptVariableFamilyMetadataView::text() const {
  return optional_text(keys::kText.of(raw_));
}
inline ListView<std::string_view> PromptSuppressFamilyMetadataView::contexts() const {
  return ListView<std::string_view>(keys::kContexts.of(raw_));
}
inline AssemblyView SystemPromptAssembleEventView::assembly() const {
  return AssemblyView(keys::kAssembly.of(raw_));
}
inline std::optional<SessionIdView> SystemPromptAssembleEventView::session_id() const {
  return optional_id<SessionIdView>(keys::kSessionId.of(raw_));
}
inline void NamedText::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kName, name);
  put_member(builder, keys::kText, text);
  builder.end();
}
inline Value NamedText::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void Assembly::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSections, sections);
  put_member(builder, keys::kContexts, contexts);
  put_member(builder, keys::kTools, tools);
  put_member(builder, keys::kVariables, variables);
  builder.end();
}
inline Value Assembly::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void PromptAssembleParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  builder.end();
}
inline Value PromptAssembleParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void PromptRenderResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSystem, system);
  put_member(builder, keys::kSections, sections);
  put_member(builder, keys::kSnapshot, snapshot);
  builder.end();
}
inline Value PromptRenderResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void PromptAdmitParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kOp, op);
  put_member(builder, keys::kName, name);
  put_member(builder, keys::kScoped, scoped);
  put_member(builder, keys::kMetadata, metadata);
  builder.end();
}
inline Value PromptAdmitParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void PromptTextTextParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  builder.end();
}
inline Value PromptTextTextParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void PromptTextTextResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kText, text);
  builder.end();
}
inline Value PromptTextTextResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void PromptToolsSchemasParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  builder.end();
}
inline Value PromptToolsSchemasParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void PromptToolsSchemasResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSchemas, schemas);
  put_member(builder, keys::kKnownNames, known_names);
  builder.end();
}
inline Value PromptToolsSchemasResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void PromptSectionFamilyMetadata::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kOrder, order);
  put_member(builder, keys::kText, text);
  put_member(builder, keys::kComplete, complete);
  builder.end();
}
inline Value PromptSectionFamilyMetadata::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void PromptContextFamilyMetadata::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kOrder, order);
  put_member(builder, keys::kText, text);
  builder.end();
}
inline Value PromptContextFamilyMetadata::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void PromptVariableFamilyMetadata::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kText, text);
  builder.end();
}
inline Value PromptVariableFamilyMetadata::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void PromptSuppressFamilyMetadata::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kContexts, contexts);
  builder.end();
}
inline Value PromptSuppressFamilyMetadata::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SystemPromptAssembleEvent::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kAssembly, assembly);
  put_member(builder, keys::kSessionId, session_id);
  builder.end();
}
inline Value SystemPromptAssembleEvent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}

}  // namespace keel::contracts::prompt
