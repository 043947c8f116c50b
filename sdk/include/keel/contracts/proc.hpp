// SPDX-License-Identifier: MIT
// Made by contractgen from the contract proc@0.1. Do not edit.
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

/// Child processes: started, confined, watched, ended with everything they started.
namespace keel::contracts::proc {

/// Name and version of the contract.
inline constexpr std::string_view kContract = "proc@0";
inline constexpr std::string_view kVersion = "0.1";

/// Service proc/runner.
struct Proc {
  static constexpr std::string_view kInterface = "proc@0";
  /// Runs a command to its end, in a session and process group of its own, with /dev/null as input
  /// unless `stdin` (text or bytes) is given. `env` is laid over the scrubbed environment of the
  /// host; null removes a variable. Output is kept head and tail within max_output_bytes; stderr
  /// goes into `output` unless `separate_stderr`. `temp_dir` becomes TMPDIR and takes the whole of
  /// an output that is too long (`spill_path`). `confine` runs it as sandbox/confine says, with
  /// `workspace` (default: cwd) as the place that may be written; `sandbox` of the result is the
  /// mode, `denied` that it met the fence. Settles when the command itself has ended; what it left
  /// running keeps running. Cancelling ends the whole group: INT, TERM, KILL.
  static constexpr std::uint32_t kRun = 0;
  /// As run; refs[0] streams items {stream, text} as output comes, its end carries run's result.
  static constexpr std::uint32_t kStream = 1;
  static constexpr std::uint32_t kMethodCount = 2;
};

/// Service sandbox/confine.
struct Sandbox {
  static constexpr std::string_view kInterface = "sandbox@0";
  /// Whether confinement works here, and if not why. The first call finds out by a confined
  /// command; the verdict is kept.
  static constexpr std::uint32_t kStatus = 0;
  /// The command line that runs argv confined to the policy of the session: `workspace` (default:
  /// cwd) and `temp_dir` may be written in workspace-write. Under danger-full-access argv itself,
  /// `confined` false. `status_fd`: the descriptor of a pipe that the runner has to give to the
  /// child; a line with "exit-code" there says that the command ran, a line with "child-pid" which
  /// process holds its namespace. A line of stderr that begins with one of failure_signatures,
  /// without that report, says that it did not; denial_signatures (in lower case) that it met the
  /// fence.
  static constexpr std::uint32_t kWrap = 1;
  /// What a session may do: its mode, and the real paths that may be written or, below those, not.
  /// `workspace` (default: the cwd of the session) is what workspace-write grants; a place that is
  /// too sensitive to be granted is not among `writable`, and `reason` says why.
  static constexpr std::uint32_t kPolicy = 2;
  /// Changes the mode of a live session: appends sandbox/mode, the only way to do so.
  static constexpr std::uint32_t kSetMode = 3;
  static constexpr std::uint32_t kMethodCount = 4;
};

/// Types of the session events.
namespace durable {
/// The mode of the session from here on; the last one wins.
inline constexpr std::string_view kSandboxMode = "sandbox/mode";
}  // namespace durable

/// Families of services.
namespace families {
/// Process runners.
inline constexpr std::string_view kProc = "proc";
/// Confinement.
inline constexpr std::string_view kSandbox = "sandbox";
}  // namespace families

/// Codes that methods fail with.
namespace errors {
inline constexpr std::string_view kNotFound = "NOT_FOUND";
inline constexpr std::string_view kRefused = "REFUSED";
inline constexpr std::string_view kIo = "IO";
inline constexpr std::string_view kNoSandbox = "NO_SANDBOX";
inline constexpr std::string_view kNoSession = "NO_SESSION";
}  // namespace errors

class ProcRunParamsView;
struct ProcRunParams;
class ProcRunResultView;
struct ProcRunResult;
class ProcStreamParamsView;
struct ProcStreamParams;
class ProcStreamResultView;
struct ProcStreamResult;
class ProcStreamItemView;
struct ProcStreamItem;
class ProcStreamEndView;
struct ProcStreamEnd;
class SandboxStatusResultView;
struct SandboxStatusResult;
class SandboxWrapParamsView;
struct SandboxWrapParams;
class SandboxWrapResultView;
struct SandboxWrapResult;
class SandboxPolicyParamsView;
struct SandboxPolicyParams;
class SandboxPolicyResultView;
struct SandboxPolicyResult;
class SandboxSetModeParamsView;
struct SandboxSetModeParams;
class SandboxModeDataView;
struct SandboxModeData;

enum class ProcRunResultExit : std::uint8_t {
  kExited,
  kSignalled,
  kTimedOut,
  kCancelled,
};
constexpr std::string_view to_text(ProcRunResultExit choice) {
  switch (choice) {
    case ProcRunResultExit::kExited: return "exited";
    case ProcRunResultExit::kSignalled: return "signalled";
    case ProcRunResultExit::kTimedOut: return "timed-out";
    case ProcRunResultExit::kCancelled: return "cancelled";
  }
  return {};
}
/// Nothing for a text that is not listed.
constexpr std::optional<ProcRunResultExit> proc_run_result_exit_from_text(std::string_view text) {
  if (text == "exited") return ProcRunResultExit::kExited;
  if (text == "signalled") return ProcRunResultExit::kSignalled;
  if (text == "timed-out") return ProcRunResultExit::kTimedOut;
  if (text == "cancelled") return ProcRunResultExit::kCancelled;
  return std::nullopt;
}

enum class ProcStreamItemStream : std::uint8_t {
  kStdout,
  kStderr,
};
constexpr std::string_view to_text(ProcStreamItemStream choice) {
  switch (choice) {
    case ProcStreamItemStream::kStdout: return "stdout";
    case ProcStreamItemStream::kStderr: return "stderr";
  }
  return {};
}
/// Nothing for a text that is not listed.
constexpr std::optional<ProcStreamItemStream> proc_stream_item_stream_from_text(std::string_view text) {
  if (text == "stdout") return ProcStreamItemStream::kStdout;
  if (text == "stderr") return ProcStreamItemStream::kStderr;
  return std::nullopt;
}

enum class ProcStreamEndExit : std::uint8_t {
  kExited,
  kSignalled,
  kTimedOut,
  kCancelled,
};
constexpr std::string_view to_text(ProcStreamEndExit choice) {
  switch (choice) {
    case ProcStreamEndExit::kExited: return "exited";
    case ProcStreamEndExit::kSignalled: return "signalled";
    case ProcStreamEndExit::kTimedOut: return "timed-out";
    case ProcStreamEndExit::kCancelled: return "cancelled";
  }
  return {};
}
/// Nothing for a text that is not listed.
constexpr std::optional<ProcStreamEndExit> proc_stream_end_exit_from_text(std::string_view text) {
  if (text == "exited") return ProcStreamEndExit::kExited;
  if (text == "signalled") return ProcStreamEndExit::kSignalled;
  if (text == "timed-out") return ProcStreamEndExit::kTimedOut;
  if (text == "cancelled") return ProcStreamEndExit::kCancelled;
  return std::nullopt;
}

enum class SandboxStatusResultMode : std::uint8_t {
  kReadOnly,
  kWorkspaceWrite,
  kDangerFullAccess,
};
constexpr std::string_view to_text(SandboxStatusResultMode choice) {
  switch (choice) {
    case SandboxStatusResultMode::kReadOnly: return "read-only";
    case SandboxStatusResultMode::kWorkspaceWrite: return "workspace-write";
    case SandboxStatusResultMode::kDangerFullAccess: return "danger-full-access";
  }
  return {};
}
/// Nothing for a text that is not listed.
constexpr std::optional<SandboxStatusResultMode> sandbox_status_result_mode_from_text(std::string_view text) {
  if (text == "read-only") return SandboxStatusResultMode::kReadOnly;
  if (text == "workspace-write") return SandboxStatusResultMode::kWorkspaceWrite;
  if (text == "danger-full-access") return SandboxStatusResultMode::kDangerFullAccess;
  return std::nullopt;
}

enum class SandboxStatusResultNetwork : std::uint8_t {
  kNone,
  kFull,
};
constexpr std::string_view to_text(SandboxStatusResultNetwork choice) {
  switch (choice) {
    case SandboxStatusResultNetwork::kNone: return "none";
    case SandboxStatusResultNetwork::kFull: return "full";
  }
  return {};
}
/// Nothing for a text that is not listed.
constexpr std::optional<SandboxStatusResultNetwork> sandbox_status_result_network_from_text(std::string_view text) {
  if (text == "none") return SandboxStatusResultNetwork::kNone;
  if (text == "full") return SandboxStatusResultNetwork::kFull;
  return std::nullopt;
}

enum class SandboxPolicyResultMode : std::uint8_t {
  kReadOnly,
  kWorkspaceWrite,
  kDangerFullAccess,
};
constexpr std::string_view to_text(SandboxPolicyResultMode choice) {
  switch (choice) {
    case SandboxPolicyResultMode::kReadOnly: return "read-only";
    case SandboxPolicyResultMode::kWorkspaceWrite: return "workspace-write";
    case SandboxPolicyResultMode::kDangerFullAccess: return "danger-full-access";
  }
  return {};
}
/// Nothing for a text that is not listed.
constexpr std::optional<SandboxPolicyResultMode> sandbox_policy_result_mode_from_text(std::string_view text) {
  if (text == "read-only") return SandboxPolicyResultMode::kReadOnly;
  if (text == "workspace-write") return SandboxPolicyResultMode::kWorkspaceWrite;
  if (text == "danger-full-access") return SandboxPolicyResultMode::kDangerFullAccess;
  return std::nullopt;
}

enum class SandboxPolicyResultNetwork : std::uint8_t {
  kNone,
  kFull,
};
constexpr std::string_view to_text(SandboxPolicyResultNetwork choice) {
  switch (choice) {
    case SandboxPolicyResultNetwork::kNone: return "none";
    case SandboxPolicyResultNetwork::kFull: return "full";
  }
  return {};
}
/// Nothing for a text that is not listed.
constexpr std::optional<SandboxPolicyResultNetwork> sandbox_policy_result_network_from_text(std::string_view text) {
  if (text == "none") return SandboxPolicyResultNetwork::kNone;
  if (text == "full") return SandboxPolicyResultNetwork::kFull;
  return std::nullopt;
}

enum class SandboxSetModeParamsMode : std::uint8_t {
  kReadOnly,
  kWorkspaceWrite,
  kDangerFullAccess,
};
constexpr std::string_view to_text(SandboxSetModeParamsMode choice) {
  switch (choice) {
    case SandboxSetModeParamsMode::kReadOnly: return "read-only";
    case SandboxSetModeParamsMode::kWorkspaceWrite: return "workspace-write";
    case SandboxSetModeParamsMode::kDangerFullAccess: return "danger-full-access";
  }
  return {};
}
/// Nothing for a text that is not listed.
constexpr std::optional<SandboxSetModeParamsMode> sandbox_set_mode_params_mode_from_text(std::string_view text) {
  if (text == "read-only") return SandboxSetModeParamsMode::kReadOnly;
  if (text == "workspace-write") return SandboxSetModeParamsMode::kWorkspaceWrite;
  if (text == "danger-full-access") return SandboxSetModeParamsMode::kDangerFullAccess;
  return std::nullopt;
}

enum class SandboxSetModeParamsSource : std::uint8_t {
  kDelegation,
};
constexpr std::string_view to_text(SandboxSetModeParamsSource choice) {
  switch (choice) {
    case SandboxSetModeParamsSource::kDelegation: return "delegation";
  }
  return {};
}
/// Nothing for a text that is not listed.
constexpr std::optional<SandboxSetModeParamsSource> sandbox_set_mode_params_source_from_text(std::string_view text) {
  if (text == "delegation") return SandboxSetModeParamsSource::kDelegation;
  return std::nullopt;
}

enum class SandboxModeDataMode : std::uint8_t {
  kReadOnly,
  kWorkspaceWrite,
  kDangerFullAccess,
};
constexpr std::string_view to_text(SandboxModeDataMode choice) {
  switch (choice) {
    case SandboxModeDataMode::kReadOnly: return "read-only";
    case SandboxModeDataMode::kWorkspaceWrite: return "workspace-write";
    case SandboxModeDataMode::kDangerFullAccess: return "danger-full-access";
  }
  return {};
}
/// Nothing for a text that is not listed.
constexpr std::optional<SandboxModeDataMode> sandbox_mode_data_mode_from_text(std::string_view text) {
  if (text == "read-only") return SandboxModeDataMode::kReadOnly;
  if (text == "workspace-write") return SandboxModeDataMode::kWorkspaceWrite;
  if (text == "danger-full-access") return SandboxModeDataMode::kDangerFullAccess;
  return std::nullopt;
}

enum class SandboxModeDataSource : std::uint8_t {
  kDelegation,
};
constexpr std::string_view to_text(SandboxModeDataSource choice) {
  switch (choice) {
    case SandboxModeDataSource::kDelegation: return "delegation";
  }
  return {};
}
/// Nothing for a text that is not listed.
constexpr std::optional<SandboxModeDataSource> sandbox_mode_data_source_from_text(std::string_view text) {
  if (text == "delegation") return SandboxModeDataSource::kDelegation;
  return std::nullopt;
}

class ProcRunParamsView {
 public:
  ProcRunParamsView() = default;
  explicit ProcRunParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ListView<std::string_view> argv() const;
  std::optional<std::string_view> cwd() const;
  ValueView env() const;
  ValueView stdin() const;
  std::optional<std::int64_t> timeout_ms() const;
  std::optional<std::int64_t> max_output_bytes() const;
  std::optional<std::string_view> session_id() const;
  std::optional<bool> confine() const;
  std::optional<bool> separate_stderr() const;
  std::optional<std::string_view> workspace() const;
  std::optional<std::string_view> temp_dir() const;

