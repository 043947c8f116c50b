// SPDX-License-Identifier: MIT
// Made by contractgen from the contract session@0.1. Do not edit.
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

/// The append-only log of one agent's interaction: messages, events, and the store that keeps them.
/// Field names in durable data are camelCase.
namespace keel::contracts::session {

/// Name and version of the contract.
inline constexpr std::string_view kContract = "session@0";
inline constexpr std::string_view kVersion = "0.1";

/// Service kernel/sessions: live sessions, creation, loading, forking, durability.
struct Sessions {
  static constexpr std::string_view kInterface = "sessions@0";
  /// Makes a session that is live at once. Without `id` one is minted. `seed` is a list of events
  /// that the log begins with.
  static constexpr std::uint32_t kCreate = 0;
  /// As create, but nobody sees the session until enter and announce. Dropping the reference
  /// discards it.
  static constexpr std::uint32_t kPrepare = 1;
  /// Reads a stored session, repairs it durably if needed, and prepares it: enter and announce make
  /// it live. An exclusive claim until then.
  static constexpr std::uint32_t kLoad = 2;
  /// Final id check, then the prepared session of refs[0] is live. `scope` is the call's target.
  static constexpr std::uint32_t kEnter = 3;
  /// Asks session/created/admit, then emits session/created, exactly once.
  static constexpr std::uint32_t kAnnounce = 4;
  /// Takes a live session out: drains it, emits session/disposed. Idempotent.
  static constexpr std::uint32_t kDetach = 5;
  /// The live session of that id.
  static constexpr std::uint32_t kGet = 6;
  /// Ids of live sessions in order of creation.
  static constexpr std::uint32_t kList = 7;
  /// Runs session/flush on a live session: durable up to now when it settles.
  static constexpr std::uint32_t kFlush = 8;
  /// A prepared child that begins with the source's events up to `boundary`, inclusive.
  static constexpr std::uint32_t kFork = 9;
  /// Headers of stored sessions, newest first.
  static constexpr std::uint32_t kStored = 10;
  /// Header and events of a stored or live session, repaired in memory only.
  static constexpr std::uint32_t kInspect = 11;
  /// The stored text, exactly.
  static constexpr std::uint32_t kRaw = 12;
  static constexpr std::uint32_t kMethodCount = 13;
};

/// One session. Its hot operations are the functions of table keel.session on the same reference.
struct Session {
  static constexpr std::string_view kInterface = "session@0";
  /// As keel.session append.
  static constexpr std::uint32_t kAppend = 0;
  /// Events from `from`, at most `count`.
  static constexpr std::uint32_t kRead = 1;
  /// Header, next sequence number, surface and folds.
  static constexpr std::uint32_t kState = 2;
  static constexpr std::uint32_t kMethodCount = 3;
};

/// Where logs are kept: family session.backend. Rows are events or packed runs (02 6.8); one lease
/// per opened session, dropped or closed once.
struct SessionBackend {
  static constexpr std::string_view kInterface = "session-backend@0";
  /// Headers of what is stored.
  static constexpr std::uint32_t kList = 0;
  /// Registers an identity and claims it for writing; nothing is written before the first append.
  static constexpr std::uint32_t kCreate = 1;
  /// Claims a stored session (`write`) or reads it (`read`).
  static constexpr std::uint32_t kOpen = 2;
  /// Durable when it settles. `first_seq` must be the next.
  static constexpr std::uint32_t kAppend = 3;
  /// Everything appended is durable when it settles.
  static constexpr std::uint32_t kFlush = 4;
  /// Rows from the one that holds `from` on, at most `count` events.
  static constexpr std::uint32_t kRead = 5;
  /// Drops everything from `from_seq` on and appends `rows`, as one step.
  static constexpr std::uint32_t kReplaceTail = 6;
  /// The stored text, exactly.
  static constexpr std::uint32_t kRaw = 7;
  /// Removes a stored session.
  static constexpr std::uint32_t kDelete = 8;
  /// Ends a lease.
  static constexpr std::uint32_t kClose = 9;
  static constexpr std::uint32_t kMethodCount = 10;
};

/// Names of the events.
namespace events {
/// May refuse a session before anyone is told of it.
inline constexpr std::string_view kSessionCreatedAdmit = "session/created/admit";
/// A session is live.
inline constexpr std::string_view kSessionCreated = "session/created";
/// A session that was announced is gone.
inline constexpr std::string_view kSessionDisposed = "session/disposed";
/// An event has been committed. Listeners may read the session, not append to it.
inline constexpr std::string_view kSessionEvent = "session/event";
/// Make everything committed so far durable.
inline constexpr std::string_view kSessionFlush = "session/flush";
}  // namespace events

/// Types of the session events.
namespace durable {
/// Before input is claimed.
inline constexpr std::string_view kTurnStart = "turn/start";
/// Once per opened turn.
inline constexpr std::string_view kTurnEnd = "turn/end";
/// Before a model call.
inline constexpr std::string_view kStepStart = "step/start";
/// After a model call and its tools.
inline constexpr std::string_view kStepEnd = "step/end";
/// A message that enters a step; the data is the message.
inline constexpr std::string_view kUserMessage = "user/message";
/// A prompt that a listener refused.
inline constexpr std::string_view kPromptBlocked = "prompt/blocked";
/// Every chunk of a model stream.
inline constexpr std::string_view kAssistantChunk = "assistant/chunk";
/// Once per successful model call, or the visible prefix of a cancelled one.
inline constexpr std::string_view kAssistantMessage = "assistant/message";
/// Before a call's policy stage.
inline constexpr std::string_view kToolCall = "tool/call";
/// The one result of a call.
inline constexpr std::string_view kToolResult = "tool/result";
/// Read from older logs, never written.
inline constexpr std::string_view kSteeringMessage = "steering/message";
/// The whole list; the last one wins.
inline constexpr std::string_view kTodoWrite = "todo/write";
/// What a model request was made of, in full.
inline constexpr std::string_view kRequestHeader = "request/header";
/// Provider, model and capacity of the next requests.
inline constexpr std::string_view kRequestContext = "request/context";
/// Where inherited history ends.
inline constexpr std::string_view kSessionEndSeed = "session/end-seed";
/// Every change of an inbox.
inline constexpr std::string_view kAgentInboxSpliced = "agent/inbox/spliced";
}  // namespace durable

/// Families of services.
namespace families {
/// A medium for logs.
inline constexpr std::string_view kSessionBackend = "session.backend";
}  // namespace families

/// Codes that methods fail with.
namespace errors {
inline constexpr std::string_view kSessionAlreadyExists = "SESSION_ALREADY_EXISTS";
inline constexpr std::string_view kInvalidMeta = "INVALID_META";
inline constexpr std::string_view kInvalidSeed = "INVALID_SEED";
inline constexpr std::string_view kSessionNotFound = "SESSION_NOT_FOUND";
inline constexpr std::string_view kSessionCorrupt = "SESSION_CORRUPT";
inline constexpr std::string_view kSessionFormatUnsupported = "SESSION_FORMAT_UNSUPPORTED";
inline constexpr std::string_view kSessionLocked = "SESSION_LOCKED";
inline constexpr std::string_view kNoBackend = "NO_BACKEND";
inline constexpr std::string_view kRejected = "REJECTED";
inline constexpr std::string_view kAnnounced = "ANNOUNCED";
inline constexpr std::string_view kFlushFailed = "FLUSH_FAILED";
inline constexpr std::string_view kSessionNotLive = "SESSION_NOT_LIVE";
inline constexpr std::string_view kInvalidBoundary = "INVALID_BOUNDARY";
inline constexpr std::string_view kOpenTurn = "OPEN_TURN";
inline constexpr std::string_view kInvalidEvent = "INVALID_EVENT";
inline constexpr std::string_view kOutsideTurn = "OUTSIDE_TURN";
inline constexpr std::string_view kBusy = "BUSY";
inline constexpr std::string_view kStoreFailed = "STORE_FAILED";
inline constexpr std::string_view kSequence = "SEQUENCE";
}  // namespace errors

class MessageView;
struct Message;
class ContentBlockView;
class ContentBlock;
class ContentBlockTextView;
struct ContentBlockText;
class ContentBlockReasoningView;
struct ContentBlockReasoning;
class ContentBlockImageView;
struct ContentBlockImage;
class ImageAttachmentRefView;
struct ImageAttachmentRef;
class ContentBlockToolCallView;
struct ContentBlockToolCall;
class ContentBlockToolResultView;
struct ContentBlockToolResult;
class MessageSourceView;
class MessageSource;
class MessageSourceUserView;
struct MessageSourceUser;
class MessageSourcePluginView;
struct MessageSourcePlugin;
class MessageSourcePluginSectionsItemView;
struct MessageSourcePluginSectionsItem;
class MessageSourceModelView;
struct MessageSourceModel;
class ReplayEnvelopeView;
struct ReplayEnvelope;
class MessageSourceToolView;
struct MessageSourceTool;
class SessionMetaView;
struct SessionMeta;
class SessionEventView;
struct SessionEvent;
class AgentCancelCauseView;
class AgentCancelCause;
class AgentCancelCauseUserView;
struct AgentCancelCauseUser;
class AgentCancelCauseParentView;
struct AgentCancelCauseParent;
class AgentCancelCauseHookView;
struct AgentCancelCauseHook;
class AgentCancelCauseDisposedView;
struct AgentCancelCauseDisposed;
class AgentCancelCauseLegacyView;
struct AgentCancelCauseLegacy;
class LlmCallConfigView;
struct LlmCallConfig;
class LlmFailureView;
struct LlmFailure;
class ToolSchemaView;
struct ToolSchema;
class AdapterDefaultsView;
struct AdapterDefaults;
class StreamChunkView;
class StreamChunk;
class StreamChunkBlockStartView;
struct StreamChunkBlockStart;
class StreamChunkTextDeltaView;
struct StreamChunkTextDelta;
class StreamChunkReasoningDeltaView;
struct StreamChunkReasoningDelta;
class StreamChunkToolCallDeltaView;
struct StreamChunkToolCallDelta;
class StreamChunkBlockEndView;
struct StreamChunkBlockEnd;
class StreamChunkUsageView;
struct StreamChunkUsage;
class TokenUsageView;
struct TokenUsage;
class StreamChunkFinishView;
struct StreamChunkFinish;
class FinishReasonView;
class FinishReason;
class FinishReasonStopView;
struct FinishReasonStop;
class FinishReasonToolCallsView;
struct FinishReasonToolCalls;
class FinishReasonMaxTokensView;
struct FinishReasonMaxTokens;
class FinishReasonAbortedView;
struct FinishReasonAborted;
class FinishReasonErrorView;
struct FinishReasonError;
class EpochHeaderView;
struct EpochHeader;
class RequestContextView;
struct RequestContext;
class TurnTriggerView;
class TurnTrigger;
class TurnTriggerMessageView;
struct TurnTriggerMessage;
class TurnTriggerInjectionView;
struct TurnTriggerInjection;
class TurnEndReasonView;
class TurnEndReason;
class TurnEndReasonCompletedView;
struct TurnEndReasonCompleted;
class TurnEndReasonAbortedView;
struct TurnEndReasonAborted;
class TurnEndReasonBlockedView;
struct TurnEndReasonBlocked;
class TurnEndReasonErrorView;
struct TurnEndReasonError;
class TurnEndReasonMaxTokensView;
struct TurnEndReasonMaxTokens;
class TurnEndReasonInterruptedView;
struct TurnEndReasonInterrupted;
class SessionHeaderView;
struct SessionHeader;
class SurfaceView;
struct Surface;
class SessionsCreateParamsView;
struct SessionsCreateParams;
class SessionsCreateResultView;
struct SessionsCreateResult;
class SessionsPrepareParamsView;
struct SessionsPrepareParams;
class SessionsPrepareResultView;
struct SessionsPrepareResult;
class SessionsLoadParamsView;
struct SessionsLoadParams;
class SessionsLoadResultView;
struct SessionsLoadResult;
class SessionsGetParamsView;
struct SessionsGetParams;
class SessionsListResultView;
struct SessionsListResult;
class SessionsFlushParamsView;
struct SessionsFlushParams;
class SessionsFlushResultView;
struct SessionsFlushResult;
class SessionsForkParamsView;
struct SessionsForkParams;
class SessionsForkResultView;
struct SessionsForkResult;
class SessionsStoredParamsView;
struct SessionsStoredParams;
class SessionsStoredResultView;
struct SessionsStoredResult;
class SessionsStoredResultSessionsItemView;
struct SessionsStoredResultSessionsItem;
class SessionsInspectParamsView;
struct SessionsInspectParams;
class SessionsInspectResultView;
struct SessionsInspectResult;
class SessionsRawParamsView;
struct SessionsRawParams;
class SessionsRawResultView;
struct SessionsRawResult;
class SessionAppendParamsView;
struct SessionAppendParams;
class SessionReadParamsView;
struct SessionReadParams;
class SessionReadResultView;
struct SessionReadResult;
class SessionStateResultView;
struct SessionStateResult;
class SessionBackendListParamsView;
struct SessionBackendListParams;
class SessionBackendListResultView;
struct SessionBackendListResult;
class SessionBackendListResultSessionsItemView;
struct SessionBackendListResultSessionsItem;
class SessionBackendCreateParamsView;
struct SessionBackendCreateParams;
class SessionBackendOpenParamsView;
struct SessionBackendOpenParams;
class SessionBackendOpenResultView;
struct SessionBackendOpenResult;
class SessionBackendAppendParamsView;
struct SessionBackendAppendParams;
class SessionBackendAppendResultView;
struct SessionBackendAppendResult;
class SessionBackendReadParamsView;
struct SessionBackendReadParams;
class SessionBackendReadResultView;
struct SessionBackendReadResult;
class SessionBackendReplaceTailParamsView;
struct SessionBackendReplaceTailParams;
class SessionBackendReplaceTailResultView;
struct SessionBackendReplaceTailResult;
class SessionBackendRawParamsView;
struct SessionBackendRawParams;
class SessionBackendRawResultView;
struct SessionBackendRawResult;
class SessionBackendDeleteParamsView;
struct SessionBackendDeleteParams;
class SessionBackendFamilyMetadataView;
struct SessionBackendFamilyMetadata;
class SessionCreatedAdmitEventView;
struct SessionCreatedAdmitEvent;
class SessionCreatedEventView;
struct SessionCreatedEvent;
class SessionDisposedEventView;
struct SessionDisposedEvent;
class SessionEventEventView;
struct SessionEventEvent;
class SessionFlushEventView;
struct SessionFlushEvent;
class TurnStartDataView;
struct TurnStartData;
class TurnEndDataView;
struct TurnEndData;
class StepStartDataView;
struct StepStartData;
class StepEndDataView;
struct StepEndData;
class PromptBlockedDataView;
struct PromptBlockedData;
class AssistantChunkDataView;
struct AssistantChunkData;
class AssistantMessageDataView;
struct AssistantMessageData;
class ToolCallDataView;
struct ToolCallData;
class ToolResultDataView;
struct ToolResultData;
class ToolResultDataErrorView;
struct ToolResultDataError;
class SteeringMessageDataView;
struct SteeringMessageData;
class TodoWriteDataView;
struct TodoWriteData;
class TodoWriteDataTodosItemView;
struct TodoWriteDataTodosItem;
class RequestHeaderDataView;
struct RequestHeaderData;
class AgentInboxSplicedDataView;
struct AgentInboxSplicedData;

enum class MessageRole : std::uint8_t {
  kSystem,
  kUser,
  kAssistant,
};
constexpr std::string_view to_text(MessageRole choice) {
  switch (choice) {
    case MessageRole::kSystem: return "system";
    case MessageRole::kUser: return "user";
    case MessageRole::kAssistant: return "assistant";
  }
  return {};
}
/// Nothing for a text that is not listed.
constexpr std::optional<MessageRole> message_role_from_text(std::string_view text) {
  if (text == "system") return MessageRole::kSystem;
  if (text == "user") return MessageRole::kUser;
  if (text == "assistant") return MessageRole::kAssistant;
  return std::nullopt;
}

enum class ImageAttachmentRefMediaType : std::uint8_t {
  kImagePng,
  kImageJpeg,
  kImageWebp,
  kImageGif,
};
constexpr std::string_view to_text(ImageAttachmentRefMediaType choice) {
  switch (choice) {
    case ImageAttachmentRefMediaType::kImagePng: return "image/png";
    case ImageAttachmentRefMediaType::kImageJpeg: return "image/jpeg";
    case ImageAttachmentRefMediaType::kImageWebp: return "image/webp";
    case ImageAttachmentRefMediaType::kImageGif: return "image/gif";
  }
  return {};
}
/// Nothing for a text that is not listed.
constexpr std::optional<ImageAttachmentRefMediaType> image_attachment_ref_media_type_from_text(std::string_view text) {
  if (text == "image/png") return ImageAttachmentRefMediaType::kImagePng;
  if (text == "image/jpeg") return ImageAttachmentRefMediaType::kImageJpeg;
  if (text == "image/webp") return ImageAttachmentRefMediaType::kImageWebp;
  if (text == "image/gif") return ImageAttachmentRefMediaType::kImageGif;
  return std::nullopt;
}

enum class SessionBackendOpenParamsMode : std::uint8_t {
  kRead,
  kWrite,
};
constexpr std::string_view to_text(SessionBackendOpenParamsMode choice) {
  switch (choice) {
    case SessionBackendOpenParamsMode::kRead: return "read";
    case SessionBackendOpenParamsMode::kWrite: return "write";
  }
  return {};
}
/// Nothing for a text that is not listed.
constexpr std::optional<SessionBackendOpenParamsMode> session_backend_open_params_mode_from_text(std::string_view text) {
  if (text == "read") return SessionBackendOpenParamsMode::kRead;
  if (text == "write") return SessionBackendOpenParamsMode::kWrite;
  return std::nullopt;
}

enum class TodoWriteDataTodosItemStatus : std::uint8_t {
  kPending,
  kInProgress,
  kCompleted,
};
constexpr std::string_view to_text(TodoWriteDataTodosItemStatus choice) {
  switch (choice) {
    case TodoWriteDataTodosItemStatus::kPending: return "pending";
    case TodoWriteDataTodosItemStatus::kInProgress: return "in_progress";
    case TodoWriteDataTodosItemStatus::kCompleted: return "completed";
  }
  return {};
}
/// Nothing for a text that is not listed.
constexpr std::optional<TodoWriteDataTodosItemStatus> todo_write_data_todos_item_status_from_text(std::string_view text) {
  if (text == "pending") return TodoWriteDataTodosItemStatus::kPending;
  if (text == "in_progress") return TodoWriteDataTodosItemStatus::kInProgress;
  if (text == "completed") return TodoWriteDataTodosItemStatus::kCompleted;
  return std::nullopt;
}

enum class RequestHeaderDataReason : std::uint8_t {
  kInitial,
  kResume,
  kChange,
};
constexpr std::string_view to_text(RequestHeaderDataReason choice) {
  switch (choice) {
    case RequestHeaderDataReason::kInitial: return "initial";
    case RequestHeaderDataReason::kResume: return "resume";
    case RequestHeaderDataReason::kChange: return "change";
  }
  return {};
}
/// Nothing for a text that is not listed.
constexpr std::optional<RequestHeaderDataReason> request_header_data_reason_from_text(std::string_view text) {
  if (text == "initial") return RequestHeaderDataReason::kInitial;
  if (text == "resume") return RequestHeaderDataReason::kResume;
  if (text == "change") return RequestHeaderDataReason::kChange;
  return std::nullopt;
}

enum class AgentInboxSplicedDataTarget : std::uint8_t {
  kNextTurn,
  kNextStep,
};
constexpr std::string_view to_text(AgentInboxSplicedDataTarget choice) {
  switch (choice) {
    case AgentInboxSplicedDataTarget::kNextTurn: return "next-turn";
    case AgentInboxSplicedDataTarget::kNextStep: return "next-step";
  }
  return {};
}
/// Nothing for a text that is not listed.
constexpr std::optional<AgentInboxSplicedDataTarget> agent_inbox_spliced_data_target_from_text(std::string_view text) {
  if (text == "next-turn") return AgentInboxSplicedDataTarget::kNextTurn;
  if (text == "next-step") return AgentInboxSplicedDataTarget::kNextStep;
  return std::nullopt;
}

class MessageView {
 public:
  MessageView() = default;
  explicit MessageView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  MessageIdView id() const;
  std::optional<MessageRole> role() const;
  ListView<ContentBlockView> content() const;
  MessageSourceView source() const;

