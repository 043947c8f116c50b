// SPDX-License-Identifier: MIT
// Made by contractgen from the contract agent@0.1. Do not edit.
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

/// Agents: the registry, the handle, the inbox, the events of the loop.
namespace keel::contracts::agent {

/// Name and version of the contract.
inline constexpr std::string_view kContract = "agent@0";
inline constexpr std::string_view kVersion = "0.1";

/// Service agent/registry.
struct Agents {
  static constexpr std::string_view kInterface = "agents@0";
  /// A new agent on a new session. refs[0], if given, is called as setup(agent) before anyone sees
  /// it.
  static constexpr std::uint32_t kCreate = 0;
  /// An agent on a stored session.
  static constexpr std::uint32_t kResume = 1;
  /// Enters and announces an agent of a driver of your own.
  static constexpr std::uint32_t kRegister = 2;
  /// Asks agent/created/admit, then makes the agent known without telling anyone.
  static constexpr std::uint32_t kEnter = 3;
  /// Emits agent/created, once.
  static constexpr std::uint32_t kAnnounce = 4;
  /// Takes an agent out; emits agent/disposed when it was announced.
  static constexpr std::uint32_t kLeave = 5;
  /// The live agent of a session.
  static constexpr std::uint32_t kGet = 6;
  /// Live agents in order of creation.
  static constexpr std::uint32_t kList = 7;
  /// Live agents that no agent owns.
  static constexpr std::uint32_t kRoots = 8;
  /// Whether an agent was created through another's context.
  static constexpr std::uint32_t kIsOwnedBy = 9;
  /// The driver that create and resume use; one at a time. Dropping refs[0] takes it out.
  static constexpr std::uint32_t kSetFactory = 10;
  static constexpr std::uint32_t kMethodCount = 11;
};

/// Makes agents for the registry: the loop.
struct AgentFactory {
  static constexpr std::string_view kInterface = "agent-factory@0";
  /// As agents.create.
  static constexpr std::uint32_t kCreate = 0;
  /// As agents.resume.
  static constexpr std::uint32_t kResume = 1;
  static constexpr std::uint32_t kMethodCount = 2;
};

/// Composes an agent before it is seen; must not drive it.
struct AgentSetup {
  static constexpr std::string_view kInterface = "agent-setup@0";
  /// Registers through keel_ctx_in_scope(agent's scope).
  static constexpr std::uint32_t kSetup = 0;
  static constexpr std::uint32_t kMethodCount = 1;
};

/// The right to end an agent. Dropping it disposes the agent, keeping queued input; so does
/// dispose.
struct AgentHandle {
  static constexpr std::string_view kInterface = "agent-handle@0";
  /// Ends the agent; `keep_inbox` (default true) leaves queued input in the log.
  static constexpr std::uint32_t kDispose = 0;
  static constexpr std::uint32_t kMethodCount = 1;
};

/// A maintenance or a reservation. Dropping it releases what waited.
struct AgentLease {
  static constexpr std::string_view kInterface = "agent-lease@0";
  /// Ends it.
  static constexpr std::uint32_t kRelease = 0;
  /// Pending until the holder should stop: gives the cause. Without a cause when the lease has
  /// ended.
  static constexpr std::uint32_t kCancelled = 1;
  static constexpr std::uint32_t kMethodCount = 2;
};

/// What became of a steering message.
struct SteerReceipt {
  static constexpr std::string_view kInterface = "steer-receipt@0";
  /// Pending until it is known; may be called by several.
  static constexpr std::uint32_t kOutcome = 0;
  static constexpr std::uint32_t kMethodCount = 1;
};

/// One agent.
struct Agent {
  static constexpr std::string_view kInterface = "agent@0";
  /// The one primitive of delivery.
  static constexpr std::uint32_t kSend = 0;
  /// Next turn, wakes: the sole ordinary message of its own turn.
  static constexpr std::uint32_t kFollowup = 1;
  /// Next turn, does not wake.
  static constexpr std::uint32_t kQueue = 2;
  /// Next step, wakes.
  static constexpr std::uint32_t kSteer = 3;
  /// Durable context at the next safe place, does not wake; `now`: at once, in a turn of its own.
  static constexpr std::uint32_t kInject = 4;
  /// Edits, removes or steers a queued item.
  static constexpr std::uint32_t kUpdateInbox = 5;
  /// Stops what runs and, unless `keep_inbox`, drops what is queued.
  static constexpr std::uint32_t kCancel = 6;
  /// Settles when nothing runs.
  static constexpr std::uint32_t kWhenIdle = 7;
  /// Claims the idle agent.
  static constexpr std::uint32_t kRunMaintenance = 8;
  /// Holds back the next turn while idle.
  static constexpr std::uint32_t kReserveTurnAdmission = 9;
  /// Reads.
  static constexpr std::uint32_t kState = 10;
  static constexpr std::uint32_t kMethodCount = 11;
};

/// Service agent/default-model: which route a new agent uses.
struct DefaultModel {
  static constexpr std::string_view kInterface = "default-model@0";
  /// The selection and how it was made.
  static constexpr std::uint32_t kCurrent = 0;
  /// Changes it for this process.
  static constexpr std::uint32_t kSelect = 1;
  static constexpr std::uint32_t kMethodCount = 2;
};

/// Names of the events.
namespace events {
/// May refuse an agent before anyone is told of it.
inline constexpr std::string_view kAgentCreatedAdmit = "agent/created/admit";
/// An agent is live.
inline constexpr std::string_view kAgentCreated = "agent/created";
/// An agent that was announced is gone.
inline constexpr std::string_view kAgentDisposed = "agent/disposed";
/// Before the first turn; may inject.
inline constexpr std::string_view kAgentSessionStart = "agent/session-start";
/// On change only.
inline constexpr std::string_view kAgentStatus = "agent/status";
/// Before anything is cleared or aborted, only for an effective request.
inline constexpr std::string_view kAgentCancelRequested = "agent/cancel-requested";
/// An item was accepted.
inline constexpr std::string_view kAgentInboxEnqueue = "agent/inbox/enqueue";
/// An item was claimed.
inline constexpr std::string_view kAgentInboxDequeue = "agent/inbox/dequeue";
/// Items were removed, queued ones first.
inline constexpr std::string_view kAgentInboxDiscard = "agent/inbox/discard";
/// An item was edited.
inline constexpr std::string_view kAgentInboxUpdate = "agent/inbox/update";
/// A prompt is about to be taken.
inline constexpr std::string_view kAgentPromptSubmit = "agent/prompt-submit";
/// The batch of a step is about to be logged.
inline constexpr std::string_view kAgentPreStep = "agent/pre-step";
/// Messages that precede the history of each request of this instance.
inline constexpr std::string_view kAgentSessionPrefix = "agent/session-prefix";
/// The configuration of a model call; the result replaces it.
inline constexpr std::string_view kAgentRequest = "agent/request";
/// A model call has failed: retry, or nothing.
inline constexpr std::string_view kAgentRequestError = "agent/request-error";
/// Output, results, contexts and steering are durable; step/end follows.
inline constexpr std::string_view kAgentPostStep = "agent/post-step";
/// Object by steering.
inline constexpr std::string_view kAgentTurnStopping = "agent/turn-stopping";
/// Once per reported failure.
inline constexpr std::string_view kAgentError = "agent/error";
/// A declared agent did not start.
inline constexpr std::string_view kAgentLoopConfigStartFailed = "agent-loop/config-start-failed";
}  // namespace events

/// Families of services.
namespace families {
/// Parts of the agent runtime; metadata.interface names the interface.
inline constexpr std::string_view kAgent = "agent";
}  // namespace families

/// Codes that methods fail with.
namespace errors {
inline constexpr std::string_view kNoFactory = "NO_FACTORY";
inline constexpr std::string_view kSessionAlreadyExists = "SESSION_ALREADY_EXISTS";
inline constexpr std::string_view kInvalidOptions = "INVALID_OPTIONS";
inline constexpr std::string_view kInvalidMeta = "INVALID_META";
inline constexpr std::string_view kInvalidSeed = "INVALID_SEED";
inline constexpr std::string_view kRejected = "REJECTED";
inline constexpr std::string_view kSetupFailed = "SETUP_FAILED";
inline constexpr std::string_view kSessionNotFound = "SESSION_NOT_FOUND";
inline constexpr std::string_view kSessionLocked = "SESSION_LOCKED";
inline constexpr std::string_view kSessionCorrupt = "SESSION_CORRUPT";
inline constexpr std::string_view kSessionFormatUnsupported = "SESSION_FORMAT_UNSUPPORTED";
inline constexpr std::string_view kNoBackend = "NO_BACKEND";
inline constexpr std::string_view kDuplicateAgent = "DUPLICATE_AGENT";
inline constexpr std::string_view kInvalidAgent = "INVALID_AGENT";
inline constexpr std::string_view kAnnounced = "ANNOUNCED";
inline constexpr std::string_view kNotFound = "NOT_FOUND";
inline constexpr std::string_view kFactorySet = "FACTORY_SET";
inline constexpr std::string_view kInvalidFactory = "INVALID_FACTORY";
inline constexpr std::string_view kInvalidMessage = "INVALID_MESSAGE";
inline constexpr std::string_view kDuplicateMessage = "DUPLICATE_MESSAGE";
inline constexpr std::string_view kDisposed = "DISPOSED";
inline constexpr std::string_view kAgentBusy = "AGENT_BUSY";
inline constexpr std::string_view kInvalidCause = "INVALID_CAUSE";
inline constexpr std::string_view kNoModel = "NO_MODEL";
}  // namespace errors

class InboxItemView;
struct InboxItem;
class AgentOptionsView;
struct AgentOptions;
class AgentsCreateParamsView;
struct AgentsCreateParams;
class AgentsCreateResultView;
struct AgentsCreateResult;
class AgentsResumeParamsView;
struct AgentsResumeParams;
class AgentsResumeResultView;
struct AgentsResumeResult;
class AgentsRegisterParamsView;
struct AgentsRegisterParams;
class AgentsEnterParamsView;
struct AgentsEnterParams;
class AgentsAnnounceParamsView;
struct AgentsAnnounceParams;
class AgentsLeaveParamsView;
struct AgentsLeaveParams;
class AgentsGetParamsView;
struct AgentsGetParams;
class AgentsListResultView;
struct AgentsListResult;
class AgentsRootsResultView;
struct AgentsRootsResult;
class AgentsIsOwnedByParamsView;
struct AgentsIsOwnedByParams;
class AgentsIsOwnedByResultView;
struct AgentsIsOwnedByResult;
class AgentFactoryCreateParamsView;
struct AgentFactoryCreateParams;
class AgentFactoryCreateResultView;
struct AgentFactoryCreateResult;
class AgentFactoryResumeParamsView;
struct AgentFactoryResumeParams;
class AgentFactoryResumeResultView;
struct AgentFactoryResumeResult;
class AgentSetupSetupParamsView;
struct AgentSetupSetupParams;
class AgentHandleDisposeParamsView;
struct AgentHandleDisposeParams;
class AgentLeaseCancelledResultView;
struct AgentLeaseCancelledResult;
class SteerReceiptOutcomeResultView;
class SteerReceiptOutcomeResult;
class SteerReceiptOutcomeResultAdmittedView;
struct SteerReceiptOutcomeResultAdmitted;
class SteerReceiptOutcomeResultRejectedView;
struct SteerReceiptOutcomeResultRejected;
class AgentSendParamsView;
struct AgentSendParams;
class AgentSendResultView;
struct AgentSendResult;
class AgentFollowupParamsView;
struct AgentFollowupParams;
class AgentFollowupResultView;
struct AgentFollowupResult;
class AgentQueueParamsView;
struct AgentQueueParams;
class AgentQueueResultView;
struct AgentQueueResult;
class AgentSteerParamsView;
struct AgentSteerParams;
class AgentSteerResultView;
struct AgentSteerResult;
class AgentInjectParamsView;
struct AgentInjectParams;
class AgentUpdateInboxParamsView;
struct AgentUpdateInboxParams;
class AgentUpdateInboxResultView;
struct AgentUpdateInboxResult;
class AgentCancelParamsView;
struct AgentCancelParams;
class AgentCancelResultView;
struct AgentCancelResult;
class AgentStateResultView;
struct AgentStateResult;
class DefaultModelCurrentParamsView;
struct DefaultModelCurrentParams;
class DefaultModelCurrentResultView;
struct DefaultModelCurrentResult;
class DefaultModelSelectParamsView;
struct DefaultModelSelectParams;
class AgentFamilyMetadataView;
struct AgentFamilyMetadata;
class AgentCreatedAdmitEventView;
struct AgentCreatedAdmitEvent;
class AgentCreatedEventView;
struct AgentCreatedEvent;
class AgentDisposedEventView;
struct AgentDisposedEvent;
class AgentSessionStartEventView;
struct AgentSessionStartEvent;
class AgentStatusEventView;
struct AgentStatusEvent;
class AgentCancelRequestedEventView;
struct AgentCancelRequestedEvent;
class AgentInboxEnqueueEventView;
struct AgentInboxEnqueueEvent;
class AgentInboxDequeueEventView;
struct AgentInboxDequeueEvent;
class AgentInboxDiscardEventView;
struct AgentInboxDiscardEvent;
class AgentInboxUpdateEventView;
struct AgentInboxUpdateEvent;
class AgentPromptSubmitEventView;
struct AgentPromptSubmitEvent;
class AgentPromptSubmitEventResultView;
class AgentPromptSubmitEventResult;
class AgentPromptSubmitEventResultAllowView;
struct AgentPromptSubmitEventResultAllow;
class AgentPromptSubmitEventResultBlockView;
struct AgentPromptSubmitEventResultBlock;
class AgentPreStepEventView;
struct AgentPreStepEvent;
class AgentPreStepEventResultView;
class AgentPreStepEventResult;
class AgentPreStepEventResultRejectView;
struct AgentPreStepEventResultReject;
class AgentPreStepEventResultEnterView;
struct AgentPreStepEventResultEnter;
class AgentSessionPrefixEventView;
struct AgentSessionPrefixEvent;
class AgentSessionPrefixEventResultView;
struct AgentSessionPrefixEventResult;
class AgentRequestEventView;
struct AgentRequestEvent;
class AgentRequestErrorEventView;
struct AgentRequestErrorEvent;
class AgentRequestErrorEventResultView;
struct AgentRequestErrorEventResult;
class AgentPostStepEventView;
struct AgentPostStepEvent;
class AgentTurnStoppingEventView;
struct AgentTurnStoppingEvent;
class AgentErrorEventView;
struct AgentErrorEvent;
class AgentLoopConfigStartFailedEventView;
struct AgentLoopConfigStartFailedEvent;

enum class InboxItemPlacement : std::uint8_t {
  kQueued,
  kSteering,
};
constexpr std::string_view to_text(InboxItemPlacement choice) {
  switch (choice) {
    case InboxItemPlacement::kQueued: return "queued";
    case InboxItemPlacement::kSteering: return "steering";
  }
  return {};
}
/// Nothing for a text that is not listed.
constexpr std::optional<InboxItemPlacement> inbox_item_placement_from_text(std::string_view text) {
  if (text == "queued") return InboxItemPlacement::kQueued;
  if (text == "steering") return InboxItemPlacement::kSteering;
  return std::nullopt;
}

enum class AgentSendParamsTarget : std::uint8_t {
  kNextTurn,
  kNextStep,
};
constexpr std::string_view to_text(AgentSendParamsTarget choice) {
  switch (choice) {
    case AgentSendParamsTarget::kNextTurn: return "next-turn";
    case AgentSendParamsTarget::kNextStep: return "next-step";
  }
  return {};
}
/// Nothing for a text that is not listed.
constexpr std::optional<AgentSendParamsTarget> agent_send_params_target_from_text(std::string_view text) {
  if (text == "next-turn") return AgentSendParamsTarget::kNextTurn;
  if (text == "next-step") return AgentSendParamsTarget::kNextStep;
  return std::nullopt;
}

enum class AgentUpdateInboxParamsOp : std::uint8_t {
  kEdit,
  kRemove,
  kSteer,
};
constexpr std::string_view to_text(AgentUpdateInboxParamsOp choice) {
  switch (choice) {
    case AgentUpdateInboxParamsOp::kEdit: return "edit";
    case AgentUpdateInboxParamsOp::kRemove: return "remove";
    case AgentUpdateInboxParamsOp::kSteer: return "steer";
  }
  return {};
}
/// Nothing for a text that is not listed.
constexpr std::optional<AgentUpdateInboxParamsOp> agent_update_inbox_params_op_from_text(std::string_view text) {
  if (text == "edit") return AgentUpdateInboxParamsOp::kEdit;
  if (text == "remove") return AgentUpdateInboxParamsOp::kRemove;
  if (text == "steer") return AgentUpdateInboxParamsOp::kSteer;
  return std::nullopt;
}

enum class AgentUpdateInboxResultOutcome : std::uint8_t {
  kApplied,
  kNotFound,
  kSteerUnavailable,
};
constexpr std::string_view to_text(AgentUpdateInboxResultOutcome choice) {
  switch (choice) {
    case AgentUpdateInboxResultOutcome::kApplied: return "applied";
    case AgentUpdateInboxResultOutcome::kNotFound: return "not-found";
    case AgentUpdateInboxResultOutcome::kSteerUnavailable: return "steer-unavailable";
  }
  return {};
}
/// Nothing for a text that is not listed.
constexpr std::optional<AgentUpdateInboxResultOutcome> agent_update_inbox_result_outcome_from_text(std::string_view text) {
  if (text == "applied") return AgentUpdateInboxResultOutcome::kApplied;
  if (text == "not-found") return AgentUpdateInboxResultOutcome::kNotFound;
  if (text == "steer-unavailable") return AgentUpdateInboxResultOutcome::kSteerUnavailable;
  return std::nullopt;
}

enum class AgentStateResultStatus : std::uint8_t {
  kIdle,
  kRunning,
};
constexpr std::string_view to_text(AgentStateResultStatus choice) {
  switch (choice) {
    case AgentStateResultStatus::kIdle: return "idle";
    case AgentStateResultStatus::kRunning: return "running";
  }
  return {};
}
/// Nothing for a text that is not listed.
constexpr std::optional<AgentStateResultStatus> agent_state_result_status_from_text(std::string_view text) {
  if (text == "idle") return AgentStateResultStatus::kIdle;
  if (text == "running") return AgentStateResultStatus::kRunning;
  return std::nullopt;
}

enum class AgentSessionStartEventSource : std::uint8_t {
  kStartup,
  kResume,
  kClear,
  kCompact,
};
constexpr std::string_view to_text(AgentSessionStartEventSource choice) {
  switch (choice) {
    case AgentSessionStartEventSource::kStartup: return "startup";
    case AgentSessionStartEventSource::kResume: return "resume";
    case AgentSessionStartEventSource::kClear: return "clear";
    case AgentSessionStartEventSource::kCompact: return "compact";
  }
  return {};
}
/// Nothing for a text that is not listed.
constexpr std::optional<AgentSessionStartEventSource> agent_session_start_event_source_from_text(std::string_view text) {
  if (text == "startup") return AgentSessionStartEventSource::kStartup;
  if (text == "resume") return AgentSessionStartEventSource::kResume;
  if (text == "clear") return AgentSessionStartEventSource::kClear;
  if (text == "compact") return AgentSessionStartEventSource::kCompact;
  return std::nullopt;
}

enum class AgentStatusEventStatus : std::uint8_t {
  kIdle,
  kRunning,
};
constexpr std::string_view to_text(AgentStatusEventStatus choice) {
  switch (choice) {
    case AgentStatusEventStatus::kIdle: return "idle";
    case AgentStatusEventStatus::kRunning: return "running";
  }
  return {};
}
/// Nothing for a text that is not listed.
constexpr std::optional<AgentStatusEventStatus> agent_status_event_status_from_text(std::string_view text) {
  if (text == "idle") return AgentStatusEventStatus::kIdle;
  if (text == "running") return AgentStatusEventStatus::kRunning;
  return std::nullopt;
}

class InboxItemView {
 public:
  InboxItemView() = default;
  explicit InboxItemView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  InboxItemIdView id() const;
  session::MessageView message() const;
  std::optional<InboxItemPlacement> placement() const;