 private:
  ValueView raw_;
};

class ProcRunResultView {
 public:
  ProcRunResultView() = default;
  explicit ProcRunResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::optional<ProcRunResultExit> exit() const;
  std::string_view output() const;
  std::int64_t omitted_bytes() const;
  std::int64_t duration_ms() const;
  std::optional<std::int64_t> code() const;
  std::optional<std::string_view> signal() const;
  std::optional<std::int64_t> output_bytes() const;
  std::optional<std::string_view> sandbox() const;
  std::optional<std::string_view> stderr() const;
  std::optional<std::int64_t> stderr_omitted_bytes() const;
  std::optional<std::string_view> spill_path() const;
  std::optional<std::string_view> stderr_spill_path() const;
  std::optional<bool> denied() const;

 private:
  ValueView raw_;
};

class ProcStreamParamsView {
 public:
  ProcStreamParamsView() = default;
  explicit ProcStreamParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ListView<std::string_view> argv() const;
  std::optional<std::string_view> cwd() const;
  ValueView env() const;
  ValueView stdin() const;
  std::optional<std::int64_t> timeout_ms() const;
  std::optional<std::int64_t> max_output_bytes() const;
  std::optional<std::string_view> session_id() const;
  std::optional<bool> confine() const;
  std::optional<bool> separate_stderr() const;
  std::optional<std::string_view> workspace() const;
  std::optional<std::string_view> temp_dir() const;