 private:
  ValueView raw_;
};

/// Open: expect tags that are not listed.
class ContentBlockView {
 public:
  ContentBlockView() = default;
  explicit ContentBlockView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }

  enum class Tag : std::uint8_t {
    kText,
    kReasoning,
    kImage,
    kToolCall,
    kToolResult,
    kOther,  ///< a variant that this contract does not list
  };
  Tag tag() const;
  std::string_view tag_text() const;
  /// Each of these is for its own tag; another one reads as empty.
  ContentBlockTextView text() const;
  ContentBlockReasoningView reasoning() const;
  ContentBlockImageView image() const;
  ContentBlockToolCallView tool_call() const;
  ContentBlockToolResultView tool_result() const;

 private:
  ValueView raw_;
};

class ContentBlockTextView {
 public:
  ContentBlockTextView() = default;
  explicit ContentBlockTextView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kType = "text";
  std::string_view text() const;

 private:
  ValueView raw_;
};

class ContentBlockReasoningView {
 public:
  ContentBlockReasoningView() = default;
  explicit ContentBlockReasoningView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kType = "reasoning";
  std::string_view text() const;

 private:
  ValueView raw_;
};

class ContentBlockImageView {
 public:
  ContentBlockImageView() = default;
  explicit ContentBlockImageView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kType = "image";
  ImageAttachmentRefView attachment() const;

 private:
  ValueView raw_;
};

class ImageAttachmentRefView {
 public:
  ImageAttachmentRefView() = default;
  explicit ImageAttachmentRefView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view attachment_id() const;
  std::optional<ImageAttachmentRefMediaType> media_type() const;
  std::int64_t bytes() const;
  std::int64_t width() const;
  std::int64_t height() const;
  std::optional<std::string_view> name() const;

 private:
  ValueView raw_;
};

class ContentBlockToolCallView {
 public:
  ContentBlockToolCallView() = default;
  explicit ContentBlockToolCallView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kType = "tool-call";
  CallIdView id() const;
  std::string_view name() const;
  std::string_view arguments() const;

 private:
  ValueView raw_;
};

class ContentBlockToolResultView {
 public:
  ContentBlockToolResultView() = default;
  explicit ContentBlockToolResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kType = "tool-result";
  CallIdView tool_call_id() const;
  ListView<ValueView> content() const;
  std::optional<bool> is_error() const;

 private:
  ValueView raw_;
};

/// Open: expect tags that are not listed.
class MessageSourceView {
 public:
  MessageSourceView() = default;
  explicit MessageSourceView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }

  enum class Tag : std::uint8_t {
    kUser,
    kPlugin,
    kModel,
    kTool,
    kOther,  ///< a variant that this contract does not list
  };
  Tag tag() const;
  std::string_view tag_text() const;
  /// Each of these is for its own tag; another one reads as empty.
  MessageSourceUserView user() const;
  MessageSourcePluginView plugin() const;
  MessageSourceModelView model() const;
  MessageSourceToolView tool() const;

 private:
  ValueView raw_;
};

class MessageSourceUserView {
 public:
  MessageSourceUserView() = default;
  explicit MessageSourceUserView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kKind = "user";
  std::optional<std::string_view> rpc_id() const;
  std::optional<std::string_view> client_time_zone() const;

 private:
  ValueView raw_;
};

class MessageSourcePluginView {
 public:
  MessageSourcePluginView() = default;
  explicit MessageSourcePluginView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kKind = "plugin";
  std::string_view plugin() const;
  std::optional<std::string_view> form() const;
  ListView<MessageSourcePluginSectionsItemView> sections() const;
  std::optional<std::string_view> summary() const;

 private:
  ValueView raw_;
};

class MessageSourcePluginSectionsItemView {
 public:
  MessageSourcePluginSectionsItemView() = default;
  explicit MessageSourcePluginSectionsItemView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view name() const;
  std::string_view text() const;

 private:
  ValueView raw_;
};

class MessageSourceModelView {
 public:
  MessageSourceModelView() = default;
  explicit MessageSourceModelView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kKind = "model";
  std::string_view provider() const;
  std::string_view model() const;
  ReplayEnvelopeView replay_state() const;

 private:
  ValueView raw_;
};

class ReplayEnvelopeView {
 public:
  ReplayEnvelopeView() = default;
  explicit ReplayEnvelopeView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ValueView response() const;
  ListView<ValueView> blocks() const;

 private:
  ValueView raw_;
};

class MessageSourceToolView {
 public:
  MessageSourceToolView() = default;
  explicit MessageSourceToolView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kKind = "tool";
  CallIdView call_id() const;

 private:
  ValueView raw_;
};

class SessionMetaView {
 public:
  SessionMetaView() = default;
  explicit SessionMetaView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::optional<std::int64_t> created_at() const;
  std::optional<std::string_view> cwd() const;
  std::optional<SessionIdView> parent_session() const;
  std::optional<std::int64_t> seed_length() const;
  std::optional<std::string_view> origin() const;
  std::optional<std::int64_t> delegation_depth() const;
  std::optional<std::string_view> agent_preset() const;

 private:
  ValueView raw_;
};

class SessionEventView {
 public:
  SessionEventView() = default;
  explicit SessionEventView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view type() const;
  std::int64_t seq() const;
  std::int64_t time() const;
  ValueView data() const;
  std::optional<bool> ignorable() const;
  ValueView surface_op() const;
  ListView<std::int64_t> source_event_seqs() const;

 private:
  ValueView raw_;
};

/// Open: expect tags that are not listed.
class AgentCancelCauseView {
 public:
  AgentCancelCauseView() = default;
  explicit AgentCancelCauseView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }

  enum class Tag : std::uint8_t {
    kUser,
    kParent,
    kHook,
    kDisposed,
    kLegacy,
    kOther,  ///< a variant that this contract does not list
  };
  Tag tag() const;
  std::string_view tag_text() const;
  /// Each of these is for its own tag; another one reads as empty.
  AgentCancelCauseUserView user() const;
  AgentCancelCauseParentView parent() const;
  AgentCancelCauseHookView hook() const;
  AgentCancelCauseDisposedView disposed() const;
  AgentCancelCauseLegacyView legacy() const;

 private:
  ValueView raw_;
};

class AgentCancelCauseUserView {
 public:
  AgentCancelCauseUserView() = default;
  explicit AgentCancelCauseUserView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kKind = "user";

 private:
  ValueView raw_;
};

class AgentCancelCauseParentView {
 public:
  AgentCancelCauseParentView() = default;
  explicit AgentCancelCauseParentView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kKind = "parent";

 private:
  ValueView raw_;
};

class AgentCancelCauseHookView {
 public:
  AgentCancelCauseHookView() = default;
  explicit AgentCancelCauseHookView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kKind = "hook";
  std::string_view reason() const;

 private:
  ValueView raw_;
};

class AgentCancelCauseDisposedView {
 public:
  AgentCancelCauseDisposedView() = default;
  explicit AgentCancelCauseDisposedView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kKind = "disposed";

 private:
  ValueView raw_;
};

class AgentCancelCauseLegacyView {
 public:
  AgentCancelCauseLegacyView() = default;
  explicit AgentCancelCauseLegacyView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kKind = "legacy";

 private:
  ValueView raw_;
};

class LlmCallConfigView {
 public:
  LlmCallConfigView() = default;
  explicit LlmCallConfigView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view provider() const;
  std::string_view model() const;
  std::optional<ReasoningEffortIdView> reasoning_effort() const;
  std::optional<double> temperature() const;
  std::optional<std::int64_t> max_tokens() const;
  ListView<std::string_view> stop() const;

 private:
  ValueView raw_;
};

class LlmFailureView {
 public:
  LlmFailureView() = default;
  explicit LlmFailureView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view message() const;
  std::string_view code() const;
  std::optional<std::int64_t> status() const;
  std::optional<double> provider_retry_after_ms() const;
  std::optional<std::string_view> request_id() const;

 private:
  ValueView raw_;
};

class ToolSchemaView {
 public:
  ToolSchemaView() = default;
  explicit ToolSchemaView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view name() const;
  std::string_view description() const;
  ValueView parameters() const;

 private:
  ValueView raw_;
};

class AdapterDefaultsView {
 public:
  AdapterDefaultsView() = default;
  explicit AdapterDefaultsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::optional<bool> reasoning_effort() const;
  std::optional<bool> max_tokens() const;

 private:
  ValueView raw_;
};

/// Closed.
class StreamChunkView {
 public:
  StreamChunkView() = default;
  explicit StreamChunkView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }

  enum class Tag : std::uint8_t {
    kBlockStart,
    kTextDelta,
    kReasoningDelta,
    kToolCallDelta,
    kBlockEnd,
    kUsage,
    kFinish,
    kOther,  ///< no tag, or a wrong one
  };
  Tag tag() const;
  std::string_view tag_text() const;
  /// Each of these is for its own tag; another one reads as empty.
  StreamChunkBlockStartView block_start() const;
  StreamChunkTextDeltaView text_delta() const;
  StreamChunkReasoningDeltaView reasoning_delta() const;
  StreamChunkToolCallDeltaView tool_call_delta() const;
  StreamChunkBlockEndView block_end() const;
  StreamChunkUsageView usage() const;
  StreamChunkFinishView finish() const;

 private:
  ValueView raw_;
};

class StreamChunkBlockStartView {
 public:
  StreamChunkBlockStartView() = default;
  explicit StreamChunkBlockStartView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kType = "block-start";
  std::int64_t index() const;
  std::string_view block_type() const;

 private:
  ValueView raw_;
};

class StreamChunkTextDeltaView {
 public:
  StreamChunkTextDeltaView() = default;
  explicit StreamChunkTextDeltaView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kType = "text-delta";
  std::int64_t index() const;
  std::string_view text() const;

 private:
  ValueView raw_;
};

class StreamChunkReasoningDeltaView {
 public:
  StreamChunkReasoningDeltaView() = default;
  explicit StreamChunkReasoningDeltaView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kType = "reasoning-delta";
  std::int64_t index() const;
  std::string_view text() const;

 private:
  ValueView raw_;
};

class StreamChunkToolCallDeltaView {
 public:
  StreamChunkToolCallDeltaView() = default;
  explicit StreamChunkToolCallDeltaView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kType = "tool-call-delta";
  std::int64_t index() const;
  std::string_view id() const;
  std::string_view arguments_delta() const;
  std::optional<std::string_view> name() const;

 private:
  ValueView raw_;
};

class StreamChunkBlockEndView {
 public:
  StreamChunkBlockEndView() = default;
  explicit StreamChunkBlockEndView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kType = "block-end";
  std::int64_t index() const;
  ContentBlockView block() const;

 private:
  ValueView raw_;
};

class StreamChunkUsageView {
 public:
  StreamChunkUsageView() = default;
  explicit StreamChunkUsageView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kType = "usage";
  TokenUsageView usage() const;

 private:
  ValueView raw_;
};

class TokenUsageView {
 public:
  TokenUsageView() = default;
  explicit TokenUsageView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::int64_t input_tokens() const;
  std::int64_t output_tokens() const;
  std::optional<std::int64_t> cache_read_tokens() const;
  std::optional<std::int64_t> cache_write_tokens() const;
  std::optional<std::int64_t> reasoning_tokens() const;

 private:
  ValueView raw_;
};

class StreamChunkFinishView {
 public:
  StreamChunkFinishView() = default;
  explicit StreamChunkFinishView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kType = "finish";
  FinishReasonView reason() const;
  ReplayEnvelopeView replay_state() const;

 private:
  ValueView raw_;
};

/// Open: expect tags that are not listed.
class FinishReasonView {
 public:
  FinishReasonView() = default;
  explicit FinishReasonView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }

  enum class Tag : std::uint8_t {
    kStop,
    kToolCalls,
    kMaxTokens,
    kAborted,
    kError,
    kOther,  ///< a variant that this contract does not list
  };
  Tag tag() const;
  std::string_view tag_text() const;
  /// Each of these is for its own tag; another one reads as empty.
  FinishReasonStopView stop() const;
  FinishReasonToolCallsView tool_calls() const;
  FinishReasonMaxTokensView max_tokens() const;
  FinishReasonAbortedView aborted() const;
  FinishReasonErrorView error() const;

 private:
  ValueView raw_;
};

class FinishReasonStopView {
 public:
  FinishReasonStopView() = default;
  explicit FinishReasonStopView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kKind = "stop";

 private:
  ValueView raw_;
};

class FinishReasonToolCallsView {
 public:
  FinishReasonToolCallsView() = default;
  explicit FinishReasonToolCallsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kKind = "tool-calls";

 private:
  ValueView raw_;
};

class FinishReasonMaxTokensView {
 public:
  FinishReasonMaxTokensView() = default;
  explicit FinishReasonMaxTokensView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kKind = "max-tokens";

 private:
  ValueView raw_;
};

class FinishReasonAbortedView {
 public:
  FinishReasonAbortedView() = default;
  explicit FinishReasonAbortedView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kKind = "aborted";
  LlmFailureView failure() const;

 private:
  ValueView raw_;
};

class FinishReasonErrorView {
 public:
  FinishReasonErrorView() = default;
  explicit FinishReasonErrorView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kKind = "error";
  LlmFailureView failure() const;

 private:
  ValueView raw_;
};

class EpochHeaderView {
 public:
  EpochHeaderView() = default;
  explicit EpochHeaderView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  LlmCallConfigView config() const;
  AdapterDefaultsView adapter_defaults() const;
  std::optional<std::string_view> system() const;
  ListView<ToolSchemaView> tools() const;
  ListView<MessageView> message_prefix() const;

 private:
  ValueView raw_;
};

class RequestContextView {
 public:
  RequestContextView() = default;
  explicit RequestContextView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view provider() const;
  std::string_view model() const;
  std::optional<std::int64_t> context_window() const;

 private:
  ValueView raw_;
};

/// Open: expect tags that are not listed.
class TurnTriggerView {
 public:
  TurnTriggerView() = default;
  explicit TurnTriggerView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }

  enum class Tag : std::uint8_t {
    kMessage,
    kInjection,
    kOther,  ///< a variant that this contract does not list
  };
  Tag tag() const;
  std::string_view tag_text() const;
  /// Each of these is for its own tag; another one reads as empty.
  TurnTriggerMessageView message() const;
  TurnTriggerInjectionView injection() const;

 private:
  ValueView raw_;
};

class TurnTriggerMessageView {
 public:
  TurnTriggerMessageView() = default;
  explicit TurnTriggerMessageView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kKind = "message";
  MessageSourceView source() const;

 private:
  ValueView raw_;
};

class TurnTriggerInjectionView {
 public:
  TurnTriggerInjectionView() = default;
  explicit TurnTriggerInjectionView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kKind = "injection";

 private:
  ValueView raw_;
};

/// Open: expect tags that are not listed.
class TurnEndReasonView {
 public:
  TurnEndReasonView() = default;
  explicit TurnEndReasonView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }

  enum class Tag : std::uint8_t {
    kCompleted,
    kAborted,
    kBlocked,
    kError,
    kMaxTokens,
    kInterrupted,
    kOther,  ///< a variant that this contract does not list
  };
  Tag tag() const;
  std::string_view tag_text() const;
  /// Each of these is for its own tag; another one reads as empty.
  TurnEndReasonCompletedView completed() const;
  TurnEndReasonAbortedView aborted() const;
  TurnEndReasonBlockedView blocked() const;
  TurnEndReasonErrorView error() const;
  TurnEndReasonMaxTokensView max_tokens() const;
  TurnEndReasonInterruptedView interrupted() const;

 private:
  ValueView raw_;
};

class TurnEndReasonCompletedView {
 public:
  TurnEndReasonCompletedView() = default;
  explicit TurnEndReasonCompletedView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kKind = "completed";

 private:
  ValueView raw_;
};

class TurnEndReasonAbortedView {
 public:
  TurnEndReasonAbortedView() = default;
  explicit TurnEndReasonAbortedView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kKind = "aborted";
  AgentCancelCauseView reason() const;