 private:
  ValueView raw_;
};

class AgentOptionsView {
 public:
  AgentOptionsView() = default;
  explicit AgentOptionsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::optional<std::string_view> provider() const;
  std::optional<std::string_view> model() const;
  std::optional<std::int64_t> max_tokens() const;

 private:
  ValueView raw_;
};

class AgentsCreateParamsView {
 public:
  AgentsCreateParamsView() = default;
  explicit AgentsCreateParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::optional<SessionIdView> session_id() const;
  session::SessionMetaView meta() const;
  ListView<session::SessionEventView> seed() const;
  AgentOptionsView options() const;

 private:
  ValueView raw_;
};

class AgentsCreateResultView {
 public:
  AgentsCreateResultView() = default;
  explicit AgentsCreateResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;

 private:
  ValueView raw_;
};

class AgentsResumeParamsView {
 public:
  AgentsResumeParamsView() = default;
  explicit AgentsResumeParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;
  AgentOptionsView options() const;

 private:
  ValueView raw_;
};

class AgentsResumeResultView {
 public:
  AgentsResumeResultView() = default;
  explicit AgentsResumeResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;

 private:
  ValueView raw_;
};

class AgentsRegisterParamsView {
 public:
  AgentsRegisterParamsView() = default;
  explicit AgentsRegisterParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;
  std::optional<SessionIdView> owner() const;