 private:
  ValueView raw_;
};

class ProcStreamResultView {
 public:
  ProcStreamResultView() = default;
  explicit ProcStreamResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::int64_t pid() const;

 private:
  ValueView raw_;
};

class ProcStreamItemView {
 public:
  ProcStreamItemView() = default;
  explicit ProcStreamItemView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::optional<ProcStreamItemStream> stream() const;
  std::string_view text() const;

 private:
  ValueView raw_;
};

class ProcStreamEndView {
 public:
  ProcStreamEndView() = default;
  explicit ProcStreamEndView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::optional<ProcStreamEndExit> exit() const;
  std::string_view output() const;
  std::int64_t omitted_bytes() const;
  std::int64_t duration_ms() const;
  std::optional<std::int64_t> code() const;
  std::optional<std::string_view> signal() const;
  std::optional<std::int64_t> output_bytes() const;
  std::optional<std::string_view> sandbox() const;
  std::optional<std::string_view> stderr() const;
  std::optional<std::int64_t> stderr_omitted_bytes() const;
  std::optional<std::string_view> spill_path() const;
  std::optional<std::string_view> stderr_spill_path() const;
  std::optional<bool> denied() const;

 private:
  ValueView raw_;
};

class SandboxStatusResultView {
 public:
  SandboxStatusResultView() = default;
  explicit SandboxStatusResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  bool works() const;
  std::string_view kind() const;
  std::optional<SandboxStatusResultMode> mode() const;
  std::optional<SandboxStatusResultNetwork> network() const;
  std::optional<std::string_view> reason() const;

