// SPDX-License-Identifier: MIT
#include "core/contract/schema_superset.hpp"

#include <algorithm>

#include "core/schema/scalar_check.hpp"

namespace keel::core {

namespace {

constexpr std::string_view kLocalTypes = "#/types/";
constexpr std::string_view kLimits[] = {"minimum",  "maximum",  "minLength", "maxLength",
                                        "minItems", "maxItems", "pattern",   "x-id"};

bool holds(ValueView list, ValueView value) {
  for (const ValueView item : list.items()) {
    if (item == value) return true;
  }
  return false;
}

bool is_local(ValueView ref) { return ref.text().starts_with(kLocalTypes); }

ValueView local_type(ValueView types, ValueView ref) {
  return types[ref.text().substr(kLocalTypes.size())];
}

std::string changed(ValueView older, ValueView newer) {
  return "was " + shown_value(older) + " before, is " + shown_value(newer);
}

}  // namespace

SchemaSuperset::SchemaSuperset(ValueView older_types, ValueView newer_types, FaultList& faults)
    : older_types_(older_types), newer_types_(newer_types), faults_(faults) {}

void SchemaSuperset::compare(ValueView older, ValueView newer, const std::string& place) {
  if (older.is_absent() != newer.is_absent()) {
    faults_.add(place, older.is_absent() ? "there was no value here before"
                                         : "there was a value here before");
    return;
  }
  if (older.is_absent()) return;
  open_.push_back({older, newer, place});
  while (!open_.empty()) {
    Pair pair = std::move(open_.back());
    open_.pop_back();
    compare_pair(std::move(pair));
  }
}

void SchemaSuperset::compare_pair(Pair pair) {
  if (!dereference(pair)) return;
  if (pair.older.has("oneOf") || pair.newer.has("oneOf")) return compare_unions(pair);
  const ValueView older_type = pair.older["type"];
  const ValueView newer_type = pair.newer["type"];
  if (!(older_type == newer_type)) {
    return fault(pair, "type", changed(older_type, newer_type));
  }
  compare_choices(pair);
  compare_limits(pair);
  if (older_type.text() == "object") compare_objects(pair);
  if (older_type.text() == "array") {
    const ValueView older_items = pair.older["items"];
    const ValueView newer_items = pair.newer["items"];
    if (older_items.is_absent() != newer_items.is_absent()) {
      fault(
          pair, "items",
          older_items.is_absent() ? "items were of any kind before" : "items are of any kind now");
    } else if (!older_items.is_absent()) {
      open_.push_back({older_items, newer_items, place_below(pair.place, "items")});
    }
  }
}

bool SchemaSuperset::dereference(Pair& pair) {
  for (;;) {
    const ValueView older_ref = pair.older["$ref"];
    const ValueView newer_ref = pair.newer["$ref"];
    const bool older_local = is_local(older_ref);
    const bool newer_local = is_local(newer_ref);
    if (older_local && newer_local &&
        !compared_.emplace(older_ref.text(), newer_ref.text()).second) {
      return false;
    }
    if (older_local) pair.older = local_type(older_types_, older_ref);
    if (newer_local) pair.newer = local_type(newer_types_, newer_ref);
    if (older_local || newer_local) continue;
    if (older_ref.is_absent() && newer_ref.is_absent()) return true;
    if (!(older_ref == newer_ref)) fault(pair, "$ref", changed(older_ref, newer_ref));
    return false;
  }
}

void SchemaSuperset::compare_unions(const Pair& pair) {
  const ValueView older = pair.older["oneOf"];
  const ValueView newer = pair.newer["oneOf"];
  if (older.is_absent() || newer.is_absent()) {
    return fault(pair, "oneOf",
                 older.is_absent() ? "was not an alternative before" : "was an alternative before");
  }
  for (const std::string_view member : {"discriminator", "open", "x-union"}) {
    if (pair.older[member] == pair.newer[member]) continue;
    fault(pair, member, changed(pair.older[member], pair.newer[member]));
  }
  const bool grows = newer.size() > older.size();
  if (newer.size() < older.size() || (grows && !pair.older["open"].is_true())) {
    fault(pair, "oneOf",
          "had " + std::to_string(older.size()) + " branches before, has " +
              std::to_string(newer.size()) + (grows ? "; only an open union may grow" : ""));
  }
  const std::string place = place_below(pair.place, "oneOf");
  const std::size_t count = std::min(older.size(), newer.size());
  for (std::size_t i = 0; i < count; ++i) {
    open_.push_back({older.at(i), newer.at(i), place_below(place, i)});
  }
}

void SchemaSuperset::compare_objects(const Pair& pair) {
  const ValueView older = pair.older["properties"];
  const ValueView newer = pair.newer["properties"];
  const std::string place = place_below(pair.place, "properties");
  for (const auto& [name, schema] : older.members()) {
    const ValueView successor = newer[name];
    if (successor.is_absent()) {
      faults_.add(place_below(place, name), "was there before");
    } else {
      open_.push_back({schema, successor, place_below(place, name)});
    }
  }
  const bool was_closed = pair.older["additionalProperties"] == Value(false);
  const bool is_closed = pair.newer["additionalProperties"] == Value(false);
  if (was_closed != is_closed) {
    fault(pair, "additionalProperties", was_closed ? "was closed before" : "was open before");
  } else if (was_closed && newer.size() > older.size()) {
    fault(pair, "properties", "a closed object takes no new members");
  }
  compare_required(pair);
}

void SchemaSuperset::compare_required(const Pair& pair) {
  const ValueView older = pair.older["required"];
  const ValueView newer = pair.newer["required"];
  for (const ValueView name : older.items()) {
    if (!holds(newer, name)) fault(pair, "required", shown_value(name) + " was required before");
  }
  for (const ValueView name : newer.items()) {
    if (!holds(older, name)) {
      fault(pair, "required",
            shown_value(name) + " was not required before; what is new must be optional");
    }
  }
}

void SchemaSuperset::compare_choices(const Pair& pair) {
  const ValueView older = pair.older["enum"];
  const ValueView newer = pair.newer["enum"];
  for (const std::string_view member : {"const", "x-open"}) {
    if (pair.older[member] == pair.newer[member]) continue;
    fault(pair, member, changed(pair.older[member], pair.newer[member]));
  }
  if (older.is_absent() != newer.is_absent()) {
    return fault(pair, "enum", older.is_absent() ? "was not there before" : "was there before");
  }
  for (const ValueView value : older.items()) {
    if (!holds(newer, value)) fault(pair, "enum", shown_value(value) + " was there before");
  }
  if (pair.older["x-open"].is_true()) return;
  for (const ValueView value : newer.items()) {
    if (!holds(older, value)) {
      fault(pair, "enum", shown_value(value) + " is new; only an open enum may grow");
    }
  }
}

void SchemaSuperset::compare_limits(const Pair& pair) {
  for (const std::string_view member : kLimits) {
    const ValueView older = pair.older[member];
    const ValueView newer = pair.newer[member];
    if (!(older == newer)) fault(pair, member, changed(older, newer));
  }
}

void SchemaSuperset::fault(const Pair& pair, std::string_view member, std::string message) {
  faults_.add(place_below(pair.place, member), std::move(message));
}

}  // namespace keel::core
