// SPDX-License-Identifier: MIT
#include "session/log/session_header.hpp"

#include <utility>

#include "session/log/fault.hpp"
#include "session/log/safe_integer.hpp"

namespace keel::session {

namespace {

Error header_fault(std::string_view name, std::string_view expected, std::string_view found) {
  std::string message = "session header: " + std::string(name) + ": expected ";
  message += expected;
  message += ", found ";
  message += found;
  return refused(fault::kInvalidHeader, std::move(message));
}

bool read_text(ValueView value, std::optional<std::string>& into) {
  if (!value.is_string() || value.text().empty()) return false;
  into = std::string(value.text());
  return true;
}

bool read_count(ValueView value, std::int64_t& into) {
  const auto number = safe_count(value);
  into = number.value_or(0);
  return number.has_value();
}

/// Reads one member; gives what was expected when it is something else.
std::optional<std::string_view> read_member(SessionHeader& header, std::string_view name,
                                            ValueView value) {
  constexpr std::string_view kText = "a non-empty string";
  constexpr std::string_view kCount = "an integer from 0";
  if (name == "version") return std::nullopt;
  if (name == "id") {
    std::optional<std::string> id;
    if (!read_text(value, id)) return kText;
    header.id = std::move(*id);
    return std::nullopt;
  }
  if (name == "createdAt") {
    if (!read_count(value, header.created_at)) return kCount;
    return std::nullopt;
  }
  if (name == "cwd") {
    if (!read_text(value, header.cwd)) return kText;
    return std::nullopt;
  }
  if (name == "parentSession") {
    if (!read_text(value, header.parent_session)) return kText;
    return std::nullopt;
  }
  if (name == "seedLength") {
    if (!read_count(value, header.seed_length.emplace())) return kCount;
    return std::nullopt;
  }
  if (name == "origin") {
    if (!value.is_string() || value.text() != "subagent") return "\"subagent\"";
    header.subagent = true;
    return std::nullopt;
  }
  if (name == "delegationDepth") {
    if (!read_count(value, header.delegation_depth)) return kCount;
    return std::nullopt;
  }
  if (name == "agentPreset") {
    if (!read_text(value, header.agent_preset)) return kText;
    return std::nullopt;
  }
  return "no such member";
}

}  // namespace

Expected<SessionHeader> parse_header(ValueView value, std::string_view artifact, HeaderForm form) {
  if (!value.is_object()) {
    return tl::make_unexpected(header_fault("header", "an object", describe(value)));
  }
  const ValueView type = value["type"];
  const bool stored = form == HeaderForm::kLine;
  if (stored && (!type.is_string() || type.text() != "session")) {
    return tl::make_unexpected(header_fault("type", "\"session\"", describe(type)));
  }
  const auto version = safe_integer(value["version"]);
  if (!version) {
    return tl::make_unexpected(header_fault("version", "an integer", describe(value["version"])));
  }
  if (auto fault = find_version_fault(*version, artifact)) {
    return tl::make_unexpected(std::move(*fault));
  }
  SessionHeader header;
  for (const auto& [name, member] : value.members()) {
    if (stored && name == "type") continue;
    if (const auto expected = read_member(header, name, member)) {
      return tl::make_unexpected(header_fault(in_quotes(name), *expected, describe(member)));
    }
  }
  if (header.id.empty()) {
    return tl::make_unexpected(header_fault("id", "a non-empty string", "nothing"));
  }
  if (!value.has("createdAt")) {
    return tl::make_unexpected(header_fault("createdAt", "an integer from 0", "nothing"));
  }
  return header;
}

std::optional<Error> find_header_fault(const SessionHeader& header) {
  if (auto fault = find_version_fault(header.version)) return fault;
  if (header.id.empty() || Value(header.id).is_absent()) {
    return header_fault("id", "non-empty UTF-8 text", in_quotes(header.id));
  }
  if (header.created_at < 0 || !is_safe(header.created_at)) {
    return header_fault("createdAt", "an integer from 0", std::to_string(header.created_at));
  }
  if (header.cwd && (!header.cwd->starts_with('/') || Value(*header.cwd).is_absent())) {
    return header_fault("cwd", "an absolute path in UTF-8", in_quotes(*header.cwd));
  }
  if (header.seed_length && (*header.seed_length < 0 || !is_safe(*header.seed_length))) {
    return header_fault("seedLength", "an integer from 0", std::to_string(*header.seed_length));
  }
  if (header.delegation_depth < 0 || !is_safe(header.delegation_depth)) {
    return header_fault("delegationDepth", "an integer from 0",
                        std::to_string(header.delegation_depth));
  }
  return std::nullopt;
}

Value header_value(const SessionHeader& header) {
  Builder builder;
  builder.begin_object();
  builder.member("version", header.version);
  builder.member("id", header.id);
  builder.member("createdAt", header.created_at);
  if (header.cwd) builder.member("cwd", *header.cwd);
  if (header.parent_session) builder.member("parentSession", *header.parent_session);
  if (header.seed_length) builder.member("seedLength", *header.seed_length);
  if (header.subagent) builder.member("origin", "subagent");
  if (header.delegation_depth > 0) builder.member("delegationDepth", header.delegation_depth);
  if (header.agent_preset) builder.member("agentPreset", *header.agent_preset);
  builder.end();
  return builder.finish_or_absent();
}

}  // namespace keel::session
