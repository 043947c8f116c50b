// SPDX-License-Identifier: MIT
#include "core/schema/schema_compiler.hpp"

#include <algorithm>
#include <utility>

#include "core/schema/json_path.hpp"
#include "core/schema/lossless.hpp"
#include "core/schema/scalar_check.hpp"
#include "core/schema/schema_keywords.hpp"

namespace keel::core {

namespace {

constexpr std::string_view kTypesPrefix = "/types/";

std::string found(ValueView value) { return ", found " + shown_value(value); }

std::string quote(std::string_view text) { return shown_value(Value(text)); }

/// "ContentBlock" is extended as "content-block".
std::string union_name_of(std::string_view type) {
  std::string name;
  for (const char c : type) {
    const bool upper = c >= 'A' && c <= 'Z';
    if (upper && !name.empty()) name += '-';
    name += upper ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return name;
}

constexpr std::uint32_t bit(NodeKind kind) { return 1U << static_cast<std::uint32_t>(kind); }

Value kept(ValueView value) { return Value::share(value).detached(); }

}  // namespace

SchemaCompiler::SchemaCompiler(Dialect dialect, RefResolver resolver, std::string base,
                               const UnionVariants* variants)
    : resolver_(std::move(resolver)), program_(std::make_shared<SchemaProgram>()) {
  bases_.push_back(std::move(base));
  program_->dialect = dialect;
  program_->variants = variants;
}

std::size_t SchemaCompiler::add(ValueView schema, std::string place) {
  return add_root(schema, std::move(place));
}

std::size_t SchemaCompiler::add_type(ValueView schema, std::string_view name, std::string place) {
  const std::size_t index = add_root(schema, std::move(place));
  referenced_[bases_[0] + "#" + std::string(name)] = roots_[index];
  type_names_[roots_[index]] = name;
  return index;
}

std::size_t SchemaCompiler::add_root(ValueView schema, std::string place) {
  const std::uint32_t trail = new_place(std::move(place));
  const std::uint32_t node = new_node(trail);
  queued_.push_back({schema, node, trail, 0});
  roots_.push_back(node);
  return roots_.size() - 1;
}

std::uint32_t SchemaCompiler::new_place(std::string place) {
  Trail trail;
  trail.parent = kNoIndex;
  trail.place = static_cast<std::uint32_t>(places_.size());
  places_.push_back(std::move(place));
  trails_.push_back(trail);
  return static_cast<std::uint32_t>(trails_.size() - 1);
}

tl::expected<std::vector<Schema>, std::vector<Violation>> SchemaCompiler::finish() {
  for (const Work& work : queued_) {
    open_.push_back(work);
    drain();
  }
  resolve_aliases();
  prepare_checks();
  refuse_endless_unions();
  build_tags();
  note_sharing();
  const std::shared_ptr<const SchemaProgram> program = program_;
  if (violations_.empty()) check_defaults(program);
  if (!violations_.empty()) {
    return tl::make_unexpected(violations_.take(places_.empty() ? "schema" : places_.front()));
  }
  std::vector<Schema> schemas;
  schemas.reserve(roots_.size());
  for (const std::uint32_t root : roots_) schemas.push_back(Schema(program, resolved(root)));
  return schemas;
}

void SchemaCompiler::drain() {
  while (!open_.empty()) {
    const Work work = open_.back();
    open_.pop_back();
    if (program_->nodes.size() > kMaxNodes) {
      fault(work.trail, "the schema has more than " + std::to_string(kMaxNodes) + " parts");
      open_.clear();
      return;
    }
    compile(work);
  }
}

void SchemaCompiler::compile(const Work& work) {
  SchemaKeywords keywords;
  if (!read_keywords(work, keywords)) return;
  check_annotations(work, keywords);
  if (keywords.has(Keyword::kRef)) return compile_ref(work, keywords);
  if (keywords.has(Keyword::kOneOf)) return compile_one_of(work, keywords);
  compile_type(work, keywords);
}

bool SchemaCompiler::read_keywords(const Work& work, SchemaKeywords& keywords) {
  if (!work.schema.is_object()) {
    fault(work.trail, "expected a schema, which is an object" + found(work.schema));
    return false;
  }
  const bool tool = program_->dialect == Dialect::kTool;
  for (const auto& [name, value] : work.schema.members()) {
    const std::optional<Keyword> keyword = find_keyword(name);
    if (!keyword) {
      fault(work.trail, name, "this keyword is not supported");
    } else if (tool && rule_of(*keyword).contract_only) {
      fault(work.trail, name, "this keyword is not supported in the schema of a tool");
    } else {
      keywords.values[static_cast<std::size_t>(*keyword)] = value;
    }
  }
  return true;
}

void SchemaCompiler::check_annotations(const Work& work, const SchemaKeywords& keywords) {
  for (const Keyword keyword : {Keyword::kDescription, Keyword::kTitle}) {
    const ValueView text = keywords[keyword];
    if (text.is_absent() || text.is_string()) continue;
    fault(work.trail, rule_of(keyword).name, "expected text" + found(text));
  }
  for (const Keyword keyword : {Keyword::kDefault, Keyword::kExamples}) {
    const ValueView value = keywords[keyword];
    if (value.is_absent() || is_lossless(value)) continue;
    fault(work.trail, rule_of(keyword).name, "expected JSON without bytes and -0");
  }
}

void SchemaCompiler::compile_ref(const Work& work, const SchemaKeywords& keywords) {
  for (std::size_t i = 0; i < kKeywordCount; ++i) {
    const auto keyword = static_cast<Keyword>(i);
    const KeywordRule& rule = rule_of(keyword);
    if (keyword == Keyword::kRef || rule.annotation || !keywords.has(keyword)) continue;
    fault(work.trail, rule.name, "nothing that constrains may stand beside \"$ref\"");
  }
  const ValueView ref = keywords[Keyword::kRef];
  const std::uint32_t target = ref.is_string() ? referenced_node(work, ref.text()) : kNoIndex;
  if (!ref.is_string()) fault(work.trail, "$ref", "expected text" + found(ref));
  if (target == kNoIndex) return;
  program_->nodes[work.node].kind = NodeKind::kAlias;
  program_->nodes[work.node].target = target;
}

std::uint32_t SchemaCompiler::referenced_node(const Work& work, std::string_view text) {
  const std::size_t hash = text.find('#');
  const std::string_view fragment =
      hash == std::string_view::npos ? std::string_view() : text.substr(hash + 1);
  if (!fragment.starts_with(kTypesPrefix) || fragment.size() == kTypesPrefix.size()) {
    fault(work.trail, "$ref",
          "expected \"#/types/Name\" or \"contract@major#/types/Name\", found " + quote(text));
    return kNoIndex;
  }
  const std::string contract = hash == 0 ? bases_[work.base] : std::string(text.substr(0, hash));
  const std::string type(fragment.substr(kTypesPrefix.size()));
  const std::string name = contract + "#" + type;
  if (const auto known = referenced_.find(name); known != referenced_.end()) return known->second;

  const ValueView schema = resolver_ ? resolver_(contract, type) : ValueView();
  if (schema.is_absent()) {
    fault(work.trail, "$ref",
          "there is no type " + quote(type) +
              (contract.empty() ? std::string() : " in contract " + quote(contract)));
    return kNoIndex;
  }
  const std::uint32_t trail = new_place(contract + "#" + std::string(kTypesPrefix) + type);
  const std::uint32_t node = new_node(trail);
  referenced_[name] = node;
  type_names_[node] = type;
  std::uint32_t base = work.base;
  if (bases_[base] != contract) {
    bases_.push_back(contract);
    base = static_cast<std::uint32_t>(bases_.size() - 1);
  }
  open_.push_back({schema, node, trail, base});
  return node;
}

void SchemaCompiler::compile_one_of(const Work& work, const SchemaKeywords& keywords) {
  for (std::size_t i = 0; i < kKeywordCount; ++i) {
    const auto keyword = static_cast<Keyword>(i);
    const KeywordRule& rule = rule_of(keyword);
    const bool belongs = (rule.kinds & bit(NodeKind::kOneOf)) != 0;
    if (belongs || rule.annotation || !keywords.has(keyword)) continue;
    fault(work.trail, rule.name, "nothing that constrains may stand beside \"oneOf\"");
  }
  const ValueView branches = keywords[Keyword::kOneOf];
  if (!branches.is_array() || branches.size() < 2) {
    fault(work.trail, "oneOf", "expected a list of at least two schemas" + found(branches));
    return;
  }
  SchemaNode node;
  node.kind = NodeKind::kOneOf;
  node.first = static_cast<std::uint32_t>(program_->branches.size());
  node.count = static_cast<std::uint32_t>(branches.size());
  program_->nodes[work.node] = node;
  const std::size_t first_work = open_.size();
  std::size_t index = 0;
  for (const ValueView branch : branches.items()) {
    const std::uint32_t trail = step(work.trail, "oneOf", index++);
    const std::uint32_t child = new_node(trail);
    program_->branches.push_back(child);
    open_.push_back({branch, child, trail, work.base});
  }
  std::reverse(open_.begin() + static_cast<std::ptrdiff_t>(first_work), open_.end());
  compile_discriminator(work, keywords);
}

void SchemaCompiler::compile_discriminator(const Work& work, const SchemaKeywords& keywords) {
  const ValueView member = keywords[Keyword::kDiscriminator];
  const ValueView open = keywords[Keyword::kOpen];
  if (member.is_absent()) {
    for (const Keyword keyword : {Keyword::kOpen, Keyword::kUnion}) {
      if (!keywords.has(keyword)) continue;
      fault(work.trail, rule_of(keyword).name, "stands only beside \"discriminator\"");
    }
    return;
  }
  if (!member.is_string() || member.text().empty()) {
    fault(work.trail, "discriminator", "expected the name of a member" + found(member));
    return;
  }
  if (!open.is_absent() && !open.is_bool()) {
    fault(work.trail, "open", "expected true or false" + found(open));
  }
  const ValueView name = keywords[Keyword::kUnion];
  if (!name.is_absent() && (!name.is_string() || name.text().empty())) {
    fault(work.trail, "x-union", "expected the name of the union" + found(name));
  } else if (!name.is_absent() && !open.is_true()) {
    fault(work.trail, "x-union", "stands only beside \"open\": true");
  }
  SchemaNode& node = program_->nodes[work.node];
  node.kind = NodeKind::kTagged;
  node.open_tags = open.is_true();
  node.tagging = static_cast<std::uint32_t>(program_->taggings.size());
  const auto type = type_names_.find(work.node);
  std::string union_name(name.text());
  if (union_name.empty() && node.open_tags && type != type_names_.end()) {
    union_name = union_name_of(type->second);
  }
  program_->taggings.push_back({Key(member.text()), std::move(union_name)});
}

void SchemaCompiler::compile_type(const Work& work, const SchemaKeywords& keywords) {
  const ValueView type = keywords[Keyword::kType];
  if (type.is_absent()) {
    for (std::size_t i = 0; i < kKeywordCount; ++i) {
      const auto keyword = static_cast<Keyword>(i);
      if (rule_of(keyword).annotation || !keywords.has(keyword)) continue;
      fault(work.trail, rule_of(keyword).name, "constrains a schema that has no \"type\"");
    }
    return;
  }
  const std::optional<NodeKind> kind =
      type.is_string() ? find_type(type.text(), program_->dialect) : std::nullopt;
  if (!kind) {
    fault(work.trail, "type",
          "expected one of " + std::string(type_names(program_->dialect)) +
              (type.is_array() ? ", found a list; a schema has exactly one type" : found(type)));
    return;
  }
  program_->nodes[work.node].kind = *kind;
  check_applicable(work, keywords);
  if (*kind == NodeKind::kObject) compile_object(work, keywords);
  if (*kind == NodeKind::kArray) compile_array(work, keywords);
  compile_choices(work, keywords);
  compile_bounds(work, keywords);
  program_->nodes[work.node].secret = keywords[Keyword::kSecret].is_true();
}

void SchemaCompiler::check_applicable(const Work& work, const SchemaKeywords& keywords) {
  const NodeKind kind = program_->nodes[work.node].kind;
  for (std::size_t i = 0; i < kKeywordCount; ++i) {
    const auto keyword = static_cast<Keyword>(i);
    const KeywordRule& rule = rule_of(keyword);
    if (keyword == Keyword::kType || rule.annotation || !keywords.has(keyword)) continue;
    if ((rule.kinds & bit(kind)) != 0) continue;
    fault(work.trail, rule.name, "does not apply to type " + std::string(node_kind_name(kind)));
  }
  const ValueView id = keywords[Keyword::kId];
  if (!id.is_absent() && (!id.is_string() || id.text().empty())) {
    fault(work.trail, "x-id", "expected the name of an id type" + found(id));
  }
  for (const Keyword keyword : {Keyword::kSecret, Keyword::kOpenEnum}) {
    const ValueView flag = keywords[keyword];
    if (flag.is_absent() || flag.is_bool()) continue;
    fault(work.trail, rule_of(keyword).name, "expected true or false" + found(flag));
  }
}

void SchemaCompiler::compile_object(const Work& work, const SchemaKeywords& keywords) {
  const ValueView additional = keywords[Keyword::kAdditionalProperties];
  if (!additional.is_absent() && !additional.is_bool()) {
    fault(work.trail, "additionalProperties", "expected true or false" + found(additional));
  }
  program_->nodes[work.node].closed = additional.is_bool() && !additional.is_true();
  if (keywords.has(Keyword::kProperties)) {
    compile_properties(work, keywords[Keyword::kProperties]);
  }
  if (keywords.has(Keyword::kRequired)) compile_required(work, keywords[Keyword::kRequired]);
}

void SchemaCompiler::compile_properties(const Work& work, ValueView properties) {
  if (!properties.is_object()) {
    fault(work.trail, "properties", "expected an object of schemas" + found(properties));
    return;
  }
  const auto first = static_cast<std::uint32_t>(program_->properties.size());
  const auto count = static_cast<std::uint32_t>(properties.size());
  program_->nodes[work.node].first = first;
  program_->nodes[work.node].count = count;
  const std::uint32_t container = step(work.trail, "properties");
  const bool tool = program_->dialect == Dialect::kTool;
  const std::size_t first_work = open_.size();
  for (const auto& [name, schema] : properties.members()) {
    const std::uint32_t trail = step(container, name);
    SchemaProperty property;
    property.name = name;
    if (!tool) property.key = Key(name);
    property.node = new_node(trail);
    const ValueView fallback = tool ? ValueView() : schema["default"];
    if (!fallback.is_absent()) {
      property.default_value = static_cast<std::uint32_t>(program_->defaults.size());
      program_->defaults.push_back(kept(fallback));
      default_places_.push_back({static_cast<std::uint32_t>(program_->properties.size()), trail});
    }
    open_.push_back({schema, property.node, trail, work.base});
    program_->by_name.push_back(static_cast<std::uint32_t>(program_->properties.size()));
    program_->properties.push_back(std::move(property));
  }
  std::reverse(open_.begin() + static_cast<std::ptrdiff_t>(first_work), open_.end());
  std::sort(program_->by_name.begin() + first, program_->by_name.end(),
            [this](std::uint32_t a, std::uint32_t b) {
              return program_->properties[a].name < program_->properties[b].name;
            });
}

void SchemaCompiler::compile_required(const Work& work, ValueView required) {
  if (!required.is_array()) {
    fault(work.trail, "required", "expected a list of names" + found(required));
    return;
  }
  SchemaNode& node = program_->nodes[work.node];
  node.first_required = static_cast<std::uint32_t>(program_->required.size());
  std::size_t index = 0;
  for (const ValueView name : required.items()) {
    const std::size_t at = index++;
    if (!name.is_string()) {
      fault(work.trail, "required", at, "expected a name" + found(name));
      continue;
    }
    const SchemaProperty* property = program_->find_property(node, name.text());
    if (property == nullptr) {
      fault(work.trail, "required", at,
            "the required property " + quote(name.text()) + " is not declared in \"properties\"");
    } else if (property->required) {
      fault(work.trail, "required", at, quote(name.text()) + " is listed twice");
    } else {
      const auto place = static_cast<std::uint32_t>(property - program_->properties.data());
      program_->properties[place].required = true;
      program_->required.push_back(place);
    }
  }
  node.required_count = static_cast<std::uint32_t>(program_->required.size()) - node.first_required;
}

void SchemaCompiler::compile_array(const Work& work, const SchemaKeywords& keywords) {
  const ValueView items = keywords[Keyword::kItems];
  if (items.is_absent()) return;
  const std::uint32_t trail = step(work.trail, "items");
  const std::uint32_t child = new_node(trail);
  program_->nodes[work.node].target = child;
  open_.push_back({items, child, trail, work.base});
}

void SchemaCompiler::compile_choices(const Work& work, const SchemaKeywords& keywords) {
  const ValueView list = keywords[Keyword::kEnum];
  const ValueView only = keywords[Keyword::kConst];
  const auto first = static_cast<std::uint32_t>(program_->choices.size());
  if (!list.is_absent() && (!list.is_array() || list.empty())) {
    fault(work.trail, "enum", "expected a list of at least one value" + found(list));
  }
  bool inside = false;
  std::size_t index = 0;
  for (const ValueView value : list.items()) {
    check_choice(work, "enum", index++, value);
    inside = inside || value == only;
    if (only.is_absent()) program_->choices.push_back(kept(value));
  }
  if (!only.is_absent()) {
    check_choice(work, "const", kNoIndex, only);
    if (!list.is_absent() && !inside) {
      fault(work.trail, "const", shown_value(only) + " is not in \"enum\"");
    }
    program_->choices.push_back(kept(only));
  }
  SchemaNode& node = program_->nodes[work.node];
  node.first_choice = first;
  node.choice_count = static_cast<std::uint32_t>(program_->choices.size()) - first;
  node.open_choices = keywords[Keyword::kOpenEnum].is_true();
  if (keywords.has(Keyword::kOpenEnum) && (list.is_absent() || !only.is_absent())) {
    fault(work.trail, "x-open", "stands only beside \"enum\" without \"const\"");
  }
}

void SchemaCompiler::check_choice(const Work& work, std::string_view member, std::size_t index,
                                  ValueView value) {
  SchemaNode plain;
  plain.kind = program_->nodes[work.node].kind;
  if (fits_closely(*program_, plain, value)) return;
  const std::string message = local_fault(*program_, plain, value);
  if (index == kNoIndex) return fault(work.trail, member, message);
  fault(work.trail, member, index, message);
}

void SchemaCompiler::compile_bounds(const Work& work, const SchemaKeywords& keywords) {
  SchemaBounds bounds;
  read_number(work, "minimum", keywords[Keyword::kMinimum], bounds.minimum);
  read_number(work, "maximum", keywords[Keyword::kMaximum], bounds.maximum);
  read_size(work, "minLength", keywords[Keyword::kMinLength], bounds.min_size);
  read_size(work, "maxLength", keywords[Keyword::kMaxLength], bounds.max_size);
  read_size(work, "minItems", keywords[Keyword::kMinItems], bounds.min_size);
  read_size(work, "maxItems", keywords[Keyword::kMaxItems], bounds.max_size);
  const ValueView pattern = keywords[Keyword::kPattern];
  if (pattern.is_string()) {
    tl::expected<Pattern, std::string> compiled = Pattern::compile(pattern.text());
    if (compiled) {
      bounds.pattern = std::move(*compiled);
    } else {
      fault(work.trail, "pattern", "the pattern " + quote(pattern.text()) + " " + compiled.error());
    }
  } else if (!pattern.is_absent()) {
    fault(work.trail, "pattern", "expected a regular expression" + found(pattern));
  }
  const bool bounded = !bounds.minimum.is_absent() || !bounds.maximum.is_absent() ||
                       bounds.min_size || bounds.max_size || bounds.pattern;
  if (!bounded) return;
  program_->nodes[work.node].bounds = static_cast<std::uint32_t>(program_->bounds.size());
  program_->bounds.push_back(std::move(bounds));
}

void SchemaCompiler::read_number(const Work& work, std::string_view member, ValueView value,
                                 Value& into) {
  if (value.is_absent()) return;
  if (!value.is_number() || is_lossy_number(value)) {
    fault(work.trail, member, "expected a number" + found(value));
    return;
  }
  into = Value::share(value);
}

void SchemaCompiler::read_size(const Work& work, std::string_view member, ValueView value,
                               std::optional<std::uint64_t>& into) {
  if (value.is_absent()) return;
  const std::optional<std::int64_t> size = value.integer();
  if (!size || *size < 0) {
    fault(work.trail, member, "expected a whole number from 0 up" + found(value));
    return;
  }
  into = static_cast<std::uint64_t>(*size);
}

std::uint32_t SchemaCompiler::new_node(std::uint32_t trail) {
  program_->nodes.emplace_back();
  node_trails_.push_back(trail);
  return static_cast<std::uint32_t>(program_->nodes.size() - 1);
}

std::uint32_t SchemaCompiler::step(std::uint32_t from, std::string_view member) {
  return step(from, member, kNoIndex);
}

std::uint32_t SchemaCompiler::step(std::uint32_t from, std::string_view member, std::size_t index) {
  trails_.push_back({from, member, static_cast<std::uint32_t>(index), 0});
  return static_cast<std::uint32_t>(trails_.size() - 1);
}

void SchemaCompiler::fault(std::uint32_t trail, std::string message) {
  if (!violations_.has_room()) return violations_.count_only();
  violations_.add(path_of(trail), std::move(message));
}

void SchemaCompiler::fault(std::uint32_t trail, std::string_view member, std::string message) {
  fault(trail, member, kNoIndex, std::move(message));
}

void SchemaCompiler::fault(std::uint32_t trail, std::string_view member, std::size_t index,
                           std::string message) {
  fault(step(trail, member, index), std::move(message));
  trails_.pop_back();
}

std::string SchemaCompiler::path_of(std::uint32_t trail) const {
  std::vector<std::uint32_t> steps;
  while (trails_[trail].parent != kNoIndex) {
    steps.push_back(trail);
    trail = trails_[trail].parent;
  }
  JsonPath path(places_[trails_[trail].place]);
  for (auto at = steps.rbegin(); at != steps.rend(); ++at) {
    const Trail& here = trails_[*at];
    path.member(here.member);
    if (here.index != kNoIndex) path.index(here.index);
  }
  return path.text("schema");
}

}  // namespace keel::core