 private:
  ValueView raw_;
};

class TurnEndReasonBlockedView {
 public:
  TurnEndReasonBlockedView() = default;
  explicit TurnEndReasonBlockedView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kKind = "blocked";

 private:
  ValueView raw_;
};

class TurnEndReasonErrorView {
 public:
  TurnEndReasonErrorView() = default;
  explicit TurnEndReasonErrorView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kKind = "error";
  LlmFailureView error() const;

 private:
  ValueView raw_;
};

class TurnEndReasonMaxTokensView {
 public:
  TurnEndReasonMaxTokensView() = default;
  explicit TurnEndReasonMaxTokensView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kKind = "max-tokens";

 private:
  ValueView raw_;
};

class TurnEndReasonInterruptedView {
 public:
  TurnEndReasonInterruptedView() = default;
  explicit TurnEndReasonInterruptedView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kKind = "interrupted";

 private:
  ValueView raw_;
};

class SessionHeaderView {
 public:
  SessionHeaderView() = default;
  explicit SessionHeaderView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::int64_t version() const;
  SessionIdView id() const;
  std::int64_t created_at() const;
  std::optional<std::string_view> cwd() const;
  std::optional<SessionIdView> parent_session() const;
  std::optional<std::int64_t> seed_length() const;
  std::optional<std::string_view> origin() const;
  std::optional<std::int64_t> delegation_depth() const;
  std::optional<std::string_view> agent_preset() const;

 private:
  ValueView raw_;
};

class SurfaceView {
 public:
  SurfaceView() = default;
  explicit SurfaceView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ListView<std::int64_t> nodes() const;
  std::int64_t replace_generation() const;

 private:
  ValueView raw_;
};

class SessionsCreateParamsView {
 public:
  SessionsCreateParamsView() = default;
  explicit SessionsCreateParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::optional<SessionIdView> id() const;
  SessionMetaView meta() const;
  ListView<SessionEventView> seed() const;

 private:
  ValueView raw_;
};

class SessionsCreateResultView {
 public:
  SessionsCreateResultView() = default;
  explicit SessionsCreateResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView id() const;

 private:
  ValueView raw_;
};

class SessionsPrepareParamsView {
 public:
  SessionsPrepareParamsView() = default;
  explicit SessionsPrepareParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::optional<SessionIdView> id() const;
  SessionMetaView meta() const;
  ListView<SessionEventView> seed() const;

 private:
  ValueView raw_;
};

class SessionsPrepareResultView {
 public:
  SessionsPrepareResultView() = default;
  explicit SessionsPrepareResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView id() const;

 private:
  ValueView raw_;
};

class SessionsLoadParamsView {
 public:
  SessionsLoadParamsView() = default;
  explicit SessionsLoadParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;

 private:
  ValueView raw_;
};

class SessionsLoadResultView {
 public:
  SessionsLoadResultView() = default;
  explicit SessionsLoadResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView id() const;

 private:
  ValueView raw_;
};

class SessionsGetParamsView {
 public:
  SessionsGetParamsView() = default;
  explicit SessionsGetParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;

 private:
  ValueView raw_;
};

class SessionsListResultView {
 public:
  SessionsListResultView() = default;
  explicit SessionsListResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ListView<SessionIdView> sessions() const;

 private:
  ValueView raw_;
};

class SessionsFlushParamsView {
 public:
  SessionsFlushParamsView() = default;
  explicit SessionsFlushParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;

 private:
  ValueView raw_;
};

class SessionsFlushResultView {
 public:
  SessionsFlushResultView() = default;
  explicit SessionsFlushResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  bool participants() const;

 private:
  ValueView raw_;
};

class SessionsForkParamsView {
 public:
  SessionsForkParamsView() = default;
  explicit SessionsForkParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView source() const;
  std::optional<std::int64_t> boundary() const;
  std::optional<SessionIdView> child_id() const;

 private:
  ValueView raw_;
};

class SessionsForkResultView {
 public:
  SessionsForkResultView() = default;
  explicit SessionsForkResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView id() const;

 private:
  ValueView raw_;
};

class SessionsStoredParamsView {
 public:
  SessionsStoredParamsView() = default;
  explicit SessionsStoredParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::optional<std::string_view> cwd() const;
  std::optional<std::int64_t> limit() const;

 private:
  ValueView raw_;
};

class SessionsStoredResultView {
 public:
  SessionsStoredResultView() = default;
  explicit SessionsStoredResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ListView<SessionsStoredResultSessionsItemView> sessions() const;

 private:
  ValueView raw_;
};

class SessionsStoredResultSessionsItemView {
 public:
  SessionsStoredResultSessionsItemView() = default;
  explicit SessionsStoredResultSessionsItemView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionHeaderView header() const;
  std::string_view revision() const;
  std::optional<bool> damaged() const;
  std::optional<std::string_view> reason() const;

 private:
  ValueView raw_;
};

class SessionsInspectParamsView {
 public:
  SessionsInspectParamsView() = default;
  explicit SessionsInspectParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;

 private:
  ValueView raw_;
};

class SessionsInspectResultView {
 public:
  SessionsInspectResultView() = default;
  explicit SessionsInspectResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionHeaderView header() const;
  ListView<SessionEventView> events() const;

 private:
  ValueView raw_;
};

class SessionsRawParamsView {
 public:
  SessionsRawParamsView() = default;
  explicit SessionsRawParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;

 private:
  ValueView raw_;
};

class SessionsRawResultView {
 public:
  SessionsRawResultView() = default;
  explicit SessionsRawResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view filename() const;
  std::string_view content() const;

 private:
  ValueView raw_;
};

class SessionAppendParamsView {
 public:
  SessionAppendParamsView() = default;
  explicit SessionAppendParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view type() const;
  ValueView data() const;
  std::optional<bool> ignorable() const;
  ValueView surface_op() const;
  ListView<std::int64_t> source_event_seqs() const;
  std::optional<bool> out_of_band() const;

 private:
  ValueView raw_;
};

class SessionReadParamsView {
 public:
  SessionReadParamsView() = default;
  explicit SessionReadParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::int64_t from() const;
  std::optional<std::int64_t> count() const;

 private:
  ValueView raw_;
};

class SessionReadResultView {
 public:
  SessionReadResultView() = default;
  explicit SessionReadResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ListView<SessionEventView> events() const;

 private:
  ValueView raw_;
};

class SessionStateResultView {
 public:
  SessionStateResultView() = default;
  explicit SessionStateResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionHeaderView header() const;
  std::int64_t seq() const;
  SurfaceView surface() const;
  EpochHeaderView request_header() const;
  RequestContextView request_context() const;

 private:
  ValueView raw_;
};

class SessionBackendListParamsView {
 public:
  SessionBackendListParamsView() = default;
  explicit SessionBackendListParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::optional<std::string_view> cwd() const;

 private:
  ValueView raw_;
};

class SessionBackendListResultView {
 public:
  SessionBackendListResultView() = default;
  explicit SessionBackendListResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ListView<SessionBackendListResultSessionsItemView> sessions() const;

 private:
  ValueView raw_;
};

class SessionBackendListResultSessionsItemView {
 public:
  SessionBackendListResultSessionsItemView() = default;
  explicit SessionBackendListResultSessionsItemView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionHeaderView header() const;
  std::string_view revision() const;
  std::optional<bool> damaged() const;
  std::optional<std::string_view> reason() const;

 private:
  ValueView raw_;
};

class SessionBackendCreateParamsView {
 public:
  SessionBackendCreateParamsView() = default;
  explicit SessionBackendCreateParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionHeaderView header() const;

 private:
  ValueView raw_;
};

class SessionBackendOpenParamsView {
 public:
  SessionBackendOpenParamsView() = default;
  explicit SessionBackendOpenParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;
  std::optional<SessionBackendOpenParamsMode> mode() const;

 private:
  ValueView raw_;
};

class SessionBackendOpenResultView {
 public:
  SessionBackendOpenResultView() = default;
  explicit SessionBackendOpenResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionHeaderView header() const;
  std::string_view revision() const;

 private:
  ValueView raw_;
};

class SessionBackendAppendParamsView {
 public:
  SessionBackendAppendParamsView() = default;
  explicit SessionBackendAppendParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::int64_t first_seq() const;
  ListView<ValueView> rows() const;

 private:
  ValueView raw_;
};

class SessionBackendAppendResultView {
 public:
  SessionBackendAppendResultView() = default;
  explicit SessionBackendAppendResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view revision() const;

 private:
  ValueView raw_;
};

class SessionBackendReadParamsView {
 public:
  SessionBackendReadParamsView() = default;
  explicit SessionBackendReadParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::int64_t from() const;
  std::optional<std::int64_t> count() const;

 private:
  ValueView raw_;
};

class SessionBackendReadResultView {
 public:
  SessionBackendReadResultView() = default;
  explicit SessionBackendReadResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ListView<ValueView> rows() const;
  std::int64_t next_seq() const;
  std::optional<bool> torn() const;

 private:
  ValueView raw_;
};

class SessionBackendReplaceTailParamsView {
 public:
  SessionBackendReplaceTailParamsView() = default;
  explicit SessionBackendReplaceTailParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::int64_t from_seq() const;
  ListView<ValueView> rows() const;

 private:
  ValueView raw_;
};

class SessionBackendReplaceTailResultView {
 public:
  SessionBackendReplaceTailResultView() = default;
  explicit SessionBackendReplaceTailResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view revision() const;

 private:
  ValueView raw_;
};

class SessionBackendRawParamsView {
 public:
  SessionBackendRawParamsView() = default;
  explicit SessionBackendRawParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;

 private:
  ValueView raw_;
};

class SessionBackendRawResultView {
 public:
  SessionBackendRawResultView() = default;
  explicit SessionBackendRawResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view filename() const;
  std::string_view content() const;

 private:
  ValueView raw_;
};

class SessionBackendDeleteParamsView {
 public:
  SessionBackendDeleteParamsView() = default;
  explicit SessionBackendDeleteParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;

 private:
  ValueView raw_;
};

class SessionBackendFamilyMetadataView {
 public:
  SessionBackendFamilyMetadataView() = default;
  explicit SessionBackendFamilyMetadataView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::optional<std::string_view> location() const;

 private:
  ValueView raw_;
};

class SessionCreatedAdmitEventView {
 public:
  SessionCreatedAdmitEventView() = default;
  explicit SessionCreatedAdmitEventView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;
  SessionHeaderView header() const;

 private:
  ValueView raw_;
};

class SessionCreatedEventView {
 public:
  SessionCreatedEventView() = default;
  explicit SessionCreatedEventView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;
  SessionHeaderView header() const;

 private:
  ValueView raw_;
};

class SessionDisposedEventView {
 public:
  SessionDisposedEventView() = default;
  explicit SessionDisposedEventView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;

 private:
  ValueView raw_;
};

class SessionEventEventView {
 public:
  SessionEventEventView() = default;
  explicit SessionEventEventView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;
  SessionEventView event() const;

 private:
  ValueView raw_;
};

class SessionFlushEventView {
 public:
  SessionFlushEventView() = default;
  explicit SessionFlushEventView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;

 private:
  ValueView raw_;
};

class TurnStartDataView {
 public:
  TurnStartDataView() = default;
  explicit TurnStartDataView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::int64_t turn() const;
  TurnTriggerView trigger() const;

 private:
  ValueView raw_;
};

class TurnEndDataView {
 public:
  TurnEndDataView() = default;
  explicit TurnEndDataView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::int64_t turn() const;
  TurnEndReasonView reason() const;

 private:
  ValueView raw_;
};

class StepStartDataView {
 public:
  StepStartDataView() = default;
  explicit StepStartDataView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::int64_t turn() const;
  std::int64_t step() const;

 private:
  ValueView raw_;
};

class StepEndDataView {
 public:
  StepEndDataView() = default;
  explicit StepEndDataView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::int64_t turn() const;
  std::int64_t step() const;

 private:
  ValueView raw_;
};

class PromptBlockedDataView {
 public:
  PromptBlockedDataView() = default;
  explicit PromptBlockedDataView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ListView<ContentBlockView> content() const;
  MessageSourceView source() const;
  std::string_view reason() const;

 private:
  ValueView raw_;
};

class AssistantChunkDataView {
 public:
  AssistantChunkDataView() = default;
  explicit AssistantChunkDataView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::int64_t turn() const;
  std::int64_t step() const;
  StreamChunkView chunk() const;

 private:
  ValueView raw_;
};

class AssistantMessageDataView {
 public:
  AssistantMessageDataView() = default;
  explicit AssistantMessageDataView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::int64_t turn() const;
  std::int64_t step() const;
  MessageView message() const;
  TokenUsageView usage() const;
  std::optional<bool> interrupted() const;

 private:
  ValueView raw_;
};

class ToolCallDataView {
 public:
  ToolCallDataView() = default;
  explicit ToolCallDataView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::int64_t turn() const;
  std::int64_t step() const;
  CallIdView call_id() const;
  std::string_view name() const;
  std::string_view arguments() const;

 private:
  ValueView raw_;
};

class ToolResultDataView {
 public:
  ToolResultDataView() = default;
  explicit ToolResultDataView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::int64_t turn() const;
  std::int64_t step() const;
  MessageView message() const;
  ToolResultDataErrorView error() const;
  ValueView meta() const;

 private:
  ValueView raw_;
};

class ToolResultDataErrorView {
 public:
  ToolResultDataErrorView() = default;
  explicit ToolResultDataErrorView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view name() const;
  std::string_view code() const;

 private:
  ValueView raw_;
};

class SteeringMessageDataView {
 public:
  SteeringMessageDataView() = default;
  explicit SteeringMessageDataView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::int64_t turn() const;
  ListView<ContentBlockView> content() const;
  MessageSourceView source() const;
  std::optional<std::string_view> id() const;
  std::optional<std::string_view> role() const;
  ValueView envelope() const;
  ValueView meta() const;

 private:
  ValueView raw_;
};

class TodoWriteDataView {
 public:
  TodoWriteDataView() = default;
  explicit TodoWriteDataView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ListView<TodoWriteDataTodosItemView> todos() const;

 private:
  ValueView raw_;
};

class TodoWriteDataTodosItemView {
 public:
  TodoWriteDataTodosItemView() = default;
  explicit TodoWriteDataTodosItemView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view content() const;
  std::optional<TodoWriteDataTodosItemStatus> status() const;

 private:
  ValueView raw_;
};

class RequestHeaderDataView {
 public:
  RequestHeaderDataView() = default;
  explicit RequestHeaderDataView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  EpochHeaderView header() const;
  std::optional<RequestHeaderDataReason> reason() const;

 private:
  ValueView raw_;
};

class AgentInboxSplicedDataView {
 public:
  AgentInboxSplicedDataView() = default;
  explicit AgentInboxSplicedDataView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::optional<AgentInboxSplicedDataTarget> target() const;
  std::int64_t start() const;
  ListView<MessageView> inserted() const;
  std::optional<std::int64_t> removed_count() const;
  std::optional<std::string_view> outcome() const;

 private:
  ValueView raw_;
};

class ContentBlock {
 public:
  using View = ContentBlockView;
  ContentBlock(const ContentBlockText& made);  // NOLINT(google-explicit-constructor)
  ContentBlock(const ContentBlockReasoning& made);  // NOLINT(google-explicit-constructor)
  ContentBlock(const ContentBlockImage& made);  // NOLINT(google-explicit-constructor)
  ContentBlock(const ContentBlockToolCall& made);  // NOLINT(google-explicit-constructor)
  ContentBlock(const ContentBlockToolResult& made);  // NOLINT(google-explicit-constructor)
  /// A value that exists already.
  ContentBlock(const ContentBlockView& view) : value_(Value::share(view.raw())) {}  // NOLINT(google-explicit-constructor)
  /// A variant that another contract declares.
  explicit ContentBlock(Value other) : value_(std::move(other)) {}

  void write(Builder& builder) const { put_value(builder, value_); }
  Value to_value() const { return value_; }

 private:
  Value value_;
};

class MessageSource {
 public:
  using View = MessageSourceView;
  MessageSource(const MessageSourceUser& made);  // NOLINT(google-explicit-constructor)
  MessageSource(const MessageSourcePlugin& made);  // NOLINT(google-explicit-constructor)
  MessageSource(const MessageSourceModel& made);  // NOLINT(google-explicit-constructor)
  MessageSource(const MessageSourceTool& made);  // NOLINT(google-explicit-constructor)
  /// A value that exists already.
  MessageSource(const MessageSourceView& view) : value_(Value::share(view.raw())) {}  // NOLINT(google-explicit-constructor)
  /// A variant that another contract declares.
  explicit MessageSource(Value other) : value_(std::move(other)) {}

  void write(Builder& builder) const { put_value(builder, value_); }
  Value to_value() const { return value_; }

 private:
  Value value_;
};

class AgentCancelCause {
 public:
  using View = AgentCancelCauseView;
  AgentCancelCause(const AgentCancelCauseUser& made);  // NOLINT(google-explicit-constructor)
  AgentCancelCause(const AgentCancelCauseParent& made);  // NOLINT(google-explicit-constructor)
  AgentCancelCause(const AgentCancelCauseHook& made);  // NOLINT(google-explicit-constructor)
  AgentCancelCause(const AgentCancelCauseDisposed& made);  // NOLINT(google-explicit-constructor)
  AgentCancelCause(const AgentCancelCauseLegacy& made);  // NOLINT(google-explicit-constructor)
  /// A value that exists already.
  AgentCancelCause(const AgentCancelCauseView& view) : value_(Value::share(view.raw())) {}  // NOLINT(google-explicit-constructor)
  /// A variant that another contract declares.
  explicit AgentCancelCause(Value other) : value_(std::move(other)) {}

  void write(Builder& builder) const { put_value(builder, value_); }
  Value to_value() const { return value_; }

 private:
  Value value_;
};

