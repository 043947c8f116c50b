// SPDX-License-Identifier: MIT
#include "session/log/header_fold.hpp"

#include <string_view>

#include "session/log/fields.hpp"
#include "session/log/json_text.hpp"

namespace keel::session {

namespace {

bool has_true_marker(ValueView defaults) {
  for (const auto& [name, marker] : defaults.members()) {
    if (marker.is_true()) return true;
  }
  return false;
}

/// True when a member of a header adds nothing to the request.
bool says_nothing(std::string_view name, ValueView value) {
  if (name == "system") return value.is_string() && value.text().empty();
  if (name == "tools" || name == "messagePrefix") return value.is_array() && value.empty();
  if (name == "adapterDefaults") return !has_true_marker(value);
  return false;
}

bool same_text(ValueView a, ValueView b) {
  const keel_value left = a.raw();
  const keel_value right = b.raw();
  if (left.head == right.head && left.body == right.body) return true;
  if (a.size() != b.size()) return false;
  return to_json(a) == to_json(b);
}

bool same_marker(ValueView a, ValueView b, const Key& key) {
  const Fields& names = fields();
  return a[names.adapter_defaults][key].is_true() == b[names.adapter_defaults][key].is_true();
}

Value latest_data(std::span<const Event> events, CoreType type) {
  for (auto event = events.rbegin(); event != events.rend(); ++event) {
    if (event->core() == type) return Value::share(event->data());
  }
  return {};
}

}  // namespace

Value canonical_header(ValueView header) {
  bool canonical = true;
  for (const auto& [name, value] : header.members()) {
    if (says_nothing(name, value)) canonical = false;
  }
  if (canonical) return Value::share(header);
  Builder builder;
  builder.begin_object();
  for (const auto& [name, value] : header.members()) {
    if (!says_nothing(name, value)) builder.member(name, value);
  }
  builder.end();
  return builder.finish_or_absent();
}

bool header_equals(ValueView first, ValueView second) {
  const Fields& names = fields();
  const Value a = canonical_header(first);
  const Value b = canonical_header(second);
  if (a.is_object() != b.is_object()) return false;
  return a[names.config] == b[names.config] && same_marker(a, b, names.reasoning_effort) &&
         same_marker(a, b, names.max_tokens) && a[names.system] == b[names.system] &&
         same_text(a[names.message_prefix], b[names.message_prefix]) &&
         same_text(a[names.tools], b[names.tools]);
}

Value fold_request_header(std::span<const Event> events) {
  return canonical_header(latest_data(events, CoreType::kRequestHeader)[fields().header]);
}

Value fold_request_context(std::span<const Event> events) {
  return latest_data(events, CoreType::kRequestContext);
}

}  // namespace keel::session
