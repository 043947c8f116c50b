// SPDX-License-Identifier: MIT
// The second half of SchemaCompiler: what can be said only when every schema is there.
#include <algorithm>
#include <utility>

#include "core/schema/scalar_check.hpp"
#include "core/schema/schema_compiler.hpp"

namespace keel::core {

void SchemaCompiler::resolve_aliases() {
  for (std::uint32_t node = 0; node < program_->nodes.size(); ++node) resolved(node);
  for (SchemaProperty& property : program_->properties) property.node = resolved(property.node);
  for (SchemaNode& node : program_->nodes) {
    if (node.kind == NodeKind::kArray && node.target != kNoIndex) {
      node.target = resolved(node.target);
    }
  }
}

/// What the checks would otherwise work out for each value.
void SchemaCompiler::prepare_checks() {
  for (SchemaNode& node : program_->nodes) {
    node.accepts = accepted_kinds(node.kind);
    node.plain = node.bounds == kNoIndex && (node.choice_count == 0 || node.open_choices);
  }
  for (const Value& choice : program_->choices) program_->choice_texts.push_back(choice.text());
}

/// The node behind a chain of references. A chain that bites its tail is reported once and becomes
/// `any`.
std::uint32_t SchemaCompiler::resolved(std::uint32_t node) {
  std::vector<std::uint32_t> chain;
  std::uint32_t at = node;
  while (program_->nodes[at].kind == NodeKind::kAlias) {
    if (std::find(chain.begin(), chain.end(), at) != chain.end()) {
      fault(node_trails_[at], "$ref", "refers to itself and nothing else");
      program_->nodes[at] = SchemaNode();
      break;
    }
    chain.push_back(at);
    at = program_->nodes[at].target;
  }
  for (const std::uint32_t link : chain) {
    if (link != at) program_->nodes[link].target = at;
  }
  return at;
}

/// A oneOf that is its own branch, through references, would never come to an end.
void SchemaCompiler::refuse_endless_unions() {
  enum class Mark : std::uint8_t { kNew, kOpen, kDone };
  std::vector<Mark> marks(program_->nodes.size(), Mark::kNew);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> path;  // node, next branch
  for (std::uint32_t start = 0; start < program_->nodes.size(); ++start) {
    if (program_->nodes[start].kind != NodeKind::kOneOf || marks[start] != Mark::kNew) continue;
    path.push_back({start, 0});
    marks[start] = Mark::kOpen;
    while (!path.empty()) {
      auto& [at, next] = path.back();
      const SchemaNode& node = program_->nodes[at];
      if (next == node.count) {
        marks[at] = Mark::kDone;
        path.pop_back();
        continue;
      }
      const std::uint32_t original = program_->branches[node.first + next++];
      const std::uint32_t branch = resolved(original);
      if (program_->nodes[branch].kind != NodeKind::kOneOf) continue;
      if (marks[branch] == Mark::kOpen) {
        fault(node_trails_[original], "this branch is the \"oneOf\" itself again");
      } else if (marks[branch] == Mark::kNew) {
        marks[branch] = Mark::kOpen;
        path.push_back({branch, 0});
      }
    }
  }
}

void SchemaCompiler::build_tags() {
  for (std::uint32_t node = 0; node < program_->nodes.size(); ++node) {
    if (program_->nodes[node].kind == NodeKind::kTagged) build_tags_of(node);
  }
  for (std::uint32_t& branch : program_->branches) branch = resolved(branch);
}

void SchemaCompiler::build_tags_of(std::uint32_t node) {
  SchemaNode& tagged = program_->nodes[node];
  const std::string member(program_->taggings[tagged.tagging].member.text());
  const auto first = static_cast<std::uint32_t>(program_->tags.size());
  for (std::uint32_t i = 0; i < tagged.count; ++i) {
    const std::uint32_t original = program_->branches[tagged.first + i];
    const std::uint32_t branch = resolved(original);
    const SchemaNode& object = program_->nodes[branch];
    const SchemaProperty* property =
        object.kind == NodeKind::kObject ? program_->find_property(object, member) : nullptr;
    const SchemaNode* tag = property != nullptr ? &program_->nodes[property->node] : nullptr;
    const bool fixed = tag != nullptr && property->required && tag->kind == NodeKind::kString &&
                       tag->choice_count > 0 && !tag->open_choices;
    if (!fixed) {
      fault(node_trails_[original],
            "expected an object that requires the member \"" + member +
                "\", the discriminator, with a \"const\" or closed \"enum\" of strings");
      continue;
    }
    for (std::uint32_t c = 0; c < tag->choice_count; ++c) {
      program_->tags.push_back(
          {std::string(program_->choices[tag->first_choice + c].text()), branch});
    }
  }
  const auto begin = program_->tags.begin() + first;
  std::sort(begin, program_->tags.end(),
            [](const SchemaTag& a, const SchemaTag& b) { return a.tag < b.tag; });
  const auto twice =
      std::adjacent_find(begin, program_->tags.end(),
                         [](const SchemaTag& a, const SchemaTag& b) { return a.tag == b.tag; });
  if (twice != program_->tags.end()) {
    fault(node_trails_[node], "oneOf", "two branches have the tag \"" + twice->tag + "\"");
  }
  tagged.first = first;
  tagged.count = static_cast<std::uint32_t>(program_->tags.size()) - first;
}

void SchemaCompiler::check_defaults(const std::shared_ptr<const SchemaProgram>& program) {
  for (const auto& [at, trail] : default_places_) {
    const SchemaProperty& property = program->properties[at];
    const Schema schema(program, property.node);
    const std::vector<Violation> violations =
        schema.validate(program->defaults[property.default_value], "the value");
    if (violations.empty()) continue;
    fault(trail, "default", "does not satisfy its own schema: " + to_text(violations));
  }
}

void SchemaCompiler::note_sharing() {
  const bool has_one_of =
      std::any_of(program_->nodes.begin(), program_->nodes.end(),
                  [](const SchemaNode& node) { return node.kind == NodeKind::kOneOf; });
  program_->shares_branches = has_one_of && !referenced_.empty();
}

}  // namespace keel::core
