// SPDX-License-Identifier: MIT
#include "session/log/message_shape.hpp"

#include <string>
#include <utility>
#include <vector>

#include "session/log/fault.hpp"
#include "session/log/fields.hpp"

namespace keel::session {

namespace {

bool check_attachment(ShapeCheck& check, ValueView attachment, const ShapePath& at) {
  static const Key attachment_id{"attachmentId"};
  static const Key media_type{"mediaType"};
  static const Key bytes{"bytes"};
  static const Key width{"width"};
  static const Key height{"height"};
  return check.object(attachment, at) &&
         check.member(attachment, attachment_id, Expect::kNonEmptyString, at) &&
         check.one_of(attachment, media_type,
                      {"image/png", "image/jpeg", "image/webp", "image/gif"}, at) &&
         check.member(attachment, bytes, Expect::kCount, at) &&
         check.member(attachment, width, Expect::kCount, at) &&
         check.member(attachment, height, Expect::kCount, at) &&
         check.optional_member(attachment, fields().name, Expect::kString, at);
}

/// A list of blocks that waits to be looked at.
struct NestedContent {
  ValueView content;
  std::string path;
};

bool check_adapter_defaults(ShapeCheck& check, ValueView header, const ShapePath& at) {
  const Fields& names = fields();
  const ValueView defaults = header[names.adapter_defaults];
  if (defaults.is_absent()) return !check.failed();
  const ShapePath here{&at, "adapterDefaults"};
  if (!check.object(defaults, here)) return false;
  for (const auto& [name, marker] : defaults.members()) {
    const std::string path = here.text() + "." + std::string(name);
    if (name != "reasoningEffort" && name != "maxTokens") {
      return check.fail(path, "only reasoningEffort and maxTokens", "a member " + in_quotes(name));
    }
    if (!marker.is_true()) return check.fail(path, "true, or no such member", describe(marker));
    if (header[names.config][name].is_absent()) {
      return check.fail(path, "the field that it marks in config", "nothing there");
    }
  }
  return true;
}

bool check_tools(ShapeCheck& check, ValueView tools, const ShapePath& at) {
  const Fields& names = fields();
  for (std::size_t i = 0; i < tools.size(); ++i) {
    const ShapePath here{&at, {}, i};
    const ValueView tool = tools.at(i);
    if (!check.object(tool, here) ||
        !check.member(tool, names.name, Expect::kNonEmptyString, here) ||
        !check.member(tool, names.description, Expect::kString, here) ||
        !check.member(tool, names.parameters, Expect::kObject, here)) {
      return false;
    }
  }
  return true;
}

bool check_stop(ShapeCheck& check, ValueView stop, const ShapePath& at) {
  for (std::size_t i = 0; i < stop.size(); ++i) {
    if (stop.at(i).is_string()) continue;
    return check.fail(ShapePath{&at, {}, i}.text(), "a string", describe(stop.at(i)));
  }
  return true;
}

}  // namespace

bool check_source(ShapeCheck& check, ValueView source, const ShapePath& at) {
  return check.object(source, at) &&
         check.member(source, fields().kind, Expect::kNonEmptyString, at);
}

bool check_block(ShapeCheck& check, ValueView block, const ShapePath& at) {
  const Fields& names = fields();
  if (!check.object(block, at) || !check.member(block, names.type, Expect::kNonEmptyString, at)) {
    return false;
  }
  const std::string_view type = block[names.type].text();
  if (type == "text" || type == "reasoning") {
    return check.member(block, names.text, Expect::kString, at);
  }
  if (type == "tool-call") {
    return check.member(block, names.id, Expect::kString, at) &&
           check.member(block, names.name, Expect::kString, at) &&
           check.member(block, names.arguments, Expect::kString, at);
  }
  if (type == "tool-result") {
    return check.member(block, names.tool_call_id, Expect::kString, at) &&
           check.member(block, names.content, Expect::kArray, at) &&
           check.optional_member(block, names.is_error, Expect::kBoolean, at);
  }
  if (type == "image") {
    return check_attachment(check, block[names.attachment], {&at, "attachment"});
  }
  return true;
}

bool check_content(ShapeCheck& check, ValueView content, const ShapePath& at) {
  if (!content.is_array()) {
    return check.failed() ? false : check.fail(at.text(), "an array", describe(content));
  }
  std::vector<NestedContent> waiting;
  ValueView current = content;
  std::string prefix;
  while (true) {
    const ShapePath nested{nullptr, prefix};
    const ShapePath& here = prefix.empty() ? at : nested;
    for (std::size_t i = 0; i < current.size(); ++i) {
      const ValueView block = current.at(i);
      const ShapePath block_at{&here, {}, i};
      if (!check_block(check, block, block_at)) return false;
      if (block[fields().type].text() != "tool-result") continue;
      const ValueView inner = block[fields().content];
      if (!inner.empty()) waiting.push_back({inner, ShapePath{&block_at, "content"}.text()});
    }
    if (waiting.empty()) return true;
    current = waiting.back().content;
    prefix = std::move(waiting.back().path);
    waiting.pop_back();
  }
}

bool check_message(ShapeCheck& check, ValueView message, std::string_view role, Rigour rigour,
                   const ShapePath& at) {
  const Fields& names = fields();
  if (!check.object(message, at) || !check.member(message, names.id, Expect::kNonEmptyString, at) ||
      !check.one_of(message, names.role, {role}, at)) {
    return false;
  }
  const ShapePath source_at{&at, "source"};
  const ValueView source = message[names.source];
  if (!check_source(check, source, source_at)) return false;
  if (role == "assistant" && (!check.one_of(source, names.kind, {"model"}, source_at) ||
                              !check.member(source, names.provider, Expect::kString, source_at) ||
                              !check.member(source, names.model, Expect::kString, source_at))) {
    return false;
  }
  if (rigour == Rigour::kLoad) return check.member(message, names.content, Expect::kArray, at);
  return check_content(check, message[names.content], {&at, "content"});
}

bool check_tool_message(ShapeCheck& check, ValueView message, Rigour rigour, const ShapePath& at) {
  const Fields& names = fields();
  if (!check_message(check, message, "user", rigour, at)) return false;
  const ShapePath source_at{&at, "source"};
  const ValueView source = message[names.source];
  if (!check.one_of(source, names.kind, {"tool"}, source_at) ||
      !check.member(source, names.call_id, Expect::kString, source_at)) {
    return false;
  }
  const ValueView content = message[names.content];
  const ShapePath content_at{&at, "content"};
  if (content.size() != 1) {
    return check.fail(content_at.text(), "exactly one tool-result block", describe(content));
  }
  const ShapePath block_at{&content_at, {}, 0};
  const ValueView block = content.at(0);
  if (!check.one_of(block, names.type, {"tool-result"}, block_at)) return false;
  if (!check.member(block, names.content, Expect::kArray, block_at)) return false;
  return check.one_of(block, names.tool_call_id, {source[names.call_id].text()}, block_at);
}

bool check_header(ShapeCheck& check, ValueView header, Rigour rigour, const ShapePath& at) {
  const Fields& names = fields();
  const ValueView config = header[names.config];
  const ShapePath config_at{&at, "config"};
  if (!check.object(header, at) || !check.object(config, config_at) ||
      !check.member(config, names.provider, Expect::kNonEmptyString, config_at) ||
      !check.member(config, names.model, Expect::kNonEmptyString, config_at) ||
      !check.optional_member(config, names.reasoning_effort, Expect::kNonEmptyString, config_at) ||
      !check_adapter_defaults(check, header, at)) {
    return false;
  }
  if (rigour == Rigour::kLoad) return true;
  return check.optional_member(config, names.temperature, Expect::kNumber, config_at) &&
         check.optional_member(config, names.max_tokens, Expect::kPositive, config_at) &&
         check.optional_member(config, names.stop, Expect::kArray, config_at) &&
         check_stop(check, config[names.stop], {&config_at, "stop"}) &&
         check.optional_member(header, names.system, Expect::kString, at) &&
         check.optional_member(header, names.message_prefix, Expect::kArray, at) &&
         check.optional_member(header, names.tools, Expect::kArray, at) &&
         check_tools(check, header[names.tools], {&at, "tools"});
}

bool check_usage(ShapeCheck& check, ValueView usage, const ShapePath& at) {
  const Fields& names = fields();
  return check.object(usage, at) && check.member(usage, names.input_tokens, Expect::kCount, at) &&
         check.member(usage, names.output_tokens, Expect::kCount, at);
}

bool check_failure(ShapeCheck& check, ValueView failure, const ShapePath& at) {
  const Fields& names = fields();
  return check.object(failure, at) && check.member(failure, names.message, Expect::kString, at) &&
         check.member(failure, names.code, Expect::kString, at);
}

}  // namespace keel::session
