// SPDX-License-Identifier: MIT
// Everything about a value that does not need its children: kind, limits, enum.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/schema/schema_program.hpp"
#include "keel/value.hpp"

namespace keel::core {

/// Bit 1 << Kind of each kind of value that a node of this kind takes.
std::uint16_t accepted_kinds(NodeKind kind);

/// The rest of fits_locally, for values that the common case does not settle.
bool fits_closely(const SchemaProgram& program, const SchemaNode& node, ValueView value);

/// The kind fits the node, and so do limits, pattern and enum. Containers: kind and size only. Not
/// for unions.
inline bool fits_locally(const SchemaProgram& program, const SchemaNode& node, ValueView value) {
  if (((node.accepts >> static_cast<unsigned>(value.kind())) & 1U) == 0) return false;
  if (node.plain && value.kind() != Kind::kDouble) return true;
  return fits_closely(program, node, value);
}

/// Says why fits_locally is false: "expected string, found integer".
std::string local_fault(const SchemaProgram& program, const SchemaNode& node, ValueView value);

inline constexpr std::string_view kLossyNumber =
    "-0 and numbers that are not finite cannot be kept as JSON";

/// True for a number that JSON text cannot carry: -0.
bool is_lossy_number(ValueView value);

/// A scalar as JSON, shortened; "an array of 3 items", "an object" for the rest.
std::string shown_value(ValueView value);

/// "object", "string", ...
std::string_view node_kind_name(NodeKind kind);

}  // namespace keel::core
