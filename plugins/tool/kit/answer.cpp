// SPDX-License-Identifier: MIT
#include "kit/answer.hpp"

#include <utility>

#include "keel/abi.h"

namespace keel::tool_kit {

Value rendered(std::string_view text, const Value& meta) {
  const Value block = object({{"type", "text"}, {"text", text}});
  return object({{"content", array({block})}, {"meta", meta}});
}

Value run_result(const Value& value) { return object({{"value", value}}); }

std::string file_envelope(std::string_view path, std::string_view body) {
  std::string text = "<path>";
  text.append(path).append("</path>\n<type>file</type>\n<content>\n");
  text.append(body).append("\n</content>");
  return text;
}

tl::unexpected<Error> tool_fail(std::string_view kind, std::string_view code, std::string message) {
  return fail(std::string(code), std::move(message), object({{"name", kind}}));
}

tl::unexpected<Error> bad_arguments(std::string message) {
  return tool_fail("ToolArgsError", "INVALID_ARGS", std::move(message));
}

Value with_member(ValueView object, std::string_view name, const Value& member) {
  Builder builder;
  builder.begin_object();
  for (auto [known, value] : object.members()) builder.name(known).put(value);
  builder.member(name, member).end();
  return builder.finish_or_absent();
}

bool is_cancelled(const Error& error) { return error.status == KEEL_CANCELLED; }

std::string denial_marker(std::string_view mode) {
  return "[sandbox: file access denied under " + std::string(mode) + " mode]";
}

}  // namespace keel::tool_kit
