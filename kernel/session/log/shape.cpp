// SPDX-License-Identifier: MIT
#include "session/log/shape.hpp"

#include "session/log/fault.hpp"
#include "session/log/fields.hpp"
#include "session/log/message_shape.hpp"
#include "session/log/safe_integer.hpp"

namespace keel::session {

namespace {

bool check_turn(ShapeCheck& check, ValueView data, const ShapePath& at) {
  return check.object(data, at) && check.member(data, fields().turn, Expect::kPositive, at);
}

bool check_turn_and_step(ShapeCheck& check, ValueView data, const ShapePath& at) {
  return check_turn(check, data, at) && check.member(data, fields().step, Expect::kPositive, at);
}

bool check_turn_start(ShapeCheck& check, ValueView data, const ShapePath& at) {
  const Fields& names = fields();
  if (!check_turn(check, data, at)) return false;
  const ValueView trigger = data[names.trigger];
  if (trigger.is_absent()) return true;
  const ShapePath here{&at, "trigger"};
  if (!check.object(trigger, here) ||
      !check.member(trigger, names.kind, Expect::kNonEmptyString, here)) {
    return false;
  }
  if (trigger[names.kind].text() != "message") return true;
  return check_source(check, trigger[names.source], {&here, "source"});
}

bool check_turn_end(ShapeCheck& check, ValueView data, const ShapePath& at) {
  const Fields& names = fields();
  if (!check_turn(check, data, at)) return false;
  const ValueView reason = data[names.reason];
  const ShapePath here{&at, "reason"};
  if (!check_source(check, reason, here)) return false;
  const std::string_view kind = reason[names.kind].text();
  if (kind == "aborted") return check_source(check, reason[names.reason], {&here, "reason"});
  if (kind == "error") return check_failure(check, reason[names.error], {&here, "error"});
  return true;
}

bool check_prompt_blocked(ShapeCheck& check, ValueView data, const ShapePath& at) {
  const Fields& names = fields();
  return check.object(data, at) && check_content(check, data[names.content], {&at, "content"}) &&
         check_source(check, data[names.source], {&at, "source"}) &&
         check.member(data, names.reason, Expect::kString, at);
}

bool check_finish(ShapeCheck& check, ValueView chunk, const ShapePath& at) {
  const Fields& names = fields();
  const ValueView reason = chunk[names.reason];
  const ShapePath here{&at, "reason"};
  return check.object(reason, here) &&
         check.member(reason, names.kind, Expect::kNonEmptyString, here);
}

bool check_stream_chunk(ShapeCheck& check, ValueView chunk, const ShapePath& at) {
  const Fields& names = fields();
  if (!check.object(chunk, at) || !check.one_of(chunk, names.type,
                                                {"text-delta", "reasoning-delta", "tool-call-delta",
                                                 "block-start", "block-end", "usage", "finish"},
                                                at)) {
    return false;
  }
  const std::string_view type = chunk[names.type].text();
  if (type == "usage") return check_usage(check, chunk[names.usage], {&at, "usage"});
  if (type == "finish") return check_finish(check, chunk, at);
  if (!check.member(chunk, names.index, Expect::kCount, at)) return false;
  if (type == "block-start")
    return check.member(chunk, names.block_type, Expect::kNonEmptyString, at);
  if (type == "block-end") return check_block(check, chunk[names.block], {&at, "block"});
  if (type == "tool-call-delta") {
    return check.member(chunk, names.id, Expect::kString, at) &&
           check.optional_member(chunk, names.name, Expect::kString, at) &&
           check.member(chunk, names.arguments_delta, Expect::kString, at);
  }
  return check.member(chunk, names.text, Expect::kString, at);
}

bool check_chunk(ShapeCheck& check, ValueView data, const ShapePath& at) {
  return check_turn_and_step(check, data, at) &&
         check_stream_chunk(check, data[fields().chunk], {&at, "chunk"});
}

bool check_assistant_message(ShapeCheck& check, ValueView data, const ShapePath& at) {
  const Fields& names = fields();
  if (!check_turn_and_step(check, data, at) ||
      !check_message(check, data[names.message], "assistant", Rigour::kAppend, {&at, "message"})) {
    return false;
  }
  const ValueView usage = data[names.usage];
  if (!usage.is_absent() && !check_usage(check, usage, {&at, "usage"})) return false;
  return check.optional_member(data, names.interrupted, Expect::kTrue, at);
}

bool check_tool_call(ShapeCheck& check, ValueView data, const ShapePath& at) {
  const Fields& names = fields();
  return check_turn_and_step(check, data, at) &&
         check.member(data, names.call_id, Expect::kString, at) &&
         check.member(data, names.name, Expect::kString, at) &&
         check.member(data, names.arguments, Expect::kString, at);
}

bool check_tool_result(ShapeCheck& check, ValueView data, const ShapePath& at) {
  const Fields& names = fields();
  if (!check_turn_and_step(check, data, at) ||
      !check_tool_message(check, data[names.message], Rigour::kAppend, {&at, "message"})) {
    return false;
  }
  const ValueView error = data[names.error];
  if (error.is_absent()) return true;
  const ShapePath here{&at, "error"};
  return check.object(error, here) && check.member(error, names.name, Expect::kString, here) &&
         check.member(error, names.code, Expect::kString, here);
}

bool check_steering(ShapeCheck& check, ValueView data, Rigour rigour, const ShapePath& at) {
  const Fields& names = fields();
  if (!check_turn(check, data, at) || !check_source(check, data[names.source], {&at, "source"}) ||
      !check.optional_member(data, names.id, Expect::kNonEmptyString, at)) {
    return false;
  }
  if (!data[names.role].is_absent() && !check.one_of(data, names.role, {"user"}, at)) return false;
  if (rigour == Rigour::kLoad) return check.member(data, names.content, Expect::kArray, at);
  return check_content(check, data[names.content], {&at, "content"});
}

bool check_todos(ShapeCheck& check, ValueView data, const ShapePath& at) {
  const Fields& names = fields();
  if (!check.object(data, at) || !check.member(data, names.todos, Expect::kArray, at)) return false;
  const ShapePath list{&at, "todos"};
  const ValueView todos = data[names.todos];
  for (std::size_t i = 0; i < todos.size(); ++i) {
    const ShapePath here{&list, {}, i};
    if (!check.object(todos.at(i), here) ||
        !check.member(todos.at(i), names.content, Expect::kString, here) ||
        !check.one_of(todos.at(i), names.status, {"pending", "in_progress", "completed"}, here)) {
      return false;
    }
  }
  return true;
}

bool check_request_header(ShapeCheck& check, ValueView data, const ShapePath& at) {
  const Fields& names = fields();
  return check.object(data, at) &&
         check_header(check, data[names.header], Rigour::kAppend, {&at, "header"}) &&
         check.one_of(data, names.reason, {"initial", "resume", "change"}, at);
}

bool check_request_context(ShapeCheck& check, ValueView data, const ShapePath& at) {
  const Fields& names = fields();
  return check.object(data, at) && check.member(data, names.provider, Expect::kString, at) &&
         check.member(data, names.model, Expect::kString, at) &&
         check.optional_member(data, names.context_window, Expect::kCount, at);
}

bool check_inserted(ShapeCheck& check, ValueView inserted, const ShapePath& at) {
  for (std::size_t i = 0; i < inserted.size(); ++i) {
    const ShapePath here{&at, {}, i};
    if (!check_message(check, inserted.at(i), "user", Rigour::kAppend, here)) return false;
  }
  return true;
}

bool check_splice(ShapeCheck& check, ValueView data, const ShapePath& at) {
  const Fields& names = fields();
  if (!check.object(data, at) ||
      !check.one_of(data, names.target, {"next-turn", "next-step"}, at) ||
      !check.member(data, names.start, Expect::kCount, at) ||
      !check.optional_member(data, names.removed_count, Expect::kPositive, at) ||
      !check.member(data, names.inserted, Expect::kArray, at) ||
      !check_inserted(check, data[names.inserted], {&at, "inserted"})) {
    return false;
  }
  return data[names.outcome].is_absent() || check.one_of(data, names.outcome, {"canceled"}, at);
}

bool check_end_seed(ShapeCheck& check, ValueView data, const ShapePath& at) {
  if (!check.object(data, at)) return false;
  return data.empty() || check.fail(at.text(), "{}", to_json(data));
}

void check_append(ShapeCheck& check, CoreType core, ValueView data) {
  const ShapePath at{nullptr, "data"};
  switch (core) {
    case CoreType::kOther:
      return;
    case CoreType::kTurnStart:
      check_turn_start(check, data, at);
      return;
    case CoreType::kTurnEnd:
      check_turn_end(check, data, at);
      return;
    case CoreType::kStepStart:
    case CoreType::kStepEnd:
      check_turn_and_step(check, data, at);
      return;
    case CoreType::kUserMessage:
      check_message(check, data, "user", Rigour::kAppend, at);
      return;
    case CoreType::kPromptBlocked:
      check_prompt_blocked(check, data, at);
      return;
    case CoreType::kAssistantChunk:
      check_chunk(check, data, at);
      return;
    case CoreType::kAssistantMessage:
      check_assistant_message(check, data, at);
      return;
    case CoreType::kToolCall:
      check_tool_call(check, data, at);
      return;
    case CoreType::kToolResult:
      check_tool_result(check, data, at);
      return;
    case CoreType::kSteeringMessage:
      check_steering(check, data, Rigour::kAppend, at);
      return;
    case CoreType::kTodoWrite:
      check_todos(check, data, at);
      return;
    case CoreType::kRequestHeader:
      check_request_header(check, data, at);
      return;
    case CoreType::kRequestContext:
      check_request_context(check, data, at);
      return;
    case CoreType::kEndSeed:
      check_end_seed(check, data, at);
      return;
    case CoreType::kInboxSpliced:
      check_splice(check, data, at);
      return;
  }
}

void check_load(ShapeCheck& check, CoreType core, ValueView data) {
  const Fields& names = fields();
  const ShapePath at{nullptr, "data"};
  switch (core) {
    case CoreType::kTurnStart:
    case CoreType::kTurnEnd:
      if (check.object(data, at)) check.member(data, names.turn, Expect::kCount, at);
      return;
    case CoreType::kStepStart:
    case CoreType::kStepEnd:
      if (check.object(data, at) && check.member(data, names.turn, Expect::kCount, at)) {
        check.member(data, names.step, Expect::kCount, at);
      }
      return;
    case CoreType::kUserMessage:
      check_message(check, data, "user", Rigour::kLoad, at);
      return;
    case CoreType::kAssistantMessage:
      if (check.object(data, at)) {
        check_message(check, data[names.message], "assistant", Rigour::kLoad, {&at, "message"});
      }
      return;
    case CoreType::kToolResult:
      if (check.object(data, at)) {
        check_tool_message(check, data[names.message], Rigour::kLoad, {&at, "message"});
      }
      return;
    case CoreType::kSteeringMessage:
      check_steering(check, data, Rigour::kLoad, at);
      return;
    case CoreType::kRequestHeader:
      if (check.object(data, at)) {
        check_header(check, data[names.header], Rigour::kLoad, {&at, "header"});
      }
      return;
    default:
      return;
  }
}

/// A request header that an earlier build wrote when it had lost the real one.
std::optional<Error> find_retired_form(CoreType core, std::string_view type, ValueView data) {
  if (core != CoreType::kRequestHeader || data[fields().reason].text() != "fallback") {
    return std::nullopt;
  }
  return refused(fault::kRetiredEvent,
                 "event " + in_quotes(type) +
                     ": data.reason: \"fallback\" was retired; expected \"initial\", \"resume\" or "
                     "\"change\"");
}

}  // namespace

std::optional<Error> find_append_fault(CoreType core, std::string_view type, ValueView data) {
  if (core == CoreType::kOther) return std::nullopt;
  if (auto retired = find_retired_form(core, type, data)) return retired;
  ShapeCheck check(type);
  check_append(check, core, data);
  return check.take();
}

std::optional<Error> find_load_fault(CoreType core, std::string_view type, ValueView data) {
  if (core == CoreType::kOther) return std::nullopt;
  if (auto retired = find_retired_form(core, type, data)) return retired;
  ShapeCheck check(type);
  check_load(check, core, data);
  return check.take();
}

}  // namespace keel::session
