// SPDX-License-Identifier: MIT
#include "core/contract/member_reader.hpp"

#include <algorithm>

#include "core/schema/json_path.hpp"
#include "core/schema/scalar_check.hpp"

namespace keel::core {

namespace {

std::string list_of(std::initializer_list<std::string_view> names) {
  std::string text;
  for (const std::string_view name : names) {
    if (!text.empty()) text += ", ";
    text += name;
  }
  return text;
}

}  // namespace

std::string place_below(const std::string& place, std::string_view member) {
  JsonPath path(place);
  path.member(member);
  return path.text("");
}

std::string place_below(const std::string& place, std::size_t index) {
  JsonPath path(place);
  path.index(index);
  return path.text("");
}

MemberReader::MemberReader(ValueView value, std::string place, FaultList& faults,
                           std::initializer_list<std::string_view> known)
    : value_(value), place_(std::move(place)), faults_(faults) {
  if (!value_.is_object()) {
    faults_.add(place_,
                "expected an object with " + list_of(known) + ", found " + shown_value(value_));
    return;
  }
  for (const auto& [name, member] : value_.members()) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    faults_.add(place_of(name),
                "is not a member that may stand here; expected one of " + list_of(known));
  }
}

void MemberReader::fault(std::string_view member, std::string message) {
  faults_.add(place_of(member), std::move(message));
}

std::string MemberReader::present_text(std::string_view member) {
  if (is_object() && !has(member)) fault(member, "expected text, found nothing");
  return text(member);
}

std::string MemberReader::required_text(std::string_view member) {
  if (!is_object()) return {};
  const ValueView value = get(member);
  if (!value.text().empty()) return std::string(value.text());
  fault(member,
        "expected text, found " + (value.is_string() ? std::string("none") : shown_value(value)));
  return {};
}

std::string MemberReader::text(std::string_view member) {
  const ValueView value = get(member);
  if (!value.is_absent() && !value.is_string()) {
    fault(member, "expected text, found " + shown_value(value));
  }
  return std::string(value.text());
}

bool MemberReader::flag(std::string_view member, bool fallback) {
  const ValueView value = get(member);
  if (value.is_absent()) return fallback;
  if (!value.is_bool()) fault(member, "expected true or false, found " + shown_value(value));
  return value.is_true();
}

ValueView MemberReader::object(std::string_view member) {
  const ValueView value = get(member);
  if (value.is_absent() || value.is_object()) return value;
  fault(member, "expected an object, found " + shown_value(value));
  return {};
}

ValueView MemberReader::list(std::string_view member) {
  const ValueView value = get(member);
  if (value.is_absent() || value.is_array()) return value;
  fault(member, "expected a list, found " + shown_value(value));
  return {};
}

}  // namespace keel::core
