// SPDX-License-Identifier: MIT
#include "request_header.hpp"

#include <string>

namespace keel::agent_loop {

namespace {

bool is_marked(ValueView header, std::string_view field) {
  return header["adapterDefaults"][field].is_true();
}

/// Absent, unless the model is the same and the effort was asked for rather than filled in.
Value inherited_effort(ValueView header, const AgentOptions& options) {
  const ValueView config = header["config"];
  if (config["provider"].text() != options.provider || config["model"].text() != options.model) {
    return {};
  }
  return is_marked(header, "reasoningEffort") ? Value() : Value::share(config["reasoningEffort"]);
}

Value first_config(ValueView header, const AgentOptions& options) {
  Value effort = inherited_effort(header, options);
  if (effort.is_absent() && !options.reasoning_effort.empty()) effort = options.reasoning_effort;
  const bool chosen = options.has_model();
  return object({{"provider", chosen ? Value(options.provider) : Value()},
                 {"model", chosen ? Value(options.model) : Value()},
                 {"reasoningEffort", effort},
                 {"maxTokens", options.max_tokens ? Value(*options.max_tokens) : Value()}});
}

Value next_config(ValueView header) {
  Builder builder;
  builder.begin_object();
  for (const auto [name, value] : header["config"].members()) {
    if (!is_marked(header, name)) builder.member(name, value);
  }
  builder.end();
  return builder.finish_or_absent();
}

/// By text, so that the order of members counts: another order is another prompt.
bool same_text(ValueView a, ValueView b) {
  if (a.size() != b.size() || !(a == b)) return a.empty() && b.empty();
  return to_json(a) == to_json(b);
}

/// Both canonical.
bool same_header(ValueView a, ValueView b) {
  return a["config"] == b["config"] &&
         is_marked(a, "reasoningEffort") == is_marked(b, "reasoningEffort") &&
         is_marked(a, "maxTokens") == is_marked(b, "maxTokens") &&
         a["system"].text() == b["system"].text() && same_text(a["tools"], b["tools"]) &&
         same_text(a["messagePrefix"], b["messagePrefix"]);
}

/// Markers that say nothing are left out; absent when none is left.
Value true_markers(ValueView defaults) {
  Builder builder;
  builder.begin_object();
  bool any = false;
  for (const auto [name, marker] : defaults.members()) {
    if (!marker.is_true()) continue;
    builder.member(name, true);
    any = true;
  }
  builder.end();
  return any ? builder.finish_or_absent() : Value();
}

}  // namespace

Value RequestParts::to_header() const {
  return object({{"config", config},
                 {"adapterDefaults", true_markers(adapter_defaults)},
                 {"system", system.empty() ? Value() : Value(system)},
                 {"tools", tools.empty() ? Value() : tools},
                 {"messagePrefix", message_prefix.empty() ? Value() : message_prefix}});
}

Value RequestHeader::seed(const Session& session, const AgentOptions& options) const {
  const Value header = session.request_header().value_or(Value());
  if (!logged_ || header.is_absent()) return first_config(header, options);
  return next_config(header);
}

Expected<void> RequestHeader::log(LogWriter& log, const RequestParts& parts, ValueView capacity) {
  Expected<void> header = log_header(log, parts);
  if (!header) return header;
  return log_context(log, parts.config, capacity);
}

Expected<void> RequestHeader::log_header(LogWriter& log, const RequestParts& parts) {
  const Value before = log.session().request_header().value_or(Value());
  const Value header = parts.to_header();
  if (logged_ && same_header(before, header)) return {};
  const std::string_view reason = logged_ ? "change" : before.is_absent() ? "initial" : "resume";
  Expected<void> written = log.request_header(header, reason);
  if (written) logged_ = true;
  return written;
}

Expected<void> RequestHeader::log_context(LogWriter& log, ValueView config, ValueView capacity) {
  const Value context = object({{"provider", Value::share(config["provider"])},
                                {"model", Value::share(config["model"])},
                                {"contextWindow", Value::share(capacity["contextWindow"])}});
  const Value before = log.session().request_context().value_or(Value());
  if (before == context) return {};
  return log.request_context(context);
}

}  // namespace keel::agent_loop
