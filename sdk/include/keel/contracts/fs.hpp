// SPDX-License-Identifier: MIT
// Made by contractgen from the contract fs@0.1. Do not edit.
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

/// Files as tools see them: identity, reading, atomic mutation, and the policy of reading before
/// writing. Relative paths are taken from `cwd`, or from the workspace of the session.
namespace keel::contracts::fs {

/// Name and version of the contract.
inline constexpr std::string_view kContract = "fs@0";
inline constexpr std::string_view kVersion = "0.1";

/// Service fs/workspace. `path` of a result is the identity of a file, equal for all its spellings:
/// its real path, and for a missing file that of its deepest existing ancestor with the rest behind
/// it. `display_path` is absolute, links not resolved. Mutations stay below the roots that the
/// policy of sandbox/confine grants and below the session's private temporary directory; reads are
/// not fenced.
struct Fs {
  static constexpr std::string_view kInterface = "fs@0";
  /// The identity of a path, and whether it may be written.
  static constexpr std::uint32_t kResolve = 0;
  /// What is at a path; type "none" when there is nothing. `link` is seen only with `no_follow`.
  /// `identity` is the version: it changes with every change of the file.
  static constexpr std::uint32_t kStat = 1;
  /// The whole content of a regular file as bytes, with its identity; FS_TOO_LARGE when it has more
  /// than `max_bytes`.
  static constexpr std::uint32_t kRead = 2;
  /// Replaces or creates a file atomically. `content` is text or bytes; text keeps the byte order
  /// mark and the CRLF line ends of the file that it replaces. `expect` is the identity it must
  /// still have (FS_STALE_VERSION), or "none": it must not exist (FS_NOT_OBSERVED). `before` is the
  /// old text with LF line ends, null when there is none to compare with.
  static constexpr std::uint32_t kWrite = 3;
  /// What lies directly in a directory, by name. Names that are not UTF-8 are shown with U+FFFD.
  static constexpr std::uint32_t kList = 4;
  /// Removes a file or a link, not what the link names.
  static constexpr std::uint32_t kRemove = 5;
  /// The session's private temporary directory, made at the first call, removed when the session is
  /// disposed.
  static constexpr std::uint32_t kTempDir = 6;
  /// Replaces text in a file atomically, keeping its mode, byte order mark and line ends. Both
  /// texts match with LF for CRLF. One match is needed unless `replace_all`. `expect` as in write.
  static constexpr std::uint32_t kEdit = 7;
  /// The content of a regular file of any size; refs[0] gives it in order as bytes. Borders between
  /// items mean nothing.
  static constexpr std::uint32_t kStream = 8;
  static constexpr std::uint32_t kMethodCount = 9;
};

/// Names of the events.
namespace events {
/// Asked by tools before a file is written: under which condition. The first listener decides and
/// does not call next; nobody answers: unconditionally.
inline constexpr std::string_view kFsWriteIntent = "fs/write-intent";
/// Asked by tools before a file is edited: which version it must have. The first listener decides
/// and does not call next, or fails with FS_NOT_OBSERVED or FS_NOT_FOUND; nobody answers: any.
inline constexpr std::string_view kFsEditIntent = "fs/edit-intent";
/// A tool has seen a file, or that there is none.
inline constexpr std::string_view kFsObserved = "fs/observed";
}  // namespace events

/// Families of services.
namespace families {
/// File access.
inline constexpr std::string_view kFs = "fs";
}  // namespace families

/// Codes that methods fail with.
namespace errors {
inline constexpr std::string_view kFsNotFound = "FS_NOT_FOUND";
inline constexpr std::string_view kFsPermissionDenied = "FS_PERMISSION_DENIED";
inline constexpr std::string_view kFsIoError = "FS_IO_ERROR";
inline constexpr std::string_view kFsNotRegularFile = "FS_NOT_REGULAR_FILE";
inline constexpr std::string_view kFsTooLarge = "FS_TOO_LARGE";
inline constexpr std::string_view kFsAborted = "FS_ABORTED";
inline constexpr std::string_view kFsNotDirectory = "FS_NOT_DIRECTORY";
inline constexpr std::string_view kFsSandboxDenied = "FS_SANDBOX_DENIED";
inline constexpr std::string_view kFsStaleVersion = "FS_STALE_VERSION";
inline constexpr std::string_view kFsNotObserved = "FS_NOT_OBSERVED";
inline constexpr std::string_view kFsNotText = "FS_NOT_TEXT";
inline constexpr std::string_view kFsAmbiguousEdit = "FS_AMBIGUOUS_EDIT";
inline constexpr std::string_view kFsEditNotFound = "FS_EDIT_NOT_FOUND";
}  // namespace errors

class ObservationView;
class Observation;
class ObservationPresentView;
struct ObservationPresent;
class ObservationAbsentView;
struct ObservationAbsent;
class WriteIntentView;
class WriteIntent;
class WriteIntentCreateIfAbsentView;
struct WriteIntentCreateIfAbsent;
class WriteIntentReplaceIfVersionView;
struct WriteIntentReplaceIfVersion;
class FsResolveParamsView;
struct FsResolveParams;
class FsResolveResultView;
struct FsResolveResult;
class FsStatParamsView;
struct FsStatParams;
class FsStatResultView;
struct FsStatResult;
class FsReadParamsView;
struct FsReadParams;
class FsReadResultView;
struct FsReadResult;
class FsWriteParamsView;
struct FsWriteParams;
class FsWriteResultView;
struct FsWriteResult;
class FsListParamsView;
struct FsListParams;
class FsListResultView;
struct FsListResult;
class FsListResultEntriesItemView;
struct FsListResultEntriesItem;
class FsRemoveParamsView;
struct FsRemoveParams;
class FsTempDirParamsView;
struct FsTempDirParams;
class FsTempDirResultView;
struct FsTempDirResult;
class FsEditParamsView;
struct FsEditParams;
class FsEditResultView;
struct FsEditResult;
class FsStreamParamsView;
struct FsStreamParams;
class FsStreamResultView;
struct FsStreamResult;
class FsWriteIntentEventView;
struct FsWriteIntentEvent;
class FsEditIntentEventView;
struct FsEditIntentEvent;
class FsEditIntentEventResultView;
struct FsEditIntentEventResult;
class FsObservedEventView;
struct FsObservedEvent;

enum class FsStatResultType : std::uint8_t {
  kFile,
  kDirectory,
  kLink,
  kOther,
  kNone,
};
constexpr std::string_view to_text(FsStatResultType choice) {
  switch (choice) {
    case FsStatResultType::kFile: return "file";
    case FsStatResultType::kDirectory: return "directory";
    case FsStatResultType::kLink: return "link";
    case FsStatResultType::kOther: return "other";
    case FsStatResultType::kNone: return "none";
  }
  return {};
}
/// Nothing for a text that is not listed.
constexpr std::optional<FsStatResultType> fs_stat_result_type_from_text(std::string_view text) {
  if (text == "file") return FsStatResultType::kFile;
  if (text == "directory") return FsStatResultType::kDirectory;
  if (text == "link") return FsStatResultType::kLink;
  if (text == "other") return FsStatResultType::kOther;
  if (text == "none") return FsStatResultType::kNone;
  return std::nullopt;
}

enum class FsWriteResultKeptItem : std::uint8_t {
  kByteOrderMark,
  kCrlf,
};
constexpr std::string_view to_text(FsWriteResultKeptItem choice) {
  switch (choice) {
    case FsWriteResultKeptItem::kByteOrderMark: return "byte-order-mark";
    case FsWriteResultKeptItem::kCrlf: return "crlf";
  }
  return {};
}
/// Nothing for a text that is not listed.
constexpr std::optional<FsWriteResultKeptItem> fs_write_result_kept_item_from_text(std::string_view text) {
  if (text == "byte-order-mark") return FsWriteResultKeptItem::kByteOrderMark;
  if (text == "crlf") return FsWriteResultKeptItem::kCrlf;
  return std::nullopt;
}

/// Closed.
class ObservationView {
 public:
  ObservationView() = default;
  explicit ObservationView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }

