// SPDX-License-Identifier: MIT
// From schema values to programs.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <tl/expected.hpp>

#include "core/schema/dialect.hpp"
#include "core/schema/ref_resolver.hpp"
#include "core/schema/schema.hpp"
#include "core/schema/schema_program.hpp"
#include "core/schema/violation_list.hpp"
#include "keel/value.hpp"

namespace keel::core {

struct SchemaKeywords;

/// Compiles one or more schemas into one program, so that a type they share exists once. The
/// schemas, and what the resolver returns, must live until finish(). Work is proportional to the
/// size of the schemas; nothing recurses.
class SchemaCompiler {
 public:
  /// A schema tree above this size is refused.
  static constexpr std::size_t kMaxNodes = 1'000'000;

  /// `base` is the name that "#/types/..." stands for, for example "session@0"; may be empty.
  explicit SchemaCompiler(Dialect dialect, RefResolver resolver = {}, std::string base = {},
                          const UnionVariants* variants = nullptr);

  /// Compiles `schema`, whose faults are reported below `place`. Returns its index in the result of
  /// finish().
  std::size_t add(ValueView schema, std::string place);
  /// The same for the type `name` of the base contract: references to it find this schema.
  std::size_t add_type(ValueView schema, std::string_view name, std::string place);

  /// Everything that was added, or every fault, in walk order. The compiler is used up.
  tl::expected<std::vector<Schema>, std::vector<Violation>> finish();

 private:
  /// One step from a schema to a part of it; a root has no parent and a place.
  struct Trail {
    std::uint32_t parent = 0;
    std::string_view member;
    std::uint32_t index = kNoIndex;
    std::uint32_t place = 0;
  };
  struct Work {
    ValueView schema;
    std::uint32_t node = kNoIndex;
    std::uint32_t trail = 0;
    std::uint32_t base = 0;
  };

  std::size_t add_root(ValueView schema, std::string place);
  std::uint32_t new_place(std::string place);
  std::uint32_t new_node(std::uint32_t trail);
  std::uint32_t step(std::uint32_t from, std::string_view member);
  std::uint32_t step(std::uint32_t from, std::string_view member, std::size_t index);
  std::string path_of(std::uint32_t trail) const;
  void fault(std::uint32_t trail, std::string message);
  void fault(std::uint32_t trail, std::string_view member, std::string message);
  void fault(std::uint32_t trail, std::string_view member, std::size_t index, std::string message);

  void drain();
  void compile(const Work& work);
  bool read_keywords(const Work& work, SchemaKeywords& keywords);
  void check_annotations(const Work& work, const SchemaKeywords& keywords);
  void compile_ref(const Work& work, const SchemaKeywords& keywords);
  void compile_one_of(const Work& work, const SchemaKeywords& keywords);
  void compile_discriminator(const Work& work, const SchemaKeywords& keywords);
  void compile_type(const Work& work, const SchemaKeywords& keywords);
  void check_applicable(const Work& work, const SchemaKeywords& keywords);
  void compile_object(const Work& work, const SchemaKeywords& keywords);
  void compile_properties(const Work& work, ValueView properties);
  void compile_required(const Work& work, ValueView required);
  void compile_array(const Work& work, const SchemaKeywords& keywords);
  void compile_choices(const Work& work, const SchemaKeywords& keywords);
  void compile_bounds(const Work& work, const SchemaKeywords& keywords);
  void read_number(const Work& work, std::string_view member, ValueView value, Value& into);
  void read_size(const Work& work, std::string_view member, ValueView value,
                 std::optional<std::uint64_t>& into);
  void check_choice(const Work& work, std::string_view member, std::size_t index, ValueView value);

  std::uint32_t referenced_node(const Work& work, std::string_view text);

  void resolve_aliases();
  void prepare_checks();
  std::uint32_t resolved(std::uint32_t node);
  void refuse_endless_unions();
  void build_tags();
  void build_tags_of(std::uint32_t node);
  void check_defaults(const std::shared_ptr<const SchemaProgram>& program);
  void note_sharing();

  RefResolver resolver_;
  std::vector<std::string> bases_;
  std::vector<std::string> places_;
  std::vector<Trail> trails_;
  std::vector<std::uint32_t> node_trails_;
  std::vector<Work> queued_;
  std::vector<Work> open_;
  std::vector<std::uint32_t> roots_;
  std::unordered_map<std::string, std::uint32_t> referenced_;
  std::unordered_map<std::uint32_t, std::string> type_names_;            ///< by node
  std::vector<std::pair<std::uint32_t, std::uint32_t>> default_places_;  ///< property, trail
  ViolationList violations_;
  std::shared_ptr<SchemaProgram> program_;
};

}  // namespace keel::core