 private:
  ValueView raw_;
};

class AgentsEnterParamsView {
 public:
  AgentsEnterParamsView() = default;
  explicit AgentsEnterParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;
  std::optional<SessionIdView> owner() const;

 private:
  ValueView raw_;
};

class AgentsAnnounceParamsView {
 public:
  AgentsAnnounceParamsView() = default;
  explicit AgentsAnnounceParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;

 private:
  ValueView raw_;
};

class AgentsLeaveParamsView {
 public:
  AgentsLeaveParamsView() = default;
  explicit AgentsLeaveParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;

 private:
  ValueView raw_;
};

class AgentsGetParamsView {
 public:
  AgentsGetParamsView() = default;
  explicit AgentsGetParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;

 private:
  ValueView raw_;
};

class AgentsListResultView {
 public:
  AgentsListResultView() = default;
  explicit AgentsListResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ListView<SessionIdView> agents() const;

 private:
  ValueView raw_;
};

class AgentsRootsResultView {
 public:
  AgentsRootsResultView() = default;
  explicit AgentsRootsResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ListView<SessionIdView> agents() const;

 private:
  ValueView raw_;
};

class AgentsIsOwnedByParamsView {
 public:
  AgentsIsOwnedByParamsView() = default;
  explicit AgentsIsOwnedByParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;
  SessionIdView owner() const;

 private:
  ValueView raw_;
};

class AgentsIsOwnedByResultView {
 public:
  AgentsIsOwnedByResultView() = default;
  explicit AgentsIsOwnedByResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  bool owned() const;

 private:
  ValueView raw_;
};

class AgentFactoryCreateParamsView {
 public:
  AgentFactoryCreateParamsView() = default;
  explicit AgentFactoryCreateParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::optional<SessionIdView> session_id() const;
  session::SessionMetaView meta() const;
  ListView<session::SessionEventView> seed() const;
  AgentOptionsView options() const;

 private:
  ValueView raw_;
};

class AgentFactoryCreateResultView {
 public:
  AgentFactoryCreateResultView() = default;
  explicit AgentFactoryCreateResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;

 private:
  ValueView raw_;
};

class AgentFactoryResumeParamsView {
 public:
  AgentFactoryResumeParamsView() = default;
  explicit AgentFactoryResumeParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;
  AgentOptionsView options() const;

 private:
  ValueView raw_;
};

class AgentFactoryResumeResultView {
 public:
  AgentFactoryResumeResultView() = default;
  explicit AgentFactoryResumeResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;

 private:
  ValueView raw_;
};

class AgentSetupSetupParamsView {
 public:
  AgentSetupSetupParamsView() = default;
  explicit AgentSetupSetupParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;
  std::int64_t scope() const;

 private:
  ValueView raw_;
};

class AgentHandleDisposeParamsView {
 public:
  AgentHandleDisposeParamsView() = default;
  explicit AgentHandleDisposeParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::optional<bool> keep_inbox() const;

 private:
  ValueView raw_;
};

class AgentLeaseCancelledResultView {
 public:
  AgentLeaseCancelledResultView() = default;
  explicit AgentLeaseCancelledResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  session::AgentCancelCauseView cause() const;

 private:
  ValueView raw_;
};

/// Closed.
class SteerReceiptOutcomeResultView {
 public:
  SteerReceiptOutcomeResultView() = default;
  explicit SteerReceiptOutcomeResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }

  enum class Tag : std::uint8_t {
    kAdmitted,
    kRejected,
    kOther,  ///< no tag, or a wrong one
  };
  Tag tag() const;
  std::string_view tag_text() const;
  /// Each of these is for its own tag; another one reads as empty.
  SteerReceiptOutcomeResultAdmittedView admitted() const;
  SteerReceiptOutcomeResultRejectedView rejected() const;

 private:
  ValueView raw_;
};

class SteerReceiptOutcomeResultAdmittedView {
 public:
  SteerReceiptOutcomeResultAdmittedView() = default;
  explicit SteerReceiptOutcomeResultAdmittedView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kKind = "admitted";
  std::int64_t turn() const;
  std::int64_t step() const;

 private:
  ValueView raw_;
};

class SteerReceiptOutcomeResultRejectedView {
 public:
  SteerReceiptOutcomeResultRejectedView() = default;
  explicit SteerReceiptOutcomeResultRejectedView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kKind = "rejected";
  std::string_view reason() const;

 private:
  ValueView raw_;
};

class AgentSendParamsView {
 public:
  AgentSendParamsView() = default;
  explicit AgentSendParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  session::MessageView message() const;
  std::optional<AgentSendParamsTarget> target() const;
  bool wakeup() const;

 private:
  ValueView raw_;
};

class AgentSendResultView {
 public:
  AgentSendResultView() = default;
  explicit AgentSendResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  InboxItemView item() const;

 private:
  ValueView raw_;
};

class AgentFollowupParamsView {
 public:
  AgentFollowupParamsView() = default;
  explicit AgentFollowupParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  session::MessageView message() const;

 private:
  ValueView raw_;
};

class AgentFollowupResultView {
 public:
  AgentFollowupResultView() = default;
  explicit AgentFollowupResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  InboxItemView item() const;

 private:
  ValueView raw_;
};

class AgentQueueParamsView {
 public:
  AgentQueueParamsView() = default;
  explicit AgentQueueParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  session::MessageView message() const;

 private:
  ValueView raw_;
};

class AgentQueueResultView {
 public:
  AgentQueueResultView() = default;
  explicit AgentQueueResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  InboxItemView item() const;

 private:
  ValueView raw_;
};

class AgentSteerParamsView {
 public:
  AgentSteerParamsView() = default;
  explicit AgentSteerParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  session::MessageView message() const;

 private:
  ValueView raw_;
};

class AgentSteerResultView {
 public:
  AgentSteerResultView() = default;
  explicit AgentSteerResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  InboxItemView item() const;

 private:
  ValueView raw_;
};

class AgentInjectParamsView {
 public:
  AgentInjectParamsView() = default;
  explicit AgentInjectParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  session::MessageView message() const;
  std::optional<bool> now() const;

 private:
  ValueView raw_;
};

class AgentUpdateInboxParamsView {
 public:
  AgentUpdateInboxParamsView() = default;
  explicit AgentUpdateInboxParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  InboxItemIdView id() const;
  std::optional<AgentUpdateInboxParamsOp> op() const;
  ListView<session::ContentBlockView> content() const;

 private:
  ValueView raw_;
};

class AgentUpdateInboxResultView {
 public:
  AgentUpdateInboxResultView() = default;
  explicit AgentUpdateInboxResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::optional<AgentUpdateInboxResultOutcome> outcome() const;

 private:
  ValueView raw_;
};

class AgentCancelParamsView {
 public:
  AgentCancelParamsView() = default;
  explicit AgentCancelParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  session::AgentCancelCauseView cause() const;
  std::optional<bool> keep_inbox() const;

 private:
  ValueView raw_;
};

class AgentCancelResultView {
 public:
  AgentCancelResultView() = default;
  explicit AgentCancelResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  bool effective() const;

 private:
  ValueView raw_;
};

class AgentStateResultView {
 public:
  AgentStateResultView() = default;
  explicit AgentStateResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;
  std::int64_t scope() const;
  std::optional<AgentStateResultStatus> status() const;
  bool accepts_next_step() const;
  AgentOptionsView options() const;
  ListView<InboxItemView> inbox() const;

 private:
  ValueView raw_;
};

class DefaultModelCurrentParamsView {
 public:
  DefaultModelCurrentParamsView() = default;
  explicit DefaultModelCurrentParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::optional<SessionIdView> session_id() const;

 private:
  ValueView raw_;
};

class DefaultModelCurrentResultView {
 public:
  DefaultModelCurrentResultView() = default;
  explicit DefaultModelCurrentResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view provider() const;
  std::string_view model() const;
  std::string_view origin() const;
  std::optional<std::string_view> reasoning_effort() const;

 private:
  ValueView raw_;
};

class DefaultModelSelectParamsView {
 public:
  DefaultModelSelectParamsView() = default;
  explicit DefaultModelSelectParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view provider() const;
  std::string_view model() const;
  std::optional<std::string_view> reasoning_effort() const;

 private:
  ValueView raw_;
};

class AgentFamilyMetadataView {
 public:
  AgentFamilyMetadataView() = default;
  explicit AgentFamilyMetadataView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view interface() const;

 private:
  ValueView raw_;
};

class AgentCreatedAdmitEventView {
 public:
  AgentCreatedAdmitEventView() = default;
  explicit AgentCreatedAdmitEventView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;

 private:
  ValueView raw_;
};

class AgentCreatedEventView {
 public:
  AgentCreatedEventView() = default;
  explicit AgentCreatedEventView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;

 private:
  ValueView raw_;
};