  enum class Tag : std::uint8_t {
    kPresent,
    kAbsent,
    kOther,  ///< no tag, or a wrong one
  };
  Tag tag() const;
  std::string_view tag_text() const;
  /// Each of these is for its own tag; another one reads as empty.
  ObservationPresentView present() const;
  ObservationAbsentView absent() const;

 private:
  ValueView raw_;
};

class ObservationPresentView {
 public:
  ObservationPresentView() = default;
  explicit ObservationPresentView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kKind = "present";
  std::string_view version() const;

 private:
  ValueView raw_;
};

class ObservationAbsentView {
 public:
  ObservationAbsentView() = default;
  explicit ObservationAbsentView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kKind = "absent";

 private:
  ValueView raw_;
};

/// Closed.
class WriteIntentView {
 public:
  WriteIntentView() = default;
  explicit WriteIntentView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }

  enum class Tag : std::uint8_t {
    kCreateIfAbsent,
    kReplaceIfVersion,
    kOther,  ///< no tag, or a wrong one
  };
  Tag tag() const;
  std::string_view tag_text() const;
  /// Each of these is for its own tag; another one reads as empty.
  WriteIntentCreateIfAbsentView create_if_absent() const;
  WriteIntentReplaceIfVersionView replace_if_version() const;

 private:
  ValueView raw_;
};

class WriteIntentCreateIfAbsentView {
 public:
  WriteIntentCreateIfAbsentView() = default;
  explicit WriteIntentCreateIfAbsentView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kKind = "createIfAbsent";

 private:
  ValueView raw_;
};

class WriteIntentReplaceIfVersionView {
 public:
  WriteIntentReplaceIfVersionView() = default;
  explicit WriteIntentReplaceIfVersionView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kKind = "replaceIfVersion";
  std::string_view version() const;

 private:
  ValueView raw_;
};

class FsResolveParamsView {
 public:
  FsResolveParamsView() = default;
  explicit FsResolveParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view path() const;
  std::optional<std::string_view> cwd() const;
  std::optional<std::string_view> session_id() const;

 private:
  ValueView raw_;
};

class FsResolveResultView {
 public:
  FsResolveResultView() = default;
  explicit FsResolveResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view path() const;
  bool writable() const;
  std::optional<std::string_view> reason() const;
  std::optional<std::string_view> display_path() const;

 private:
  ValueView raw_;
};

