// SPDX-License-Identifier: MIT
#include "core/schema/schema.hpp"

#include <utility>

#include "core/schema/default_filler.hpp"
#include "core/schema/lossless.hpp"
#include "core/schema/schema_compiler.hpp"
#include "core/schema/schema_matcher.hpp"
#include "core/schema/schema_program.hpp"
#include "core/schema/schema_reporter.hpp"

namespace keel::core {

Schema::Schema(std::shared_ptr<const SchemaProgram> program, std::uint32_t root)
    : program_(std::move(program)), root_(root) {}

tl::expected<Schema, std::vector<Violation>> Schema::compile(ValueView schema, Dialect dialect,
                                                             const RefResolver& resolver,
                                                             std::string_view place) {
  SchemaCompiler compiler(dialect, resolver);
  compiler.add(schema, std::string(place));
  tl::expected<std::vector<Schema>, std::vector<Violation>> schemas = compiler.finish();
  if (!schemas) return tl::make_unexpected(std::move(schemas.error()));
  return std::move(schemas->front());
}

std::vector<Violation> Schema::validate(ValueView value, std::string_view root) const {
  // Nearly all values are right, and finding that out is much cheaper.
  if (matches(value)) return {};
  return SchemaReporter(root).run(*program_, root_, value);
}

bool Schema::matches(ValueView value) const {
  SchemaMatcher matcher;
  if (!matcher.run(*program_, root_, value)) return false;
  return program_->dialect != Dialect::kTool || is_lossless(value);
}

Value Schema::with_defaults(ValueView value) const {
  if (program_->defaults.empty()) return Value::share(value);
  return DefaultFiller().run(*program_, root_, value);
}

bool Schema::declares_member(std::string_view name) const {
  return is_object() && program_->find_property(program_->nodes[root_], name) != nullptr;
}

bool Schema::fixes_member(std::string_view name, std::string_view text) const {
  const SchemaProperty* property =
      is_object() ? program_->find_property(program_->nodes[root_], name) : nullptr;
  if (property == nullptr || !property->required) return false;
  const SchemaNode& node = program_->nodes[property->node];
  return node.kind == NodeKind::kString && node.choice_count == 1 && !node.open_choices &&
         program_->choices[node.first_choice].text() == text;
}

std::optional<OpenUnion> Schema::open_union() const {
  const SchemaNode& node = program_->nodes[root_];
  if (node.kind != NodeKind::kTagged) return std::nullopt;
  const SchemaTagging& tagging = program_->taggings[node.tagging];
  if (tagging.union_name.empty()) return std::nullopt;
  OpenUnion found{tagging.union_name, std::string(tagging.member.text()), {}};
  for (std::uint32_t i = 0; i < node.count; ++i) {
    found.tags.push_back(program_->tags[node.first + i].tag);
  }
  return found;
}

bool Schema::is_object() const { return program_->nodes[root_].kind == NodeKind::kObject; }

}  // namespace keel::core
