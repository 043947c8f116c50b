// SPDX-License-Identifier: MIT
#include "core/schema/default_filler.hpp"

#include "core/schema/schema_matcher.hpp"

namespace keel::core {

namespace {

/// A type that refers to itself and has an object as default would be filled for ever.
constexpr std::uint32_t kMaxDefaultDepth = 32;

struct Target {
  const SchemaProgram* program = nullptr;
  std::uint32_t node = kNoIndex;
};

/// The object, array or scalar node that describes `value`; no node when a union does not say.
Target described_by(const SchemaProgram& program, std::uint32_t index, ValueView value) {
  Target target{&program, index};
  while (target.node != kNoIndex) {
    const SchemaNode& node = target.program->nodes[target.node];
    if (node.kind == NodeKind::kTagged) {
      const PickedVariant picked = pick_variant(*target.program, node, value);
      target = {picked.program, picked.node};
    } else if (node.kind == NodeKind::kOneOf) {
      std::uint32_t branch = kNoIndex;
      for (std::uint32_t i = 0; i < node.count && branch == kNoIndex; ++i) {
        const std::uint32_t candidate = target.program->branches[node.first + i];
        SchemaMatcher matcher;
        if (matcher.run(*target.program, candidate, value)) branch = candidate;
      }
      target.node = branch;
    } else {
      break;
    }
  }
  return target;
}

}  // namespace

Value DefaultFiller::run(const SchemaProgram& program, std::uint32_t node, ValueView value) {
  put(program, node, value, 0);
  while (!frames_.empty()) step();
  return builder_.finish_or_absent();
}

void DefaultFiller::put(const SchemaProgram& program, std::uint32_t index, ValueView value,
                        std::uint32_t default_depth) {
  const bool is_container = value.is_object() || value.is_array();
  const Target target = is_container ? described_by(program, index, value) : Target();
  if (target.node == kNoIndex) {
    builder_.put(value);
    return;
  }
  const SchemaNode& node = target.program->nodes[target.node];
  if (node.kind == NodeKind::kObject && value.is_object() && node.count > 0) {
    builder_.begin_object();
  } else if (node.kind == NodeKind::kArray && value.is_array() && node.target != kNoIndex) {
    builder_.begin_array();
  } else {
    builder_.put(value);
    return;
  }
  frames_.push_back({target.program, &node, value, 0, default_depth});
}

void DefaultFiller::step() {
  Frame& top = frames_.back();
  const std::size_t size = top.value.size();
  const std::size_t steps = top.value.is_array() ? size : size + top.node->count;
  if (top.next == steps) {
    builder_.end();
    frames_.pop_back();
    return;
  }
  ++top.next;
  const Frame frame = top;
  if (!frame.value.is_array()) return step_object(frame);
  put(*frame.program, frame.node->target, frame.value.at(frame.next - 1), frame.default_depth);
}

void DefaultFiller::step_object(const Frame& frame) {
  const std::size_t at = frame.next - 1;
  const std::size_t own = frame.value.size();
  if (at < own) {
    const auto [name, member] = frame.value.member(at);
    const SchemaProperty* property = frame.program->find_property(*frame.node, name);
    builder_.name(name);
    if (property == nullptr) {
      builder_.put(member);
    } else {
      put(*frame.program, property->node, member, frame.default_depth);
    }
    return;
  }
  const SchemaProperty& property = frame.program->properties[frame.node->first + (at - own)];
  if (property.default_value == kNoIndex || !property.of(frame.value).is_absent()) return;
  const ValueView fallback = frame.program->defaults[property.default_value];
  builder_.name(property.name);
  if (frame.default_depth == kMaxDefaultDepth) {
    builder_.put(fallback);
  } else {
    put(*frame.program, property.node, fallback, frame.default_depth + 1);
  }
}

}  // namespace keel::core
