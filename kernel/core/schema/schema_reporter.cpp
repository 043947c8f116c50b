// SPDX-License-Identifier: MIT
#include "core/schema/schema_reporter.hpp"

#include <utility>

#include "core/schema/json_path.hpp"
#include "core/schema/lossless.hpp"
#include "core/schema/scalar_check.hpp"
#include "core/schema/schema_matcher.hpp"

namespace keel::core {

namespace {

constexpr std::uint32_t kShownNames = 20;

std::string declared_names(const SchemaProgram& program, const SchemaNode& object) {
  if (object.count == 0) return "it has no properties";
  std::string text = "expected one of ";
  for (std::uint32_t i = 0; i < object.count; ++i) {
    if (i == kShownNames) return text + ", ...";
    if (i > 0) text += ", ";
    text += program.properties[object.first + i].name;
  }
  return text;
}

std::string known_tags(const SchemaProgram& program, const SchemaNode& tagged) {
  std::string text = "expected one of ";
  for (std::uint32_t i = 0; i < tagged.count; ++i) {
    if (i == kShownNames) return text + ", ...";
    if (i > 0) text += ", ";
    text += shown_value(Value(program.tags[tagged.first + i].tag));
  }
  return text;
}

}  // namespace

std::vector<Violation> SchemaReporter::run(const SchemaProgram& program, std::uint32_t node,
                                           ValueView value) {
  enter(program, node, value);
  while (!frames_.empty()) step();
  if (program.dialect == Dialect::kTool) report_lossy(value);
  return violations_.take(root_);
}

void SchemaReporter::enter(const SchemaProgram& program, std::uint32_t index, ValueView value) {
  const SchemaNode& node = program.nodes[index];
  if (node.kind == NodeKind::kOneOf) return enter_one_of(program, node, value);
  if (node.kind == NodeKind::kTagged) {
    const PickedVariant picked = pick_variant(program, node, value);
    switch (picked.answer) {
      case PickedVariant::Answer::kPasses:
        return;
      case PickedVariant::Answer::kRefused:
        return refuse_variant(program, node, value);
      case PickedVariant::Answer::kNode:
        return enter(*picked.program, picked.node, value);
    }
  }
  if (!fits_locally(program, node, value)) {
    // Without room the text would be made for nothing.
    fault(violations_.has_room() ? local_fault(program, node, value) : std::string());
  }
  if (node.kind == NodeKind::kObject && value.is_object()) {
    report_missing(program, node, value);
    frames_.push_back({&program, &node, value, 0});
  }
  if (node.kind == NodeKind::kArray && value.is_array() && node.target != kNoIndex) {
    frames_.push_back({&program, &node, value, 0});
  }
}

void SchemaReporter::enter_one_of(const SchemaProgram& program, const SchemaNode& node,
                                  ValueView value) {
  std::uint32_t hits = 0;
  for (std::uint32_t i = 0; i < node.count; ++i) {
    SchemaMatcher matcher;
    hits += matcher.run(program, program.branches[node.first + i], value) ? 1 : 0;
  }
  if (hits == 1) return;
  fault("must match exactly one of " + std::to_string(node.count) + " alternatives, matches " +
        std::to_string(hits));
}

void SchemaReporter::refuse_variant(const SchemaProgram& program, const SchemaNode& node,
                                    ValueView value) {
  if (!value.is_object()) {
    return fault("expected object, found " + std::string(kind_name(value.kind())));
  }
  const Key& member = program.taggings[node.tagging].member;
  const ValueView tag = value[member];
  if (tag.is_absent()) return fault_at(member.text(), "missing required property");
  if (!tag.is_string()) {
    return fault_at(member.text(), "expected string, found " + std::string(kind_name(tag.kind())));
  }
  fault_at(member.text(), known_tags(program, node) + ", found " + shown_value(tag));
}

void SchemaReporter::report_missing(const SchemaProgram& program, const SchemaNode& node,
                                    ValueView value) {
  for (std::uint32_t i = 0; i < node.required_count; ++i) {
    const SchemaProperty& property = program.properties[program.required[node.first_required + i]];
    if (property.of(value).is_absent()) fault_at(property.name, "missing required property");
  }
}

/// Checks the next child of the top frame.
void SchemaReporter::step() {
  Frame& frame = frames_.back();
  if (frame.next == frame.value.size()) {
    frames_.pop_back();
    return;
  }
  const std::size_t index = frame.next++;
  if (frame.node->kind == NodeKind::kArray) {
    enter(*frame.program, frame.node->target, frame.value.at(index));
    return;
  }
  const auto [name, member] = frame.value.member(index);
  const SchemaProperty* property = frame.program->find_property(*frame.node, name);
  if (property != nullptr) return enter(*frame.program, property->node, member);
  if (frame.node->closed) {
    fault("is not a declared property; " + declared_names(*frame.program, *frame.node));
  }
}

/// At the child that is being checked, or at the root.
void SchemaReporter::fault(std::string message) {
  if (!violations_.has_room()) return violations_.count_only();
  violations_.add(here().text(root_), std::move(message));
}

/// At a member of the child that is being checked.
void SchemaReporter::fault_at(std::string_view member, std::string message) {
  if (!violations_.has_room()) return violations_.count_only();
  JsonPath path = here();
  path.member(member);
  violations_.add(path.text(root_), std::move(message));
}

JsonPath SchemaReporter::here() const {
  JsonPath path;
  for (const Frame& frame : frames_) {
    if (frame.value.is_array()) {
      path.index(frame.next - 1);
    } else {
      path.member(frame.value.member(frame.next - 1).first);
    }
  }
  return path;
}

void SchemaReporter::report_lossy(ValueView value) {
  find_lossy(value, root_, [this](std::string path, std::string message) {
    // A typed part has said so already.
    if (!violations_.names(path)) violations_.add(std::move(path), std::move(message));
  });
}

}  // namespace keel::core
