// SPDX-License-Identifier: MIT
#include "session/log/repair.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "session/log/fields.hpp"

namespace keel::session {

namespace {

constexpr std::string_view kOutcomeUnknownText =
    "The session was interrupted while this tool call was running, so its outcome is unknown: it "
    "may "
    "have had no effect, a partial effect or its full effect. Repeat it only if it is read-only or "
    "idempotent. Otherwise check the present state first, or ask the user.";

constexpr std::string_view kNotStartedText =
    "The session was interrupted before this tool call was started. It had no effect and may be "
    "repeated.";

/// What happened to one call of the open step.
struct Call {
  std::string id;
  std::optional<std::int64_t> logged_at;
  bool answered = false;
};

/// The calls of one id. Earlier builds logged duplicates as they came; what happens to the id
/// happens to them in turn.
struct SameId {
  std::vector<std::size_t> calls;
  std::size_t started = 0;
  std::size_t answered = 0;
};

/// What is open at the end of the log.
struct OpenTurn {
  bool open = false;
  std::int64_t turn = 0;
  std::optional<std::int64_t> step;
  /// In block order.
  std::vector<Call> calls;
  std::unordered_map<std::string, SameId> by_id;

  void clear_calls() {
    calls.clear();
    by_id.clear();
  }
};

void add_calls(OpenTurn& state, ValueView data) {
  const Fields& names = fields();
  for (const ValueView block : data[names.message][names.content].items()) {
    if (block[names.type].text() != "tool-call") continue;
    std::string id(block[names.id].text());
    state.by_id[id].calls.push_back(state.calls.size());
    state.calls.push_back({std::move(id), std::nullopt, false});
  }
}

void mark_started(OpenTurn& state, std::string_view id, std::int64_t seq) {
  const auto same = state.by_id.find(std::string(id));
  if (same == state.by_id.end() || same->second.started == same->second.calls.size()) return;
  state.calls[same->second.calls[same->second.started++]].logged_at = seq;
}

void mark_answered(OpenTurn& state, std::string_view id) {
  const auto same = state.by_id.find(std::string(id));
  if (same == state.by_id.end() || same->second.answered == same->second.calls.size()) return;
  state.calls[same->second.calls[same->second.answered++]].answered = true;
}

void follow(OpenTurn& state, const Event& event) {
  const Fields& names = fields();
  const ValueView data = event.data();
  switch (event.core()) {
    case CoreType::kTurnStart:
      state = OpenTurn{true, data[names.turn].integer_or(0), std::nullopt, {}, {}};
      return;
    case CoreType::kTurnEnd:
      state = OpenTurn{};
      return;
    case CoreType::kStepStart:
      state.step = data[names.step].integer_or(0);
      state.clear_calls();
      return;
    case CoreType::kStepEnd:
      state.step.reset();
      state.clear_calls();
      return;
    case CoreType::kAssistantMessage:
      if (event.surface().kind == SurfaceOp::Kind::kAppend) add_calls(state, data);
      return;
    case CoreType::kToolCall:
      mark_started(state, data[names.call_id].text(), event.seq());
      return;
    case CoreType::kToolResult:
      if (event.surface().kind == SurfaceOp::Kind::kAppend) {
        mark_answered(state, data[names.message][names.source][names.call_id].text());
      }
      return;
    default:
      return;
  }
}

Value result_data(const OpenTurn& state, const Call& call, std::int64_t seq) {
  const bool started = call.logged_at.has_value();
  const Value text =
      object({{"type", "text"}, {"text", started ? kOutcomeUnknownText : kNotStartedText}});
  const Value block = object({{"type", "tool-result"},
                              {"toolCallId", call.id},
                              {"content", array({text})},
                              {"isError", true}});
  const Value source = object({{"kind", "tool"}, {"callId", call.id}});
  const Value message =
      object({{"role", "user"},
              {"content", array({block})},
              {"source", source},
              {"id", "interrupted-tool-result-" + call.id + "-" + std::to_string(seq)}});
  const Value error =
      started ? object({{"name", "ToolOutcomeUnknownError"}, {"code", "TOOL_OUTCOME_UNKNOWN"}})
              : object({{"name", "ToolNotStartedError"}, {"code", "TOOL_NOT_STARTED"}});
  return object(
      {{"turn", state.turn}, {"step", *state.step}, {"message", message}, {"error", error}});
}

EventFields closer(std::string_view type, std::int64_t seq, std::int64_t time, Value data) {
  EventFields event;
  event.type = type;
  event.core = core_type(type);
  event.seq = seq;
  event.time = time;
  event.data = std::move(data);
  return event;
}

}  // namespace

std::vector<EventFields> interrupted_turn_closers(std::span<const Event> since_turn_start,
                                                  std::int64_t next_seq, std::int64_t last_time) {
  OpenTurn state;
  for (const Event& event : since_turn_start) follow(state, event);
  std::vector<EventFields> closers;
  if (!state.open) return closers;
  if (state.step) {
    for (const Call& call : state.calls) {
      if (call.answered) continue;
      EventFields result =
          closer("tool/result", next_seq, last_time, result_data(state, call, next_seq));
      result.surface = SurfaceOp::append();
      if (call.logged_at) result.sources.emplace().push(*call.logged_at);
      closers.push_back(std::move(result));
      ++next_seq;
    }
    closers.push_back(closer("step/end", next_seq++, last_time,
                             object({{"turn", state.turn}, {"step", *state.step}})));
  }
  closers.push_back(
      closer("turn/end", next_seq, last_time,
             object({{"turn", state.turn}, {"reason", object({{"kind", "interrupted"}})}})));
  return closers;
}

}  // namespace keel::session
