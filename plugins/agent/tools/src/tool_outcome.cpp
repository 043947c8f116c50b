// SPDX-License-Identifier: MIT
#include "tool_outcome.hpp"

#include <utility>

#include "keel/abi.h"

namespace keel::agent_tools {

namespace {

/// Codes by which SDK and host say that a plugin broke: they are no part of its contract.
bool is_unforeseen(std::string_view code) {
  return code == "EXCEPTION" || code == "PLUGIN_FAULT" || code == "NO_RESULT" || code == "DEFER";
}

Value text_content(std::string_view text) {
  const Value block = object({{"type", "text"}, {"text", text}});
  return array({block});
}

Value message_list(const std::vector<Value>& messages) {
  if (messages.empty()) return {};
  Builder list;
  list.begin_array();
  for (const Value& message : messages) list.put(static_cast<const ValueView&>(message));
  list.end();
  return list.finish_or_absent();
}

}  // namespace

ToolOutcome ToolOutcome::error(std::string message, std::optional<ErrorInfo> info) {
  ToolOutcome outcome;
  outcome.is_error = true;
  outcome.content = text_content("Error: " + message);
  outcome.message = std::move(message);
  outcome.info = std::move(info);
  return outcome;
}

ToolOutcome ToolOutcome::error(const Error& error) {
  if (error.status != KEEL_FAILED || is_unforeseen(error.code)) {
    return ToolOutcome::error(error.message);
  }
  const std::string_view name = error.data["name"].text_or("ToolError");
  return ToolOutcome::error(error.message, ErrorInfo{std::string(name), error.code});
}

ToolOutcome ToolOutcome::aborted(bool body_ran) {
  if (body_ran) {
    return error("the call was cancelled while it ran; what it had done until then stays done",
                 ErrorInfo{"AbortError", "ABORTED"});
  }
  return error("the call was cancelled before it began; it has done nothing",
               ErrorInfo{"AbortError", "ABORTED_BEFORE_DISPATCH"});
}

ToolOutcome ToolOutcome::invalid_output(std::string message) {
  return error(std::move(message), ErrorInfo{"ToolOutputError", "INVALID_TOOL_OUTPUT"});
}

ToolOutcome ToolOutcome::unknown_tool(std::string_view name) {
  return error("there is no tool \"" + std::string(name) + "\"",
               ErrorInfo{"ToolNotFoundError", "UNKNOWN_TOOL"});
}

std::optional<ToolOutcome> ToolOutcome::parse(ValueView result, std::string& why) {
  ToolOutcome outcome;
  const std::optional<bool> is_error = result["isError"].boolean();
  if (!is_error) {
    why =
        "expected a result with a boolean isError, found " + std::string(kind_name(result.kind()));
    return std::nullopt;
  }
  append_messages(result["additionalContexts"], outcome.contexts);
  outcome.is_error = *is_error;
  outcome.meta = Value::share(result["meta"]);
  outcome.content = Value::share(result["content"]);
  if (!outcome.is_error) {
    outcome.value = Value::share(result["value"]);
    return outcome;
  }
  const ValueView error = result["error"];
  if (!error["message"].is_string()) {
    why = "expected an error with a message, found " + std::string(kind_name(error.kind()));
    return std::nullopt;
  }
  outcome.message = error["message"].text();
  const ValueView info = error["info"];
  if (info["code"].is_string()) {
    outcome.info =
        ErrorInfo{std::string(info["name"].text_or("ToolError")), std::string(info["code"].text())};
  }
  why = content_fault(outcome.content);
  if (!why.empty()) return std::nullopt;
  if (outcome.content.empty()) outcome.content = text_content("Error: " + outcome.message);
  return outcome;
}

Value ToolOutcome::to_value() const {
  Builder builder;
  builder.begin_object();
  builder.member("isError", is_error);
  builder.optional_member("content", content);
  builder.optional_member("value", value);
  if (is_error) {
    builder.name("error").begin_object().member("message", message);
    if (info) {
      builder.name("info").begin_object();
      builder.member("name", info->name).member("code", info->code).end();
    }
    builder.end();
  }
  builder.optional_member("meta", meta);
  builder.optional_member("additionalContexts", message_list(contexts));
  if (concludes_turn) builder.member("concludesTurn", true);
  builder.end();
  return builder.finish_or_absent();
}

std::string content_fault(ValueView content) {
  if (!content.is_array()) {
    return "content: expected array, found " + std::string(kind_name(content.kind()));
  }
  std::size_t index = 0;
  for (const ValueView block : content.items()) {
    const std::string place = "content[" + std::to_string(index++) + "]";
    const ValueView type = block["type"];
    if (type.text().empty()) return place + ": expected a block with a type";
    if (type.text() == "text" && !block["text"].is_string()) {
      return place + ".text: expected string, found " +
             std::string(kind_name(block["text"].kind()));
    }
  }
  return {};
}

std::string content_text(ValueView content) {
  std::string text;
  for (const ValueView block : content.items()) {
    if (!text.empty()) text += '\n';
    const std::string_view type = block["type"].text();
    if (type == "text") {
      text += block["text"].text();
    } else {
      text += "[" + std::string(type) + " content]";
    }
  }
  return text;
}

void append_messages(ValueView messages, std::vector<Value>& into) {
  for (const ValueView message : messages.items()) into.push_back(Value::share(message));
}

}  // namespace keel::agent_tools
