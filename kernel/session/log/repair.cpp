// SPDX-License-Identifier: MIT
#include "session/log/repair.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

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

/// What is open at the end of the log.
struct OpenTurn {
  bool open = false;
  std::int64_t turn = 0;
  std::optional<std::int64_t> step;
  /// In block order. One id may stand here twice: earlier builds logged duplicates as they came.
  std::vector<Call> calls;
};

void add_calls(OpenTurn& state, ValueView data) {
  const Fields& names = fields();
  for (const ValueView block : data[names.message][names.content].items()) {
    if (block[names.type].text() != "tool-call") continue;
    state.calls.push_back({std::string(block[names.id].text()), std::nullopt, false});
  }
}

void mark_started(OpenTurn& state, std::string_view id, std::int64_t seq) {
  const auto call = std::find_if(state.calls.begin(), state.calls.end(),
                                 [id](const Call& c) { return c.id == id && !c.logged_at; });
  if (call != state.calls.end()) call->logged_at = seq;
}

void mark_answered(OpenTurn& state, std::string_view id) {
  const auto call = std::find_if(state.calls.begin(), state.calls.end(),
                                 [id](const Call& c) { return c.id == id && !c.answered; });
  if (call != state.calls.end()) call->answered = true;
}

void follow(OpenTurn& state, const Event& event) {
  const Fields& names = fields();
  const ValueView data = event.data();
  switch (event.core()) {
    case CoreType::kTurnStart:
      state = OpenTurn{true, data[names.turn].integer_or(0), std::nullopt, {}};
      return;
    case CoreType::kTurnEnd:
      state = OpenTurn{};
      return;
    case CoreType::kStepStart:
      state.step = data[names.step].integer_or(0);
      state.calls.clear();
      return;
    case CoreType::kStepEnd:
      state.step.reset();
      state.calls.clear();
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