class FsStatParamsView {
 public:
  FsStatParamsView() = default;
  explicit FsStatParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view path() const;
  std::optional<std::string_view> cwd() const;
  std::optional<std::string_view> session_id() const;
  std::optional<bool> no_follow() const;

 private:
  ValueView raw_;
};

class FsStatResultView {
 public:
  FsStatResultView() = default;
  explicit FsStatResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::optional<FsStatResultType> type() const;
  std::optional<std::int64_t> bytes() const;
  std::optional<std::int64_t> mode() const;
  std::optional<std::int64_t> mtime_ns() const;
  std::optional<std::string_view> identity() const;
  std::optional<std::string_view> path() const;
  std::optional<std::string_view> display_path() const;

 private:
  ValueView raw_;
};

class FsReadParamsView {
 public:
  FsReadParamsView() = default;
  explicit FsReadParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view path() const;
  std::optional<std::string_view> cwd() const;
  std::optional<std::int64_t> max_bytes() const;
  std::optional<std::string_view> session_id() const;

 private:
  ValueView raw_;
};

class FsReadResultView {
 public:
  FsReadResultView() = default;
  explicit FsReadResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ValueView content() const;
  std::int64_t bytes() const;
  std::string_view identity() const;
  std::int64_t mode() const;

 private:
  ValueView raw_;
};

class FsWriteParamsView {
 public:
  FsWriteParamsView() = default;
  explicit FsWriteParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view path() const;
  ValueView content() const;
  std::optional<std::string_view> cwd() const;
  std::optional<std::string_view> session_id() const;
  std::optional<std::string_view> expect() const;
  std::optional<std::int64_t> mode() const;

 private:
  ValueView raw_;
};

class FsWriteResultView {
 public:
  FsWriteResultView() = default;
  explicit FsWriteResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view path() const;
  std::string_view identity() const;
  bool created() const;
  std::optional<std::string_view> display_path() const;
  ValueView before() const;
  ListView<std::string_view> kept() const;

 private:
  ValueView raw_;
};

class FsListParamsView {
 public:
  FsListParamsView() = default;
  explicit FsListParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view path() const;
  std::optional<std::string_view> cwd() const;
  std::optional<std::string_view> session_id() const;

 private:
  ValueView raw_;
};

class FsListResultView {
 public:
  FsListResultView() = default;
  explicit FsListResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ListView<FsListResultEntriesItemView> entries() const;

 private:
  ValueView raw_;
};

class FsListResultEntriesItemView {
 public:
  FsListResultEntriesItemView() = default;
  explicit FsListResultEntriesItemView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view name() const;
  std::string_view type() const;
  std::optional<std::string_view> path() const;
  std::optional<std::string_view> identity() const;
  std::optional<std::int64_t> bytes() const;

 private:
  ValueView raw_;
};

class FsRemoveParamsView {
 public:
  FsRemoveParamsView() = default;
  explicit FsRemoveParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view path() const;
  std::optional<std::string_view> cwd() const;
  std::optional<std::string_view> session_id() const;

 private:
  ValueView raw_;
};

class FsTempDirParamsView {
 public:
  FsTempDirParamsView() = default;
  explicit FsTempDirParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view session_id() const;

 private:
  ValueView raw_;
};

class FsTempDirResultView {
 public:
  FsTempDirResultView() = default;
  explicit FsTempDirResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view path() const;

 private:
  ValueView raw_;
};

class FsEditParamsView {
 public:
  FsEditParamsView() = default;
  explicit FsEditParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view path() const;
  std::string_view old_text() const;
  std::string_view new_text() const;
  std::optional<bool> replace_all() const;
  std::optional<std::string_view> cwd() const;
  std::optional<std::string_view> session_id() const;
  std::optional<std::string_view> expect() const;

 private:
  ValueView raw_;
};

class FsEditResultView {
 public:
  FsEditResultView() = default;
  explicit FsEditResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view path() const;
  std::string_view identity() const;
  std::string_view before() const;
  std::string_view after() const;
  std::int64_t replacements() const;
  std::optional<std::string_view> display_path() const;

 private:
  ValueView raw_;
};

class FsStreamParamsView {
 public:
  FsStreamParamsView() = default;
  explicit FsStreamParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view path() const;
  std::optional<std::string_view> cwd() const;
  std::optional<std::string_view> session_id() const;

 private:
  ValueView raw_;
};

class FsStreamResultView {
 public:
  FsStreamResultView() = default;
  explicit FsStreamResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::int64_t bytes() const;
  std::string_view identity() const;
  std::int64_t mode() const;

 private:
  ValueView raw_;
};

class FsWriteIntentEventView {
 public:
  FsWriteIntentEventView() = default;
  explicit FsWriteIntentEventView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view path() const;
  std::string_view display_path() const;
  std::optional<std::string_view> session_id() const;

 private:
  ValueView raw_;
};

class FsEditIntentEventView {
 public:
  FsEditIntentEventView() = default;
  explicit FsEditIntentEventView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view path() const;
  std::string_view display_path() const;
  std::optional<std::string_view> session_id() const;

 private:
  ValueView raw_;
};

class FsEditIntentEventResultView {
 public:
  FsEditIntentEventResultView() = default;
  explicit FsEditIntentEventResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::optional<std::string_view> version() const;