 private:
  ValueView raw_;
};

class SandboxWrapParamsView {
 public:
  SandboxWrapParamsView() = default;
  explicit SandboxWrapParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ListView<std::string_view> argv() const;
  std::string_view cwd() const;
  std::optional<std::string_view> session_id() const;
  std::optional<std::string_view> temp_dir() const;
  std::optional<std::string_view> workspace() const;

 private:
  ValueView raw_;
};

class SandboxWrapResultView {
 public:
  SandboxWrapResultView() = default;
  explicit SandboxWrapResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ListView<std::string_view> argv() const;
  bool confined() const;
  std::optional<std::string_view> mode() const;
  std::optional<std::int64_t> status_fd() const;
  ListView<std::string_view> denial_signatures() const;
  ListView<std::string_view> failure_signatures() const;

 private:
  ValueView raw_;
};

class SandboxPolicyParamsView {
 public:
  SandboxPolicyParamsView() = default;
  explicit SandboxPolicyParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::optional<std::string_view> session_id() const;
  std::optional<std::string_view> workspace() const;

 private:
  ValueView raw_;
};

class SandboxPolicyResultView {
 public:
  SandboxPolicyResultView() = default;
  explicit SandboxPolicyResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::optional<SandboxPolicyResultMode> mode() const;
  std::optional<SandboxPolicyResultNetwork> network() const;
  std::optional<std::string_view> workspace() const;
  ListView<std::string_view> writable() const;
  ListView<std::string_view> protected_() const;
  std::optional<std::string_view> reason() const;

 private:
  ValueView raw_;
};

class SandboxSetModeParamsView {
 public:
  SandboxSetModeParamsView() = default;
  explicit SandboxSetModeParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view session_id() const;
  std::optional<SandboxSetModeParamsMode> mode() const;
  std::optional<SandboxSetModeParamsSource> source() const;

 private:
  ValueView raw_;
};

class SandboxModeDataView {
 public:
  SandboxModeDataView() = default;
  explicit SandboxModeDataView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::optional<SandboxModeDataMode> mode() const;
  std::optional<SandboxModeDataSource> source() const;

