// SPDX-License-Identifier: MIT
#include "core/schema/scalar_check.hpp"

#include <cmath>
#include <limits>

#include "core/schema/code_points.hpp"
#include "core/value/utf8.hpp"

namespace keel::core {

namespace {

constexpr std::size_t kShownSize = 60;
constexpr std::uint32_t kShownChoices = 20;

/// Wide enough for every int64, uint64 and double without rounding.
long double exact(ValueView number) {
  switch (number.kind()) {
    case Kind::kInt:
      return static_cast<std::int64_t>(number.raw().body);
    case Kind::kUint:
      return static_cast<long double>(number.raw().body);
    default:
      return number.number().value_or(0);
  }
}
static_assert(std::numeric_limits<long double>::digits >= 64, "bounds of 64-bit integers need it");

bool has_fraction(ValueView value) {
  if (value.kind() != Kind::kDouble) return false;
  const double number = *value.number();
  return std::trunc(number) != number;
}

bool kind_fits(NodeKind kind, ValueView value) {
  if (((accepted_kinds(kind) >> static_cast<unsigned>(value.kind())) & 1U) == 0) return false;
  return kind != NodeKind::kInteger || !has_fraction(value);
}

/// -1, 0, 1 as a is below, at or above b.
int compare(ValueView a, ValueView b) {
  if (a.kind() == Kind::kInt && b.kind() == Kind::kInt) {
    const auto left = static_cast<std::int64_t>(a.raw().body);
    const auto right = static_cast<std::int64_t>(b.raw().body);
    return left < right ? -1 : left > right ? 1 : 0;
  }
  const long double left = exact(a);
  const long double right = exact(b);
  return left < right ? -1 : left > right ? 1 : 0;
}

std::uint64_t measured_size(ValueView value) {
  if (value.is_string()) return count_code_points(value.text());
  if (value.is_bytes()) return value.bytes().size();
  return value.size();
}

std::string_view size_unit(ValueView value) {
  if (value.is_string()) return "characters";
  return value.is_bytes() ? "bytes" : "items";
}

bool bounds_fit(const SchemaBounds& bounds, ValueView value) {
  if (value.is_number()) {
    if (!bounds.minimum.is_absent() && compare(value, bounds.minimum) < 0) return false;
    return bounds.maximum.is_absent() || compare(value, bounds.maximum) <= 0;
  }
  if (bounds.min_size || bounds.max_size) {
    const std::uint64_t size = measured_size(value);
    if (bounds.min_size && size < *bounds.min_size) return false;
    if (bounds.max_size && size > *bounds.max_size) return false;
  }
  return !bounds.pattern || bounds.pattern->found_in(value.text());
}

bool is_choice(const SchemaProgram& program, const SchemaNode& node, ValueView value) {
  const std::uint32_t last = node.first_choice + node.choice_count;
  if (value.is_string()) {
    const std::string_view text = value.text();
    for (std::uint32_t i = node.first_choice; i < last; ++i) {
      if (program.choice_texts[i] == text) return true;
    }
    return false;
  }
  for (std::uint32_t i = node.first_choice; i < last; ++i) {
    if (program.choices[i] == value) return true;
  }
  return false;
}

std::string kind_fault(const SchemaNode& node, ValueView value) {
  if (node.kind == NodeKind::kInteger && value.is_number()) {
    return "expected integer, found the fraction " + shown_value(value);
  }
  return "expected " + std::string(node_kind_name(node.kind)) + ", found " +
         std::string(kind_name(value.kind()));
}

std::string shown_choices(const SchemaProgram& program, const SchemaNode& node) {
  std::string text = node.choice_count == 1 ? "" : "one of ";
  for (std::uint32_t i = 0; i < node.choice_count; ++i) {
    if (i == kShownChoices) return text + ", ...";
    if (i > 0) text += ", ";
    text += shown_value(program.choices[node.first_choice + i]);
  }
  return text;
}

std::string number_fault(const SchemaBounds& bounds, ValueView value) {
  const bool low = !bounds.minimum.is_absent() && compare(value, bounds.minimum) < 0;
  return std::string("expected at ") + (low ? "least " : "most ") +
         shown_value(low ? bounds.minimum : bounds.maximum) + ", found " + shown_value(value);
}

std::string size_fault(const SchemaBounds& bounds, ValueView value) {
  const std::uint64_t size = measured_size(value);
  const bool low = bounds.min_size && size < *bounds.min_size;
  return std::string("expected at ") + (low ? "least " : "most ") +
         std::to_string(low ? *bounds.min_size : *bounds.max_size) + " " +
         std::string(size_unit(value)) + ", found " + std::to_string(size);
}

std::string bounds_fault(const SchemaNode& node, const SchemaBounds& bounds, ValueView value) {
  if (value.is_number()) return number_fault(bounds, value);
  SchemaBounds sizes;
  sizes.min_size = bounds.min_size;
  sizes.max_size = bounds.max_size;
  if (!bounds_fit(sizes, value)) return size_fault(bounds, value);
  const std::string found = node.secret ? "a secret that does not match" : shown_value(value);
  return "expected text that matches /" + bounds.pattern->source() + "/, found " + found;
}

}  // namespace

bool is_lossy_number(ValueView value) {
  if (value.kind() != Kind::kDouble) return false;
  const double number = *value.number();
  return !std::isfinite(number) || (number == 0 && std::signbit(number));
}

std::uint16_t accepted_kinds(NodeKind kind) {
  const auto bits = [](auto... kinds) {
    return static_cast<std::uint16_t>((0U | ... | (1U << static_cast<unsigned>(kinds))));
  };
  switch (kind) {
    case NodeKind::kAny:
      return static_cast<std::uint16_t>(~bits(Kind::kAbsent));
    case NodeKind::kNull:
      return bits(Kind::kNull);
    case NodeKind::kBoolean:
      return bits(Kind::kBool);
    case NodeKind::kInteger:
    case NodeKind::kNumber:
      return bits(Kind::kInt, Kind::kUint, Kind::kDouble);
    case NodeKind::kString:
      return bits(Kind::kString);
    case NodeKind::kBytes:
      return bits(Kind::kBytes);
    case NodeKind::kArray:
      return bits(Kind::kArray);
    case NodeKind::kObject:
      return bits(Kind::kObject);
    case NodeKind::kOneOf:
    case NodeKind::kTagged:
    case NodeKind::kAlias:
      return 0;
  }
  return 0;
}

bool fits_closely(const SchemaProgram& program, const SchemaNode& node, ValueView value) {
  if (!kind_fits(node.kind, value)) return false;
  if (node.kind == NodeKind::kNumber || node.kind == NodeKind::kInteger) {
    if (is_lossy_number(value)) return false;
  }
  if (node.bounds != kNoIndex && !bounds_fit(program.bounds[node.bounds], value)) return false;
  return node.choice_count == 0 || node.open_choices || is_choice(program, node, value);
}

std::string local_fault(const SchemaProgram& program, const SchemaNode& node, ValueView value) {
  const bool wants_number = node.kind == NodeKind::kNumber || node.kind == NodeKind::kInteger;
  if (wants_number && is_lossy_number(value)) return std::string(kLossyNumber);
  if (!kind_fits(node.kind, value)) return kind_fault(node, value);
  if (node.bounds != kNoIndex && !bounds_fit(program.bounds[node.bounds], value)) {
    return bounds_fault(node, program.bounds[node.bounds], value);
  }
  return "expected " + shown_choices(program, node) + ", found " +
         (node.secret ? "a secret that is none of these" : shown_value(value));
}

std::string shown_value(ValueView value) {
  if (value.is_array()) return "an array of " + std::to_string(value.size()) + " items";
  if (value.is_object()) return "an object";
  if (value.is_absent()) return "nothing";
  if (value.is_bytes()) return std::to_string(value.bytes().size()) + " bytes";
  if (value.is_string() && value.text().size() > kShownSize) {
    std::string shown = to_json(Value(utf8::cut_at_boundary(value.text(), kShownSize)));
    shown.insert(shown.size() - 1, "...");
    return shown;
  }
  return to_json(value);
}

std::string_view node_kind_name(NodeKind kind) {
  switch (kind) {
    case NodeKind::kAny:
      return "a value";
    case NodeKind::kNull:
      return "null";
    case NodeKind::kBoolean:
      return "boolean";
    case NodeKind::kInteger:
      return "integer";
    case NodeKind::kNumber:
      return "number";
    case NodeKind::kString:
      return "string";
    case NodeKind::kBytes:
      return "bytes";
    case NodeKind::kArray:
      return "array";
    case NodeKind::kObject:
      return "object";
    case NodeKind::kOneOf:
      return "one of several alternatives";
    case NodeKind::kTagged:
      return "object";
    case NodeKind::kAlias:
      return "a reference";
  }
  return "unknown";
}

}  // namespace keel::core