 private:
  ValueView raw_;
};

class FsObservedEventView {
 public:
  FsObservedEventView() = default;
  explicit FsObservedEventView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view path() const;
  std::string_view display_path() const;
  ObservationView observation() const;
  std::optional<std::string_view> session_id() const;

 private:
  ValueView raw_;
};

class Observation {
 public:
  using View = ObservationView;
  Observation(const ObservationPresent& made);  // NOLINT(google-explicit-constructor)
  Observation(const ObservationAbsent& made);  // NOLINT(google-explicit-constructor)
  /// A value that exists already.
  Observation(const ObservationView& view) : value_(Value::share(view.raw())) {}  // NOLINT(google-explicit-constructor)

  void write(Builder& builder) const { put_value(builder, value_); }
  Value to_value() const { return value_; }

 private:
  Value value_;
};

class WriteIntent {
 public:
  using View = WriteIntentView;
  WriteIntent(const WriteIntentCreateIfAbsent& made);  // NOLINT(google-explicit-constructor)
  WriteIntent(const WriteIntentReplaceIfVersion& made);  // NOLINT(google-explicit-constructor)
  /// A value that exists already.
  WriteIntent(const WriteIntentView& view) : value_(Value::share(view.raw())) {}  // NOLINT(google-explicit-constructor)

  void write(Builder& builder) const { put_value(builder, value_); }
  Value to_value() const { return value_; }

 private:
  Value value_;
};