 private:
  ValueView raw_;
};

struct ProcRunParams {
  using View = ProcRunParamsView;
  std::vector<std::string> argv;
  std::optional<std::string> cwd = std::nullopt;
  Value env = {};
  Value stdin = {};
  std::optional<std::int64_t> timeout_ms = std::nullopt;
  std::optional<std::int64_t> max_output_bytes = std::nullopt;
  std::optional<std::string> session_id = std::nullopt;
  std::optional<bool> confine = std::nullopt;
  std::optional<bool> separate_stderr = std::nullopt;
  std::optional<std::string> workspace = std::nullopt;
  std::optional<std::string> temp_dir = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ProcRunResult {
  using View = ProcRunResultView;
  ProcRunResultExit exit{};
  std::string output;
  std::int64_t omitted_bytes = 0;
  std::int64_t duration_ms = 0;
  std::optional<std::int64_t> code = std::nullopt;
  std::optional<std::string> signal = std::nullopt;
  std::optional<std::int64_t> output_bytes = std::nullopt;
  std::optional<std::string> sandbox = std::nullopt;
  std::optional<std::string> stderr = std::nullopt;
  std::optional<std::int64_t> stderr_omitted_bytes = std::nullopt;
  std::optional<std::string> spill_path = std::nullopt;
  std::optional<std::string> stderr_spill_path = std::nullopt;
  std::optional<bool> denied = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ProcStreamParams {
  using View = ProcStreamParamsView;
  std::vector<std::string> argv;
  std::optional<std::string> cwd = std::nullopt;
  Value env = {};
  Value stdin = {};
  std::optional<std::int64_t> timeout_ms = std::nullopt;
  std::optional<std::int64_t> max_output_bytes = std::nullopt;
  std::optional<std::string> session_id = std::nullopt;
  std::optional<bool> confine = std::nullopt;
  std::optional<bool> separate_stderr = std::nullopt;
  std::optional<std::string> workspace = std::nullopt;
  std::optional<std::string> temp_dir = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ProcStreamResult {
  using View = ProcStreamResultView;
  std::int64_t pid = 0;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ProcStreamItem {
  using View = ProcStreamItemView;
  ProcStreamItemStream stream{};
  std::string text;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ProcStreamEnd {
  using View = ProcStreamEndView;
  ProcStreamEndExit exit{};
  std::string output;
  std::int64_t omitted_bytes = 0;
  std::int64_t duration_ms = 0;
  std::optional<std::int64_t> code = std::nullopt;
  std::optional<std::string> signal = std::nullopt;
  std::optional<std::int64_t> output_bytes = std::nullopt;
  std::optional<std::string> sandbox = std::nullopt;
  std::optional<std::string> stderr = std::nullopt;
  std::optional<std::int64_t> stderr_omitted_bytes = std::nullopt;
  std::optional<std::string> spill_path = std::nullopt;
  std::optional<std::string> stderr_spill_path = std::nullopt;
  std::optional<bool> denied = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SandboxStatusResult {
  using View = SandboxStatusResultView;
  bool works = false;
  std::string kind;
  SandboxStatusResultMode mode{};
  SandboxStatusResultNetwork network{};
  std::optional<std::string> reason = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SandboxWrapParams {
  using View = SandboxWrapParamsView;
  std::vector<std::string> argv;
  std::string cwd;
  std::optional<std::string> session_id = std::nullopt;
  std::optional<std::string> temp_dir = std::nullopt;
  std::optional<std::string> workspace = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SandboxWrapResult {
  using View = SandboxWrapResultView;
  std::vector<std::string> argv;
  bool confined = false;
  std::optional<std::string> mode = std::nullopt;
  std::optional<std::int64_t> status_fd = std::nullopt;
  std::optional<std::vector<std::string>> denial_signatures = std::nullopt;
  std::optional<std::vector<std::string>> failure_signatures = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SandboxPolicyParams {
  using View = SandboxPolicyParamsView;
  std::optional<std::string> session_id = std::nullopt;
  std::optional<std::string> workspace = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SandboxPolicyResult {
  using View = SandboxPolicyResultView;
  SandboxPolicyResultMode mode{};
  SandboxPolicyResultNetwork network{};
  std::optional<std::string> workspace = std::nullopt;
  std::vector<std::string> writable;
  std::vector<std::string> protected_;
  std::optional<std::string> reason = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SandboxSetModeParams {
  using View = SandboxSetModeParamsView;
  std::string session_id;
  SandboxSetModeParamsMode mode{};
  std::optional<SandboxSetModeParamsSource> source = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SandboxModeData {
  using View = SandboxModeDataView;
  SandboxModeDataMode mode{};
  std::optional<SandboxModeDataSource> source = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

namespace keys {
inline constinit const LazyKey kArgv{"argv"};
inline constinit const LazyKey kCwd{"cwd"};
inline constinit const LazyKey kEnv{"env"};
inline constinit const LazyKey kStdin{"stdin"};
inline constinit const LazyKey kTimeoutMs{"timeout_ms"};
inline constinit const LazyKey kMaxOutputBytes{"max_output_bytes"};
inline constinit const LazyKey kSessionId{"session_id"};
inline constinit const LazyKey kConfine{"confine"};
inline constinit const LazyKey kSeparateStderr{"separate_stderr"};
inline constinit const LazyKey kWorkspace{"workspace"};
inline constinit const LazyKey kTempDir{"temp_dir"};
inline constinit const LazyKey kExit{"exit"};
inline constinit const LazyKey kOutput{"output"};
inline constinit const LazyKey kOmittedBytes{"omitted_bytes"};
inline constinit const LazyKey kDurationMs{"duration_ms"};
inline constinit const LazyKey kCode{"code"};
inline constinit const LazyKey kSignal{"signal"};
inline constinit const LazyKey kOutputBytes{"output_bytes"};
inline constinit const LazyKey kSandbox{"sandbox"};
inline constinit const LazyKey kStderr{"stderr"};
inline constinit const LazyKey kStderrOmittedBytes{"stderr_omitted_bytes"};
inline constinit const LazyKey kSpillPath{"spill_path"};
inline constinit const LazyKey kStderrSpillPath{"stderr_spill_path"};
inline constinit const LazyKey kDenied{"denied"};
inline constinit const LazyKey kPid{"pid"};
inline constinit const LazyKey kStream{"stream"};
inline constinit const LazyKey kText{"text"};
inline constinit const LazyKey kWorks{"works"};
inline constinit const LazyKey kKind{"kind"};
inline constinit const LazyKey kMode{"mode"};
inline constinit const LazyKey kNetwork{"network"};
inline constinit const LazyKey kReason{"reason"};
inline constinit const LazyKey kConfined{"confined"};
inline constinit const LazyKey kStatusFd{"status_fd"};
inline constinit const LazyKey kDenialSignatures{"denial_signatures"};
inline constinit const LazyKey kFailureSignatures{"failure_signatures"};
inline constinit const LazyKey kWritable{"writable"};
inline constinit const LazyKey kProtected{"protected"};
inline constinit const LazyKey kSource{"source"};
}  // namespace keys

inline ListView<std::string_view> ProcRunParamsView::argv() const {
  return ListView<std::string_view>(keys::kArgv.of(raw_));
}
inline std::optional<std::string_view> ProcRunParamsView::cwd() const {
  return optional_text(keys::kCwd.of(raw_));
}
inline ValueView ProcRunParamsView::env() const {
  return keys::kEnv.of(raw_);
}
inline ValueView ProcRunParamsView::stdin() const {
  return keys::kStdin.of(raw_);
}
inline std::optional<std::int64_t> ProcRunParamsView::timeout_ms() const {
  return keys::kTimeoutMs.of(raw_).integer();
}
inline std::optional<std::int64_t> ProcRunParamsView::max_output_bytes() const {
  return keys::kMaxOutputBytes.of(raw_).integer();
}
inline std::optional<std::string_view> ProcRunParamsView::session_id() const {
  return optional_text(keys::kSessionId.of(raw_));
}
inline std::optional<bool> ProcRunParamsView::confine() const {
  return keys::kConfine.of(raw_).boolean();
}
inline std::optional<bool> ProcRunParamsView::separate_stderr() const {
  return keys::kSeparateStderr.of(raw_).boolean();
}
inline std::optional<std::string_view> ProcRunParamsView::workspace() const {
  return optional_text(keys::kWorkspace.of(raw_));
}
inline std::optional<std::string_view> ProcRunParamsView::temp_dir() const {
  return optional_text(keys::kTempDir.of(raw_));
}
inline std::optional<ProcRunResultExit> ProcRunResultView::exit() const {
  return proc_run_result_exit_from_text(keys::kExit.of(raw_).text());
}
inline std::string_view ProcRunResultView::output() const {
  return keys::kOutput.of(raw_).text();
}
inline std::int64_t ProcRunResultView::omitted_bytes() const {
  return keys::kOmittedBytes.of(raw_).integer_or(0);
}
inline std::int64_t ProcRunResultView::duration_ms() const {
  return keys::kDurationMs.of(raw_).integer_or(0);
}
inline std::optional<std::int64_t> ProcRunResultView::code() const {
  return keys::kCode.of(raw_).integer();
}
inline std::optional<std::string_view> ProcRunResultView::signal() const {
  return optional_text(keys::kSignal.of(raw_));
}
inline std::optional<std::int64_t> ProcRunResultView::output_bytes() const {
  return keys::kOutputBytes.of(raw_).integer();
}
inline std::optional<std::string_view> ProcRunResultView::sandbox() const {
  return optional_text(keys::kSandbox.of(raw_));
}
inline std::optional<std::string_view> ProcRunResultView::stderr() const {
  return optional_text(keys::kStderr.of(raw_));
}
inline std::optional<std::int64_t> ProcRunResultView::stderr_omitted_bytes() const {
  return keys::kStderrOmittedBytes.of(raw_).integer();
}
inline std::optional<std::string_view> ProcRunResultView::spill_path() const {
  return optional_text(keys::kSpillPath.of(raw_));
}
inline std::optional<std::string_view> ProcRunResultView::stderr_spill_path() const {
  return optional_text(keys::kStderrSpillPath.of(raw_));
}
inline std::optional<bool> ProcRunResultView::denied() const {
  return keys::kDenied.of(raw_).boolean();
}
inline ListView<std::string_view> ProcStreamParamsView::argv() const {
  return ListView<std::string_view>(keys::kArgv.of(raw_));
}
inline std::optional<std::string_view> ProcStreamParamsView::cwd() const {
  return optional_text(keys::kCwd.of(raw_));
}
inline ValueView ProcStreamParamsView::env() const {
  return keys::kEnv.of(raw_);
}
inline ValueView ProcStreamParamsView::stdin() const {
  return keys::kStdin.of(raw_);
}
inline std::optional<std::int64_t> ProcStreamParamsView::timeout_ms() const {
  return keys::kTimeoutMs.of(raw_).integer();
}
inline std::optional<std::int64_t> ProcStreamParamsView::max_output_bytes() const {
  return keys::kMaxOutputBytes.of(raw_).integer();
}
inline std::optional<std::string_view> ProcStreamParamsView::session_id() const {
  return optional_text(keys::kSessionId.of(raw_));
}
inline std::optional<bool> ProcStreamParamsView::confine() const {
  return keys::kConfine.of(raw_).boolean();
}
inline std::optional<bool> ProcStreamParamsView::separate_stderr() const {
  return keys::kSeparateStderr.of(raw_).boolean();
}
inline std::optional<std::string_view> ProcStreamParamsView::workspace() const {
  return optional_text(keys::kWorkspace.of(raw_));
}
inline std::optional<std::string_view> ProcStreamParamsView::temp_dir() const {
  return optional_text(keys::kTempDir.of(raw_));
}
inline std::int64_t ProcStreamResultView::pid() const {
  return keys::kPid.of(raw_).integer_or(0);
}
inline std::optional<ProcStreamItemStream> ProcStreamItemView::stream() const {
  return proc_stream_item_stream_from_text(keys::kStream.of(raw_).text());
}
inline std::string_view ProcStreamItemView::text() const {
  return keys::kText.of(raw_).text();
}
inline std::optional<ProcStreamEndExit> ProcStreamEndView::exit() const {
  return proc_stream_end_exit_from_text(keys::kExit.of(raw_).text());
}
inline std::string_view ProcStreamEndView::output() const {
  return keys::kOutput.of(raw_).text();
}
inline std::int64_t ProcStreamEndView::omitted_bytes() const {
  return keys::kOmittedBytes.of(raw_).integer_or(0);
}
inline std::int64_t ProcStreamEndView::duration_ms() const {
  return keys::kDurationMs.of(raw_).integer_or(0);
}
inline std::optional<std::int64_t> ProcStreamEndView::code() const {
  return keys::kCode.of(raw_).integer();
}
inline std::optional<std::string_view> ProcStreamEndView::signal() const {
  return optional_text(keys::kSignal.of(raw_));
}
inline std::optional<std::int64_t> ProcStreamEndView::output_bytes() const {
  return keys::kOutputBytes.of(raw_).integer();
}
inline std::optional<std::string_view> ProcStreamEndView::sandbox() const {
  return optional_text(keys::kSandbox.of(raw_));
}
inline std::optional<std::string_view> ProcStreamEndView::stderr() const {
  return optional_text(keys::kStderr.of(raw_));
}
inline std::optional<std::int64_t> ProcStreamEndView::stderr_omitted_bytes() const {
  return keys::kStderrOmittedBytes.of(raw_).integer();
}
inline std::optional<std::string_view> ProcStreamEndView::spill_path() const {
  return optional_text(keys::kSpillPath.of(raw_));
}
inline std::optional<std::string_view> ProcStreamEndView::stderr_spill_path() const {
  return optional_text(keys::kStderrSpillPath.of(raw_));
}
inline std::optional<bool> ProcStreamEndView::denied() const {
  return keys::kDenied.of(raw_).boolean();
}
inline bool SandboxStatusResultView::works() const {
  return keys::kWorks.of(raw_).is_true();
}
inline std::string_view SandboxStatusResultView::kind() const {
  return keys::kKind.of(raw_).text();
}
inline std::optional<SandboxStatusResultMode> SandboxStatusResultView::mode() const {
  return sandbox_status_result_mode_from_text(keys::kMode.of(raw_).text());
}
inline std::optional<SandboxStatusResultNetwork> SandboxStatusResultView::network() const {
  return sandbox_status_result_network_from_text(keys::kNetwork.of(raw_).text());
}
inline std::optional<std::string_view> SandboxStatusResultView::reason() const {
  return optional_text(keys::kReason.of(raw_));
}
inline ListView<std::string_view> SandboxWrapParamsView::argv() const {
  return ListView<std::string_view>(keys::kArgv.of(raw_));
}
inline std::string_view SandboxWrapParamsView::cwd() const {
  return keys::kCwd.of(raw_).text();
}
inline std::optional<std::string_view> SandboxWrapParamsView::session_id() const {
  return optional_text(keys::kSessionId.of(raw_));
}
inline std::optional<std::string_view> SandboxWrapParamsView::temp_dir() const {
  return optional_text(keys::kTempDir.of(raw_));
}
inline std::optional<std::string_view> SandboxWrapParamsView::workspace() const {
  return optional_text(keys::kWorkspace.of(raw_));
}
inline ListView<std::string_view> SandboxWrapResultView::argv() const {
  return ListView<std::string_view>(keys::kArgv.of(raw_));
}
inline bool SandboxWrapResultView::confined() const {
  return keys::kConfined.of(raw_).is_true();
}
inline std::optional<std::string_view> SandboxWrapResultView::mode() const {
  return optional_text(keys::kMode.of(raw_));
}
inline std::optional<std::int64_t> SandboxWrapResultView::status_fd() const {
  return keys::kStatusFd.of(raw_).integer();
}
inline ListView<std::string_view> SandboxWrapResultView::denial_signatures() const {
  return ListView<std::string_view>(keys::kDenialSignatures.of(raw_));
}
inline ListView<std::string_view> SandboxWrapResultView::failure_signatures() const {
  return ListView<std::string_view>(keys::kFailureSignatures.of(raw_));
}
inline std::optional<std::string_view> SandboxPolicyParamsView::session_id() const {
  return optional_text(keys::kSessionId.of(raw_));
}
inline std::optional<std::string_view> SandboxPolicyParamsView::workspace() const {
  return optional_text(keys::kWorkspace.of(raw_));
}
inline std::optional<SandboxPolicyResultMode> SandboxPolicyResultView::mode() const {
  return sandbox_policy_result_mode_from_text(keys::kMode.of(raw_).text());
}
inline std::optional<SandboxPolicyResultNetwork> SandboxPolicyResultView::network() const {
  return sandbox_policy_result_network_from_text(keys::kNetwork.of(raw_).text());
}
inline std::optional<std::string_view> SandboxPolicyResultView::workspace() const {
  return optional_text(keys::kWorkspace.of(raw_));
}
inline ListView<std::string_view> SandboxPolicyResultView::writable() const {
  return ListView<std::string_view>(keys::kWritable.of(raw_));
}
inline ListView<std::string_view> SandboxPolicyResultView::protected_() const {
  return ListView<std::string_view>(keys::kProtected.of(raw_));
}
inline std::optional<std::string_view> SandboxPolicyResultView::reason() const {
  return optional_text(keys::kReason.of(raw_));
}
inline std::string_view SandboxSetModeParamsView::session_id() const {
  return keys::kSessionId.of(raw_).text();
}
inline std::optional<SandboxSetModeParamsMode> SandboxSetModeParamsView::mode() const {
  return sandbox_set_mode_params_mode_from_text(keys::kMode.of(raw_).text());
}
inline std::optional<SandboxSetModeParamsSource> SandboxSetModeParamsView::source() const {
  return sandbox_set_mode_params_source_from_text(keys::kSource.of(raw_).text());
}
inline std::optional<SandboxModeDataMode> SandboxModeDataView::mode() const {
  return sandbox_mode_data_mode_from_text(keys::kMode.of(raw_).text());
}
inline std::optional<SandboxModeDataSource> SandboxModeDataView::source() const {
  return sandbox_mode_data_source_from_text(keys::kSource.of(raw_).text());
}
inline void ProcRunParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kArgv, argv);
  put_member(builder, keys::kCwd, cwd);
  put_member(builder, keys::kEnv, env);
  put_member(builder, keys::kStdin, stdin);
  put_member(builder, keys::kTimeoutMs, timeout_ms);
  put_member(builder, keys::kMaxOutputBytes, max_output_bytes);
  put_member(builder, keys::kSessionId, session_id);
  put_member(builder, keys::kConfine, confine);
  put_member(builder, keys::kSeparateStderr, separate_stderr);
  put_member(builder, keys::kWorkspace, workspace);
  put_member(builder, keys::kTempDir, temp_dir);
  builder.end();
}
inline Value ProcRunParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ProcRunResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kExit, exit);
  put_member(builder, keys::kOutput, output);
  put_member(builder, keys::kOmittedBytes, omitted_bytes);
  put_member(builder, keys::kDurationMs, duration_ms);
  put_member(builder, keys::kCode, code);
  put_member(builder, keys::kSignal, signal);
  put_member(builder, keys::kOutputBytes, output_bytes);
  put_member(builder, keys::kSandbox, sandbox);
  put_member(builder, keys::kStderr, stderr);
  put_member(builder, keys::kStderrOmittedBytes, stderr_omitted_bytes);
  put_member(builder, keys::kSpillPath, spill_path);
  put_member(builder, keys::kStderrSpillPath, stderr_spill_path);
  put_member(builder, keys::kDenied, denied);
  builder.end();
}
inline Value ProcRunResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ProcStreamParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kArgv, argv);
  put_member(builder, keys::kCwd, cwd);
  put_member(builder, keys::kEnv, env);
  put_member(builder, keys::kStdin, stdin);
  put_member(builder, keys::kTimeoutMs, timeout_ms);
  put_member(builder, keys::kMaxOutputBytes, max_output_bytes);
  put_member(builder, keys::kSessionId, session_id);
  put_member(builder, keys::kConfine, confine);
  put_member(builder, keys::kSeparateStderr, separate_stderr);
  put_member(builder, keys::kWorkspace, workspace);
  put_member(builder, keys::kTempDir, temp_dir);
  builder.end();
}
inline Value ProcStreamParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ProcStreamResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kPid, pid);
  builder.end();
}
inline Value ProcStreamResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ProcStreamItem::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kStream, stream);
  put_member(builder, keys::kText, text);
  builder.end();
}
inline Value ProcStreamItem::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ProcStreamEnd::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kExit, exit);
  put_member(builder, keys::kOutput, output);
  put_member(builder, keys::kOmittedBytes, omitted_bytes);
  put_member(builder, keys::kDurationMs, duration_ms);
  put_member(builder, keys::kCode, code);
  put_member(builder, keys::kSignal, signal);
  put_member(builder, keys::kOutputBytes, output_bytes);
  put_member(builder, keys::kSandbox, sandbox);
  put_member(builder, keys::kStderr, stderr);
  put_member(builder, keys::kStderrOmittedBytes, stderr_omitted_bytes);
  put_member(builder, keys::kSpillPath, spill_path);
  put_member(builder, keys::kStderrSpillPath, stderr_spill_path);
  put_member(builder, keys::kDenied, denied);
  builder.end();
}
inline Value ProcStreamEnd::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SandboxStatusResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kWorks, works);
  put_member(builder, keys::kKind, kind);
  put_member(builder, keys::kMode, mode);
  put_member(builder, keys::kNetwork, network);
  put_member(builder, keys::kReason, reason);
  builder.end();
}
inline Value SandboxStatusResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SandboxWrapParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kArgv, argv);
  put_member(builder, keys::kCwd, cwd);
  put_member(builder, keys::kSessionId, session_id);
  put_member(builder, keys::kTempDir, temp_dir);
  put_member(builder, keys::kWorkspace, workspace);
  builder.end();
}
inline Value SandboxWrapParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SandboxWrapResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kArgv, argv);
  put_member(builder, keys::kConfined, confined);
  put_member(builder, keys::kMode, mode);
  put_member(builder, keys::kStatusFd, status_fd);
  put_member(builder, keys::kDenialSignatures, denial_signatures);
  put_member(builder, keys::kFailureSignatures, failure_signatures);
  builder.end();
}
inline Value SandboxWrapResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SandboxPolicyParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  put_member(builder, keys::kWorkspace, workspace);
  builder.end();
}
inline Value SandboxPolicyParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SandboxPolicyResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kMode, mode);
  put_member(builder, keys::kNetwork, network);
  put_member(builder, keys::kWorkspace, workspace);
  put_member(builder, keys::kWritable, writable);
  put_member(builder, keys::kProtected, protected_);
  put_member(builder, keys::kReason, reason);
  builder.end();
}
inline Value SandboxPolicyResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SandboxSetModeParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  put_member(builder, keys::kMode, mode);
  put_member(builder, keys::kSource, source);
  builder.end();
}
inline Value SandboxSetModeParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SandboxModeData::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kMode, mode);
  put_member(builder, keys::kSource, source);
  builder.end();
}
inline Value SandboxModeData::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}

}  // namespace keel::contracts::proc