class AgentDisposedEventView {
 public:
  AgentDisposedEventView() = default;
  explicit AgentDisposedEventView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;

 private:
  ValueView raw_;
};

class AgentSessionStartEventView {
 public:
  AgentSessionStartEventView() = default;
  explicit AgentSessionStartEventView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;
  std::optional<AgentSessionStartEventSource> source() const;

 private:
  ValueView raw_;
};

class AgentStatusEventView {
 public:
  AgentStatusEventView() = default;
  explicit AgentStatusEventView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;
  std::optional<AgentStatusEventStatus> status() const;

 private:
  ValueView raw_;
};

class AgentCancelRequestedEventView {
 public:
  AgentCancelRequestedEventView() = default;
  explicit AgentCancelRequestedEventView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;
  session::AgentCancelCauseView cause() const;

 private:
  ValueView raw_;
};

class AgentInboxEnqueueEventView {
 public:
  AgentInboxEnqueueEventView() = default;
  explicit AgentInboxEnqueueEventView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;
  InboxItemView item() const;

 private:
  ValueView raw_;
};

class AgentInboxDequeueEventView {
 public:
  AgentInboxDequeueEventView() = default;
  explicit AgentInboxDequeueEventView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;
  InboxItemView item() const;
  std::optional<std::int64_t> turn() const;

 private:
  ValueView raw_;
};

class AgentInboxDiscardEventView {
 public:
  AgentInboxDiscardEventView() = default;
  explicit AgentInboxDiscardEventView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;
  ListView<InboxItemView> items() const;

 private:
  ValueView raw_;
};

class AgentInboxUpdateEventView {
 public:
  AgentInboxUpdateEventView() = default;
  explicit AgentInboxUpdateEventView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;
  InboxItemView item() const;

 private:
  ValueView raw_;
};

class AgentPromptSubmitEventView {
 public:
  AgentPromptSubmitEventView() = default;
  explicit AgentPromptSubmitEventView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;
  session::MessageView message() const;

 private:
  ValueView raw_;
};

/// Closed.
class AgentPromptSubmitEventResultView {
 public:
  AgentPromptSubmitEventResultView() = default;
  explicit AgentPromptSubmitEventResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }

  enum class Tag : std::uint8_t {
    kAllow,
    kBlock,
    kOther,  ///< no tag, or a wrong one
  };
  Tag tag() const;
  std::string_view tag_text() const;
  /// Each of these is for its own tag; another one reads as empty.
  AgentPromptSubmitEventResultAllowView allow() const;
  AgentPromptSubmitEventResultBlockView block() const;

 private:
  ValueView raw_;
};

class AgentPromptSubmitEventResultAllowView {
 public:
  AgentPromptSubmitEventResultAllowView() = default;
  explicit AgentPromptSubmitEventResultAllowView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kKind = "allow";
  ListView<session::ContentBlockView> content() const;
  ListView<session::MessageView> additional_contexts() const;

 private:
  ValueView raw_;
};

class AgentPromptSubmitEventResultBlockView {
 public:
  AgentPromptSubmitEventResultBlockView() = default;
  explicit AgentPromptSubmitEventResultBlockView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kKind = "block";
  std::string_view reason() const;

 private:
  ValueView raw_;
};

class AgentPreStepEventView {
 public:
  AgentPreStepEventView() = default;
  explicit AgentPreStepEventView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;
  ListView<session::MessageView> messages() const;
  std::int64_t turn() const;
  std::int64_t step() const;

 private:
  ValueView raw_;
};

/// Closed.
class AgentPreStepEventResultView {
 public:
  AgentPreStepEventResultView() = default;
  explicit AgentPreStepEventResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }

  enum class Tag : std::uint8_t {
    kReject,
    kEnter,
    kOther,  ///< no tag, or a wrong one
  };
  Tag tag() const;
  std::string_view tag_text() const;
  /// Each of these is for its own tag; another one reads as empty.
  AgentPreStepEventResultRejectView reject() const;
  AgentPreStepEventResultEnterView enter() const;

 private:
  ValueView raw_;
};

class AgentPreStepEventResultRejectView {
 public:
  AgentPreStepEventResultRejectView() = default;
  explicit AgentPreStepEventResultRejectView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kKind = "reject";

 private:
  ValueView raw_;
};

class AgentPreStepEventResultEnterView {
 public:
  AgentPreStepEventResultEnterView() = default;
  explicit AgentPreStepEventResultEnterView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kKind = "enter";
  ListView<session::MessageView> messages() const;

 private:
  ValueView raw_;
};

class AgentSessionPrefixEventView {
 public:
  AgentSessionPrefixEventView() = default;
  explicit AgentSessionPrefixEventView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;

 private:
  ValueView raw_;
};

class AgentSessionPrefixEventResultView {
 public:
  AgentSessionPrefixEventResultView() = default;
  explicit AgentSessionPrefixEventResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  ListView<session::MessageView> messages() const;

 private:
  ValueView raw_;
};

class AgentRequestEventView {
 public:
  AgentRequestEventView() = default;
  explicit AgentRequestEventView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;
  session::LlmCallConfigView config() const;
  std::int64_t turn() const;
  std::int64_t step() const;

 private:
  ValueView raw_;
};

class AgentRequestErrorEventView {
 public:
  AgentRequestErrorEventView() = default;
  explicit AgentRequestErrorEventView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;
  std::int64_t turn() const;
  std::int64_t step() const;
  std::string_view provider() const;
  session::LlmFailureView failure() const;
  std::string_view code() const;
  ListView<session::LlmFailureView> prior_failures() const;
  ValueView retry_policy() const;

 private:
  ValueView raw_;
};

class AgentRequestErrorEventResultView {
 public:
  AgentRequestErrorEventResultView() = default;
  explicit AgentRequestErrorEventResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  static constexpr std::string_view kKind = "retry";

 private:
  ValueView raw_;
};

class AgentPostStepEventView {
 public:
  AgentPostStepEventView() = default;
  explicit AgentPostStepEventView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;
  std::int64_t turn() const;
  std::int64_t step() const;

 private:
  ValueView raw_;
};

class AgentTurnStoppingEventView {
 public:
  AgentTurnStoppingEventView() = default;
  explicit AgentTurnStoppingEventView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;
  std::int64_t turn() const;

 private:
  ValueView raw_;
};

class AgentErrorEventView {
 public:
  AgentErrorEventView() = default;
  explicit AgentErrorEventView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  SessionIdView session_id() const;
  session::LlmFailureView error() const;
  std::optional<std::int64_t> turn() const;
  std::optional<std::int64_t> step() const;

 private:
  ValueView raw_;
};

class AgentLoopConfigStartFailedEventView {
 public:
  AgentLoopConfigStartFailedEventView() = default;
  explicit AgentLoopConfigStartFailedEventView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  session::LlmFailureView error() const;
  std::optional<SessionIdView> session_id() const;
  std::optional<std::string_view> label() const;

 private:
  ValueView raw_;
};

class SteerReceiptOutcomeResult {
 public:
  using View = SteerReceiptOutcomeResultView;
  SteerReceiptOutcomeResult(const SteerReceiptOutcomeResultAdmitted& made);  // NOLINT(google-explicit-constructor)
  SteerReceiptOutcomeResult(const SteerReceiptOutcomeResultRejected& made);  // NOLINT(google-explicit-constructor)
  /// A value that exists already.
  SteerReceiptOutcomeResult(const SteerReceiptOutcomeResultView& view) : value_(Value::share(view.raw())) {}  // NOLINT(google-explicit-constructor)

  void write(Builder& builder) const { put_value(builder, value_); }
  Value to_value() const { return value_; }

 private:
  Value value_;
};

class AgentPromptSubmitEventResult {
 public:
  using View = AgentPromptSubmitEventResultView;
  AgentPromptSubmitEventResult(const AgentPromptSubmitEventResultAllow& made);  // NOLINT(google-explicit-constructor)
  AgentPromptSubmitEventResult(const AgentPromptSubmitEventResultBlock& made);  // NOLINT(google-explicit-constructor)
  /// A value that exists already.
  AgentPromptSubmitEventResult(const AgentPromptSubmitEventResultView& view) : value_(Value::share(view.raw())) {}  // NOLINT(google-explicit-constructor)

  void write(Builder& builder) const { put_value(builder, value_); }
  Value to_value() const { return value_; }

 private:
  Value value_;
};

class AgentPreStepEventResult {
 public:
  using View = AgentPreStepEventResultView;
  AgentPreStepEventResult(const AgentPreStepEventResultReject& made);  // NOLINT(google-explicit-constructor)
  AgentPreStepEventResult(const AgentPreStepEventResultEnter& made);  // NOLINT(google-explicit-constructor)
  /// A value that exists already.
  AgentPreStepEventResult(const AgentPreStepEventResultView& view) : value_(Value::share(view.raw())) {}  // NOLINT(google-explicit-constructor)

  void write(Builder& builder) const { put_value(builder, value_); }
  Value to_value() const { return value_; }

 private:
  Value value_;
};

