// SPDX-License-Identifier: MIT
#include "session/log/relations.hpp"

#include <algorithm>
#include <string_view>

#include "session/log/fault.hpp"
#include "session/log/fields.hpp"

namespace keel::session {

namespace {

Error order_fault(const EventFields& event, const std::string& what) {
  return refused(
      fault::kInvalidOrder,
      "event " + in_quotes(event.type) + " at seq " + std::to_string(event.seq) + ": " + what,
      object({{"type", event.type}, {"seq", event.seq}}));
}

std::int64_t turn_of(const EventFields& event) { return event.data[fields().turn].integer_or(-1); }
std::int64_t step_of(const EventFields& event) { return event.data[fields().step].integer_or(-1); }

std::string_view result_call(const EventFields& event) {
  const Fields& names = fields();
  return event.data[names.message][names.source][names.call_id].text();
}

bool never_started(const EventFields& event) {
  const Fields& names = fields();
  return event.data[names.error][names.code].text() == "TOOL_NOT_STARTED";
}

bool is_replacement(const EventFields& event) {
  return event.surface.kind == SurfaceOp::Kind::kReplace;
}

}  // namespace

std::optional<Error> Relations::find_turn_fault(const EventFields& event) const {
  const std::int64_t turn = turn_of(event);
  if (event.core == CoreType::kTurnStart) {
    if (in_turn_) {
      return order_fault(event, "turn " + std::to_string(last_turn_) + " is still open");
    }
    if (turn == last_turn_ + 1) return std::nullopt;
    return order_fault(event, "expected turn " + std::to_string(last_turn_ + 1) + ", found " +
                                  std::to_string(turn));
  }
  if (!in_turn_) return order_fault(event, "no turn is open");
  if (in_step_) {
    return order_fault(event, "step " + std::to_string(last_step_) + " is still open");
  }
  if (turn == last_turn_) return std::nullopt;
  return order_fault(event, "the open turn is " + std::to_string(last_turn_) + ", found turn " +
                                std::to_string(turn));
}

std::optional<Error> Relations::find_step_fault(const EventFields& event) const {
  if (!in_turn_) return order_fault(event, "no turn is open");
  if (turn_of(event) != last_turn_) {
    return order_fault(event, "the open turn is " + std::to_string(last_turn_) + ", found turn " +
                                  std::to_string(turn_of(event)));
  }
  if (in_step_) {
    return order_fault(event, "step " + std::to_string(last_step_) + " is still open");
  }
  if (step_of(event) == last_step_ + 1) return std::nullopt;
  return order_fault(event, "expected step " + std::to_string(last_step_ + 1) + ", found " +
                                std::to_string(step_of(event)));
}

std::optional<Error> Relations::find_place_fault(const EventFields& event) const {
  if (!in_turn_ || !in_step_) return order_fault(event, "no step is open");
  if (turn_of(event) == last_turn_ && step_of(event) == last_step_) return std::nullopt;
  return order_fault(event, "open are turn " + std::to_string(last_turn_) + ", step " +
                                std::to_string(last_step_) + "; found turn " +
                                std::to_string(turn_of(event)) + ", step " +
                                std::to_string(step_of(event)));
}

std::optional<Error> Relations::find_result_fault(const EventFields& event) const {
  if (is_replacement(event)) {
    if (in_turn_) return std::nullopt;
    return order_fault(event, "a tool result may be replaced in an open turn only");
  }
  if (auto fault = find_place_fault(event)) return fault;
  if (never_started(event)) return std::nullopt;
  const std::string_view id = result_call(event);
  if (std::find(pending_calls_.begin(), pending_calls_.end(), id) != pending_calls_.end()) {
    return std::nullopt;
  }
  return order_fault(event, "no tool/call of " + in_quotes(id) + " without result is in this step");
}

std::optional<Error> Relations::find_fault(const EventFields& event) const {
  switch (event.core) {
    case CoreType::kTurnStart:
    case CoreType::kTurnEnd:
      return find_turn_fault(event);
    case CoreType::kStepStart:
      return find_step_fault(event);
    case CoreType::kStepEnd:
    case CoreType::kAssistantChunk:
    case CoreType::kToolCall:
      return find_place_fault(event);
    case CoreType::kAssistantMessage:
      return is_replacement(event) ? std::nullopt : find_place_fault(event);
    case CoreType::kToolResult:
      return find_result_fault(event);
    case CoreType::kTodoWrite:
    case CoreType::kRequestHeader:
    case CoreType::kRequestContext:
      if (in_turn_) return std::nullopt;
      return order_fault(event, "no turn is open");
    default:
      return std::nullopt;
  }
}

void Relations::follow(const EventFields& event) {
  switch (event.core) {
    case CoreType::kTurnStart:
      in_turn_ = true;
      in_step_ = false;
      last_turn_ = turn_of(event);
      last_step_ = 0;
      return;
    case CoreType::kTurnEnd:
      in_turn_ = false;
      in_step_ = false;
      pending_calls_.clear();
      return;
    case CoreType::kStepStart:
      in_step_ = true;
      last_step_ = step_of(event);
      return;
    case CoreType::kStepEnd:
      in_step_ = false;
      pending_calls_.clear();
      return;
    case CoreType::kToolCall:
      pending_calls_.emplace_back(event.data[fields().call_id].text());
      return;
    case CoreType::kToolResult: {
      if (is_replacement(event)) return;
      const auto call = std::find(pending_calls_.begin(), pending_calls_.end(), result_call(event));
      if (call != pending_calls_.end()) pending_calls_.erase(call);
      return;
    }
    default:
      return;
  }
}

}  // namespace keel::session
