// SPDX-License-Identifier: MIT
#include "session/jsonl/header_line.hpp"

#include <utility>

#include "session/log/fault.hpp"
#include "session/log/json_text.hpp"

namespace keel::session::jsonl {

namespace {

void add_text(std::string& line, std::string_view name, std::string_view text) {
  line += ",\"";
  line += name;
  line += "\":";
  append_json_string(line, text);
}

void add_integer(std::string& line, std::string_view name, std::int64_t number) {
  line += ",\"";
  line += name;
  line += "\":";
  append_json_integer(line, number);
}

}  // namespace

std::string header_line(const SessionHeader& header) {
  std::string line = "{\"type\":\"session\"";
  add_integer(line, "version", header.version);
  add_text(line, "id", header.id);
  add_integer(line, "createdAt", header.created_at);
  if (header.cwd) add_text(line, "cwd", *header.cwd);
  if (header.parent_session) add_text(line, "parentSession", *header.parent_session);
  if (header.seed_length) add_integer(line, "seedLength", *header.seed_length);
  if (header.subagent) add_text(line, "origin", "subagent");
  add_integer(line, "delegationDepth", header.delegation_depth);
  if (header.agent_preset) add_text(line, "agentPreset", *header.agent_preset);
  return line + "}\n";
}

Expected<SessionHeader> parse_header_line(std::string_view line, std::string_view artifact) {
  const auto value = parse_json(line);
  if (!value) {
    return tl::make_unexpected(
        refused(fault::kCorrupt, "corrupt session log " + std::string(artifact) +
                                     ": line 1, the header: " + value.error().message));
  }
  auto header = parse_header(*value, artifact, HeaderForm::kLine);
  if (!header && header.error().code != fault::kUnsupported) {
    header.error().code = fault::kCorrupt;
    header.error().message =
        "corrupt session log " + std::string(artifact) + ": line 1: " + header.error().message;
  }
  return header;
}

}  // namespace keel::session::jsonl
