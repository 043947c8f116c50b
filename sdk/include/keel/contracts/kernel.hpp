// SPDX-License-Identifier: MIT
// Made by contractgen from the contract kernel@0.1. Do not edit.
// clang-format off
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "keel/contracts/ids.hpp"
#include "keel/contracts/typed.hpp"
#include "keel/lazy_key.hpp"
#include "keel/value.hpp"

/// What the host itself offers to plugins, and the notices of the registry.
namespace keel::contracts::kernel {

/// Name and version of the contract.
inline constexpr std::string_view kContract = "kernel@0";
inline constexpr std::string_view kVersion = "0.1";

/// The process: paths, environment, version, shutdown. Service kernel/host.
struct Host {
  static constexpr std::string_view kInterface = "host@0";
  /// Version, ABI, paths and working directory of the host.
  static constexpr std::uint32_t kInfo = 0;
  /// Value of one variable as the layers of the environment give it; absent when unset. Values of
  /// secrets are given to plugins, never to logs.
  static constexpr std::uint32_t kEnvironment = 1;
  /// Asks for an orderly shutdown with that exit code.
  static constexpr std::uint32_t kExit = 2;
  static constexpr std::uint32_t kMethodCount = 3;
};

/// Service kernel/schema: the host's one schema validator, for plugins that hold schemas of others.
/// Compiled schemas are kept as long as the same document is asked about.
struct Schema {
  static constexpr std::string_view kInterface = "schema@0";
  /// What is wrong with a schema; an empty list when it may be used. Dialect tool (the default):
  /// arguments and values of tools. Dialect extended: that of contracts and configuration.
  static constexpr std::uint32_t kCheck = 0;
  /// What is wrong with a value, in walk order; an empty list when it fits. `root` names the value
  /// itself in paths, by default "value".
  static constexpr std::uint32_t kValidate = 1;
  static constexpr std::uint32_t kMethodCount = 2;
};

/// Names of the events.
namespace events {
/// The registry has committed a change. Not filtered by scope.
inline constexpr std::string_view kServiceChanged = "service/changed";
/// A row has changed state.
inline constexpr std::string_view kPluginChanged = "plugin/changed";
}  // namespace events

/// Families of services.
namespace families {
/// Services of the host itself.
inline constexpr std::string_view kKernel = "kernel";
}  // namespace families

/// Codes that methods fail with.
namespace errors {
inline constexpr std::string_view kDialect = "DIALECT";
inline constexpr std::string_view kInvalidSchema = "INVALID_SCHEMA";
}  // namespace errors

class ViolationView;
struct Violation;
class HostInfoResultView;
struct HostInfoResult;
class HostEnvironmentParamsView;
struct HostEnvironmentParams;
class HostEnvironmentResultView;
struct HostEnvironmentResult;
class HostExitParamsView;
struct HostExitParams;
class SchemaCheckParamsView;
struct SchemaCheckParams;
class SchemaCheckResultView;
struct SchemaCheckResult;
class SchemaValidateParamsView;
struct SchemaValidateParams;
class SchemaValidateResultView;
struct SchemaValidateResult;
class KernelFamilyMetadataView;
struct KernelFamilyMetadata;
class ServiceChangedEventView;
struct ServiceChangedEvent;
class PluginChangedEventView;
struct PluginChangedEvent;

enum class SchemaCheckParamsDialect : std::uint8_t {
  kTool,
  kExtended,
};
constexpr std::string_view to_text(SchemaCheckParamsDialect choice) {
  switch (choice) {
    case SchemaCheckParamsDialect::kTool: return "tool";
    case SchemaCheckParamsDialect::kExtended: return "extended";
  }
  return {};
}
/// Nothing for a text that is not listed.
constexpr std::optional<SchemaCheckParamsDialect> schema_check_params_dialect_from_text(std::string_view text) {
  if (text == "tool") return SchemaCheckParamsDialect::kTool;
  if (text == "extended") return SchemaCheckParamsDialect::kExtended;
  return std::nullopt;
}

enum class SchemaValidateParamsDialect : std::uint8_t {
  kTool,
  kExtended,
};
constexpr std::string_view to_text(SchemaValidateParamsDialect choice) {
  switch (choice) {
    case SchemaValidateParamsDialect::kTool: return "tool";
    case SchemaValidateParamsDialect::kExtended: return "extended";
  }
  return {};
}
/// Nothing for a text that is not listed.
constexpr std::optional<SchemaValidateParamsDialect> schema_validate_params_dialect_from_text(std::string_view text) {
  if (text == "tool") return SchemaValidateParamsDialect::kTool;
  if (text == "extended") return SchemaValidateParamsDialect::kExtended;
  return std::nullopt;
}

enum class ServiceChangedEventOp : std::uint8_t {
  kAdd,
  kReplace,
  kRemove,
};
constexpr std::string_view to_text(ServiceChangedEventOp choice) {
  switch (choice) {
    case ServiceChangedEventOp::kAdd: return "add";
    case ServiceChangedEventOp::kReplace: return "replace";
    case ServiceChangedEventOp::kRemove: return "remove";
  }
  return {};
}
/// Nothing for a text that is not listed.
constexpr std::optional<ServiceChangedEventOp> service_changed_event_op_from_text(std::string_view text) {
  if (text == "add") return ServiceChangedEventOp::kAdd;
  if (text == "replace") return ServiceChangedEventOp::kReplace;
  if (text == "remove") return ServiceChangedEventOp::kRemove;
  return std::nullopt;
}

class ViolationView {
 public:
  ViolationView() = default;
  explicit ViolationView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view path() const;
  std::string_view message() const;

