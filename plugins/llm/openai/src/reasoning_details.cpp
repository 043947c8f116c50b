// SPDX-License-Identifier: MIT
#include "reasoning_details.hpp"

#include <algorithm>
#include <string_view>

namespace keel::llm_openai {

namespace {

/// What comes in pieces.
bool is_text(std::string_view name) {
  return name == "text" || name == "summary" || name == "data";
}

const Value* find(const std::vector<std::pair<std::string, Value>>& members,
                  std::string_view name) {
  const auto found = std::find_if(members.begin(), members.end(),
                                  [&](const auto& member) { return member.first == name; });
  return found == members.end() ? nullptr : &found->second;
}

bool same(const Value* known, ValueView other) {
  return known == nullptr ? other.is_absent() : *known == other;
}

}  // namespace

void ReasoningDetails::add(ValueView list) {
  for (const ValueView detail : list.items()) {
    if (!detail.is_object()) continue;
    const bool continues = !details_.empty() &&
                           same(find(details_.back(), "type"), detail["type"]) &&
                           same(find(details_.back(), "index"), detail["index"]);
    if (!continues) details_.emplace_back();
    merge(details_.back(), detail);
  }
}

std::string ReasoningDetails::text_of(ValueView list) {
  std::string text;
  for (const ValueView detail : list.items()) {
    text += detail["text"].is_string() ? detail["text"].text() : detail["summary"].text();
  }
  return text;
}

void ReasoningDetails::merge(Members& into, ValueView detail) {
  for (const auto [name, value] : detail.members()) {
    const auto known = std::find_if(into.begin(), into.end(),
                                    [&](const auto& member) { return member.first == name; });
    if (known == into.end()) {
      into.emplace_back(name, Value::share(value).detached());
    } else if (is_text(name) && value.is_string() && known->second.is_string()) {
      known->second = Value(std::string(known->second.text()) + std::string(value.text()));
    } else if (!value.is_null()) {
      known->second = Value::share(value).detached();
    }
  }
}

Value ReasoningDetails::to_value() const {
  bool is_opaque = false;
  Builder builder;
  builder.begin_array();
  for (const Members& members : details_) {
    builder.begin_object();
    for (const auto& [name, value] : members) {
      is_opaque = is_opaque || ((name == "data" || name == "signature") && !value.text().empty());
      builder.member(name, static_cast<const ValueView&>(value));
    }
    builder.end();
  }
  builder.end();
  return is_opaque ? builder.finish_or_absent() : Value();
}

}  // namespace keel::llm_openai
