// SPDX-License-Identifier: MIT
#include "core/schema/schema_keywords.hpp"

namespace keel::core {

namespace {

constexpr std::uint32_t bit(NodeKind kind) { return 1U << static_cast<std::uint32_t>(kind); }

constexpr std::uint32_t kNumbers = bit(NodeKind::kNumber) | bit(NodeKind::kInteger);
constexpr std::uint32_t kTexts = bit(NodeKind::kString) | bit(NodeKind::kBytes);
constexpr std::uint32_t kScalars =
    kNumbers | bit(NodeKind::kString) | bit(NodeKind::kBoolean) | bit(NodeKind::kNull);
constexpr std::uint32_t kUnions = bit(NodeKind::kOneOf) | bit(NodeKind::kTagged);

constexpr std::array<KeywordRule, kKeywordCount> kRules = {{
    {"type", false, false, 0},
    {"properties", false, false, bit(NodeKind::kObject)},
    {"required", false, false, bit(NodeKind::kObject)},
    {"additionalProperties", false, false, bit(NodeKind::kObject)},
    {"items", false, false, bit(NodeKind::kArray)},
    {"enum", false, false, kScalars},
    {"const", false, false, kScalars},
    {"oneOf", false, false, kUnions},
    {"description", false, true, 0},
    {"title", false, true, 0},
    {"default", false, true, 0},
    {"examples", false, true, 0},
    {"minimum", true, false, kNumbers},
    {"maximum", true, false, kNumbers},
    {"minLength", true, false, kTexts},
    {"maxLength", true, false, kTexts},
    {"pattern", true, false, bit(NodeKind::kString)},
    {"minItems", true, false, bit(NodeKind::kArray)},
    {"maxItems", true, false, bit(NodeKind::kArray)},
    {"$ref", true, false, bit(NodeKind::kAlias)},
    {"x-open", true, false, kScalars},
    {"discriminator", true, false, kUnions},
    {"open", true, false, kUnions},
    {"x-union", true, false, kUnions},
    {"x-id", true, false, bit(NodeKind::kString)},
    {"x-secret", true, false, bit(NodeKind::kString)},
}};

struct TypeName {
  std::string_view name;
  NodeKind kind;
};
constexpr TypeName kTypes[] = {
    {"object", NodeKind::kObject}, {"array", NodeKind::kArray},     {"string", NodeKind::kString},
    {"number", NodeKind::kNumber}, {"integer", NodeKind::kInteger}, {"boolean", NodeKind::kBoolean},
    {"null", NodeKind::kNull},     {"bytes", NodeKind::kBytes},
};

}  // namespace

const KeywordRule& rule_of(Keyword keyword) { return kRules[static_cast<std::size_t>(keyword)]; }

std::optional<Keyword> find_keyword(std::string_view name) {
  for (std::size_t i = 0; i < kRules.size(); ++i) {
    if (kRules[i].name == name) return static_cast<Keyword>(i);
  }
  return std::nullopt;
}

std::optional<NodeKind> find_type(std::string_view name, Dialect dialect) {
  for (const TypeName& type : kTypes) {
    if (type.name != name) continue;
    if (type.kind == NodeKind::kBytes && dialect == Dialect::kTool) break;
    return type.kind;
  }
  return std::nullopt;
}

std::string_view type_names(Dialect dialect) {
  return dialect == Dialect::kTool ? "object, array, string, number, integer, boolean, null"
                                   : "object, array, string, number, integer, boolean, null, bytes";
}

}  // namespace keel::core