class StreamChunk {
 public:
  using View = StreamChunkView;
  StreamChunk(const StreamChunkBlockStart& made);  // NOLINT(google-explicit-constructor)
  StreamChunk(const StreamChunkTextDelta& made);  // NOLINT(google-explicit-constructor)
  StreamChunk(const StreamChunkReasoningDelta& made);  // NOLINT(google-explicit-constructor)
  StreamChunk(const StreamChunkToolCallDelta& made);  // NOLINT(google-explicit-constructor)
  StreamChunk(const StreamChunkBlockEnd& made);  // NOLINT(google-explicit-constructor)
  StreamChunk(const StreamChunkUsage& made);  // NOLINT(google-explicit-constructor)
  StreamChunk(const StreamChunkFinish& made);  // NOLINT(google-explicit-constructor)
  /// A value that exists already.
  StreamChunk(const StreamChunkView& view) : value_(Value::share(view.raw())) {}  // NOLINT(google-explicit-constructor)

  void write(Builder& builder) const { put_value(builder, value_); }
  Value to_value() const { return value_; }

 private:
  Value value_;
};

class FinishReason {
 public:
  using View = FinishReasonView;
  FinishReason(const FinishReasonStop& made);  // NOLINT(google-explicit-constructor)
  FinishReason(const FinishReasonToolCalls& made);  // NOLINT(google-explicit-constructor)
  FinishReason(const FinishReasonMaxTokens& made);  // NOLINT(google-explicit-constructor)
  FinishReason(const FinishReasonAborted& made);  // NOLINT(google-explicit-constructor)
  FinishReason(const FinishReasonError& made);  // NOLINT(google-explicit-constructor)
  /// A value that exists already.
  FinishReason(const FinishReasonView& view) : value_(Value::share(view.raw())) {}  // NOLINT(google-explicit-constructor)
  /// A variant that another contract declares.
  explicit FinishReason(Value other) : value_(std::move(other)) {}

  void write(Builder& builder) const { put_value(builder, value_); }
  Value to_value() const { return value_; }

 private:
  Value value_;
};

class TurnTrigger {
 public:
  using View = TurnTriggerView;
  TurnTrigger(const TurnTriggerMessage& made);  // NOLINT(google-explicit-constructor)
  TurnTrigger(const TurnTriggerInjection& made);  // NOLINT(google-explicit-constructor)
  /// A value that exists already.
  TurnTrigger(const TurnTriggerView& view) : value_(Value::share(view.raw())) {}  // NOLINT(google-explicit-constructor)
  /// A variant that another contract declares.
  explicit TurnTrigger(Value other) : value_(std::move(other)) {}

  void write(Builder& builder) const { put_value(builder, value_); }
  Value to_value() const { return value_; }

 private:
  Value value_;
};

class TurnEndReason {
 public:
  using View = TurnEndReasonView;
  TurnEndReason(const TurnEndReasonCompleted& made);  // NOLINT(google-explicit-constructor)
  TurnEndReason(const TurnEndReasonAborted& made);  // NOLINT(google-explicit-constructor)
  TurnEndReason(const TurnEndReasonBlocked& made);  // NOLINT(google-explicit-constructor)
  TurnEndReason(const TurnEndReasonError& made);  // NOLINT(google-explicit-constructor)
  TurnEndReason(const TurnEndReasonMaxTokens& made);  // NOLINT(google-explicit-constructor)
  TurnEndReason(const TurnEndReasonInterrupted& made);  // NOLINT(google-explicit-constructor)
  /// A value that exists already.
  TurnEndReason(const TurnEndReasonView& view) : value_(Value::share(view.raw())) {}  // NOLINT(google-explicit-constructor)
  /// A variant that another contract declares.
  explicit TurnEndReason(Value other) : value_(std::move(other)) {}

  void write(Builder& builder) const { put_value(builder, value_); }
  Value to_value() const { return value_; }

 private:
  Value value_;
};