 private:
  ValueView raw_;
};

class HostInfoResultView {
 public:
  HostInfoResultView() = default;
  explicit HostInfoResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view version() const;
  std::string_view abi() const;
  std::string_view cwd() const;
  std::string_view home() const;
  std::string_view cache() const;
  std::string_view sessions() const;
  std::string_view user_agent() const;

 private:
  ValueView raw_;
};

class HostEnvironmentParamsView {
 public:
  HostEnvironmentParamsView() = default;
  explicit HostEnvironmentParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view name() const;

 private:
  ValueView raw_;
};

class HostEnvironmentResultView {
 public:
  HostEnvironmentResultView() = default;
  explicit HostEnvironmentResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::optional<std::string_view> value() const;
  std::optional<std::string_view> source() const;

 private:
  ValueView raw_;
};

class HostExitParamsView {
 public:
  HostExitParamsView() = default;
  explicit HostExitParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::int64_t code() const;

 private:
  ValueView raw_;
};

class SchemaCheckParamsView {
 public:
  SchemaCheckParamsView() = default;
  explicit SchemaCheckParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ValueView schema() const;
  std::optional<SchemaCheckParamsDialect> dialect() const;

 private:
  ValueView raw_;
};

class SchemaCheckResultView {
 public:
  SchemaCheckResultView() = default;
  explicit SchemaCheckResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ListView<ViolationView> violations() const;

 private:
  ValueView raw_;
};

class SchemaValidateParamsView {
 public:
  SchemaValidateParamsView() = default;
  explicit SchemaValidateParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ValueView schema() const;
  ValueView value() const;
  std::optional<std::string_view> root() const;
  std::optional<SchemaValidateParamsDialect> dialect() const;

 private:
  ValueView raw_;
};

class SchemaValidateResultView {
 public:
  SchemaValidateResultView() = default;
  explicit SchemaValidateResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ListView<ViolationView> violations() const;

 private:
  ValueView raw_;
};

class KernelFamilyMetadataView {
 public:
  KernelFamilyMetadataView() = default;
  explicit KernelFamilyMetadataView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::optional<std::string_view> interface() const;

 private:
  ValueView raw_;
};

class ServiceChangedEventView {
 public:
  ServiceChangedEventView() = default;
  explicit ServiceChangedEventView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view family() const;
  std::string_view name() const;
  std::optional<ServiceChangedEventOp> op() const;

 private:
  ValueView raw_;
};

class PluginChangedEventView {
 public:
  PluginChangedEventView() = default;
  explicit PluginChangedEventView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view row() const;
  std::string_view plugin() const;
  std::int64_t generation() const;
  std::string_view state() const;

