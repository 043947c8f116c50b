// SPDX-License-Identifier: MIT
// A compiled schema: flat tables that the checks walk.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/schema/dialect.hpp"
#include "core/schema/pattern.hpp"
#include "core/schema/ref_resolver.hpp"
#include "keel/value.hpp"

namespace keel::core {

inline constexpr std::uint32_t kNoIndex = UINT32_MAX;

enum class NodeKind : std::uint8_t {
  kAny,
  kNull,
  kBoolean,
  kInteger,
  kNumber,
  kString,
  kBytes,
  kArray,
  kObject,
  kOneOf,
  kTagged,  ///< oneOf with a discriminator
  kAlias,   ///< a $ref; only while compiling
};

/// Limits of one number, string or array. Absent: no limit.
struct SchemaBounds {
  Value minimum;
  Value maximum;
  std::optional<std::uint64_t> min_size;
  std::optional<std::uint64_t> max_size;
  std::optional<Pattern> pattern;
};

struct SchemaNode {
  NodeKind kind = NodeKind::kAny;
  bool closed = false;        ///< object: no undeclared members
  bool open_choices = false;  ///< enum: other values pass
  bool open_tags = false;     ///< tagged: other tags pass
  bool secret = false;        ///< string: values are not shown
  bool plain = true;  ///< no limits and no closed enum: the kind is all there is to check here
  std::uint16_t accepts = 0;  ///< bit 1 << Kind of each kind of value that fits; not for unions
  std::uint32_t first = 0;    ///< object: into properties; oneOf: into branches; tagged: into tags
  std::uint32_t count = 0;
  std::uint32_t target = kNoIndex;  ///< array: items; alias: what it names
  std::uint32_t first_choice = 0;   ///< enum and const, into choices
  std::uint32_t choice_count = 0;
  std::uint32_t first_required = 0;  ///< object: into required
  std::uint32_t required_count = 0;
  std::uint32_t bounds = kNoIndex;
  std::uint32_t tagging = kNoIndex;  ///< tagged: into taggings
};

struct SchemaProperty {
  std::string name;
  std::optional<Key>
      key;  ///< not for tools: interned names stay for ever, and tools come from remote servers too
  std::uint32_t node = kNoIndex;
  bool required = false;
  std::uint32_t default_value = kNoIndex;  ///< into defaults

  ValueView of(ValueView object) const { return key ? object[*key] : object[name]; }
};

struct SchemaTag {
  std::string tag;
  std::uint32_t node = kNoIndex;
};

struct SchemaTagging {
  Key member;
  std::string union_name;  ///< empty when nothing can extend it
};

/// Immutable once compiled; shared by the schemas that were compiled together. Any thread.
struct SchemaProgram {
  Dialect dialect = Dialect::kTool;
  std::vector<SchemaNode> nodes;
  std::vector<SchemaProperty> properties;  ///< per object in declared order
  std::vector<std::uint32_t> by_name;      ///< properties sorted by name within each object's range
  std::vector<std::uint32_t> required;     ///< into properties, in the order of `required`
  std::vector<std::uint32_t> branches;     ///< into nodes
  std::vector<SchemaTag> tags;             ///< sorted within each union's range
  std::vector<SchemaTagging> taggings;
  std::vector<Value> choices;
  std::vector<std::string_view> choice_texts;  ///< of the same choices, where they are strings
  std::vector<SchemaBounds> bounds;
  std::vector<Value> defaults;
  const UnionVariants* variants = nullptr;
  /// One value may be asked for one node more than once inside a oneOf: results are then kept.
  bool shares_branches = false;

  /// The property of an object node, or null.
  const SchemaProperty* find_property(const SchemaNode& object, std::string_view name) const;
  /// The node of a tag of a tagged node, or kNoIndex.
  std::uint32_t find_tag(const SchemaNode& tagged, std::string_view tag) const;
};

}  // namespace keel::core
