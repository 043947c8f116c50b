// SPDX-License-Identifier: MIT
#include "message_check.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace keel::agent_loop {

namespace {

tl::unexpected<Error> invalid(const std::string& path, std::string_view expected, ValueView found) {
  std::string what(kind_name(found.kind()));
  if (found.is_string()) what = "\"" + std::string(found.text().substr(0, 40)) + "\"";
  return fail("INVALID_MESSAGE", path + ": expected " + std::string(expected) + ", found " + what);
}

/// Content that is still to be looked at, and where it lies.
struct Waiting {
  ValueView content;
  std::string path;
};

Expected<void> check_text(ValueView block, std::string_view name, const std::string& path) {
  if (block[name].is_string()) return {};
  return invalid(path + "." + std::string(name), "a string", block[name]);
}

/// Adds to `waiting` what lies inside.
Expected<void> check_block(ValueView block, const std::string& path,
                           std::vector<Waiting>& waiting) {
  const ValueView type = block["type"];
  if (!block.is_object()) return invalid(path, "a content block", block);
  if (type.text().empty()) return invalid(path + ".type", "the name of a type", type);
  if (type.text() == "text" || type.text() == "reasoning") return check_text(block, "text", path);
  if (type.text() == "image" && !block["attachment"].is_object()) {
    return invalid(path + ".attachment", "an object", block["attachment"]);
  }
  if (type.text() == "tool-call") {
    for (const std::string_view name : {"id", "name", "arguments"}) {
      if (Expected<void> checked = check_text(block, name, path); !checked) return checked;
    }
  }
  if (type.text() == "tool-result") {
    waiting.push_back({block["content"], path + ".content"});
    return check_text(block, "toolCallId", path);
  }
  return {};
}

}  // namespace

Expected<Value> check_content(ValueView content) {
  std::vector<Waiting> waiting{{content, "message.content"}};
  while (!waiting.empty()) {
    const Waiting current = std::move(waiting.back());
    waiting.pop_back();
    if (!current.content.is_array()) return invalid(current.path, "an array", current.content);
    std::size_t i = 0;
    for (const ValueView block : current.content.items()) {
      const std::string path = current.path + "[" + std::to_string(i++) + "]";
      Expected<void> checked = check_block(block, path, waiting);
      if (!checked) return tl::make_unexpected(std::move(checked.error()));
    }
  }
  return Value::share(content).detached();
}

Expected<Value> check_message(ValueView message) {
  if (!message.is_object()) return invalid("message", "an object", message);
  for (const auto [name, value] : message.members()) {
    if (name == "id" || name == "role" || name == "content" || name == "source") continue;
    return fail("INVALID_MESSAGE", "message." + std::string(name) +
                                       ": a message has id, role, content and source only");
  }
  const ValueView id = message["id"];
  const ValueView role = message["role"];
  const ValueView kind = message["source"]["kind"];
  if (id.text().empty()) return invalid("message.id", "a text that is not empty", id);
  if (role.text() != "user") return invalid("message.role", "\"user\"", role);
  if (kind.text().empty()) return invalid("message.source.kind", "a text that is not empty", kind);
  Expected<Value> content = check_content(message["content"]);
  if (!content) return content;
  return Value::share(message).detached();
}

}  // namespace keel::agent_loop