struct InboxItem {
  using View = InboxItemView;
  InboxItemId id;
  Part<session::Message, session::MessageView> message;
  InboxItemPlacement placement{};

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentOptions {
  using View = AgentOptionsView;
  std::optional<std::string> provider = std::nullopt;
  std::optional<std::string> model = std::nullopt;
  std::optional<std::int64_t> max_tokens = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentsCreateParams {
  using View = AgentsCreateParamsView;
  std::optional<SessionId> session_id = std::nullopt;
  std::optional<Part<session::SessionMeta, session::SessionMetaView>> meta = std::nullopt;
  std::optional<std::vector<Part<session::SessionEvent, session::SessionEventView>>> seed = std::nullopt;
  std::optional<Part<AgentOptions, AgentOptionsView>> options = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentsCreateResult {
  using View = AgentsCreateResultView;
  SessionId session_id;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentsResumeParams {
  using View = AgentsResumeParamsView;
  SessionId session_id;
  std::optional<Part<AgentOptions, AgentOptionsView>> options = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentsResumeResult {
  using View = AgentsResumeResultView;
  SessionId session_id;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentsRegisterParams {
  using View = AgentsRegisterParamsView;
  SessionId session_id;
  std::optional<SessionId> owner = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentsEnterParams {
  using View = AgentsEnterParamsView;
  SessionId session_id;
  std::optional<SessionId> owner = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentsAnnounceParams {
  using View = AgentsAnnounceParamsView;
  SessionId session_id;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentsLeaveParams {
  using View = AgentsLeaveParamsView;
  SessionId session_id;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentsGetParams {
  using View = AgentsGetParamsView;
  SessionId session_id;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentsListResult {
  using View = AgentsListResultView;
  std::vector<SessionId> agents;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentsRootsResult {
  using View = AgentsRootsResultView;
  std::vector<SessionId> agents;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentsIsOwnedByParams {
  using View = AgentsIsOwnedByParamsView;
  SessionId session_id;
  SessionId owner;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentsIsOwnedByResult {
  using View = AgentsIsOwnedByResultView;
  bool owned = false;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentFactoryCreateParams {
  using View = AgentFactoryCreateParamsView;
  std::optional<SessionId> session_id = std::nullopt;
  std::optional<Part<session::SessionMeta, session::SessionMetaView>> meta = std::nullopt;
  std::optional<std::vector<Part<session::SessionEvent, session::SessionEventView>>> seed = std::nullopt;
  std::optional<Part<AgentOptions, AgentOptionsView>> options = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentFactoryCreateResult {
  using View = AgentFactoryCreateResultView;
  SessionId session_id;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentFactoryResumeParams {
  using View = AgentFactoryResumeParamsView;
  SessionId session_id;
  std::optional<Part<AgentOptions, AgentOptionsView>> options = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentFactoryResumeResult {
  using View = AgentFactoryResumeResultView;
  SessionId session_id;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentSetupSetupParams {
  using View = AgentSetupSetupParamsView;
  SessionId session_id;
  std::int64_t scope = 0;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentHandleDisposeParams {
  using View = AgentHandleDisposeParamsView;
  std::optional<bool> keep_inbox = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentLeaseCancelledResult {
  using View = AgentLeaseCancelledResultView;
  std::optional<session::AgentCancelCause> cause = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SteerReceiptOutcomeResultAdmitted {
  using View = SteerReceiptOutcomeResultAdmittedView;
  std::int64_t turn = 0;
  std::int64_t step = 0;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct SteerReceiptOutcomeResultRejected {
  using View = SteerReceiptOutcomeResultRejectedView;
  std::string reason;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentSendParams {
  using View = AgentSendParamsView;
  Part<session::Message, session::MessageView> message;
  AgentSendParamsTarget target{};
  bool wakeup = false;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentSendResult {
  using View = AgentSendResultView;
  std::optional<Part<InboxItem, InboxItemView>> item = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentFollowupParams {
  using View = AgentFollowupParamsView;
  Part<session::Message, session::MessageView> message;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentFollowupResult {
  using View = AgentFollowupResultView;
  Part<InboxItem, InboxItemView> item;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentQueueParams {
  using View = AgentQueueParamsView;
  Part<session::Message, session::MessageView> message;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentQueueResult {
  using View = AgentQueueResultView;
  Part<InboxItem, InboxItemView> item;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentSteerParams {
  using View = AgentSteerParamsView;
  Part<session::Message, session::MessageView> message;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentSteerResult {
  using View = AgentSteerResultView;
  Part<InboxItem, InboxItemView> item;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentInjectParams {
  using View = AgentInjectParamsView;
  Part<session::Message, session::MessageView> message;
  std::optional<bool> now = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentUpdateInboxParams {
  using View = AgentUpdateInboxParamsView;
  InboxItemId id;
  AgentUpdateInboxParamsOp op{};
  std::optional<std::vector<session::ContentBlock>> content = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentUpdateInboxResult {
  using View = AgentUpdateInboxResultView;
  AgentUpdateInboxResultOutcome outcome{};

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentCancelParams {
  using View = AgentCancelParamsView;
  session::AgentCancelCause cause;
  std::optional<bool> keep_inbox = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentCancelResult {
  using View = AgentCancelResultView;
  bool effective = false;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentStateResult {
  using View = AgentStateResultView;
  SessionId session_id;
  std::int64_t scope = 0;
  AgentStateResultStatus status{};
  bool accepts_next_step = false;
  Part<AgentOptions, AgentOptionsView> options;
  std::vector<Part<InboxItem, InboxItemView>> inbox;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct DefaultModelCurrentParams {
  using View = DefaultModelCurrentParamsView;
  std::optional<SessionId> session_id = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct DefaultModelCurrentResult {
  using View = DefaultModelCurrentResultView;
  std::string provider;
  std::string model;
  std::string origin;
  std::optional<std::string> reasoning_effort = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct DefaultModelSelectParams {
  using View = DefaultModelSelectParamsView;
  std::string provider;
  std::string model;
  std::optional<std::string> reasoning_effort = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentFamilyMetadata {
  using View = AgentFamilyMetadataView;
  std::string interface;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentCreatedAdmitEvent {
  using View = AgentCreatedAdmitEventView;
  SessionId session_id;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentCreatedEvent {
  using View = AgentCreatedEventView;
  SessionId session_id;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentDisposedEvent {
  using View = AgentDisposedEventView;
  SessionId session_id;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentSessionStartEvent {
  using View = AgentSessionStartEventView;
  SessionId session_id;
  AgentSessionStartEventSource source{};

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentStatusEvent {
  using View = AgentStatusEventView;
  SessionId session_id;
  AgentStatusEventStatus status{};

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentCancelRequestedEvent {
  using View = AgentCancelRequestedEventView;
  SessionId session_id;
  session::AgentCancelCause cause;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentInboxEnqueueEvent {
  using View = AgentInboxEnqueueEventView;
  SessionId session_id;
  Part<InboxItem, InboxItemView> item;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentInboxDequeueEvent {
  using View = AgentInboxDequeueEventView;
  SessionId session_id;
  Part<InboxItem, InboxItemView> item;
  std::optional<std::int64_t> turn = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentInboxDiscardEvent {
  using View = AgentInboxDiscardEventView;
  SessionId session_id;
  std::vector<Part<InboxItem, InboxItemView>> items;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentInboxUpdateEvent {
  using View = AgentInboxUpdateEventView;
  SessionId session_id;
  Part<InboxItem, InboxItemView> item;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentPromptSubmitEvent {
  using View = AgentPromptSubmitEventView;
  SessionId session_id;
  Part<session::Message, session::MessageView> message;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentPromptSubmitEventResultAllow {
  using View = AgentPromptSubmitEventResultAllowView;
  std::optional<std::vector<session::ContentBlock>> content = std::nullopt;
  std::optional<std::vector<Part<session::Message, session::MessageView>>> additional_contexts = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentPromptSubmitEventResultBlock {
  using View = AgentPromptSubmitEventResultBlockView;
  std::string reason;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentPreStepEvent {
  using View = AgentPreStepEventView;
  SessionId session_id;
  std::vector<Part<session::Message, session::MessageView>> messages;
  std::int64_t turn = 0;
  std::int64_t step = 0;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentPreStepEventResultReject {
  using View = AgentPreStepEventResultRejectView;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentPreStepEventResultEnter {
  using View = AgentPreStepEventResultEnterView;
  std::vector<Part<session::Message, session::MessageView>> messages;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentSessionPrefixEvent {
  using View = AgentSessionPrefixEventView;
  SessionId session_id;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentSessionPrefixEventResult {
  using View = AgentSessionPrefixEventResultView;
  std::vector<Part<session::Message, session::MessageView>> messages;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentRequestEvent {
  using View = AgentRequestEventView;
  SessionId session_id;
  Part<session::LlmCallConfig, session::LlmCallConfigView> config;
  std::int64_t turn = 0;
  std::int64_t step = 0;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentRequestErrorEvent {
  using View = AgentRequestErrorEventView;
  SessionId session_id;
  std::int64_t turn = 0;
  std::int64_t step = 0;
  std::string provider;
  Part<session::LlmFailure, session::LlmFailureView> failure;
  std::string code;
  std::vector<Part<session::LlmFailure, session::LlmFailureView>> prior_failures;
  Value retry_policy = {};

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentRequestErrorEventResult {
  using View = AgentRequestErrorEventResultView;
  std::optional<std::string> kind = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentPostStepEvent {
  using View = AgentPostStepEventView;
  SessionId session_id;
  std::int64_t turn = 0;
  std::int64_t step = 0;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentTurnStoppingEvent {
  using View = AgentTurnStoppingEventView;
  SessionId session_id;
  std::int64_t turn = 0;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentErrorEvent {
  using View = AgentErrorEventView;
  SessionId session_id;
  Part<session::LlmFailure, session::LlmFailureView> error;
  std::optional<std::int64_t> turn = std::nullopt;
  std::optional<std::int64_t> step = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct AgentLoopConfigStartFailedEvent {
  using View = AgentLoopConfigStartFailedEventView;
  Part<session::LlmFailure, session::LlmFailureView> error;
  std::optional<SessionId> session_id = std::nullopt;
  std::optional<std::string> label = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

using AgentRequestEventResult = session::LlmCallConfig;
using AgentRequestEventResultView = session::LlmCallConfigView;

namespace keys {
inline constinit const LazyKey kId{"id"};
inline constinit const LazyKey kMessage{"message"};
inline constinit const LazyKey kPlacement{"placement"};
inline constinit const LazyKey kProvider{"provider"};
inline constinit const LazyKey kModel{"model"};
inline constinit const LazyKey kMaxTokens{"max_tokens"};
inline constinit const LazyKey kSessionId{"session_id"};
inline constinit const LazyKey kMeta{"meta"};
inline constinit const LazyKey kSeed{"seed"};
inline constinit const LazyKey kOptions{"options"};
inline constinit const LazyKey kOwner{"owner"};
inline constinit const LazyKey kAgents{"agents"};
inline constinit const LazyKey kOwned{"owned"};
inline constinit const LazyKey kScope{"scope"};
inline constinit const LazyKey kKeepInbox{"keep_inbox"};
inline constinit const LazyKey kCause{"cause"};
inline constinit const LazyKey kKind{"kind"};
inline constinit const LazyKey kTurn{"turn"};
inline constinit const LazyKey kStep{"step"};
inline constinit const LazyKey kReason{"reason"};
inline constinit const LazyKey kTarget{"target"};
inline constinit const LazyKey kWakeup{"wakeup"};
inline constinit const LazyKey kItem{"item"};
inline constinit const LazyKey kNow{"now"};
inline constinit const LazyKey kOp{"op"};
inline constinit const LazyKey kContent{"content"};
inline constinit const LazyKey kOutcome{"outcome"};
inline constinit const LazyKey kEffective{"effective"};
inline constinit const LazyKey kStatus{"status"};
inline constinit const LazyKey kAcceptsNextStep{"accepts_next_step"};
inline constinit const LazyKey kInbox{"inbox"};
inline constinit const LazyKey kOrigin{"origin"};
inline constinit const LazyKey kReasoningEffort{"reasoning_effort"};
inline constinit const LazyKey kInterface{"interface"};
inline constinit const LazyKey kSource{"source"};
inline constinit const LazyKey kItems{"items"};
inline constinit const LazyKey kAdditionalContexts{"additional_contexts"};
inline constinit const LazyKey kMessages{"messages"};
inline constinit const LazyKey kConfig{"config"};
inline constinit const LazyKey kFailure{"failure"};
inline constinit const LazyKey kCode{"code"};
inline constinit const LazyKey kPriorFailures{"prior_failures"};
inline constinit const LazyKey kRetryPolicy{"retry_policy"};
inline constinit const LazyKey kError{"error"};
inline constinit const LazyKey kLabel{"label"};
}  // namespace keys

inline InboxItemIdView InboxItemView::id() const {
  return InboxItemIdView(keys::kId.of(raw_).text());
}
inline session::MessageView InboxItemView::message() const {
  return session::MessageView(keys::kMessage.of(raw_));
}
inline std::optional<InboxItemPlacement> InboxItemView::placement() const {
  return inbox_item_placement_from_text(keys::kPlacement.of(raw_).text());
}
inline std::optional<std::string_view> AgentOptionsView::provider() const {
  return optional_text(keys::kProvider.of(raw_));
}
inline std::optional<std::string_view> AgentOptionsView::model() const {
  return optional_text(keys::kModel.of(raw_));
}
inline std::optional<std::int64_t> AgentOptionsView::max_tokens() const {
  return keys::kMaxTokens.of(raw_).integer();
}
inline std::optional<SessionIdView> AgentsCreateParamsView::session_id() const {
  return optional_id<SessionIdView>(keys::kSessionId.of(raw_));
}
inline session::SessionMetaView AgentsCreateParamsView::meta() const {
  return session::SessionMetaView(keys::kMeta.of(raw_));
}
inline ListView<session::SessionEventView> AgentsCreateParamsView::seed() const {
  return ListView<session::SessionEventView>(keys::kSeed.of(raw_));
}
inline AgentOptionsView AgentsCreateParamsView::options() const {
  return AgentOptionsView(keys::kOptions.of(raw_));
}
inline SessionIdView AgentsCreateResultView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline SessionIdView AgentsResumeParamsView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline AgentOptionsView AgentsResumeParamsView::options() const {
  return AgentOptionsView(keys::kOptions.of(raw_));
}
inline SessionIdView AgentsResumeResultView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline SessionIdView AgentsRegisterParamsView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline std::optional<SessionIdView> AgentsRegisterParamsView::owner() const {
  return optional_id<SessionIdView>(keys::kOwner.of(raw_));
}
inline SessionIdView AgentsEnterParamsView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline std::optional<SessionIdView> AgentsEnterParamsView::owner() const {
  return optional_id<SessionIdView>(keys::kOwner.of(raw_));
}
inline SessionIdView AgentsAnnounceParamsView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline SessionIdView AgentsLeaveParamsView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline SessionIdView AgentsGetParamsView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline ListView<SessionIdView> AgentsListResultView::agents() const {
  return ListView<SessionIdView>(keys::kAgents.of(raw_));
}
inline ListView<SessionIdView> AgentsRootsResultView::agents() const {
  return ListView<SessionIdView>(keys::kAgents.of(raw_));
}
inline SessionIdView AgentsIsOwnedByParamsView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline SessionIdView AgentsIsOwnedByParamsView::owner() const {
  return SessionIdView(keys::kOwner.of(raw_).text());
}
inline bool AgentsIsOwnedByResultView::owned() const {
  return keys::kOwned.of(raw_).is_true();
}
inline std::optional<SessionIdView> AgentFactoryCreateParamsView::session_id() const {
  return optional_id<SessionIdView>(keys::kSessionId.of(raw_));
}
inline session::SessionMetaView AgentFactoryCreateParamsView::meta() const {
  return session::SessionMetaView(keys::kMeta.of(raw_));
}
inline ListView<session::SessionEventView> AgentFactoryCreateParamsView::seed() const {
  return ListView<session::SessionEventView>(keys::kSeed.of(raw_));
}
inline AgentOptionsView AgentFactoryCreateParamsView::options() const {
  return AgentOptionsView(keys::kOptions.of(raw_));
}
inline SessionIdView AgentFactoryCreateResultView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline SessionIdView AgentFactoryResumeParamsView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline AgentOptionsView AgentFactoryResumeParamsView::options() const {
  return AgentOptionsView(keys::kOptions.of(raw_));
}
inline SessionIdView AgentFactoryResumeResultView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline SessionIdView AgentSetupSetupParamsView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline std::int64_t AgentSetupSetupParamsView::scope() const {
  return keys::kScope.of(raw_).integer_or(0);
}
inline std::optional<bool> AgentHandleDisposeParamsView::keep_inbox() const {
  return keys::kKeepInbox.of(raw_).boolean();
}
inline session::AgentCancelCauseView AgentLeaseCancelledResultView::cause() const {
  return session::AgentCancelCauseView(keys::kCause.of(raw_));
}
inline SteerReceiptOutcomeResultAdmittedView SteerReceiptOutcomeResultView::admitted() const {
  return tag() == Tag::kAdmitted ? SteerReceiptOutcomeResultAdmittedView(raw_) : SteerReceiptOutcomeResultAdmittedView();
}
inline SteerReceiptOutcomeResultRejectedView SteerReceiptOutcomeResultView::rejected() const {
  return tag() == Tag::kRejected ? SteerReceiptOutcomeResultRejectedView(raw_) : SteerReceiptOutcomeResultRejectedView();
}
inline std::string_view SteerReceiptOutcomeResultView::tag_text() const {
  return keys::kKind.of(raw_).text();
}
inline SteerReceiptOutcomeResultView::Tag SteerReceiptOutcomeResultView::tag() const {
  const std::string_view text = tag_text();
  if (text == "admitted") return Tag::kAdmitted;
  if (text == "rejected") return Tag::kRejected;
  return Tag::kOther;
}
inline std::int64_t SteerReceiptOutcomeResultAdmittedView::turn() const {
  return keys::kTurn.of(raw_).integer_or(0);
}
inline std::int64_t SteerReceiptOutcomeResultAdmittedView::step() const {
  return keys::kStep.of(raw_).integer_or(0);
}
inline std::string_view SteerReceiptOutcomeResultRejectedView::reason() const {
  return keys::kReason.of(raw_).text();
}
inline session::MessageView AgentSendParamsView::message() const {
  return session::MessageView(keys::kMessage.of(raw_));
}
inline std::optional<AgentSendParamsTarget> AgentSendParamsView::target() const {
  return agent_send_params_target_from_text(keys::kTarget.of(raw_).text());
}
inline bool AgentSendParamsView::wakeup() const {
  return keys::kWakeup.of(raw_).is_true();
}
inline InboxItemView AgentSendResultView::item() const {
  return InboxItemView(keys::kItem.of(raw_));
}
inline session::MessageView AgentFollowupParamsView::message() const {
  return session::MessageView(keys::kMessage.of(raw_));
}
inline InboxItemView AgentFollowupResultView::item() const {
  return InboxItemView(keys::kItem.of(raw_));
}
inline session::MessageView AgentQueueParamsView::message() const {
  return session::MessageView(keys::kMessage.of(raw_));
}
inline InboxItemView AgentQueueResultView::item() const {
  return InboxItemView(keys::kItem.of(raw_));
}
inline session::MessageView AgentSteerParamsView::message() const {
  return session::MessageView(keys::kMessage.of(raw_));
}
inline InboxItemView AgentSteerResultView::item() const {
  return InboxItemView(keys::kItem.of(raw_));
}
inline session::MessageView AgentInjectParamsView::message() const {
  return session::MessageView(keys::kMessage.of(raw_));
}
inline std::optional<bool> AgentInjectParamsView::now() const {
  return keys::kNow.of(raw_).boolean();
}
inline InboxItemIdView AgentUpdateInboxParamsView::id() const {
  return InboxItemIdView(keys::kId.of(raw_).text());
}
inline std::optional<AgentUpdateInboxParamsOp> AgentUpdateInboxParamsView::op() const {
  return agent_update_inbox_params_op_from_text(keys::kOp.of(raw_).text());
}
inline ListView<session::ContentBlockView> AgentUpdateInboxParamsView::content() const {
  return ListView<session::ContentBlockView>(keys::kContent.of(raw_));
}
inline std::optional<AgentUpdateInboxResultOutcome> AgentUpdateInboxResultView::outcome() const {
  return agent_update_inbox_result_outcome_from_text(keys::kOutcome.of(raw_).text());
}
inline session::AgentCancelCauseView AgentCancelParamsView::cause() const {
  return session::AgentCancelCauseView(keys::kCause.of(raw_));
}
inline std::optional<bool> AgentCancelParamsView::keep_inbox() const {
  return keys::kKeepInbox.of(raw_).boolean();
}
inline bool AgentCancelResultView::effective() const {
  return keys::kEffective.of(raw_).is_true();
}
inline SessionIdView AgentStateResultView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline std::int64_t AgentStateResultView::scope() const {
  return keys::kScope.of(raw_).integer_or(0);
}
inline std::optional<AgentStateResultStatus> AgentStateResultView::status() const {
  return agent_state_result_status_from_text(keys::kStatus.of(raw_).text());
}
inline bool AgentStateResultView::accepts_next_step() const {
  return keys::kAcceptsNextStep.of(raw_).is_true();
}
inline AgentOptionsView AgentStateResultView::options() const {
  return AgentOptionsView(keys::kOptions.of(raw_));
}
inline ListView<InboxItemView> AgentStateResultView::inbox() const {
  return ListView<InboxItemView>(keys::kInbox.of(raw_));
}
inline std::optional<SessionIdView> DefaultModelCurrentParamsView::session_id() const {
  return optional_id<SessionIdView>(keys::kSessionId.of(raw_));
}
inline std::string_view DefaultModelCurrentResultView::provider() const {
  return keys::kProvider.of(raw_).text();
}
inline std::string_view DefaultModelCurrentResultView::model() const {
  return keys::kModel.of(raw_).text();
}
inline std::string_view DefaultModelCurrentResultView::origin() const {
  return keys::kOrigin.of(raw_).text();
}
inline std::optional<std::string_view> DefaultModelCurrentResultView::reasoning_effort() const {
  return optional_text(keys::kReasoningEffort.of(raw_));
}
inline std::string_view DefaultModelSelectParamsView::provider() const {
  return keys::kProvider.of(raw_).text();
}
inline std::string_view DefaultModelSelectParamsView::model() const {
  return keys::kModel.of(raw_).text();
}
inline std::optional<std::string_view> DefaultModelSelectParamsView::reasoning_effort() const {
  return optional_text(keys::kReasoningEffort.of(raw_));
}
inline std::string_view AgentFamilyMetadataView::interface() const {
  return keys::kInterface.of(raw_).text();
}
inline SessionIdView AgentCreatedAdmitEventView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline SessionIdView AgentCreatedEventView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline SessionIdView AgentDisposedEventView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline SessionIdView AgentSessionStartEventView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline std::optional<AgentSessionStartEventSource> AgentSessionStartEventView::source() const {
  return agent_session_start_event_source_from_text(keys::kSource.of(raw_).text());
}
inline SessionIdView AgentStatusEventView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline std::optional<AgentStatusEventStatus> AgentStatusEventView::status() const {
  return agent_status_event_status_from_text(keys::kStatus.of(raw_).text());
}
inline SessionIdView AgentCancelRequestedEventView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline session::AgentCancelCauseView AgentCancelRequestedEventView::cause() const {
  return session::AgentCancelCauseView(keys::kCause.of(raw_));
}
inline SessionIdView AgentInboxEnqueueEventView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline InboxItemView AgentInboxEnqueueEventView::item() const {
  return InboxItemView(keys::kItem.of(raw_));
}
inline SessionIdView AgentInboxDequeueEventView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline InboxItemView AgentInboxDequeueEventView::item() const {
  return InboxItemView(keys::kItem.of(raw_));
}
inline std::optional<std::int64_t> AgentInboxDequeueEventView::turn() const {
  return keys::kTurn.of(raw_).integer();
}
inline SessionIdView AgentInboxDiscardEventView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline ListView<InboxItemView> AgentInboxDiscardEventView::items() const {
  return ListView<InboxItemView>(keys::kItems.of(raw_));
}
inline SessionIdView AgentInboxUpdateEventView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline InboxItemView AgentInboxUpdateEventView::item() const {
  return InboxItemView(keys::kItem.of(raw_));
}
inline SessionIdView AgentPromptSubmitEventView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline session::MessageView AgentPromptSubmitEventView::message() const {
  return session::MessageView(keys::kMessage.of(raw_));
}
inline AgentPromptSubmitEventResultAllowView AgentPromptSubmitEventResultView::allow() const {
  return tag() == Tag::kAllow ? AgentPromptSubmitEventResultAllowView(raw_) : AgentPromptSubmitEventResultAllowView();
}
inline AgentPromptSubmitEventResultBlockView AgentPromptSubmitEventResultView::block() const {
  return tag() == Tag::kBlock ? AgentPromptSubmitEventResultBlockView(raw_) : AgentPromptSubmitEventResultBlockView();
}
inline std::string_view AgentPromptSubmitEventResultView::tag_text() const {
  return keys::kKind.of(raw_).text();
}
inline AgentPromptSubmitEventResultView::Tag AgentPromptSubmitEventResultView::tag() const {
  const std::string_view text = tag_text();
  if (text == "allow") return Tag::kAllow;
  if (text == "block") return Tag::kBlock;
  return Tag::kOther;
}
inline ListView<session::ContentBlockView> AgentPromptSubmitEventResultAllowView::content() const {
  return ListView<session::ContentBlockView>(keys::kContent.of(raw_));
}
inline ListView<session::MessageView> AgentPromptSubmitEventResultAllowView::additional_contexts() const {
  return ListView<session::MessageView>(keys::kAdditionalContexts.of(raw_));
}
inline std::string_view AgentPromptSubmitEventResultBlockView::reason() const {
  return keys::kReason.of(raw_).text();
}
inline SessionIdView AgentPreStepEventView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline ListView<session::MessageView> AgentPreStepEventView::messages() const {
  return ListView<session::MessageView>(keys::kMessages.of(raw_));
}
inline std::int64_t AgentPreStepEventView::turn() const {
  return keys::kTurn.of(raw_).integer_or(0);
}
inline std::int64_t AgentPreStepEventView::step() const {
  return keys::kStep.of(raw_).integer_or(0);
}
inline AgentPreStepEventResultRejectView AgentPreStepEventResultView::reject() const {
  return tag() == Tag::kReject ? AgentPreStepEventResultRejectView(raw_) : AgentPreStepEventResultRejectView();
}
inline AgentPreStepEventResultEnterView AgentPreStepEventResultView::enter() const {
  return tag() == Tag::kEnter ? AgentPreStepEventResultEnterView(raw_) : AgentPreStepEventResultEnterView();
}
inline std::string_view AgentPreStepEventResultView::tag_text() const {
  return keys::kKind.of(raw_).text();
}
inline AgentPreStepEventResultView::Tag AgentPreStepEventResultView::tag() const {
  const std::string_view text = tag_text();
  if (text == "reject") return Tag::kReject;
  if (text == "enter") return Tag::kEnter;
  return Tag::kOther;
}
inline ListView<session::MessageView> AgentPreStepEventResultEnterView::messages() const {
  return ListView<session::MessageView>(keys::kMessages.of(raw_));
}
inline SessionIdView AgentSessionPrefixEventView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline ListView<session::MessageView> AgentSessionPrefixEventResultView::messages() const {
  return ListView<session::MessageView>(keys::kMessages.of(raw_));
}
inline SessionIdView AgentRequestEventView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline session::LlmCallConfigView AgentRequestEventView::config() const {
  return session::LlmCallConfigView(keys::kConfig.of(raw_));
}
inline std::int64_t AgentRequestEventView::turn() const {
  return keys::kTurn.of(raw_).integer_or(0);
}
inline std::int64_t AgentRequestEventView::step() const {
  return keys::kStep.of(raw_).integer_or(0);
}
inline SessionIdView AgentRequestErrorEventView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline std::int64_t AgentRequestErrorEventView::turn() const {
  return keys::kTurn.of(raw_).integer_or(0);
}
inline std::int64_t AgentRequestErrorEventView::step() const {
  return keys::kStep.of(raw_).integer_or(0);
}
inline std::string_view AgentRequestErrorEventView::provider() const {
  return keys::kProvider.of(raw_).text();
}
inline session::LlmFailureView AgentRequestErrorEventView::failure() const {
  return session::LlmFailureView(keys::kFailure.of(raw_));
}
inline std::string_view AgentRequestErrorEventView::code() const {
  return keys::kCode.of(raw_).text();
}
inline ListView<session::LlmFailureView> AgentRequestErrorEventView::prior_failures() const {
  return ListView<session::LlmFailureView>(keys::kPriorFailures.of(raw_));
}
inline ValueView AgentRequestErrorEventView::retry_policy() const {
  return keys::kRetryPolicy.of(raw_);
}
inline SessionIdView AgentPostStepEventView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline std::int64_t AgentPostStepEventView::turn() const {
  return keys::kTurn.of(raw_).integer_or(0);
}
inline std::int64_t AgentPostStepEventView::step() const {
  return keys::kStep.of(raw_).integer_or(0);
}
inline SessionIdView AgentTurnStoppingEventView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline std::int64_t AgentTurnStoppingEventView::turn() const {
  return keys::kTurn.of(raw_).integer_or(0);
}
inline SessionIdView AgentErrorEventView::session_id() const {
  return SessionIdView(keys::kSessionId.of(raw_).text());
}
inline session::LlmFailureView AgentErrorEventView::error() const {
  return session::LlmFailureView(keys::kError.of(raw_));
}
inline std::optional<std::int64_t> AgentErrorEventView::turn() const {
  return keys::kTurn.of(raw_).integer();
}
inline std::optional<std::int64_t> AgentErrorEventView::step() const {
  return keys::kStep.of(raw_).integer();
}
inline session::LlmFailureView AgentLoopConfigStartFailedEventView::error() const {
  return session::LlmFailureView(keys::kError.of(raw_));
}
inline std::optional<SessionIdView> AgentLoopConfigStartFailedEventView::session_id() const {
  return optional_id<SessionIdView>(keys::kSessionId.of(raw_));
}
inline std::optional<std::string_view> AgentLoopConfigStartFailedEventView::label() const {
  return optional_text(keys::kLabel.of(raw_));
}
inline SteerReceiptOutcomeResult::SteerReceiptOutcomeResult(const SteerReceiptOutcomeResultAdmitted& made) : value_(made.to_value()) {}
inline SteerReceiptOutcomeResult::SteerReceiptOutcomeResult(const SteerReceiptOutcomeResultRejected& made) : value_(made.to_value()) {}
inline AgentPromptSubmitEventResult::AgentPromptSubmitEventResult(const AgentPromptSubmitEventResultAllow& made) : value_(made.to_value()) {}
inline AgentPromptSubmitEventResult::AgentPromptSubmitEventResult(const AgentPromptSubmitEventResultBlock& made) : value_(made.to_value()) {}
inline AgentPreStepEventResult::AgentPreStepEventResult(const AgentPreStepEventResultReject& made) : value_(made.to_value()) {}
inline AgentPreStepEventResult::AgentPreStepEventResult(const AgentPreStepEventResultEnter& made) : value_(made.to_value()) {}
inline void InboxItem::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kId, id);
  put_member(builder, keys::kMessage, message);
  put_member(builder, keys::kPlacement, placement);
  builder.end();
}
inline Value InboxItem::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentOptions::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kProvider, provider);
  put_member(builder, keys::kModel, model);
  put_member(builder, keys::kMaxTokens, max_tokens);
  builder.end();
}
inline Value AgentOptions::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentsCreateParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  put_member(builder, keys::kMeta, meta);
  put_member(builder, keys::kSeed, seed);
  put_member(builder, keys::kOptions, options);
  builder.end();
}
inline Value AgentsCreateParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentsCreateResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  builder.end();
}
inline Value AgentsCreateResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentsResumeParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  put_member(builder, keys::kOptions, options);
  builder.end();
}
inline Value AgentsResumeParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentsResumeResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  builder.end();
}
inline Value AgentsResumeResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentsRegisterParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  put_member(builder, keys::kOwner, owner);
  builder.end();
}
inline Value AgentsRegisterParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentsEnterParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  put_member(builder, keys::kOwner, owner);
  builder.end();
}
inline Value AgentsEnterParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentsAnnounceParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  builder.end();
}
inline Value AgentsAnnounceParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentsLeaveParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  builder.end();
}
inline Value AgentsLeaveParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentsGetParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  builder.end();
}
inline Value AgentsGetParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentsListResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kAgents, agents);
  builder.end();
}
inline Value AgentsListResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentsRootsResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kAgents, agents);
  builder.end();
}
inline Value AgentsRootsResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentsIsOwnedByParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  put_member(builder, keys::kOwner, owner);
  builder.end();
}
inline Value AgentsIsOwnedByParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentsIsOwnedByResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kOwned, owned);
  builder.end();
}
inline Value AgentsIsOwnedByResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentFactoryCreateParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  put_member(builder, keys::kMeta, meta);
  put_member(builder, keys::kSeed, seed);
  put_member(builder, keys::kOptions, options);
  builder.end();
}
inline Value AgentFactoryCreateParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentFactoryCreateResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  builder.end();
}
inline Value AgentFactoryCreateResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentFactoryResumeParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  put_member(builder, keys::kOptions, options);
  builder.end();
}
inline Value AgentFactoryResumeParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentFactoryResumeResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  builder.end();
}
inline Value AgentFactoryResumeResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentSetupSetupParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  put_member(builder, keys::kScope, scope);
  builder.end();
}
inline Value AgentSetupSetupParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentHandleDisposeParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kKeepInbox, keep_inbox);
  builder.end();
}
inline Value AgentHandleDisposeParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentLeaseCancelledResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kCause, cause);
  builder.end();
}
inline Value AgentLeaseCancelledResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SteerReceiptOutcomeResultAdmitted::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kKind.key(), View::kKind);
  put_member(builder, keys::kTurn, turn);
  put_member(builder, keys::kStep, step);
  builder.end();
}
inline Value SteerReceiptOutcomeResultAdmitted::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void SteerReceiptOutcomeResultRejected::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kKind.key(), View::kKind);
  put_member(builder, keys::kReason, reason);
  builder.end();
}
inline Value SteerReceiptOutcomeResultRejected::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentSendParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kMessage, message);
  put_member(builder, keys::kTarget, target);
  put_member(builder, keys::kWakeup, wakeup);
  builder.end();
}
inline Value AgentSendParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentSendResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kItem, item);
  builder.end();
}
inline Value AgentSendResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentFollowupParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kMessage, message);
  builder.end();
}
inline Value AgentFollowupParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentFollowupResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kItem, item);
  builder.end();
}
inline Value AgentFollowupResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentQueueParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kMessage, message);
  builder.end();
}
inline Value AgentQueueParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentQueueResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kItem, item);
  builder.end();
}
inline Value AgentQueueResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentSteerParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kMessage, message);
  builder.end();
}
inline Value AgentSteerParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentSteerResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kItem, item);
  builder.end();
}
inline Value AgentSteerResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentInjectParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kMessage, message);
  put_member(builder, keys::kNow, now);
  builder.end();
}
inline Value AgentInjectParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentUpdateInboxParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kId, id);
  put_member(builder, keys::kOp, op);
  put_member(builder, keys::kContent, content);
  builder.end();
}
inline Value AgentUpdateInboxParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentUpdateInboxResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kOutcome, outcome);
  builder.end();
}
inline Value AgentUpdateInboxResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentCancelParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kCause, cause);
  put_member(builder, keys::kKeepInbox, keep_inbox);
  builder.end();
}
inline Value AgentCancelParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentCancelResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kEffective, effective);
  builder.end();
}
inline Value AgentCancelResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentStateResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  put_member(builder, keys::kScope, scope);
  put_member(builder, keys::kStatus, status);
  put_member(builder, keys::kAcceptsNextStep, accepts_next_step);
  put_member(builder, keys::kOptions, options);
  put_member(builder, keys::kInbox, inbox);
  builder.end();
}
inline Value AgentStateResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void DefaultModelCurrentParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  builder.end();
}
inline Value DefaultModelCurrentParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void DefaultModelCurrentResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kProvider, provider);
  put_member(builder, keys::kModel, model);
  put_member(builder, keys::kOrigin, origin);
  put_member(builder, keys::kReasoningEffort, reasoning_effort);
  builder.end();
}
inline Value DefaultModelCurrentResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void DefaultModelSelectParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kProvider, provider);
  put_member(builder, keys::kModel, model);
  put_member(builder, keys::kReasoningEffort, reasoning_effort);
  builder.end();
}
inline Value DefaultModelSelectParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentFamilyMetadata::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kInterface, interface);
  builder.end();
}
inline Value AgentFamilyMetadata::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentCreatedAdmitEvent::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  builder.end();
}
inline Value AgentCreatedAdmitEvent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentCreatedEvent::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  builder.end();
}
inline Value AgentCreatedEvent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentDisposedEvent::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  builder.end();
}
inline Value AgentDisposedEvent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentSessionStartEvent::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  put_member(builder, keys::kSource, source);
  builder.end();
}
inline Value AgentSessionStartEvent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentStatusEvent::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  put_member(builder, keys::kStatus, status);
  builder.end();
}
inline Value AgentStatusEvent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentCancelRequestedEvent::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  put_member(builder, keys::kCause, cause);
  builder.end();
}
inline Value AgentCancelRequestedEvent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentInboxEnqueueEvent::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  put_member(builder, keys::kItem, item);
  builder.end();
}
inline Value AgentInboxEnqueueEvent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentInboxDequeueEvent::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  put_member(builder, keys::kItem, item);
  put_member(builder, keys::kTurn, turn);
  builder.end();
}
inline Value AgentInboxDequeueEvent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentInboxDiscardEvent::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  put_member(builder, keys::kItems, items);
  builder.end();
}
inline Value AgentInboxDiscardEvent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentInboxUpdateEvent::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  put_member(builder, keys::kItem, item);
  builder.end();
}
inline Value AgentInboxUpdateEvent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentPromptSubmitEvent::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  put_member(builder, keys::kMessage, message);
  builder.end();
}
inline Value AgentPromptSubmitEvent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentPromptSubmitEventResultAllow::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kKind.key(), View::kKind);
  put_member(builder, keys::kContent, content);
  put_member(builder, keys::kAdditionalContexts, additional_contexts);
  builder.end();
}
inline Value AgentPromptSubmitEventResultAllow::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentPromptSubmitEventResultBlock::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kKind.key(), View::kKind);
  put_member(builder, keys::kReason, reason);
  builder.end();
}
inline Value AgentPromptSubmitEventResultBlock::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentPreStepEvent::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  put_member(builder, keys::kMessages, messages);
  put_member(builder, keys::kTurn, turn);
  put_member(builder, keys::kStep, step);
  builder.end();
}
inline Value AgentPreStepEvent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentPreStepEventResultReject::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kKind.key(), View::kKind);
  builder.end();
}
inline Value AgentPreStepEventResultReject::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentPreStepEventResultEnter::write(Builder& builder) const {
  builder.begin_object();
  builder.member(keys::kKind.key(), View::kKind);
  put_member(builder, keys::kMessages, messages);
  builder.end();
}
inline Value AgentPreStepEventResultEnter::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentSessionPrefixEvent::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  builder.end();
}
inline Value AgentSessionPrefixEvent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentSessionPrefixEventResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kMessages, messages);
  builder.end();
}
inline Value AgentSessionPrefixEventResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentRequestEvent::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  put_member(builder, keys::kConfig, config);
  put_member(builder, keys::kTurn, turn);
  put_member(builder, keys::kStep, step);
  builder.end();
}
inline Value AgentRequestEvent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentRequestErrorEvent::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  put_member(builder, keys::kTurn, turn);
  put_member(builder, keys::kStep, step);
  put_member(builder, keys::kProvider, provider);
  put_member(builder, keys::kFailure, failure);
  put_member(builder, keys::kCode, code);
  put_member(builder, keys::kPriorFailures, prior_failures);
  put_member(builder, keys::kRetryPolicy, retry_policy);
  builder.end();
}
inline Value AgentRequestErrorEvent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentRequestErrorEventResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kKind, kind);
  builder.end();
}
inline Value AgentRequestErrorEventResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentPostStepEvent::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  put_member(builder, keys::kTurn, turn);
  put_member(builder, keys::kStep, step);
  builder.end();
}
inline Value AgentPostStepEvent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentTurnStoppingEvent::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  put_member(builder, keys::kTurn, turn);
  builder.end();
}
inline Value AgentTurnStoppingEvent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentErrorEvent::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kSessionId, session_id);
  put_member(builder, keys::kError, error);
  put_member(builder, keys::kTurn, turn);
  put_member(builder, keys::kStep, step);
  builder.end();
}
inline Value AgentErrorEvent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void AgentLoopConfigStartFailedEvent::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kError, error);
  put_member(builder, keys::kSessionId, session_id);
  put_member(builder, keys::kLabel, label);
  builder.end();
}
inline Value AgentLoopConfigStartFailedEvent::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}

}  // namespace keel::contracts::agent
