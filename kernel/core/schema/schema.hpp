// SPDX-License-Identifier: MIT
// The one schema validator: for tools, configuration and contracts.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "core/schema/dialect.hpp"
#include "core/schema/open_union.hpp"
#include "core/schema/ref_resolver.hpp"
#include "core/schema/violation.hpp"
#include "keel/value.hpp"

namespace keel::core {

struct SchemaProgram;

/// A compiled schema. Cheap to copy; copies and schemas compiled together share one immutable
/// program. Any thread. Nothing recurses on the call stack: schemas and values may nest as deep as
/// values can.
class Schema {
 public:
  /// Every fault of `schema`, below `place`, or the compiled schema, which keeps nothing of
  /// `schema` alive.
  static tl::expected<Schema, std::vector<Violation>> compile(ValueView schema, Dialect dialect,
                                                              const RefResolver& resolver = {},
                                                              std::string_view place = "schema");

  /// Every fault of `value`, in walk order: per object missing required members, then its members;
  /// at the end what JSON cannot carry (tools only). `root` is the path of faults of the value
  /// itself.
  std::vector<Violation> validate(ValueView value, std::string_view root = "arguments") const;

  /// Whether validate would find nothing. Allocates nothing unless the value nests deeper than 24
  /// levels or a oneOf without discriminator stands inside another.
  bool matches(ValueView value) const;

  /// `value` with the `default` of every missing member of an object that is there, at any depth.
  /// Where nothing is missing, the same document. For configuration only: defaults of tools and
  /// contracts are never applied.
  Value with_defaults(ValueView value) const;

  /// Whether the schema is one object type that declares this member.
  bool declares_member(std::string_view name) const;
  /// Whether the schema is one object type.
  bool is_object() const;
  /// Whether values must have this member with exactly this text.
  bool fixes_member(std::string_view name, std::string_view text) const;
  /// The union that others may extend, when the schema is one: a named type that is an open union.
  std::optional<OpenUnion> open_union() const;

  /// The compiled form, for the checks of this folder.
  const SchemaProgram& program() const { return *program_; }
  std::uint32_t root() const { return root_; }

 private:
  friend class SchemaCompiler;

  Schema(std::shared_ptr<const SchemaProgram> program, std::uint32_t root);

  std::shared_ptr<const SchemaProgram> program_;
  std::uint32_t root_;
};

}  // namespace keel::core