 private:
  ValueView raw_;
};

struct Violation {
  using View = ViolationView;
  std::string path;
  std::string message;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct HostInfoResult {
  using View = HostInfoResultView;
  std::string version;
  std::string abi;
  std::string cwd;
  std::string home;
  std::string cache;
  std::string sessions;
  std::string user_agent;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct HostEnvironmentParams {
  using View = HostEnvironmentParamsView;
  std::string name;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct HostEnvironmentResult {
  using View = HostEnvironmentResultView;
  std::optional<std::string> value = std::nullopt;
  std::optional<std::string> source = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct HostExitParams {
  using View = HostExitParamsView;
  std::int64_t code = 0;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SchemaCheckParams {
  using View = SchemaCheckParamsView;
  Value schema;
  std::optional<SchemaCheckParamsDialect> dialect = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SchemaCheckResult {
  using View = SchemaCheckResultView;
  std::vector<Part<Violation, ViolationView>> violations;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SchemaValidateParams {
  using View = SchemaValidateParamsView;
  Value schema;
  Value value = {};
  std::optional<std::string> root = std::nullopt;
  std::optional<SchemaValidateParamsDialect> dialect = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SchemaValidateResult {
  using View = SchemaValidateResultView;
  std::vector<Part<Violation, ViolationView>> violations;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct KernelFamilyMetadata {
  using View = KernelFamilyMetadataView;
  std::optional<std::string> interface = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ServiceChangedEvent {
  using View = ServiceChangedEventView;
  std::string family;
  std::string name;
  ServiceChangedEventOp op{};

  void write(Builder& builder) const;
  Value to_value() const;
};

struct PluginChangedEvent {
  using View = PluginChangedEventView;
  std::string row;
  std::string plugin;
  std::int64_t generation = 0;
  std::string state;

  void write(Builder& builder) const;
  Value to_value() const;
};

namespace keys {
inline constinit const LazyKey kPath{"path"};
inline constinit const LazyKey kMessage{"message"};
inline constinit const LazyKey kVersion{"version"};
inline constinit const LazyKey kAbi{"abi"};
inline constinit const LazyKey kCwd{"cwd"};
inline constinit const LazyKey kHome{"home"};
inline constinit const LazyKey kCache{"cache"};
inline constinit const LazyKey kSessions{"sessions"};
inline constinit const LazyKey kUserAgent{"user_agent"};
inline constinit const LazyKey kName{"name"};
inline constinit const LazyKey kValue{"value"};
inline constinit const LazyKey kSource{"source"};
inline constinit const LazyKey kCode{"code"};
inline constinit const LazyKey kSchema{"schema"};
inline constinit const LazyKey kDialect{"dialect"};
inline constinit const LazyKey kViolations{"violations"};
inline constinit const LazyKey kRoot{"root"};
inline constinit const LazyKey kInterface{"interface"};
inline constinit const LazyKey kFamily{"family"};
inline constinit const LazyKey kOp{"op"};
inline constinit const LazyKey kRow{"row"};
inline constinit const LazyKey kPlugin{"plugin"};
inline constinit const LazyKey kGeneration{"generation"};
inline constinit const LazyKey kState{"state"};
}  // namespace keys

inline std::string_view ViolationView::path() const {
  return keys::kPath.of(raw_).text();
}
inline std::string_view ViolationView::message() const {
  return keys::kMessage.of(raw_).text();
}
inline std::string_view HostInfoResultView::version() const {
  return keys::kVersion.of(raw_).text();
}
inline std::string_view HostInfoResultView::abi() const {
  return keys::kAbi.of(raw_).text();
}
inline std::string_view HostInfoResultView::cwd() const {
  return keys::kCwd.of(raw_).text();
}
inline std::string_view HostInfoResultView::home() const {
  return keys::kHome.of(raw_).text();
}
inline std::string_view HostInfoResultView::cache() const {
  return keys::kCache.of(raw_).text();
}
inline std::string_view HostInfoResultView::sessions() const {
  return keys::kSessions.of(raw_).text();
}
inline std::string_view HostInfoResultView::user_agent() const {
  return keys::kUserAgent.of(raw_).text();
}
inline std::string_view HostEnvironmentParamsView::name() const {
  return keys::kName.of(raw_).text();
}
inline std::optional<std::string_view> HostEnvironmentResultView::value() const {
  return optional_text(keys::kValue.of(raw_));
}
inline std::optional<std::string_view> HostEnvironmentResultView::source() const {
  return optional_text(keys::kSource.of(raw_));
}
inline std::int64_t HostExitParamsView::code() const {
  return keys::kCode.of(raw_).integer_or(0);
}
inline ValueView SchemaCheckParamsView::schema() const {
  return keys::kSchema.of(raw_);
}
inline std::optional<SchemaCheckParamsDialect> SchemaCheckParamsView::dialect() const {
  return schema_check_params_dialect_from_text(keys::kDialect.of(raw_).text());
}
inline ListView<ViolationView> SchemaCheckResultView::violations() const {
  return ListView<ViolationView>(keys::kViolations.of(raw_));
}
inline ValueView SchemaValidateParamsView::schema() const {
  return keys::kSchema.of(raw_);
}
inline ValueView SchemaValidateParamsView::value() const {
  return keys::kValue.of(raw_);
}
inline std::optional<std::string_view> SchemaValidateParamsView::root() const {
  return optional_text(keys::kRoot.of(raw_));
}
inline std::optional<SchemaValidateParamsDialect> SchemaValidateParamsView::dialect() const {
  return schema_validate_params_dialect_from_text(keys::kDialect.of(raw_).text());
}
inline ListView<ViolationView> SchemaValidateResultView::violations() const {
  return ListView<ViolationView>(keys::kViolations.of(raw_));
}
inline std::optional<std::string_view> KernelFamilyMetadataView::interface() const {
  return optional_text(keys::kInterface.of(raw_));
}
inline std::string_view ServiceChangedEventView::family() const {
  return keys::kFamily.of(raw_).text();
}
inline std::string_view ServiceChangedEventView::name() const {
  return keys::kName.of(raw_).text();
}
inline std::optional<ServiceChangedEventOp> ServiceChangedEventView::op() const {
  return service_changed_event_op_from_text(keys::kOp.of(raw_).text());
}
inline std::string_view PluginChangedEventView::row() const {
  return keys::kRow.of(raw_).text();
}
inline std::string_view PluginChangedEventView::plugin() const {
  return keys::kPlugin.of(raw_).text();
}
inline std::int64_t PluginChangedEventView::generation() const {
  return keys::kGeneration.of(raw_).integer_or(0);
}
inline std::string_view PluginChangedEventView::state() const {
  return keys::kState.of(raw_).text();
}
inline void Violation::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kPath, path);
  put_member(builder, keys::kMessage, message);
  builder.end();
}
inline Value Violation::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void HostInfoResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kVersion, version);
  put_member(builder, keys::kAbi, abi);
  put_member(builder, keys::kCwd, cwd);
  put_member(builder, keys::kHome, home);
  put_member(builder, keys::kCache, cache);
  put_member(builder, keys::kSessions, sessions);
  put_member(builder, keys::kUserAgent, user_agent);
  builder.end();
}
inline Value HostInfoResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void HostEnvironmentParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kName, name);
  builder.end();
}
inline Value HostEnvironmentParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void HostEnvironmentResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kValue, value);
  put_member(builder, keys::kSource, source);
  builder.end();
}
inline Value HostEnvironmentResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void HostExitParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kCode, code);
  builder.end();
}
inline Value HostExitParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SchemaCheckParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSchema, schema);
  put_member(builder, keys::kDialect, dialect);
  builder.end();
}
inline Value SchemaCheckParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SchemaCheckResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kViolations, violations);
  builder.end();
}
inline Value SchemaCheckResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SchemaValidateParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSchema, schema);
  put_member(builder, keys::kValue, value);
  put_member(builder, keys::kRoot, root);
  put_member(builder, keys::kDialect, dialect);
  builder.end();
}
inline Value SchemaValidateParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SchemaValidateResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kViolations, violations);
  builder.end();
}
inline Value SchemaValidateResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void KernelFamilyMetadata::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kInterface, interface);
  builder.end();
}
inline Value KernelFamilyMetadata::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ServiceChangedEvent::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kFamily, family);
  put_member(builder, keys::kName, name);
  put_member(builder, keys::kOp, op);
  builder.end();
}
inline Value ServiceChangedEvent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void PluginChangedEvent::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kRow, row);
  put_member(builder, keys::kPlugin, plugin);
  put_member(builder, keys::kGeneration, generation);
  put_member(builder, keys::kState, state);
  builder.end();
}
inline Value PluginChangedEvent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}

}  // namespace keel::contracts::kernel
