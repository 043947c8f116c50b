// SPDX-License-Identifier: MIT
// The members that a schema may have.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/schema/schema_program.hpp"
#include "keel/value.hpp"

namespace keel::core {

enum class Keyword : std::uint8_t {
  kType,
  kProperties,
  kRequired,
  kAdditionalProperties,
  kItems,
  kEnum,
  kConst,
  kOneOf,
  kDescription,
  kTitle,
  kDefault,
  kExamples,
  kMinimum,
  kMaximum,
  kMinLength,
  kMaxLength,
  kPattern,
  kMinItems,
  kMaxItems,
  kRef,
  kOpenEnum,
  kDiscriminator,
  kOpen,
  kUnion,
  kId,
  kSecret,
};
inline constexpr std::size_t kKeywordCount = static_cast<std::size_t>(Keyword::kSecret) + 1;

struct KeywordRule {
  std::string_view name;
  bool contract_only = false;
  /// May stand anywhere, constrains nothing.
  bool annotation = false;
  /// Bit 1 << NodeKind of each type it applies to.
  std::uint32_t kinds = 0;
};

const KeywordRule& rule_of(Keyword keyword);
std::optional<Keyword> find_keyword(std::string_view name);

/// The node kind of a `type`, or nothing.
std::optional<NodeKind> find_type(std::string_view name, Dialect dialect);

/// "object, array, string, ..."
std::string_view type_names(Dialect dialect);

/// The members of one schema by keyword; absent where missing.
struct SchemaKeywords {
  std::array<ValueView, kKeywordCount> values;

  ValueView operator[](Keyword keyword) const { return values[static_cast<std::size_t>(keyword)]; }
  bool has(Keyword keyword) const { return !(*this)[keyword].is_absent(); }
};

}  // namespace keel::core