struct ObservationPresent {
  using View = ObservationPresentView;
  std::string version;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ObservationAbsent {
  using View = ObservationAbsentView;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct WriteIntentCreateIfAbsent {
  using View = WriteIntentCreateIfAbsentView;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct WriteIntentReplaceIfVersion {
  using View = WriteIntentReplaceIfVersionView;
  std::string version;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct FsResolveParams {
  using View = FsResolveParamsView;
  std::string path;
  std::optional<std::string> cwd = std::nullopt;
  std::optional<std::string> session_id = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct FsResolveResult {
  using View = FsResolveResultView;
  std::string path;
  bool writable = false;
  std::optional<std::string> reason = std::nullopt;
  std::optional<std::string> display_path = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct FsStatParams {
  using View = FsStatParamsView;
  std::string path;
  std::optional<std::string> cwd = std::nullopt;
  std::optional<std::string> session_id = std::nullopt;
  std::optional<bool> no_follow = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct FsStatResult {
  using View = FsStatResultView;
  FsStatResultType type{};
  std::optional<std::int64_t> bytes = std::nullopt;
  std::optional<std::int64_t> mode = std::nullopt;
  std::optional<std::int64_t> mtime_ns = std::nullopt;
  std::optional<std::string> identity = std::nullopt;
  std::optional<std::string> path = std::nullopt;
  std::optional<std::string> display_path = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct FsReadParams {
  using View = FsReadParamsView;
  std::string path;
  std::optional<std::string> cwd = std::nullopt;
  std::optional<std::int64_t> max_bytes = std::nullopt;
  std::optional<std::string> session_id = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct FsReadResult {
  using View = FsReadResultView;
  Value content;
  std::int64_t bytes = 0;
  std::string identity;
  std::int64_t mode = 0;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct FsWriteParams {
  using View = FsWriteParamsView;
  std::string path;
  Value content;
  std::optional<std::string> cwd = std::nullopt;
  std::optional<std::string> session_id = std::nullopt;
  std::optional<std::string> expect = std::nullopt;
  std::optional<std::int64_t> mode = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct FsWriteResult {
  using View = FsWriteResultView;
  std::string path;
  std::string identity;
  bool created = false;
  std::optional<std::string> display_path = std::nullopt;
  Value before = {};
  std::optional<std::vector<FsWriteResultKeptItem>> kept = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct FsListParams {
  using View = FsListParamsView;
  std::string path;
  std::optional<std::string> cwd = std::nullopt;
  std::optional<std::string> session_id = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct FsListResult {
  using View = FsListResultView;
  std::vector<Part<FsListResultEntriesItem, FsListResultEntriesItemView>> entries;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct FsListResultEntriesItem {
  using View = FsListResultEntriesItemView;
  std::string name;
  std::string type;
  std::optional<std::string> path = std::nullopt;
  std::optional<std::string> identity = std::nullopt;
  std::optional<std::int64_t> bytes = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct FsRemoveParams {
  using View = FsRemoveParamsView;
  std::string path;
  std::optional<std::string> cwd = std::nullopt;
  std::optional<std::string> session_id = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct FsTempDirParams {
  using View = FsTempDirParamsView;
  std::string session_id;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct FsTempDirResult {
  using View = FsTempDirResultView;
  std::string path;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct FsEditParams {
  using View = FsEditParamsView;
  std::string path;
  std::string old_text;
  std::string new_text;
  std::optional<bool> replace_all = std::nullopt;
  std::optional<std::string> cwd = std::nullopt;
  std::optional<std::string> session_id = std::nullopt;
  std::optional<std::string> expect = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct FsEditResult {
  using View = FsEditResultView;
  std::string path;
  std::string identity;
  std::string before;
  std::string after;
  std::int64_t replacements = 0;
  std::optional<std::string> display_path = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct FsStreamParams {
  using View = FsStreamParamsView;
  std::string path;
  std::optional<std::string> cwd = std::nullopt;
  std::optional<std::string> session_id = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct FsStreamResult {
  using View = FsStreamResultView;
  std::int64_t bytes = 0;
  std::string identity;
  std::int64_t mode = 0;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct FsWriteIntentEvent {
  using View = FsWriteIntentEventView;
  std::string path;
  std::string display_path;
  std::optional<std::string> session_id = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct FsEditIntentEvent {
  using View = FsEditIntentEventView;
  std::string path;
  std::string display_path;
  std::optional<std::string> session_id = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct FsEditIntentEventResult {
  using View = FsEditIntentEventResultView;
  std::optional<std::string> version = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct FsObservedEvent {
  using View = FsObservedEventView;
  std::string path;
  std::string display_path;
  Observation observation;
  std::optional<std::string> session_id = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

using FsWriteIntentEventResult = WriteIntent;
using FsWriteIntentEventResultView = WriteIntentView;

namespace keys {
inline constinit const LazyKey kKind{"kind"};
inline constinit const LazyKey kVersion{"version"};
inline constinit const LazyKey kPath{"path"};
inline constinit const LazyKey kCwd{"cwd"};
inline constinit const LazyKey kSessionId{"session_id"};
inline constinit const LazyKey kWritable{"writable"};
inline constinit const LazyKey kReason{"reason"};
inline constinit const LazyKey kDisplayPath{"display_path"};
inline constinit const LazyKey kNoFollow{"no_follow"};
inline constinit const LazyKey kType{"type"};
inline constinit const LazyKey kBytes{"bytes"};
inline constinit const LazyKey kMode{"mode"};
inline constinit const LazyKey kMtimeNs{"mtime_ns"};
inline constinit const LazyKey kIdentity{"identity"};
inline constinit const LazyKey kMaxBytes{"max_bytes"};
inline constinit const LazyKey kContent{"content"};
inline constinit const LazyKey kExpect{"expect"};
inline constinit const LazyKey kCreated{"created"};
inline constinit const LazyKey kBefore{"before"};
inline constinit const LazyKey kKept{"kept"};
inline constinit const LazyKey kEntries{"entries"};
inline constinit const LazyKey kName{"name"};
inline constinit const LazyKey kOldText{"old_text"};
inline constinit const LazyKey kNewText{"new_text"};
inline constinit const LazyKey kReplaceAll{"replace_all"};
inline constinit const LazyKey kAfter{"after"};
inline constinit const LazyKey kReplacements{"replacements"};
inline constinit const LazyKey kObservation{"observation"};
}  // namespace keys

inline ObservationPresentView ObservationView::present() const {
  return tag() == Tag::kPresent ? ObservationPresentView(raw_) : ObservationPresentView();
}
inline ObservationAbsentView ObservationView::absent() const {
  return tag() == Tag::kAbsent ? ObservationAbsentView(raw_) : ObservationAbsentView();
}
inline std::string_view ObservationView::tag_text() const {
  return keys::kKind.of(raw_).text();
}
inline ObservationView::Tag ObservationView::tag() const {
  const std::string_view text = tag_text();
  if (text == "present") return Tag::kPresent;
  if (text == "absent") return Tag::kAbsent;
  return Tag::kOther;
}
inline std::string_view ObservationPresentView::version() const {
  return keys::kVersion.of(raw_).text();
}
inline WriteIntentCreateIfAbsentView WriteIntentView::create_if_absent() const {
  return tag() == Tag::kCreateIfAbsent ? WriteIntentCreateIfAbsentView(raw_) : WriteIntentCreateIfAbsentView();
}
inline WriteIntentReplaceIfVersionView WriteIntentView::replace_if_version() const {
  return tag() == Tag::kReplaceIfVersion ? WriteIntentReplaceIfVersionView(raw_) : WriteIntentReplaceIfVersionView();
}
inline std::string_view WriteIntentView::tag_text() const {
  return keys::kKind.of(raw_).text();
}
inline WriteIntentView::Tag WriteIntentView::tag() const {
  const std::string_view text = tag_text();
  if (text == "createIfAbsent") return Tag::kCreateIfAbsent;
  if (text == "replaceIfVersion") return Tag::kReplaceIfVersion;
  return Tag::kOther;
}
inline std::string_view WriteIntentReplaceIfVersionView::version() const {
  return keys::kVersion.of(raw_).text();
}
inline std::string_view FsResolveParamsView::path() const {
  return keys::kPath.of(raw_).text();
}
inline std::optional<std::string_view> FsResolveParamsView::cwd() const {
  return optional_text(keys::kCwd.of(raw_));
}
inline std::optional<std::string_view> FsResolveParamsView::session_id() const {
  return optional_text(keys::kSessionId.of(raw_));
}
inline std::string_view FsResolveResultView::path() const {
  return keys::kPath.of(raw_).text();
}
inline bool FsResolveResultView::writable() const {
  return keys::kWritable.of(raw_).is_true();
}
inline std::optional<std::string_view> FsResolveResultView::reason() const {
  return optional_text(keys::kReason.of(raw_));
}
inline std::optional<std::string_view> FsResolveResultView::display_path() const {
  return optional_text(keys::kDisplayPath.of(raw_));
}
inline std::string_view FsStatParamsView::path() const {
  return keys::kPath.of(raw_).text();
}
inline std::optional<std::string_view> FsStatParamsView::cwd() const {
  return optional_text(keys::kCwd.of(raw_));
}
inline std::optional<std::string_view> FsStatParamsView::session_id() const {
  return optional_text(keys::kSessionId.of(raw_));
}
inline std::optional<bool> FsStatParamsView::no_follow() const {
  return keys::kNoFollow.of(raw_).boolean();
}
inline std::optional<FsStatResultType> FsStatResultView::type() const {
  return fs_stat_result_type_from_text(keys::kType.of(raw_).text());
}
inline std::optional<std::int64_t> FsStatResultView::bytes() const {
  return keys::kBytes.of(raw_).integer();
}
inline std::optional<std::int64_t> FsStatResultView::mode() const {
  return keys::kMode.of(raw_).integer();
}
inline std::optional<std::int64_t> FsStatResultView::mtime_ns() const {
  return keys::kMtimeNs.of(raw_).integer();
}
inline std::optional<std::string_view> FsStatResultView::identity() const {
  return optional_text(keys::kIdentity.of(raw_));
}
inline std::optional<std::string_view> FsStatResultView::path() const {
  return optional_text(keys::kPath.of(raw_));
}
inline std::optional<std::string_view> FsStatResultView::display_path() const {
  return optional_text(keys::kDisplayPath.of(raw_));
}
inline std::string_view FsReadParamsView::path() const {
  return keys::kPath.of(raw_).text();
}
inline std::optional<std::string_view> FsReadParamsView::cwd() const {
  return optional_text(keys::kCwd.of(raw_));
}
inline std::optional<std::int64_t> FsReadParamsView::max_bytes() const {
  return keys::kMaxBytes.of(raw_).integer();
}
inline std::optional<std::string_view> FsReadParamsView::session_id() const {
  return optional_text(keys::kSessionId.of(raw_));
}
inline ValueView FsReadResultView::content() const {
  return keys::kContent.of(raw_);
}
inline std::int64_t FsReadResultView::bytes() const {
  return keys::kBytes.of(raw_).integer_or(0);
}
inline std::string_view FsReadResultView::identity() const {
  return keys::kIdentity.of(raw_).text();
}
inline std::int64_t FsReadResultView::mode() const {
  return keys::kMode.of(raw_).integer_or(0);
}
inline std::string_view FsWriteParamsView::path() const {
  return keys::kPath.of(raw_).text();
}
inline ValueView FsWriteParamsView::content() const {
  return keys::kContent.of(raw_);
}
inline std::optional<std::string_view> FsWriteParamsView::cwd() const {
  return optional_text(keys::kCwd.of(raw_));
}
inline std::optional<std::string_view> FsWriteParamsView::session_id() const {
  return optional_text(keys::kSessionId.of(raw_));
}
inline std::optional<std::string_view> FsWriteParamsView::expect() const {
  return optional_text(keys::kExpect.of(raw_));
}
inline std::optional<std::int64_t> FsWriteParamsView::mode() const {
  return keys::kMode.of(raw_).integer();
}
inline std::string_view FsWriteResultView::path() const {
  return keys::kPath.of(raw_).text();
}
inline std::string_view FsWriteResultView::identity() const {
  return keys::kIdentity.of(raw_).text();
}
inline bool FsWriteResultView::created() const {
  return keys::kCreated.of(raw_).is_true();
}
inline std::optional<std::string_view> FsWriteResultView::display_path() const {
  return optional_text(keys::kDisplayPath.of(raw_));
}
inline ValueView FsWriteResultView::before() const {
  return keys::kBefore.of(raw_);
}
inline ListView<std::string_view> FsWriteResultView::kept() const {
  return ListView<std::string_view>(keys::kKept.of(raw_));
}
inline std::string_view FsListParamsView::path() const {
  return keys::kPath.of(raw_).text();
}
inline std::optional<std::string_view> FsListParamsView::cwd() const {
  return optional_text(keys::kCwd.of(raw_));
}
inline std::optional<std::string_view> FsListParamsView::session_id() const {
  return optional_text(keys::kSessionId.of(raw_));
}
inline ListView<FsListResultEntriesItemView> FsListResultView::entries() const {
  return ListView<FsListResultEntriesItemView>(keys::kEntries.of(raw_));
}
inline std::string_view FsListResultEntriesItemView::name() const {
  return keys::kName.of(raw_).text();
}
inline std::string_view FsListResultEntriesItemView::type() const {
  return keys::kType.of(raw_).text();
}
inline std::optional<std::string_view> FsListResultEntriesItemView::path() const {
  return optional_text(keys::kPath.of(raw_));
}
inline std::optional<std::string_view> FsListResultEntriesItemView::identity() const {
  return optional_text(keys::kIdentity.of(raw_));
}
inline std::optional<std::int64_t> FsListResultEntriesItemView::bytes() const {
  return keys::kBytes.of(raw_).integer();
}
inline std::string_view FsRemoveParamsView::path() const {
  return keys::kPath.of(raw_).text();
}
inline std::optional<std::string_view> FsRemoveParamsView::cwd() const {
  return optional_text(keys::kCwd.of(raw_));
}
inline std::optional<std::string_view> FsRemoveParamsView::session_id() const {
  return optional_text(keys::kSessionId.of(raw_));
}
inline std::string_view FsTempDirParamsView::session_id() const {
  return keys::kSessionId.of(raw_).text();
}
inline std::string_view FsTempDirResultView::path() const {
  return keys::kPath.of(raw_).text();
}
inline std::string_view FsEditParamsView::path() const {
  return keys::kPath.of(raw_).text();
}
inline std::string_view FsEditParamsView::old_text() const {
  return keys::kOldText.of(raw_).text();
}
inline std::string_view FsEditParamsView::new_text() const {
  return keys::kNewText.of(raw_).text();
}
inline std::optional<bool> FsEditParamsView::replace_all() const {
  return keys::kReplaceAll.of(raw_).boolean();
}
inline std::optional<std::string_view> FsEditParamsView::cwd() const {
  return optional_text(keys::kCwd.of(raw_));
}
inline std::optional<std::string_view> FsEditParamsView::session_id() const {
  return optional_text(keys::kSessionId.of(raw_));
}
inline std::optional<std::string_view> FsEditParamsView::expect() const {
  return optional_text(keys::kExpect.of(raw_));
}
inline std::string_view FsEditResultView::path() const {
  return keys::kPath.of(raw_).text();
}
inline std::string_view FsEditResultView::identity() const {
  return keys::kIdentity.of(raw_).text();
}
inline std::string_view FsEditResultView::before() const {
  return keys::kBefore.of(raw_).text();
}
inline std::string_view FsEditResultView::after() const {
  return keys::kAfter.of(raw_).text();
}
inline std::int64_t FsEditResultView::replacements() const {
  return keys::kReplacements.of(raw_).integer_or(0);
}
inline std::optional<std::string_view> FsEditResultView::display_path() const {
  return optional_text(keys::kDisplayPath.of(raw_));
}
inline std::string_view FsStreamParamsView::path() const {
  return keys::kPath.of(raw_).text();
}
inline std::optional<std::string_view> FsStreamParamsView::cwd() const {
  return optional_text(keys::kCwd.of(raw_));
}
inline std::optional<std::string_view> FsStreamParamsView::session_id() const {
  return optional_text(keys::kSessionId.of(raw_));
}
inline std::int64_t FsStreamResultView::bytes() const {
  return keys::kBytes.of(raw_).integer_or(0);
}
inline std::string_view FsStreamResultView::identity() const {
  return keys::kIdentity.of(raw_).text();
}
inline std::int64_t FsStreamResultView::mode() const {
  return keys::kMode.of(raw_).integer_or(0);
}
inline std::string_view FsWriteIntentEventView::path() const {
  return keys::kPath.of(raw_).text();
}
inline std::string_view FsWriteIntentEventView::display_path() const {
  return keys::kDisplayPath.of(raw_).text();
}
inline std::optional<std::string_view> FsWriteIntentEventView::session_id() const {
  return optional_text(keys::kSessionId.of(raw_));
}
inline std::string_view FsEditIntentEventView::path() const {
  return keys::kPath.of(raw_).text();
}
inline std::string_view FsEditIntentEventView::display_path() const {
  return keys::kDisplayPath.of(raw_).text();
}
inline std::optional<std::string_view> FsEditIntentEventView::session_id() const {
  return optional_text(keys::kSessionId.of(raw_));
}
inline std::optional<std::string_view> FsEditIntentEventResultView::version() const {
  return optional_text(keys::kVersion.of(raw_));
}
inline std::string_view FsObservedEventView::path() const {
  return keys::kPath.of(raw_).text();
}
inline std::string_view FsObservedEventView::display_path() const {
  return keys::kDisplayPath.of(raw_).text();
}
inline ObservationView FsObservedEventView::observation() const {
  return ObservationView(keys::kObservation.of(raw_));
}
inline std::optional<std::string_view> FsObservedEventView::session_id() const {
  return optional_text(keys::kSessionId.of(raw_));
}
inline Observation::Observation(const ObservationPresent& made) : value_(made.to_value()) {}
inline Observation::Observation(const ObservationAbsent& made) : value_(made.to_value()) {}
inline WriteIntent::WriteIntent(const WriteIntentCreateIfAbsent& made) : value_(made.to_value()) {}
inline WriteIntent::WriteIntent(const WriteIntentReplaceIfVersion& made) : value_(made.to_value()) {}
inline void ObservationPresent::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kKind.key(), View::kKind);
  put_member(builder, keys::kVersion, version);
  builder.end();
}
inline Value ObservationPresent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ObservationAbsent::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kKind.key(), View::kKind);
  builder.end();
}
inline Value ObservationAbsent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void WriteIntentCreateIfAbsent::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kKind.key(), View::kKind);
  builder.end();
}
inline Value WriteIntentCreateIfAbsent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void WriteIntentReplaceIfVersion::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kKind.key(), View::kKind);
  put_member(builder, keys::kVersion, version);
  builder.end();
}
inline Value WriteIntentReplaceIfVersion::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void FsResolveParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kPath, path);
  put_member(builder, keys::kCwd, cwd);
  put_member(builder, keys::kSessionId, session_id);
  builder.end();
}
inline Value FsResolveParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void FsResolveResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kPath, path);
  put_member(builder, keys::kWritable, writable);
  put_member(builder, keys::kReason, reason);
  put_member(builder, keys::kDisplayPath, display_path);
  builder.end();
}
inline Value FsResolveResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void FsStatParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kPath, path);
  put_member(builder, keys::kCwd, cwd);
  put_member(builder, keys::kSessionId, session_id);
  put_member(builder, keys::kNoFollow, no_follow);
  builder.end();
}
inline Value FsStatParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void FsStatResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kType, type);
  put_member(builder, keys::kBytes, bytes);
  put_member(builder, keys::kMode, mode);
  put_member(builder, keys::kMtimeNs, mtime_ns);
  put_member(builder, keys::kIdentity, identity);
  put_member(builder, keys::kPath, path);
  put_member(builder, keys::kDisplayPath, display_path);
  builder.end();
}
inline Value FsStatResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void FsReadParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kPath, path);
  put_member(builder, keys::kCwd, cwd);
  put_member(builder, keys::kMaxBytes, max_bytes);
  put_member(builder, keys::kSessionId, session_id);
  builder.end();
}
inline Value FsReadParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void FsReadResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kContent, content);
  put_member(builder, keys::kBytes, bytes);
  put_member(builder, keys::kIdentity, identity);
  put_member(builder, keys::kMode, mode);
  builder.end();
}
inline Value FsReadResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void FsWriteParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kPath, path);
  put_member(builder, keys::kContent, content);
  put_member(builder, keys::kCwd, cwd);
  put_member(builder, keys::kSessionId, session_id);
  put_member(builder, keys::kExpect, expect);
  put_member(builder, keys::kMode, mode);
  builder.end();
}
inline Value FsWriteParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void FsWriteResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kPath, path);
  put_member(builder, keys::kIdentity, identity);
  put_member(builder, keys::kCreated, created);
  put_member(builder, keys::kDisplayPath, display_path);
  put_member(builder, keys::kBefore, before);
  put_member(builder, keys::kKept, kept);
  builder.end();
}
inline Value FsWriteResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void FsListParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kPath, path);
  put_member(builder, keys::kCwd, cwd);
  put_member(builder, keys::kSessionId, session_id);
  builder.end();
}
inline Value FsListParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void FsListResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kEntries, entries);
  builder.end();
}
inline Value FsListResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void FsListResultEntriesItem::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kName, name);
  put_member(builder, keys::kType, type);
  put_member(builder, keys::kPath, path);
  put_member(builder, keys::kIdentity, identity);
  put_member(builder, keys::kBytes, bytes);
  builder.end();
}
inline Value FsListResultEntriesItem::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void FsRemoveParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kPath, path);
  put_member(builder, keys::kCwd, cwd);
  put_member(builder, keys::kSessionId, session_id);
  builder.end();
}
inline Value FsRemoveParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void FsTempDirParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  builder.end();
}
inline Value FsTempDirParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void FsTempDirResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kPath, path);
  builder.end();
}
inline Value FsTempDirResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void FsEditParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kPath, path);
  put_member(builder, keys::kOldText, old_text);
  put_member(builder, keys::kNewText, new_text);
  put_member(builder, keys::kReplaceAll, replace_all);
  put_member(builder, keys::kCwd, cwd);
  put_member(builder, keys::kSessionId, session_id);
  put_member(builder, keys::kExpect, expect);
  builder.end();
}
inline Value FsEditParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void FsEditResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kPath, path);
  put_member(builder, keys::kIdentity, identity);
  put_member(builder, keys::kBefore, before);
  put_member(builder, keys::kAfter, after);
  put_member(builder, keys::kReplacements, replacements);
  put_member(builder, keys::kDisplayPath, display_path);
  builder.end();
}
inline Value FsEditResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void FsStreamParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kPath, path);
  put_member(builder, keys::kCwd, cwd);
  put_member(builder, keys::kSessionId, session_id);
  builder.end();
}
inline Value FsStreamParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void FsStreamResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kBytes, bytes);
  put_member(builder, keys::kIdentity, identity);
  put_member(builder, keys::kMode, mode);
  builder.end();
}
inline Value FsStreamResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void FsWriteIntentEvent::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kPath, path);
  put_member(builder, keys::kDisplayPath, display_path);
  put_member(builder, keys::kSessionId, session_id);
  builder.end();
}
inline Value FsWriteIntentEvent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void FsEditIntentEvent::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kPath, path);
  put_member(builder, keys::kDisplayPath, display_path);
  put_member(builder, keys::kSessionId, session_id);
  builder.end();
}
inline Value FsEditIntentEvent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void FsEditIntentEventResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kVersion, version);
  builder.end();
}
inline Value FsEditIntentEventResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void FsObservedEvent::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kPath, path);
  put_member(builder, keys::kDisplayPath, display_path);
  put_member(builder, keys::kObservation, observation);
  put_member(builder, keys::kSessionId, session_id);
  builder.end();
}
inline Value FsObservedEvent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}

}  // namespace keel::contracts::fs