struct Message {
  using View = MessageView;
  MessageId id;
  MessageRole role{};
  std::vector<ContentBlock> content;
  MessageSource source;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ContentBlockText {
  using View = ContentBlockTextView;
  std::string text;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ContentBlockReasoning {
  using View = ContentBlockReasoningView;
  std::string text;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ContentBlockImage {
  using View = ContentBlockImageView;
  Part<ImageAttachmentRef, ImageAttachmentRefView> attachment;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ImageAttachmentRef {
  using View = ImageAttachmentRefView;
  std::string attachment_id;
  ImageAttachmentRefMediaType media_type{};
  std::int64_t bytes = 0;
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::optional<std::string> name = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ContentBlockToolCall {
  using View = ContentBlockToolCallView;
  CallId id;
  std::string name;
  std::string arguments;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ContentBlockToolResult {
  using View = ContentBlockToolResultView;
  CallId tool_call_id;
  std::vector<Value> content;
  std::optional<bool> is_error = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct MessageSourceUser {
  using View = MessageSourceUserView;
  std::optional<std::string> rpc_id = std::nullopt;
  std::optional<std::string> client_time_zone = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct MessageSourcePlugin {
  using View = MessageSourcePluginView;
  std::string plugin;
  std::optional<std::string> form = std::nullopt;
  std::optional<std::vector<Part<MessageSourcePluginSectionsItem, MessageSourcePluginSectionsItemView>>> sections = std::nullopt;
  std::optional<std::string> summary = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct MessageSourcePluginSectionsItem {
  using View = MessageSourcePluginSectionsItemView;
  std::string name;
  std::string text;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct MessageSourceModel {
  using View = MessageSourceModelView;
  std::string provider;
  std::string model;
  std::optional<Part<ReplayEnvelope, ReplayEnvelopeView>> replay_state = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ReplayEnvelope {
  using View = ReplayEnvelopeView;
  Value response;
  std::optional<std::vector<Value>> blocks = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct MessageSourceTool {
  using View = MessageSourceToolView;
  CallId call_id;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionMeta {
  using View = SessionMetaView;
  std::optional<std::int64_t> created_at = std::nullopt;
  std::optional<std::string> cwd = std::nullopt;
  std::optional<SessionId> parent_session = std::nullopt;
  std::optional<std::int64_t> seed_length = std::nullopt;
  std::optional<std::string> origin = std::nullopt;
  std::optional<std::int64_t> delegation_depth = std::nullopt;
  std::optional<std::string> agent_preset = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionEvent {
  using View = SessionEventView;
  std::string type;
  std::int64_t seq = 0;
  std::int64_t time = 0;
  Value data;
  std::optional<bool> ignorable = std::nullopt;
  Value surface_op = {};
  std::optional<std::vector<std::int64_t>> source_event_seqs = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentCancelCauseUser {
  using View = AgentCancelCauseUserView;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentCancelCauseParent {
  using View = AgentCancelCauseParentView;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentCancelCauseHook {
  using View = AgentCancelCauseHookView;
  std::string reason;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentCancelCauseDisposed {
  using View = AgentCancelCauseDisposedView;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentCancelCauseLegacy {
  using View = AgentCancelCauseLegacyView;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct LlmCallConfig {
  using View = LlmCallConfigView;
  std::string provider;
  std::string model;
  std::optional<ReasoningEffortId> reasoning_effort = std::nullopt;
  std::optional<double> temperature = std::nullopt;
  std::optional<std::int64_t> max_tokens = std::nullopt;
  std::optional<std::vector<std::string>> stop = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct LlmFailure {
  using View = LlmFailureView;
  std::string message;
  std::string code;
  std::optional<std::int64_t> status = std::nullopt;
  std::optional<double> provider_retry_after_ms = std::nullopt;
  std::optional<std::string> request_id = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolSchema {
  using View = ToolSchemaView;
  std::string name;
  std::string description;
  Value parameters;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AdapterDefaults {
  using View = AdapterDefaultsView;
  std::optional<bool> reasoning_effort = std::nullopt;
  std::optional<bool> max_tokens = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct StreamChunkBlockStart {
  using View = StreamChunkBlockStartView;
  std::int64_t index = 0;
  std::string block_type;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct StreamChunkTextDelta {
  using View = StreamChunkTextDeltaView;
  std::int64_t index = 0;
  std::string text;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct StreamChunkReasoningDelta {
  using View = StreamChunkReasoningDeltaView;
  std::int64_t index = 0;
  std::string text;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct StreamChunkToolCallDelta {
  using View = StreamChunkToolCallDeltaView;
  std::int64_t index = 0;
  std::string id;
  std::string arguments_delta;
  std::optional<std::string> name = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct StreamChunkBlockEnd {
  using View = StreamChunkBlockEndView;
  std::int64_t index = 0;
  ContentBlock block;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct StreamChunkUsage {
  using View = StreamChunkUsageView;
  Part<TokenUsage, TokenUsageView> usage;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct TokenUsage {
  using View = TokenUsageView;
  std::int64_t input_tokens = 0;
  std::int64_t output_tokens = 0;
  std::optional<std::int64_t> cache_read_tokens = std::nullopt;
  std::optional<std::int64_t> cache_write_tokens = std::nullopt;
  std::optional<std::int64_t> reasoning_tokens = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct StreamChunkFinish {
  using View = StreamChunkFinishView;
  FinishReason reason;
  std::optional<Part<ReplayEnvelope, ReplayEnvelopeView>> replay_state = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct FinishReasonStop {
  using View = FinishReasonStopView;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct FinishReasonToolCalls {
  using View = FinishReasonToolCallsView;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct FinishReasonMaxTokens {
  using View = FinishReasonMaxTokensView;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct FinishReasonAborted {
  using View = FinishReasonAbortedView;
  Part<LlmFailure, LlmFailureView> failure;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct FinishReasonError {
  using View = FinishReasonErrorView;
  Part<LlmFailure, LlmFailureView> failure;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct EpochHeader {
  using View = EpochHeaderView;
  Part<LlmCallConfig, LlmCallConfigView> config;
  std::optional<Part<AdapterDefaults, AdapterDefaultsView>> adapter_defaults = std::nullopt;
  std::optional<std::string> system = std::nullopt;
  std::optional<std::vector<Part<ToolSchema, ToolSchemaView>>> tools = std::nullopt;
  std::optional<std::vector<Part<Message, MessageView>>> message_prefix = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct RequestContext {
  using View = RequestContextView;
  std::string provider;
  std::string model;
  std::optional<std::int64_t> context_window = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct TurnTriggerMessage {
  using View = TurnTriggerMessageView;
  MessageSource source;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct TurnTriggerInjection {
  using View = TurnTriggerInjectionView;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct TurnEndReasonCompleted {
  using View = TurnEndReasonCompletedView;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct TurnEndReasonAborted {
  using View = TurnEndReasonAbortedView;
  std::optional<AgentCancelCause> reason = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct TurnEndReasonBlocked {
  using View = TurnEndReasonBlockedView;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct TurnEndReasonError {
  using View = TurnEndReasonErrorView;
  std::optional<Part<LlmFailure, LlmFailureView>> error = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct TurnEndReasonMaxTokens {
  using View = TurnEndReasonMaxTokensView;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct TurnEndReasonInterrupted {
  using View = TurnEndReasonInterruptedView;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionHeader {
  using View = SessionHeaderView;
  std::int64_t version = 0;
  SessionId id;
  std::int64_t created_at = 0;
  std::optional<std::string> cwd = std::nullopt;
  std::optional<SessionId> parent_session = std::nullopt;
  std::optional<std::int64_t> seed_length = std::nullopt;
  std::optional<std::string> origin = std::nullopt;
  std::optional<std::int64_t> delegation_depth = std::nullopt;
  std::optional<std::string> agent_preset = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct Surface {
  using View = SurfaceView;
  std::vector<std::int64_t> nodes;
  std::int64_t replace_generation = 0;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionsCreateParams {
  using View = SessionsCreateParamsView;
  std::optional<SessionId> id = std::nullopt;
  std::optional<Part<SessionMeta, SessionMetaView>> meta = std::nullopt;
  std::optional<std::vector<Part<SessionEvent, SessionEventView>>> seed = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionsCreateResult {
  using View = SessionsCreateResultView;
  SessionId id;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionsPrepareParams {
  using View = SessionsPrepareParamsView;
  std::optional<SessionId> id = std::nullopt;
  std::optional<Part<SessionMeta, SessionMetaView>> meta = std::nullopt;
  std::optional<std::vector<Part<SessionEvent, SessionEventView>>> seed = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionsPrepareResult {
  using View = SessionsPrepareResultView;
  SessionId id;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionsLoadParams {
  using View = SessionsLoadParamsView;
  SessionId session_id;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionsLoadResult {
  using View = SessionsLoadResultView;
  SessionId id;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionsGetParams {
  using View = SessionsGetParamsView;
  SessionId session_id;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionsListResult {
  using View = SessionsListResultView;
  std::vector<SessionId> sessions;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionsFlushParams {
  using View = SessionsFlushParamsView;
  SessionId session_id;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionsFlushResult {
  using View = SessionsFlushResultView;
  bool participants = false;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionsForkParams {
  using View = SessionsForkParamsView;
  SessionId source;
  std::optional<std::int64_t> boundary = std::nullopt;
  std::optional<SessionId> child_id = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionsForkResult {
  using View = SessionsForkResultView;
  SessionId id;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionsStoredParams {
  using View = SessionsStoredParamsView;
  std::optional<std::string> cwd = std::nullopt;
  std::optional<std::int64_t> limit = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionsStoredResult {
  using View = SessionsStoredResultView;
  std::vector<Part<SessionsStoredResultSessionsItem, SessionsStoredResultSessionsItemView>> sessions;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionsStoredResultSessionsItem {
  using View = SessionsStoredResultSessionsItemView;
  Part<SessionHeader, SessionHeaderView> header;
  std::string revision;
  std::optional<bool> damaged = std::nullopt;
  std::optional<std::string> reason = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionsInspectParams {
  using View = SessionsInspectParamsView;
  SessionId session_id;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionsInspectResult {
  using View = SessionsInspectResultView;
  Part<SessionHeader, SessionHeaderView> header;
  std::vector<Part<SessionEvent, SessionEventView>> events;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionsRawParams {
  using View = SessionsRawParamsView;
  SessionId session_id;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionsRawResult {
  using View = SessionsRawResultView;
  std::string filename;
  std::string content;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionAppendParams {
  using View = SessionAppendParamsView;
  std::string type;
  Value data;
  std::optional<bool> ignorable = std::nullopt;
  Value surface_op = {};
  std::optional<std::vector<std::int64_t>> source_event_seqs = std::nullopt;
  std::optional<bool> out_of_band = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionReadParams {
  using View = SessionReadParamsView;
  std::int64_t from = 0;
  std::optional<std::int64_t> count = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionReadResult {
  using View = SessionReadResultView;
  std::vector<Part<SessionEvent, SessionEventView>> events;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionStateResult {
  using View = SessionStateResultView;
  Part<SessionHeader, SessionHeaderView> header;
  std::int64_t seq = 0;
  Part<Surface, SurfaceView> surface;
  std::optional<Part<EpochHeader, EpochHeaderView>> request_header = std::nullopt;
  std::optional<Part<RequestContext, RequestContextView>> request_context = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionBackendListParams {
  using View = SessionBackendListParamsView;
  std::optional<std::string> cwd = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionBackendListResult {
  using View = SessionBackendListResultView;
  std::vector<Part<SessionBackendListResultSessionsItem, SessionBackendListResultSessionsItemView>> sessions;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionBackendListResultSessionsItem {
  using View = SessionBackendListResultSessionsItemView;
  Part<SessionHeader, SessionHeaderView> header;
  std::string revision;
  std::optional<bool> damaged = std::nullopt;
  std::optional<std::string> reason = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionBackendCreateParams {
  using View = SessionBackendCreateParamsView;
  Part<SessionHeader, SessionHeaderView> header;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionBackendOpenParams {
  using View = SessionBackendOpenParamsView;
  SessionId session_id;
  SessionBackendOpenParamsMode mode{};

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionBackendOpenResult {
  using View = SessionBackendOpenResultView;
  Part<SessionHeader, SessionHeaderView> header;
  std::string revision;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionBackendAppendParams {
  using View = SessionBackendAppendParamsView;
  std::int64_t first_seq = 0;
  std::vector<Value> rows;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionBackendAppendResult {
  using View = SessionBackendAppendResultView;
  std::string revision;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionBackendReadParams {
  using View = SessionBackendReadParamsView;
  std::int64_t from = 0;
  std::optional<std::int64_t> count = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionBackendReadResult {
  using View = SessionBackendReadResultView;
  std::vector<Value> rows;
  std::int64_t next_seq = 0;
  std::optional<bool> torn = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionBackendReplaceTailParams {
  using View = SessionBackendReplaceTailParamsView;
  std::int64_t from_seq = 0;
  std::vector<Value> rows;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionBackendReplaceTailResult {
  using View = SessionBackendReplaceTailResultView;
  std::string revision;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionBackendRawParams {
  using View = SessionBackendRawParamsView;
  SessionId session_id;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionBackendRawResult {
  using View = SessionBackendRawResultView;
  std::string filename;
  std::string content;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionBackendDeleteParams {
  using View = SessionBackendDeleteParamsView;
  SessionId session_id;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionBackendFamilyMetadata {
  using View = SessionBackendFamilyMetadataView;
  std::optional<std::string> location = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionCreatedAdmitEvent {
  using View = SessionCreatedAdmitEventView;
  SessionId session_id;
  Part<SessionHeader, SessionHeaderView> header;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionCreatedEvent {
  using View = SessionCreatedEventView;
  SessionId session_id;
  Part<SessionHeader, SessionHeaderView> header;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionDisposedEvent {
  using View = SessionDisposedEventView;
  SessionId session_id;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionEventEvent {
  using View = SessionEventEventView;
  SessionId session_id;
  Part<SessionEvent, SessionEventView> event;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SessionFlushEvent {
  using View = SessionFlushEventView;
  SessionId session_id;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct TurnStartData {
  using View = TurnStartDataView;
  std::int64_t turn = 0;
  std::optional<TurnTrigger> trigger = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct TurnEndData {
  using View = TurnEndDataView;
  std::int64_t turn = 0;
  TurnEndReason reason;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct StepStartData {
  using View = StepStartDataView;
  std::int64_t turn = 0;
  std::int64_t step = 0;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct StepEndData {
  using View = StepEndDataView;
  std::int64_t turn = 0;
  std::int64_t step = 0;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct PromptBlockedData {
  using View = PromptBlockedDataView;
  std::vector<ContentBlock> content;
  MessageSource source;
  std::string reason;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AssistantChunkData {
  using View = AssistantChunkDataView;
  std::int64_t turn = 0;
  std::int64_t step = 0;
  StreamChunk chunk;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AssistantMessageData {
  using View = AssistantMessageDataView;
  std::int64_t turn = 0;
  std::int64_t step = 0;
  Part<Message, MessageView> message;
  std::optional<Part<TokenUsage, TokenUsageView>> usage = std::nullopt;
  std::optional<bool> interrupted = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolCallData {
  using View = ToolCallDataView;
  std::int64_t turn = 0;
  std::int64_t step = 0;
  CallId call_id;
  std::string name;
  std::string arguments;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolResultData {
  using View = ToolResultDataView;
  std::int64_t turn = 0;
  std::int64_t step = 0;
  Part<Message, MessageView> message;
  std::optional<Part<ToolResultDataError, ToolResultDataErrorView>> error = std::nullopt;
  Value meta = {};

  void write(Builder& builder) const;
  Value to_value() const;
};

struct ToolResultDataError {
  using View = ToolResultDataErrorView;
  std::string name;
  std::string code;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SteeringMessageData {
  using View = SteeringMessageDataView;
  std::int64_t turn = 0;
  std::vector<ContentBlock> content;
  MessageSource source;
  std::optional<std::string> id = std::nullopt;
  std::optional<std::string> role = std::nullopt;
  Value envelope = {};
  Value meta = {};

  void write(Builder& builder) const;
  Value to_value() const;
};

struct TodoWriteData {
  using View = TodoWriteDataView;
  std::vector<Part<TodoWriteDataTodosItem, TodoWriteDataTodosItemView>> todos;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct TodoWriteDataTodosItem {
  using View = TodoWriteDataTodosItemView;
  std::string content;
  TodoWriteDataTodosItemStatus status{};

  void write(Builder& builder) const;
  Value to_value() const;
};

struct RequestHeaderData {
  using View = RequestHeaderDataView;
  Part<EpochHeader, EpochHeaderView> header;
  RequestHeaderDataReason reason{};

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentInboxSplicedData {
  using View = AgentInboxSplicedDataView;
  AgentInboxSplicedDataTarget target{};
  std::int64_t start = 0;
  std::vector<Part<Message, MessageView>> inserted;
  std::optional<std::int64_t> removed_count = std::nullopt;
  std::optional<std::string> outcome = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

using SessionAppendResult = SessionEvent;
using SessionAppendResultView = SessionEventView;

using UserMessageData = Message;
using UserMessageDataView = MessageView;

using RequestContextData = RequestContext;
using RequestContextDataView = RequestContextView;

namespace keys {
inline constinit const LazyKey kId{"id"};
inline constinit const LazyKey kRole{"role"};
inline constinit const LazyKey kContent{"content"};
inline constinit const LazyKey kSource{"source"};
inline constinit const LazyKey kType{"type"};
inline constinit const LazyKey kText{"text"};
inline constinit const LazyKey kAttachment{"attachment"};
inline constinit const LazyKey kAttachmentId{"attachmentId"};
inline constinit const LazyKey kMediaType{"mediaType"};
inline constinit const LazyKey kBytes{"bytes"};
inline constinit const LazyKey kWidth{"width"};
inline constinit const LazyKey kHeight{"height"};
inline constinit const LazyKey kName{"name"};
inline constinit const LazyKey kArguments{"arguments"};
inline constinit const LazyKey kToolCallId{"toolCallId"};
inline constinit const LazyKey kIsError{"isError"};
inline constinit const LazyKey kKind{"kind"};
inline constinit const LazyKey kRpcId{"rpcId"};
inline constinit const LazyKey kClientTimeZone{"clientTimeZone"};
inline constinit const LazyKey kPlugin{"plugin"};
inline constinit const LazyKey kForm{"form"};
inline constinit const LazyKey kSections{"sections"};
inline constinit const LazyKey kSummary{"summary"};
inline constinit const LazyKey kProvider{"provider"};
inline constinit const LazyKey kModel{"model"};
inline constinit const LazyKey kReplayState{"replayState"};
inline constinit const LazyKey kResponse{"response"};
inline constinit const LazyKey kBlocks{"blocks"};
inline constinit const LazyKey kCallId{"callId"};
inline constinit const LazyKey kCreatedAt{"createdAt"};
inline constinit const LazyKey kCwd{"cwd"};
inline constinit const LazyKey kParentSession{"parentSession"};
inline constinit const LazyKey kSeedLength{"seedLength"};
inline constinit const LazyKey kOrigin{"origin"};
inline constinit const LazyKey kDelegationDepth{"delegationDepth"};
inline constinit const LazyKey kAgentPreset{"agentPreset"};
inline constinit const LazyKey kSeq{"seq"};
inline constinit const LazyKey kTime{"time"};
inline constinit const LazyKey kData{"data"};
inline constinit const LazyKey kIgnorable{"ignorable"};
inline constinit const LazyKey kSurfaceOp{"surfaceOp"};
inline constinit const LazyKey kSourceEventSeqs{"sourceEventSeqs"};
inline constinit const LazyKey kReason{"reason"};
inline constinit const LazyKey kReasoningEffort{"reasoningEffort"};
inline constinit const LazyKey kTemperature{"temperature"};
inline constinit const LazyKey kMaxTokens{"maxTokens"};
inline constinit const LazyKey kStop{"stop"};
inline constinit const LazyKey kMessage{"message"};
inline constinit const LazyKey kCode{"code"};
inline constinit const LazyKey kStatus{"status"};
inline constinit const LazyKey kProviderRetryAfterMs{"providerRetryAfterMs"};
inline constinit const LazyKey kRequestId{"requestId"};
inline constinit const LazyKey kDescription{"description"};
inline constinit const LazyKey kParameters{"parameters"};
inline constinit const LazyKey kIndex{"index"};
inline constinit const LazyKey kBlockType{"blockType"};
inline constinit const LazyKey kArgumentsDelta{"argumentsDelta"};
inline constinit const LazyKey kBlock{"block"};
inline constinit const LazyKey kUsage{"usage"};
inline constinit const LazyKey kInputTokens{"inputTokens"};
inline constinit const LazyKey kOutputTokens{"outputTokens"};
inline constinit const LazyKey kCacheReadTokens{"cacheReadTokens"};
inline constinit const LazyKey kCacheWriteTokens{"cacheWriteTokens"};
inline constinit const LazyKey kReasoningTokens{"reasoningTokens"};
inline constinit const LazyKey kFailure{"failure"};
inline constinit const LazyKey kConfig{"config"};
inline constinit const LazyKey kAdapterDefaults{"adapterDefaults"};
inline constinit const LazyKey kSystem{"system"};
inline constinit const LazyKey kTools{"tools"};
inline constinit const LazyKey kMessagePrefix{"messagePrefix"};
inline constinit const LazyKey kContextWindow{"contextWindow"};
inline constinit const LazyKey kError{"error"};
inline constinit const LazyKey kVersion{"version"};
inline constinit const LazyKey kNodes{"nodes"};
inline constinit const LazyKey kReplaceGeneration{"replaceGeneration"};
inline constinit const LazyKey kMeta{"meta"};
inline constinit const LazyKey kSeed{"seed"};
inline constinit const LazyKey kSessionId{"session_id"};
inline constinit const LazyKey kSessions{"sessions"};
inline constinit const LazyKey kParticipants{"participants"};
inline constinit const LazyKey kBoundary{"boundary"};
inline constinit const LazyKey kChildId{"child_id"};
inline constinit const LazyKey kLimit{"limit"};
inline constinit const LazyKey kHeader{"header"};
inline constinit const LazyKey kRevision{"revision"};
inline constinit const LazyKey kDamaged{"damaged"};
inline constinit const LazyKey kEvents{"events"};
inline constinit const LazyKey kFilename{"filename"};
inline constinit const LazyKey kOutOfBand{"out_of_band"};
inline constinit const LazyKey kFrom{"from"};
inline constinit const LazyKey kCount{"count"};
inline constinit const LazyKey kSurface{"surface"};
inline constinit const LazyKey kRequestHeader{"requestHeader"};
inline constinit const LazyKey kRequestContext{"requestContext"};
inline constinit const LazyKey kMode{"mode"};
inline constinit const LazyKey kFirstSeq{"first_seq"};
inline constinit const LazyKey kRows{"rows"};
inline constinit const LazyKey kNextSeq{"next_seq"};
inline constinit const LazyKey kTorn{"torn"};
inline constinit const LazyKey kFromSeq{"from_seq"};
inline constinit const LazyKey kLocation{"location"};
inline constinit const LazyKey kEvent{"event"};
inline constinit const LazyKey kTurn{"turn"};
inline constinit const LazyKey kTrigger{"trigger"};
inline constinit const LazyKey kStep{"step"};
inline constinit const LazyKey kChunk{"chunk"};
inline constinit const LazyKey kInterrupted{"interrupted"};
inline constinit const LazyKey kEnvelope{"envelope"};
inline constinit const LazyKey kTodos{"todos"};
inline constinit const LazyKey kTarget{"target"};
inline constinit const LazyKey kStart{"start"};
inline constinit const LazyKey kInserted{"inserted"};
inline constinit const LazyKey kRemovedCount{"removedCount"};
inline constinit const LazyKey kOutcome{"outcome"};
}  // namespace keys

inline MessageIdView MessageView::id() const {
  return MessageIdView(keys::kId.of(raw_).text());
}
inline std::optional<MessageRole> MessageView::role() const {
  return message_role_from_text(keys::kRole.of(raw_).text());
}
inline ListView<ContentBlockView> MessageView::content() const {
  return ListView<ContentBlockView>(keys::kContent.of(raw_));
}
inline MessageSourceView MessageView::source() const {
  return MessageSourceView(keys::kSource.of(raw_));
}
inline ContentBlockTextView ContentBlockView::text() const {
  return tag() == Tag::kText ? ContentBlockTextView(raw_) : ContentBlockTextView();
}
inline ContentBlockReasoningView ContentBlockView::reasoning() const {
  return tag() == Tag::kReasoning ? ContentBlockReasoningView(raw_) : ContentBlockReasoningView();
}
inline ContentBlockImageView ContentBlockView::image() const {
  return tag() == Tag::kImage ? ContentBlockImageView(raw_) : ContentBlockImageView();
}
inline ContentBlockToolCallView ContentBlockView::tool_call() const {
  return tag() == Tag::kToolCall ? ContentBlockToolCallView(raw_) : ContentBlockToolCallView();
}
inline ContentBlockToolResultView ContentBlockView::tool_result() const {
  return tag() == Tag::kToolResult ? ContentBlockToolResultView(raw_) : ContentBlockToolResultView();
}
inline std::string_view ContentBlockView::tag_text() const {
  return keys::kType.of(raw_).text();
}
inline ContentBlockView::Tag ContentBlockView::tag() const {
  const std::string_view text = tag_text();
  if (text == "text") return Tag::kText;
  if (text == "reasoning") return Tag::kReasoning;
  if (text == "image") return Tag::kImage;
  if (text == "tool-call") return Tag::kToolCall;
  if (text == "tool-result") return Tag::kToolResult;
  return Tag::kOther;
}
inline std::string_view ContentBlockTextView::text() const {
  return keys::kText.of(raw_).text();
}
inline std::string_view ContentBlockReasoningView::text() const {
  return keys::kText.of(raw_).text();
}
inline ImageAttachmentRefView ContentBlockImageView::attachment() const {
  return ImageAttachmentRefView(keys::kAttachment.of(raw_));
}
inline std::string_view ImageAttachmentRefView::attachment_id() const {
  return keys::kAttachmentId.of(raw_).text();
}
inline std::optional<ImageAttachmentRefMediaType> ImageAttachmentRefView::media_type() const {
  return image_attachment_ref_media_type_from_text(keys::kMediaType.of(raw_).text());
}
inline std::int64_t ImageAttachmentRefView::bytes() const {
  return keys::kBytes.of(raw_).integer_or(0);
}
inline std::int64_t ImageAttachmentRefView::width() const {
  return keys::kWidth.of(raw_).integer_or(0);
}
inline std::int64_t ImageAttachmentRefView::height() const {
  return keys::kHeight.of(raw_).integer_or(0);
}
inline std::optional<std::string_view> ImageAttachmentRefView::name() const {
  return optional_text(keys::kName.of(raw_));
}
inline CallIdView ContentBlockToolCallView::id() const {
  return CallIdView(keys::kId.of(raw_).text());
}
inline std::string_view ContentBlockToolCallView::name() const {
  return keys::kName.of(raw_).text();
}
inline std::string_view ContentBlockToolCallView::arguments() const {
  return keys::kArguments.of(raw_).text();
}
inline CallIdView ContentBlockToolResultView::tool_call_id() const {
  return CallIdView(keys::kToolCallId.of(raw_).text());
}
inline ListView<ValueView> ContentBlockToolResultView::content() const {
  return ListView<ValueView>(keys::kContent.of(raw_));
}
inline std::optional<bool> ContentBlockToolResultView::is_error() const {
  return keys::kIsError.of(raw_).boolean();
}
inline MessageSourceUserView MessageSourceView::user() const {
  return tag() == Tag::kUser ? MessageSourceUserView(raw_) : MessageSourceUserView();
}
inline MessageSourcePluginView MessageSourceView::plugin() const {
  return tag() == Tag::kPlugin ? MessageSourcePluginView(raw_) : MessageSourcePluginView();
}
inline MessageSourceModelView MessageSourceView::model() const {
  return tag() == Tag::kModel ? MessageSourceModelView(raw_) : MessageSourceModelView();
}
inline MessageSourceToolView MessageSourceView::tool() const {
  return tag() == Tag::kTool ? MessageSourceToolView(raw_) : MessageSourceToolView();
}
inline std::string_view MessageSourceView::tag_text() const {
  return keys::kKind.of(raw_).text();
}
inline MessageSourceView::Tag MessageSourceView::tag() const {
  const std::string_view text = tag_text();
  if (text == "user") return Tag::kUser;
  if (text == "plugin") return Tag::kPlugin;
  if (text == "model") return Tag::kModel;
  if (text == "tool") return Tag::kTool;
  return Tag::kOther;
}
inline std::optional<std::string_view> MessageSourceUserView::rpc_id() const {
  return optional_text(keys::kRpcId.of(raw_));
}
inline std::optional<std::string_view> MessageSourceUserView::client_time_zone() const {
  return optional_text(keys::kClientTimeZone.of(raw_));
}
inline std::string_view MessageSourcePluginView::plugin() const {
  return keys::kPlugin.of(raw_).text();
}
inline std::optional<std::string_view> MessageSourcePluginView::form() const {
  return optional_text(keys::kForm.of(raw_));
}
inline ListView<MessageSourcePluginSectionsItemView> MessageSourcePluginView::sections() const {
  return ListView<MessageSourcePluginSectionsItemView>(keys::kSections.of(raw_));
}
inline std::optional<std::string_view> MessageSourcePluginView::summary() const {
  return optional_text(keys::kSummary.of(raw_));
}
inline std::string_view MessageSourcePluginSectionsItemView::name() const {
  return keys::kName.of(raw_).text();
}
inline std::string_view MessageSourcePluginSectionsItemView::text() const {
  return keys::kText.of(raw_).text();
}
inline std::string_view MessageSourceModelView::provider() const {
  return keys::kProvider.of(raw_).text();
}
inline std::string_view MessageSourceModelView::model() const {
  return keys::kModel.of(raw_).text();
}
inline ReplayEnvelopeView MessageSourceModelView::replay_state() const {
  return ReplayEnvelopeView(keys::kReplayState.of(raw_));
}
inline ValueView ReplayEnvelopeView::response() const {
  return keys::kResponse.of(raw_);
}
inline ListView<ValueView> ReplayEnvelopeView::blocks() const {
  return ListView<ValueView>(keys::kBlocks.of(raw_));
}
inline CallIdView MessageSourceToolView::call_id() const {
  return CallIdView(keys::kCallId.of(raw_).text());
}
inline std::optional<std::int64_t> SessionMetaView::created_at() const {
  return keys::kCreatedAt.of(raw_).integer();
}
inline std::optional<std::string_view> SessionMetaView::cwd() const {
  return optional_text(keys::kCwd.of(raw_));
}
inline std::optional<SessionIdView> SessionMetaView::parent_session() const {
  return optional_id<SessionIdView>(keys::kParentSession.of(raw_));
}
inline std::optional<std::int64_t> SessionMetaView::seed_length() const {
  return keys::kSeedLength.of(raw_).integer();
}
inline std::optional<std::string_view> SessionMetaView::origin() const {
  return optional_text(keys::kOrigin.of(raw_));
}
inline std::optional<std::int64_t> SessionMetaView::delegation_depth() const {
  return keys::kDelegationDepth.of(raw_).integer();
}
inline std::optional<std::string_view> SessionMetaView::agent_preset() const {
  return optional_text(keys::kAgentPreset.of(raw_));
}
inline std::string_view SessionEventView::type() const {
  return keys::kType.of(raw_).text();
}
inline std::int64_t SessionEventView::seq() const {
  return keys::kSeq.of(raw_).integer_or(0);
}
inline std::int64_t SessionEventView::time() const {
  return keys::kTime.of(raw_).integer_or(0);
}
inline ValueView SessionEventView::data() const {
  return keys::kData.of(raw_);
}
inline std::optional<bool> SessionEventView::ignorable() const {
  return keys::kIgnorable.of(raw_).boolean();
}
inline ValueView SessionEventView::surface_op() const {
  return keys::kSurfaceOp.of(raw_);
}
inline ListView<std::int64_t> SessionEventView::source_event_seqs() const {
  return ListView<std::int64_t>(keys::kSourceEventSeqs.of(raw_));
}
inline AgentCancelCauseUserView AgentCancelCauseView::user() const {
  return tag() == Tag::kUser ? AgentCancelCauseUserView(raw_) : AgentCancelCauseUserView();
}
inline AgentCancelCauseParentView AgentCancelCauseView::parent() const {
  return tag() == Tag::kParent ? AgentCancelCauseParentView(raw_) : AgentCancelCauseParentView();
}
inline AgentCancelCauseHookView AgentCancelCauseView::hook() const {
  return tag() == Tag::kHook ? AgentCancelCauseHookView(raw_) : AgentCancelCauseHookView();
}
inline AgentCancelCauseDisposedView AgentCancelCauseView::disposed() const {
  return tag() == Tag::kDisposed ? AgentCancelCauseDisposedView(raw_) : AgentCancelCauseDisposedView();
}
inline AgentCancelCauseLegacyView AgentCancelCauseView::legacy() const {
  return tag() == Tag::kLegacy ? AgentCancelCauseLegacyView(raw_) : AgentCancelCauseLegacyView();
}
inline std::string_view AgentCancelCauseView::tag_text() const {
  return keys::kKind.of(raw_).text();
}
inline AgentCancelCauseView::Tag AgentCancelCauseView::tag() const {
  const std::string_view text = tag_text();
  if (text == "user") return Tag::kUser;
  if (text == "parent") return Tag::kParent;
  if (text == "hook") return Tag::kHook;
  if (text == "disposed") return Tag::kDisposed;
  if (text == "legacy") return Tag::kLegacy;
  return Tag::kOther;
}
inline std::string_view AgentCancelCauseHookView::reason() const {
  return keys::kReason.of(raw_).text();
}
inline std::string_view LlmCallConfigView::provider() const {
  return keys::kProvider.of(raw_).text();
}
inline std::string_view LlmCallConfigView::model() const {
  return keys::kModel.of(raw_).text();
}
inline std::optional<ReasoningEffortIdView> LlmCallConfigView::reasoning_effort() const {
  return optional_id<ReasoningEffortIdView>(keys::kReasoningEffort.of(raw_));
}
inline std::optional<double> LlmCallConfigView::temperature() const {
  return keys::kTemperature.of(raw_).number();
}
inline std::optional<std::int64_t> LlmCallConfigView::max_tokens() const {
  return keys::kMaxTokens.of(raw_).integer();
}
inline ListView<std::string_view> LlmCallConfigView::stop() const {
  return ListView<std::string_view>(keys::kStop.of(raw_));
}
inline std::string_view LlmFailureView::message() const {
  return keys::kMessage.of(raw_).text();
}
inline std::string_view LlmFailureView::code() const {
  return keys::kCode.of(raw_).text();
}
inline std::optional<std::int64_t> LlmFailureView::status() const {
  return keys::kStatus.of(raw_).integer();
}
inline std::optional<double> LlmFailureView::provider_retry_after_ms() const {
  return keys::kProviderRetryAfterMs.of(raw_).number();
}
inline std::optional<std::string_view> LlmFailureView::request_id() const {
  return optional_text(keys::kRequestId.of(raw_));
}
inline std::string_view ToolSchemaView::name() const {
  return keys::kName.of(raw_).text();
}
inline std::string_view ToolSchemaView::description() const {
  return keys::kDescription.of(raw_).text();
}
inline ValueView ToolSchemaView::parameters() const {
  return keys::kParameters.of(raw_);
}
inline std::optional<bool> AdapterDefaultsView::reasoning_effort() const {
  return keys::kReasoningEffort.of(raw_).boolean();
}
inline std::optional<bool> AdapterDefaultsView::max_tokens() const {
  return keys::kMaxTokens.of(raw_).boolean();
}
inline StreamChunkBlockStartView StreamChunkView::block_start() const {
  return tag() == Tag::kBlockStart ? StreamChunkBlockStartView(raw_) : StreamChunkBlockStartView();
}
inline StreamChunkTextDeltaView StreamChunkView::text_delta() const {
  return tag() == Tag::kTextDelta ? StreamChunkTextDeltaView(raw_) : StreamChunkTextDeltaView();
}
inline StreamChunkReasoningDeltaView StreamChunkView::reasoning_delta() const {
  return tag() == Tag::kReasoningDelta ? StreamChunkReasoningDeltaView(raw_) : StreamChunkReasoningDeltaView();
}
inline StreamChunkToolCallDeltaView StreamChunkView::tool_call_delta() const {
  return tag() == Tag::kToolCallDelta ? StreamChunkToolCallDeltaView(raw_) : StreamChunkToolCallDeltaView();
}
inline StreamChunkBlockEndView StreamChunkView::block_end() const {
  return tag() == Tag::kBlockEnd ? StreamChunkBlockEndView(raw_) : StreamChunkBlockEndView();
}
inline StreamChunkUsageView StreamChunkView::usage() const {
  return tag() == Tag::kUsage ? StreamChunkUsageView(raw_) : StreamChunkUsageView();
}
inline StreamChunkFinishView StreamChunkView::finish() const {
  return tag() == Tag::kFinish ? StreamChunkFinishView(raw_) : StreamChunkFinishView();
}
inline std::string_view StreamChunkView::tag_text() const {
  return keys::kType.of(raw_).text();
}
inline StreamChunkView::Tag StreamChunkView::tag() const {
  const std::string_view text = tag_text();
  if (text == "block-start") return Tag::kBlockStart;
  if (text == "text-delta") return Tag::kTextDelta;
  if (text == "reasoning-delta") return Tag::kReasoningDelta;
  if (text == "tool-call-delta") return Tag::kToolCallDelta;
  if (text == "block-end") return Tag::kBlockEnd;
  if (text == "usage") return Tag::kUsage;
  if (text == "finish") return Tag::kFinish;
  return Tag::kOther;
}
inline std::int64_t StreamChunkBlockStartView::index() const {
  return keys::kIndex.of(raw_).integer_or(0);
}
inline std::string_view StreamChunkBlockStartView::block_type() const {
  return keys::kBlockType.of(raw_).text();
}
inline std::int64_t StreamChunkTextDeltaView::index() const {
  return keys::kIndex.of(raw_).integer_or(0);
}
inline std::string_view StreamChunkTextDeltaView::text() const {
  return keys::kText.of(raw_).text();
}
inline std::int64_t StreamChunkReasoningDeltaView::index() const {
  return keys::kIndex.of(raw_).integer_or(0);
}
inline std::string_view StreamChunkReasoningDeltaView::text() const {
  return keys::kText.of(raw_).text();
}
inline std::int64_t StreamChunkToolCallDeltaView::index() const {
  return keys::kIndex.of(raw_).integer_or(0);
}
inline std::string_view StreamChunkToolCallDeltaView::id() const {
  return keys::kId.of(raw_).text();
}
inline std::string_view StreamChunkToolCallDeltaView::arguments_delta() const {
  return keys::kArgumentsDelta.of(raw_).text();
}
inline std::optional<std::string_view> StreamChunkToolCallDeltaView::name() const {
  return optional_text(keys::kName.of(raw_));
}
inline std::int64_t StreamChunkBlockEndView::index() const {
  return keys::kIndex.of(raw_).integer_or(0);
}
inline ContentBlockView StreamChunkBlockEndView::block() const {
  return ContentBlockView(keys::kBlock.of(raw_));
}
inline TokenUsageView StreamChunkUsageView::usage() const {
  return TokenUsageView(keys::kUsage.of(raw_));
}
inline std::int64_t TokenUsageView::input_tokens() const {
  return keys::kInputTokens.of(raw_).integer_or(0);
}
inline std::int64_t TokenUsageView::output_tokens() const {
  return keys::kOutputTokens.of(raw_).integer_or(0);
}
inline std::optional<std::int64_t> TokenUsageView::cache_read_tokens() const {
  return keys::kCacheReadTokens.of(raw_).integer();
}
inline std::optional<std::int64_t> TokenUsageView::cache_write_tokens() const {
  return keys::kCacheWriteTokens.of(raw_).integer();
}
inline std::optional<std::int64_t> TokenUsageView::reasoning_tokens() const {
  return keys::kReasoningTokens.of(raw_).integer();
}
inline FinishReasonView StreamChunkFinishView::reason() const {
  return FinishReasonView(keys::kReason.of(raw_));
}
inline ReplayEnvelopeView StreamChunkFinishView::replay_state() const {
  return ReplayEnvelopeView(keys::kReplayState.of(raw_));
}
inline FinishReasonStopView FinishReasonView::stop() const {
  return tag() == Tag::kStop ? FinishReasonStopView(raw_) : FinishReasonStopView();
}
inline FinishReasonToolCallsView FinishReasonView::tool_calls() const {
  return tag() == Tag::kToolCalls ? FinishReasonToolCallsView(raw_) : FinishReasonToolCallsView();
}
inline FinishReasonMaxTokensView FinishReasonView::max_tokens() const {
  return tag() == Tag::kMaxTokens ? FinishReasonMaxTokensView(raw_) : FinishReasonMaxTokensView();
}
inline FinishReasonAbortedView FinishReasonView::aborted() const {
  return tag() == Tag::kAborted ? FinishReasonAbortedView(raw_) : FinishReasonAbortedView();
}
inline FinishReasonErrorView FinishReasonView::error() const {
  return tag() == Tag::kError ? FinishReasonErrorView(raw_) : FinishReasonErrorView();
}
inline std::string_view FinishReasonView::tag_text() const {
  return keys::kKind.of(raw_).text();
}
inline FinishReasonView::Tag FinishReasonView::tag() const {
  const std::string_view text = tag_text();
  if (text == "stop") return Tag::kStop;
  if (text == "tool-calls") return Tag::kToolCalls;
  if (text == "max-tokens") return Tag::kMaxTokens;
  if (text == "aborted") return Tag::kAborted;
  if (text == "error") return Tag::kError;
  return Tag::kOther;
}
inline LlmFailureView FinishReasonAbortedView::failure() const {
  return LlmFailureView(keys::kFailure.of(raw_));
}
inline LlmFailureView FinishReasonErrorView::failure() const {
  return LlmFailureView(keys::kFailure.of(raw_));
}
inline LlmCallConfigView EpochHeaderView::config() const {
  return LlmCallConfigView(keys::kConfig.of(raw_));
}
inline AdapterDefaultsView EpochHeaderView::adapter_defaults() const {
  return AdapterDefaultsView(keys::kAdapterDefaults.of(raw_));
}
inline std::optional<std::string_view> EpochHeaderView::system() const {
  return optional_text(keys::kSystem.of(raw_));
}
inline ListView<ToolSchemaView> EpochHeaderView::tools() const {
  return ListView<ToolSchemaView>(keys::kTools.of(raw_));
}
inline ListView<MessageView> EpochHeaderView::message_prefix() const {
  return ListView<MessageView>(keys::kMessagePrefix.of(raw_));
}
inline std::string_view RequestContextView::provider() const {
  return keys::kProvider.of(raw_).text();
}
inline std::string_view RequestContextView::model() const {
  return keys::kModel.of(raw_).text();
}
inline std::optional<std::int64_t> RequestContextView::context_window() const {
  return keys::kContextWindow.of(raw_).integer();
}
inline TurnTriggerMessageView TurnTriggerView::message() const {
  return tag() == Tag::kMessage ? TurnTriggerMessageView(raw_) : TurnTriggerMessageView();
}
inline TurnTriggerInjectionView TurnTriggerView::injection() const {
  return tag() == Tag::kInjection ? TurnTriggerInjectionView(raw_) : TurnTriggerInjectionView();
}
inline std::string_view TurnTriggerView::tag_text() const {
  return keys::kKind.of(raw_).text();
}
inline TurnTriggerView::Tag TurnTriggerView::tag() const {
  const std::string_view text = tag_text();
  if (text == "message") return Tag::kMessage;
  if (text == "injection") return Tag::kInjection;
  return Tag::kOther;
}
inline MessageSourceView TurnTriggerMessageView::source() const {
  return MessageSourceView(keys::kSource.of(raw_));
}
inline TurnEndReasonCompletedView TurnEndReasonView::completed() const {
  return tag() == Tag::kCompleted ? TurnEndReasonCompletedView(raw_) : TurnEndReasonCompletedView();
}
inline TurnEndReasonAbortedView TurnEndReasonView::aborted() const {
  return tag() == Tag::kAborted ? TurnEndReasonAbortedView(raw_) : TurnEndReasonAbortedView();
}
inline TurnEndReasonBlockedView TurnEndReasonView::blocked() const {
  return tag() == Tag::kBlocked ? TurnEndReasonBlockedView(raw_) : TurnEndReasonBlockedView();
}
inline TurnEndReasonErrorView TurnEndReasonView::error() const {
  return tag() == Tag::kError ? TurnEndReasonErrorView(raw_) : TurnEndReasonErrorView();
}
inline TurnEndReasonMaxTokensView TurnEndReasonView::max_tokens() const {
  return tag() == Tag::kMaxTokens ? TurnEndReasonMaxTokensView(raw_) : TurnEndReasonMaxTokensView();
}
inline TurnEndReasonInterruptedView TurnEndReasonView::interrupted() const {
  return tag() == Tag::kInterrupted ? TurnEndReasonInterruptedView(raw_) : TurnEndReasonInterruptedView();
}
inline std::string_view TurnEndReasonView::tag_text() const {
  return keys::kKind.of(raw_).text();
}
inline TurnEndReasonView::Tag TurnEndReasonView::tag() const {
  const std::string_view text = tag_text();
  if (text == "completed") return Tag::kCompleted;
  if (text == "aborted") return Tag::kAborted;
  if (text == "blocked") return Tag::kBlocked;
  if (text == "error") return Tag::kError;
  if (text == "max-tokens") return Tag::kMaxTokens;
  if (text == "interrupted") return Tag::kInterrupted;
  return Tag::kOther;
}
inline AgentCancelCauseView TurnEndReasonAbortedView::reason() const {
  return AgentCancelCauseView(keys::kReason.of(raw_));
}
inline LlmFailureView TurnEndReasonErrorView::error() const {
  return LlmFailureView(keys::kError.of(raw_));
}
inline std::int64_t SessionHeaderView::version() const {
  return keys::kVersion.of(raw_).integer_or(0);
}
inline SessionIdView SessionHeaderView::id() const {
  return SessionIdView(keys::kId.of(raw_).text());
}
inline std::int64_t SessionHeaderView::created_at() const {
  return keys::kCreatedAt.of(raw_).integer_or(0);
}
inline std::optional<std::string_view> SessionHeaderView::cwd() const {
  return optional_text(keys::kCwd.of(raw_));
}
inline std::optional<SessionIdView> SessionHeaderView::parent_session() const {
  return optional_id<SessionIdView>(keys::kParentSession.of(raw_));
}
inline std::optional<std::int64_t> SessionHeaderView::seed_length() const {
  return keys::kSeedLength.of(raw_).integer();
}
inline std::optional<std::string_view> SessionHeaderView::origin() const {
  return optional_text(keys::kOrigin.of(raw_));
}
inline std::optional<std::int64_t> SessionHeaderView::delegation_depth() const {
  return keys::kDelegationDepth.of(raw_).integer();
}
inline std::optional<std::string_view> SessionHeaderView::agent_preset() const {
  return optional_text(keys::kAgentPreset.of(raw_));
}
inline ListView<std::int64_t> SurfaceView::nodes() const {
  return ListView<std::int64_t>(keys::kNodes.of(raw_));
}
inline std::int64_t SurfaceView::replace_generation() const {
  return keys::kReplaceGeneration.of(raw_).integer_or(0);
}
inline std::optional<SessionIdView> SessionsCreateParamsView::id() const {
  return optional_id<SessionIdView>(keys::kId.of(raw_));
}
inline SessionMetaView SessionsCreateParamsView::meta() const {
  return SessionMetaView(keys::kMeta.of(raw_));
}
inline ListView<SessionEventView> SessionsCreateParamsView::seed() const {
  return ListView<SessionEventView>(keys::kSeed.of(raw_));
}
inline SessionIdView SessionsCreateResultView::id() const {
  return SessionIdView(keys::kId.of(raw_).text());
}
inline std::optional<SessionIdView> SessionsPrepareParamsView::id() const {
  return optional_id<SessionIdView>(keys::kId.of(raw_));
}
inline SessionMetaView SessionsPrepareParamsView::meta() const {
  return SessionMetaView(keys::kMeta.of(raw_));
}
inline ListView<SessionEventView> SessionsPrepareParamsView::seed() const {
  return ListView<SessionEventView>(keys::kSeed.of(raw_));
}
inline SessionIdView SessionsPrepareResultView::id() const {
  return SessionIdView(keys::kId.of(raw_).text());
}
inline SessionIdView SessionsLoadParamsView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline SessionIdView SessionsLoadResultView::id() const {
  return SessionIdView(keys::kId.of(raw_).text());
}
inline SessionIdView SessionsGetParamsView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline ListView<SessionIdView> SessionsListResultView::sessions() const {
  return ListView<SessionIdView>(keys::kSessions.of(raw_));
}
inline SessionIdView SessionsFlushParamsView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline bool SessionsFlushResultView::participants() const {
  return keys::kParticipants.of(raw_).is_true();
}
inline SessionIdView SessionsForkParamsView::source() const {
  return SessionIdView(keys::kSource.of(raw_).text());
}
inline std::optional<std::int64_t> SessionsForkParamsView::boundary() const {
  return keys::kBoundary.of(raw_).integer();
}
inline std::optional<SessionIdView> SessionsForkParamsView::child_id() const {
  return optional_id<SessionIdView>(keys::kChildId.of(raw_));
}
inline SessionIdView SessionsForkResultView::id() const {
  return SessionIdView(keys::kId.of(raw_).text());
}
inline std::optional<std::string_view> SessionsStoredParamsView::cwd() const {
  return optional_text(keys::kCwd.of(raw_));
}
inline std::optional<std::int64_t> SessionsStoredParamsView::limit() const {
  return keys::kLimit.of(raw_).integer();
}
inline ListView<SessionsStoredResultSessionsItemView> SessionsStoredResultView::sessions() const {
  return ListView<SessionsStoredResultSessionsItemView>(keys::kSessions.of(raw_));
}
inline SessionHeaderView SessionsStoredResultSessionsItemView::header() const {
  return SessionHeaderView(keys::kHeader.of(raw_));
}
inline std::string_view SessionsStoredResultSessionsItemView::revision() const {
  return keys::kRevision.of(raw_).text();
}
inline std::optional<bool> SessionsStoredResultSessionsItemView::damaged() const {
  return keys::kDamaged.of(raw_).boolean();
}
inline std::optional<std::string_view> SessionsStoredResultSessionsItemView::reason() const {
  return optional_text(keys::kReason.of(raw_));
}
inline SessionIdView SessionsInspectParamsView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline SessionHeaderView SessionsInspectResultView::header() const {
  return SessionHeaderView(keys::kHeader.of(raw_));
}
inline ListView<SessionEventView> SessionsInspectResultView::events() const {
  return ListView<SessionEventView>(keys::kEvents.of(raw_));
}
inline SessionIdView SessionsRawParamsView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline std::string_view SessionsRawResultView::filename() const {
  return keys::kFilename.of(raw_).text();
}
inline std::string_view SessionsRawResultView::content() const {
  return keys::kContent.of(raw_).text();
}
inline std::string_view SessionAppendParamsView::type() const {
  return keys::kType.of(raw_).text();
}
inline ValueView SessionAppendParamsView::data() const {
  return keys::kData.of(raw_);
}
inline std::optional<bool> SessionAppendParamsView::ignorable() const {
  return keys::kIgnorable.of(raw_).boolean();
}
inline ValueView SessionAppendParamsView::surface_op() const {
  return keys::kSurfaceOp.of(raw_);
}
inline ListView<std::int64_t> SessionAppendParamsView::source_event_seqs() const {
  return ListView<std::int64_t>(keys::kSourceEventSeqs.of(raw_));
}
inline std::optional<bool> SessionAppendParamsView::out_of_band() const {
  return keys::kOutOfBand.of(raw_).boolean();
}
inline std::int64_t SessionReadParamsView::from() const {
  return keys::kFrom.of(raw_).integer_or(0);
}
inline std::optional<std::int64_t> SessionReadParamsView::count() const {
  return keys::kCount.of(raw_).integer();
}
inline ListView<SessionEventView> SessionReadResultView::events() const {
  return ListView<SessionEventView>(keys::kEvents.of(raw_));
}
inline SessionHeaderView SessionStateResultView::header() const {
  return SessionHeaderView(keys::kHeader.of(raw_));
}
inline std::int64_t SessionStateResultView::seq() const {
  return keys::kSeq.of(raw_).integer_or(0);
}
inline SurfaceView SessionStateResultView::surface() const {
  return SurfaceView(keys::kSurface.of(raw_));
}
inline EpochHeaderView SessionStateResultView::request_header() const {
  return EpochHeaderView(keys::kRequestHeader.of(raw_));
}
inline RequestContextView SessionStateResultView::request_context() const {
  return RequestContextView(keys::kRequestContext.of(raw_));
}
inline std::optional<std::string_view> SessionBackendListParamsView::cwd() const {
  return optional_text(keys::kCwd.of(raw_));
}
inline ListView<SessionBackendListResultSessionsItemView> SessionBackendListResultView::sessions() const {
  return ListView<SessionBackendListResultSessionsItemView>(keys::kSessions.of(raw_));
}
inline SessionHeaderView SessionBackendListResultSessionsItemView::header() const {
  return SessionHeaderView(keys::kHeader.of(raw_));
}
inline std::string_view SessionBackendListResultSessionsItemView::revision() const {
  return keys::kRevision.of(raw_).text();
}
inline std::optional<bool> SessionBackendListResultSessionsItemView::damaged() const {
  return keys::kDamaged.of(raw_).boolean();
}
inline std::optional<std::string_view> SessionBackendListResultSessionsItemView::reason() const {
  return optional_text(keys::kReason.of(raw_));
}
inline SessionHeaderView SessionBackendCreateParamsView::header() const {
  return SessionHeaderView(keys::kHeader.of(raw_));
}
inline SessionIdView SessionBackendOpenParamsView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline std::optional<SessionBackendOpenParamsMode> SessionBackendOpenParamsView::mode() const {
  return session_backend_open_params_mode_from_text(keys::kMode.of(raw_).text());
}
inline SessionHeaderView SessionBackendOpenResultView::header() const {
  return SessionHeaderView(keys::kHeader.of(raw_));
}
inline std::string_view SessionBackendOpenResultView::revision() const {
  return keys::kRevision.of(raw_).text();
}
inline std::int64_t SessionBackendAppendParamsView::first_seq() const {
  return keys::kFirstSeq.of(raw_).integer_or(0);
}
inline ListView<ValueView> SessionBackendAppendParamsView::rows() const {
  return ListView<ValueView>(keys::kRows.of(raw_));
}
inline std::string_view SessionBackendAppendResultView::revision() const {
  return keys::kRevision.of(raw_).text();
}
inline std::int64_t SessionBackendReadParamsView::from() const {
  return keys::kFrom.of(raw_).integer_or(0);
}
inline std::optional<std::int64_t> SessionBackendReadParamsView::count() const {
  return keys::kCount.of(raw_).integer();
}
inline ListView<ValueView> SessionBackendReadResultView::rows() const {
  return ListView<ValueView>(keys::kRows.of(raw_));
}
inline std::int64_t SessionBackendReadResultView::next_seq() const {
  return keys::kNextSeq.of(raw_).integer_or(0);
}
inline std::optional<bool> SessionBackendReadResultView::torn() const {
  return keys::kTorn.of(raw_).boolean();
}
inline std::int64_t SessionBackendReplaceTailParamsView::from_seq() const {
  return keys::kFromSeq.of(raw_).integer_or(0);
}
inline ListView<ValueView> SessionBackendReplaceTailParamsView::rows() const {
  return ListView<ValueView>(keys::kRows.of(raw_));
}
inline std::string_view SessionBackendReplaceTailResultView::revision() const {
  return keys::kRevision.of(raw_).text();
}
inline SessionIdView SessionBackendRawParamsView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline std::string_view SessionBackendRawResultView::filename() const {
  return keys::kFilename.of(raw_).text();
}
inline std::string_view SessionBackendRawResultView::content() const {
  return keys::kContent.of(raw_).text();
}
inline SessionIdView SessionBackendDeleteParamsView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline std::optional<std::string_view> SessionBackendFamilyMetadataView::location() const {
  return optional_text(keys::kLocation.of(raw_));
}
inline SessionIdView SessionCreatedAdmitEventView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline SessionHeaderView SessionCreatedAdmitEventView::header() const {
  return SessionHeaderView(keys::kHeader.of(raw_));
}
inline SessionIdView SessionCreatedEventView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline SessionHeaderView SessionCreatedEventView::header() const {
  return SessionHeaderView(keys::kHeader.of(raw_));
}
inline SessionIdView SessionDisposedEventView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline SessionIdView SessionEventEventView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline SessionEventView SessionEventEventView::event() const {
  return SessionEventView(keys::kEvent.of(raw_));
}
inline SessionIdView SessionFlushEventView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline std::int64_t TurnStartDataView::turn() const {
  return keys::kTurn.of(raw_).integer_or(0);
}
inline TurnTriggerView TurnStartDataView::trigger() const {
  return TurnTriggerView(keys::kTrigger.of(raw_));
}
inline std::int64_t TurnEndDataView::turn() const {
  return keys::kTurn.of(raw_).integer_or(0);
}
inline TurnEndReasonView TurnEndDataView::reason() const {
  return TurnEndReasonView(keys::kReason.of(raw_));
}
inline std::int64_t StepStartDataView::turn() const {
  return keys::kTurn.of(raw_).integer_or(0);
}
inline std::int64_t StepStartDataView::step() const {
  return keys::kStep.of(raw_).integer_or(0);
}
inline std::int64_t StepEndDataView::turn() const {
  return keys::kTurn.of(raw_).integer_or(0);
}
inline std::int64_t StepEndDataView::step() const {
  return keys::kStep.of(raw_).integer_or(0);
}
inline ListView<ContentBlockView> PromptBlockedDataView::content() const {
  return ListView<ContentBlockView>(keys::kContent.of(raw_));
}
inline MessageSourceView PromptBlockedDataView::source() const {
  return MessageSourceView(keys::kSource.of(raw_));
}
inline std::string_view PromptBlockedDataView::reason() const {
  return keys::kReason.of(raw_).text();
}
inline std::int64_t AssistantChunkDataView::turn() const {
  return keys::kTurn.of(raw_).integer_or(0);
}
inline std::int64_t AssistantChunkDataView::step() const {
  return keys::kStep.of(raw_).integer_or(0);
}
inline StreamChunkView AssistantChunkDataView::chunk() const {
  return StreamChunkView(keys::kChunk.of(raw_));
}
inline std::int64_t AssistantMessageDataView::turn() const {
  return keys::kTurn.of(raw_).integer_or(0);
}
inline std::int64_t AssistantMessageDataView::step() const {
  return keys::kStep.of(raw_).integer_or(0);
}
inline MessageView AssistantMessageDataView::message() const {
  return MessageView(keys::kMessage.of(raw_));
}
inline TokenUsageView AssistantMessageDataView::usage() const {
  return TokenUsageView(keys::kUsage.of(raw_));
}
inline std::optional<bool> AssistantMessageDataView::interrupted() const {
  return keys::kInterrupted.of(raw_).boolean();
}
inline std::int64_t ToolCallDataView::turn() const {
  return keys::kTurn.of(raw_).integer_or(0);
}
inline std::int64_t ToolCallDataView::step() const {
  return keys::kStep.of(raw_).integer_or(0);
}
inline CallIdView ToolCallDataView::call_id() const {
  return CallIdView(keys::kCallId.of(raw_).text());
}
inline std::string_view ToolCallDataView::name() const {
  return keys::kName.of(raw_).text();
}
inline std::string_view ToolCallDataView::arguments() const {
  return keys::kArguments.of(raw_).text();
}
inline std::int64_t ToolResultDataView::turn() const {
  return keys::kTurn.of(raw_).integer_or(0);
}
inline std::int64_t ToolResultDataView::step() const {
  return keys::kStep.of(raw_).integer_or(0);
}
inline MessageView ToolResultDataView::message() const {
  return MessageView(keys::kMessage.of(raw_));
}
inline ToolResultDataErrorView ToolResultDataView::error() const {
  return ToolResultDataErrorView(keys::kError.of(raw_));
}
inline ValueView ToolResultDataView::meta() const {
  return keys::kMeta.of(raw_);
}
inline std::string_view ToolResultDataErrorView::name() const {
  return keys::kName.of(raw_).text();
}
inline std::string_view ToolResultDataErrorView::code() const {
  return keys::kCode.of(raw_).text();
}
inline std::int64_t SteeringMessageDataView::turn() const {
  return keys::kTurn.of(raw_).integer_or(0);
}
inline ListView<ContentBlockView> SteeringMessageDataView::content() const {
  return ListView<ContentBlockView>(keys::kContent.of(raw_));
}
inline MessageSourceView SteeringMessageDataView::source() const {
  return MessageSourceView(keys::kSource.of(raw_));
}
inline std::optional<std::string_view> SteeringMessageDataView::id() const {
  return optional_text(keys::kId.of(raw_));
}
inline std::optional<std::string_view> SteeringMessageDataView::role() const {
  return optional_text(keys::kRole.of(raw_));
}
inline ValueView SteeringMessageDataView::envelope() const {
  return keys::kEnvelope.of(raw_);
}
inline ValueView SteeringMessageDataView::meta() const {
  return keys::kMeta.of(raw_);
}
inline ListView<TodoWriteDataTodosItemView> TodoWriteDataView::todos() const {
  return ListView<TodoWriteDataTodosItemView>(keys::kTodos.of(raw_));
}
inline std::string_view TodoWriteDataTodosItemView::content() const {
  return keys::kContent.of(raw_).text();
}
inline std::optional<TodoWriteDataTodosItemStatus> TodoWriteDataTodosItemView::status() const {
  return todo_write_data_todos_item_status_from_text(keys::kStatus.of(raw_).text());
}
inline EpochHeaderView RequestHeaderDataView::header() const {
  return EpochHeaderView(keys::kHeader.of(raw_));
}
inline std::optional<RequestHeaderDataReason> RequestHeaderDataView::reason() const {
  return request_header_data_reason_from_text(keys::kReason.of(raw_).text());
}
inline std::optional<AgentInboxSplicedDataTarget> AgentInboxSplicedDataView::target() const {
  return agent_inbox_spliced_data_target_from_text(keys::kTarget.of(raw_).text());
}
inline std::int64_t AgentInboxSplicedDataView::start() const {
  return keys::kStart.of(raw_).integer_or(0);
}
inline ListView<MessageView> AgentInboxSplicedDataView::inserted() const {
  return ListView<MessageView>(keys::kInserted.of(raw_));
}
inline std::optional<std::int64_t> AgentInboxSplicedDataView::removed_count() const {
  return keys::kRemovedCount.of(raw_).integer();
}
inline std::optional<std::string_view> AgentInboxSplicedDataView::outcome() const {
  return optional_text(keys::kOutcome.of(raw_));
}
inline ContentBlock::ContentBlock(const ContentBlockText& made) : value_(made.to_value()) {}
inline ContentBlock::ContentBlock(const ContentBlockReasoning& made) : value_(made.to_value()) {}
inline ContentBlock::ContentBlock(const ContentBlockImage& made) : value_(made.to_value()) {}
inline ContentBlock::ContentBlock(const ContentBlockToolCall& made) : value_(made.to_value()) {}
inline ContentBlock::ContentBlock(const ContentBlockToolResult& made) : value_(made.to_value()) {}
inline MessageSource::MessageSource(const MessageSourceUser& made) : value_(made.to_value()) {}
inline MessageSource::MessageSource(const MessageSourcePlugin& made) : value_(made.to_value()) {}
inline MessageSource::MessageSource(const MessageSourceModel& made) : value_(made.to_value()) {}
inline MessageSource::MessageSource(const MessageSourceTool& made) : value_(made.to_value()) {}
inline AgentCancelCause::AgentCancelCause(const AgentCancelCauseUser& made) : value_(made.to_value()) {}
inline AgentCancelCause::AgentCancelCause(const AgentCancelCauseParent& made) : value_(made.to_value()) {}
inline AgentCancelCause::AgentCancelCause(const AgentCancelCauseHook& made) : value_(made.to_value()) {}
inline AgentCancelCause::AgentCancelCause(const AgentCancelCauseDisposed& made) : value_(made.to_value()) {}
inline AgentCancelCause::AgentCancelCause(const AgentCancelCauseLegacy& made) : value_(made.to_value()) {}
inline StreamChunk::StreamChunk(const StreamChunkBlockStart& made) : value_(made.to_value()) {}
inline StreamChunk::StreamChunk(const StreamChunkTextDelta& made) : value_(made.to_value()) {}
inline StreamChunk::StreamChunk(const StreamChunkReasoningDelta& made) : value_(made.to_value()) {}
inline StreamChunk::StreamChunk(const StreamChunkToolCallDelta& made) : value_(made.to_value()) {}
inline StreamChunk::StreamChunk(const StreamChunkBlockEnd& made) : value_(made.to_value()) {}
inline StreamChunk::StreamChunk(const StreamChunkUsage& made) : value_(made.to_value()) {}
inline StreamChunk::StreamChunk(const StreamChunkFinish& made) : value_(made.to_value()) {}
inline FinishReason::FinishReason(const FinishReasonStop& made) : value_(made.to_value()) {}
inline FinishReason::FinishReason(const FinishReasonToolCalls& made) : value_(made.to_value()) {}
inline FinishReason::FinishReason(const FinishReasonMaxTokens& made) : value_(made.to_value()) {}
inline FinishReason::FinishReason(const FinishReasonAborted& made) : value_(made.to_value()) {}
inline FinishReason::FinishReason(const FinishReasonError& made) : value_(made.to_value()) {}
inline TurnTrigger::TurnTrigger(const TurnTriggerMessage& made) : value_(made.to_value()) {}
inline TurnTrigger::TurnTrigger(const TurnTriggerInjection& made) : value_(made.to_value()) {}
inline TurnEndReason::TurnEndReason(const TurnEndReasonCompleted& made) : value_(made.to_value()) {}
inline TurnEndReason::TurnEndReason(const TurnEndReasonAborted& made) : value_(made.to_value()) {}
inline TurnEndReason::TurnEndReason(const TurnEndReasonBlocked& made) : value_(made.to_value()) {}
inline TurnEndReason::TurnEndReason(const TurnEndReasonError& made) : value_(made.to_value()) {}
inline TurnEndReason::TurnEndReason(const TurnEndReasonMaxTokens& made) : value_(made.to_value()) {}
inline TurnEndReason::TurnEndReason(const TurnEndReasonInterrupted& made) : value_(made.to_value()) {}
inline void Message::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kId, id);
  put_member(builder, keys::kRole, role);
  put_member(builder, keys::kContent, content);
  put_member(builder, keys::kSource, source);
  builder.end();
}
inline Value Message::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ContentBlockText::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kType.key(), View::kType);
  put_member(builder, keys::kText, text);
  builder.end();
}
inline Value ContentBlockText::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ContentBlockReasoning::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kType.key(), View::kType);
  put_member(builder, keys::kText, text);
  builder.end();
}
inline Value ContentBlockReasoning::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ContentBlockImage::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kType.key(), View::kType);
  put_member(builder, keys::kAttachment, attachment);
  builder.end();
}
inline Value ContentBlockImage::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ImageAttachmentRef::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kAttachmentId, attachment_id);
  put_member(builder, keys::kMediaType, media_type);
  put_member(builder, keys::kBytes, bytes);
  put_member(builder, keys::kWidth, width);
  put_member(builder, keys::kHeight, height);
  put_member(builder, keys::kName, name);
  builder.end();
}
inline Value ImageAttachmentRef::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ContentBlockToolCall::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kType.key(), View::kType);
  put_member(builder, keys::kId, id);
  put_member(builder, keys::kName, name);
  put_member(builder, keys::kArguments, arguments);
  builder.end();
}
inline Value ContentBlockToolCall::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ContentBlockToolResult::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kType.key(), View::kType);
  put_member(builder, keys::kToolCallId, tool_call_id);
  put_member(builder, keys::kContent, content);
  put_member(builder, keys::kIsError, is_error);
  builder.end();
}
inline Value ContentBlockToolResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void MessageSourceUser::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kKind.key(), View::kKind);
  put_member(builder, keys::kRpcId, rpc_id);
  put_member(builder, keys::kClientTimeZone, client_time_zone);
  builder.end();
}
inline Value MessageSourceUser::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void MessageSourcePlugin::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kKind.key(), View::kKind);
  put_member(builder, keys::kPlugin, plugin);
  put_member(builder, keys::kForm, form);
  put_member(builder, keys::kSections, sections);
  put_member(builder, keys::kSummary, summary);
  builder.end();
}
inline Value MessageSourcePlugin::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void MessageSourcePluginSectionsItem::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kName, name);
  put_member(builder, keys::kText, text);
  builder.end();
}
inline Value MessageSourcePluginSectionsItem::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void MessageSourceModel::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kKind.key(), View::kKind);
  put_member(builder, keys::kProvider, provider);
  put_member(builder, keys::kModel, model);
  put_member(builder, keys::kReplayState, replay_state);
  builder.end();
}
inline Value MessageSourceModel::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ReplayEnvelope::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kResponse, response);
  put_member(builder, keys::kBlocks, blocks);
  builder.end();
}
inline Value ReplayEnvelope::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void MessageSourceTool::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kKind.key(), View::kKind);
  put_member(builder, keys::kCallId, call_id);
  builder.end();
}
inline Value MessageSourceTool::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionMeta::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kCreatedAt, created_at);
  put_member(builder, keys::kCwd, cwd);
  put_member(builder, keys::kParentSession, parent_session);
  put_member(builder, keys::kSeedLength, seed_length);
  put_member(builder, keys::kOrigin, origin);
  put_member(builder, keys::kDelegationDepth, delegation_depth);
  put_member(builder, keys::kAgentPreset, agent_preset);
  builder.end();
}
inline Value SessionMeta::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionEvent::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kType, type);
  put_member(builder, keys::kSeq, seq);
  put_member(builder, keys::kTime, time);
  put_member(builder, keys::kData, data);
  put_member(builder, keys::kIgnorable, ignorable);
  put_member(builder, keys::kSurfaceOp, surface_op);
  put_member(builder, keys::kSourceEventSeqs, source_event_seqs);
  builder.end();
}
inline Value SessionEvent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentCancelCauseUser::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kKind.key(), View::kKind);
  builder.end();
}
inline Value AgentCancelCauseUser::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentCancelCauseParent::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kKind.key(), View::kKind);
  builder.end();
}
inline Value AgentCancelCauseParent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentCancelCauseHook::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kKind.key(), View::kKind);
  put_member(builder, keys::kReason, reason);
  builder.end();
}
inline Value AgentCancelCauseHook::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentCancelCauseDisposed::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kKind.key(), View::kKind);
  builder.end();
}
inline Value AgentCancelCauseDisposed::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentCancelCauseLegacy::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kKind.key(), View::kKind);
  builder.end();
}
inline Value AgentCancelCauseLegacy::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void LlmCallConfig::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kProvider, provider);
  put_member(builder, keys::kModel, model);
  put_member(builder, keys::kReasoningEffort, reasoning_effort);
  put_member(builder, keys::kTemperature, temperature);
  put_member(builder, keys::kMaxTokens, max_tokens);
  put_member(builder, keys::kStop, stop);
  builder.end();
}
inline Value LlmCallConfig::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void LlmFailure::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kMessage, message);
  put_member(builder, keys::kCode, code);
  put_member(builder, keys::kStatus, status);
  put_member(builder, keys::kProviderRetryAfterMs, provider_retry_after_ms);
  put_member(builder, keys::kRequestId, request_id);
  builder.end();
}
inline Value LlmFailure::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolSchema::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kName, name);
  put_member(builder, keys::kDescription, description);
  put_member(builder, keys::kParameters, parameters);
  builder.end();
}
inline Value ToolSchema::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AdapterDefaults::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kReasoningEffort, reasoning_effort);
  put_member(builder, keys::kMaxTokens, max_tokens);
  builder.end();
}
inline Value AdapterDefaults::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void StreamChunkBlockStart::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kType.key(), View::kType);
  put_member(builder, keys::kIndex, index);
  put_member(builder, keys::kBlockType, block_type);
  builder.end();
}
inline Value StreamChunkBlockStart::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void StreamChunkTextDelta::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kType.key(), View::kType);
  put_member(builder, keys::kIndex, index);
  put_member(builder, keys::kText, text);
  builder.end();
}
inline Value StreamChunkTextDelta::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void StreamChunkReasoningDelta::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kType.key(), View::kType);
  put_member(builder, keys::kIndex, index);
  put_member(builder, keys::kText, text);
  builder.end();
}
inline Value StreamChunkReasoningDelta::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void StreamChunkToolCallDelta::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kType.key(), View::kType);
  put_member(builder, keys::kIndex, index);
  put_member(builder, keys::kId, id);
  put_member(builder, keys::kArgumentsDelta, arguments_delta);
  put_member(builder, keys::kName, name);
  builder.end();
}
inline Value StreamChunkToolCallDelta::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void StreamChunkBlockEnd::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kType.key(), View::kType);
  put_member(builder, keys::kIndex, index);
  put_member(builder, keys::kBlock, block);
  builder.end();
}
inline Value StreamChunkBlockEnd::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void StreamChunkUsage::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kType.key(), View::kType);
  put_member(builder, keys::kUsage, usage);
  builder.end();
}
inline Value StreamChunkUsage::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void TokenUsage::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kInputTokens, input_tokens);
  put_member(builder, keys::kOutputTokens, output_tokens);
  put_member(builder, keys::kCacheReadTokens, cache_read_tokens);
  put_member(builder, keys::kCacheWriteTokens, cache_write_tokens);
  put_member(builder, keys::kReasoningTokens, reasoning_tokens);
  builder.end();
}
inline Value TokenUsage::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void StreamChunkFinish::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kType.key(), View::kType);
  put_member(builder, keys::kReason, reason);
  put_member(builder, keys::kReplayState, replay_state);
  builder.end();
}
inline Value StreamChunkFinish::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void FinishReasonStop::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kKind.key(), View::kKind);
  builder.end();
}
inline Value FinishReasonStop::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void FinishReasonToolCalls::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kKind.key(), View::kKind);
  builder.end();
}
inline Value FinishReasonToolCalls::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void FinishReasonMaxTokens::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kKind.key(), View::kKind);
  builder.end();
}
inline Value FinishReasonMaxTokens::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void FinishReasonAborted::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kKind.key(), View::kKind);
  put_member(builder, keys::kFailure, failure);
  builder.end();
}
inline Value FinishReasonAborted::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void FinishReasonError::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kKind.key(), View::kKind);
  put_member(builder, keys::kFailure, failure);
  builder.end();
}
inline Value FinishReasonError::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void EpochHeader::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kConfig, config);
  put_member(builder, keys::kAdapterDefaults, adapter_defaults);
  put_member(builder, keys::kSystem, system);
  put_member(builder, keys::kTools, tools);
  put_member(builder, keys::kMessagePrefix, message_prefix);
  builder.end();
}
inline Value EpochHeader::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void RequestContext::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kProvider, provider);
  put_member(builder, keys::kModel, model);
  put_member(builder, keys::kContextWindow, context_window);
  builder.end();
}
inline Value RequestContext::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void TurnTriggerMessage::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kKind.key(), View::kKind);
  put_member(builder, keys::kSource, source);
  builder.end();
}
inline Value TurnTriggerMessage::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void TurnTriggerInjection::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kKind.key(), View::kKind);
  builder.end();
}
inline Value TurnTriggerInjection::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void TurnEndReasonCompleted::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kKind.key(), View::kKind);
  builder.end();
}
inline Value TurnEndReasonCompleted::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void TurnEndReasonAborted::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kKind.key(), View::kKind);
  put_member(builder, keys::kReason, reason);
  builder.end();
}
inline Value TurnEndReasonAborted::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void TurnEndReasonBlocked::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kKind.key(), View::kKind);
  builder.end();
}
inline Value TurnEndReasonBlocked::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void TurnEndReasonError::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kKind.key(), View::kKind);
  put_member(builder, keys::kError, error);
  builder.end();
}
inline Value TurnEndReasonError::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void TurnEndReasonMaxTokens::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kKind.key(), View::kKind);
  builder.end();
}
inline Value TurnEndReasonMaxTokens::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void TurnEndReasonInterrupted::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kKind.key(), View::kKind);
  builder.end();
}
inline Value TurnEndReasonInterrupted::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionHeader::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kVersion, version);
  put_member(builder, keys::kId, id);
  put_member(builder, keys::kCreatedAt, created_at);
  put_member(builder, keys::kCwd, cwd);
  put_member(builder, keys::kParentSession, parent_session);
  put_member(builder, keys::kSeedLength, seed_length);
  put_member(builder, keys::kOrigin, origin);
  put_member(builder, keys::kDelegationDepth, delegation_depth);
  put_member(builder, keys::kAgentPreset, agent_preset);
  builder.end();
}
inline Value SessionHeader::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void Surface::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kNodes, nodes);
  put_member(builder, keys::kReplaceGeneration, replace_generation);
  builder.end();
}
inline Value Surface::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionsCreateParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kId, id);
  put_member(builder, keys::kMeta, meta);
  put_member(builder, keys::kSeed, seed);
  builder.end();
}
inline Value SessionsCreateParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionsCreateResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kId, id);
  builder.end();
}
inline Value SessionsCreateResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionsPrepareParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kId, id);
  put_member(builder, keys::kMeta, meta);
  put_member(builder, keys::kSeed, seed);
  builder.end();
}
inline Value SessionsPrepareParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionsPrepareResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kId, id);
  builder.end();
}
inline Value SessionsPrepareResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionsLoadParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  builder.end();
}
inline Value SessionsLoadParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionsLoadResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kId, id);
  builder.end();
}
inline Value SessionsLoadResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionsGetParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  builder.end();
}
inline Value SessionsGetParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionsListResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessions, sessions);
  builder.end();
}
inline Value SessionsListResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionsFlushParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  builder.end();
}
inline Value SessionsFlushParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionsFlushResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kParticipants, participants);
  builder.end();
}
inline Value SessionsFlushResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionsForkParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSource, source);
  put_member(builder, keys::kBoundary, boundary);
  put_member(builder, keys::kChildId, child_id);
  builder.end();
}
inline Value SessionsForkParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionsForkResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kId, id);
  builder.end();
}
inline Value SessionsForkResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionsStoredParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kCwd, cwd);
  put_member(builder, keys::kLimit, limit);
  builder.end();
}
inline Value SessionsStoredParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionsStoredResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessions, sessions);
  builder.end();
}
inline Value SessionsStoredResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionsStoredResultSessionsItem::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kHeader, header);
  put_member(builder, keys::kRevision, revision);
  put_member(builder, keys::kDamaged, damaged);
  put_member(builder, keys::kReason, reason);
  builder.end();
}
inline Value SessionsStoredResultSessionsItem::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionsInspectParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  builder.end();
}
inline Value SessionsInspectParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionsInspectResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kHeader, header);
  put_member(builder, keys::kEvents, events);
  builder.end();
}
inline Value SessionsInspectResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionsRawParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  builder.end();
}
inline Value SessionsRawParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionsRawResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kFilename, filename);
  put_member(builder, keys::kContent, content);
  builder.end();
}
inline Value SessionsRawResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionAppendParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kType, type);
  put_member(builder, keys::kData, data);
  put_member(builder, keys::kIgnorable, ignorable);
  put_member(builder, keys::kSurfaceOp, surface_op);
  put_member(builder, keys::kSourceEventSeqs, source_event_seqs);
  put_member(builder, keys::kOutOfBand, out_of_band);
  builder.end();
}
inline Value SessionAppendParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionReadParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kFrom, from);
  put_member(builder, keys::kCount, count);
  builder.end();
}
inline Value SessionReadParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionReadResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kEvents, events);
  builder.end();
}
inline Value SessionReadResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionStateResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kHeader, header);
  put_member(builder, keys::kSeq, seq);
  put_member(builder, keys::kSurface, surface);
  put_member(builder, keys::kRequestHeader, request_header);
  put_member(builder, keys::kRequestContext, request_context);
  builder.end();
}
inline Value SessionStateResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionBackendListParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kCwd, cwd);
  builder.end();
}
inline Value SessionBackendListParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionBackendListResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessions, sessions);
  builder.end();
}
inline Value SessionBackendListResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionBackendListResultSessionsItem::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kHeader, header);
  put_member(builder, keys::kRevision, revision);
  put_member(builder, keys::kDamaged, damaged);
  put_member(builder, keys::kReason, reason);
  builder.end();
}
inline Value SessionBackendListResultSessionsItem::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionBackendCreateParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kHeader, header);
  builder.end();
}
inline Value SessionBackendCreateParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionBackendOpenParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  put_member(builder, keys::kMode, mode);
  builder.end();
}
inline Value SessionBackendOpenParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionBackendOpenResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kHeader, header);
  put_member(builder, keys::kRevision, revision);
  builder.end();
}
inline Value SessionBackendOpenResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionBackendAppendParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kFirstSeq, first_seq);
  put_member(builder, keys::kRows, rows);
  builder.end();
}
inline Value SessionBackendAppendParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionBackendAppendResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kRevision, revision);
  builder.end();
}
inline Value SessionBackendAppendResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionBackendReadParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kFrom, from);
  put_member(builder, keys::kCount, count);
  builder.end();
}
inline Value SessionBackendReadParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionBackendReadResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kRows, rows);
  put_member(builder, keys::kNextSeq, next_seq);
  put_member(builder, keys::kTorn, torn);
  builder.end();
}
inline Value SessionBackendReadResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionBackendReplaceTailParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kFromSeq, from_seq);
  put_member(builder, keys::kRows, rows);
  builder.end();
}
inline Value SessionBackendReplaceTailParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionBackendReplaceTailResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kRevision, revision);
  builder.end();
}
inline Value SessionBackendReplaceTailResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionBackendRawParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  builder.end();
}
inline Value SessionBackendRawParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionBackendRawResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kFilename, filename);
  put_member(builder, keys::kContent, content);
  builder.end();
}
inline Value SessionBackendRawResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionBackendDeleteParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  builder.end();
}
inline Value SessionBackendDeleteParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionBackendFamilyMetadata::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kLocation, location);
  builder.end();
}
inline Value SessionBackendFamilyMetadata::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionCreatedAdmitEvent::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  put_member(builder, keys::kHeader, header);
  builder.end();
}
inline Value SessionCreatedAdmitEvent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionCreatedEvent::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  put_member(builder, keys::kHeader, header);
  builder.end();
}
inline Value SessionCreatedEvent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionDisposedEvent::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  builder.end();
}
inline Value SessionDisposedEvent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionEventEvent::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  put_member(builder, keys::kEvent, event);
  builder.end();
}
inline Value SessionEventEvent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SessionFlushEvent::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  builder.end();
}
inline Value SessionFlushEvent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void TurnStartData::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kTurn, turn);
  put_member(builder, keys::kTrigger, trigger);
  builder.end();
}
inline Value TurnStartData::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void TurnEndData::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kTurn, turn);
  put_member(builder, keys::kReason, reason);
  builder.end();
}
inline Value TurnEndData::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void StepStartData::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kTurn, turn);
  put_member(builder, keys::kStep, step);
  builder.end();
}
inline Value StepStartData::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void StepEndData::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kTurn, turn);
  put_member(builder, keys::kStep, step);
  builder.end();
}
inline Value StepEndData::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void PromptBlockedData::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kContent, content);
  put_member(builder, keys::kSource, source);
  put_member(builder, keys::kReason, reason);
  builder.end();
}
inline Value PromptBlockedData::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AssistantChunkData::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kTurn, turn);
  put_member(builder, keys::kStep, step);
  put_member(builder, keys::kChunk, chunk);
  builder.end();
}
inline Value AssistantChunkData::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AssistantMessageData::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kTurn, turn);
  put_member(builder, keys::kStep, step);
  put_member(builder, keys::kMessage, message);
  put_member(builder, keys::kUsage, usage);
  put_member(builder, keys::kInterrupted, interrupted);
  builder.end();
}
inline Value AssistantMessageData::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolCallData::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kTurn, turn);
  put_member(builder, keys::kStep, step);
  put_member(builder, keys::kCallId, call_id);
  put_member(builder, keys::kName, name);
  put_member(builder, keys::kArguments, arguments);
  builder.end();
}
inline Value ToolCallData::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolResultData::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kTurn, turn);
  put_member(builder, keys::kStep, step);
  put_member(builder, keys::kMessage, message);
  put_member(builder, keys::kError, error);
  put_member(builder, keys::kMeta, meta);
  builder.end();
}
inline Value ToolResultData::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void ToolResultDataError::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kName, name);
  put_member(builder, keys::kCode, code);
  builder.end();
}
inline Value ToolResultDataError::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SteeringMessageData::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kTurn, turn);
  put_member(builder, keys::kContent, content);
  put_member(builder, keys::kSource, source);
  put_member(builder, keys::kId, id);
  put_member(builder, keys::kRole, role);
  put_member(builder, keys::kEnvelope, envelope);
  put_member(builder, keys::kMeta, meta);
  builder.end();
}
inline Value SteeringMessageData::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void TodoWriteData::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kTodos, todos);
  builder.end();
}
inline Value TodoWriteData::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void TodoWriteDataTodosItem::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kContent, content);
  put_member(builder, keys::kStatus, status);
  builder.end();
}
inline Value TodoWriteDataTodosItem::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void RequestHeaderData::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kHeader, header);
  put_member(builder, keys::kReason, reason);
  builder.end();
}
inline Value RequestHeaderData::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentInboxSplicedData::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kTarget, target);
  put_member(builder, keys::kStart, start);
  put_member(builder, keys::kInserted, inserted);
  put_member(builder, keys::kRemovedCount, removed_count);
  put_member(builder, keys::kOutcome, outcome);
  builder.end();
}
inline Value AgentInboxSplicedData::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}

}  // namespace keel::contracts::session
