// SPDX-License-Identifier: MIT
#include "core/schema/schema_matcher.hpp"

#include "core/schema/scalar_check.hpp"
#include "core/schema/schema.hpp"

namespace keel::core {

std::size_t SchemaMatcher::QuestionHash::operator()(const Question& question) const {
  constexpr std::uint64_t kMix = 0x9E3779B97F4A7C15ULL;
  std::uint64_t hash = reinterpret_cast<std::uintptr_t>(question.node);
  hash = (hash ^ (hash >> 29U) ^ question.head) * kMix;
  hash = (hash ^ (hash >> 31U) ^ question.body) * kMix;
  return static_cast<std::size_t>(hash ^ (hash >> 32U));
}

PickedVariant pick_variant(const SchemaProgram& program, const SchemaNode& tagged,
                           ValueView value) {
  using Answer = PickedVariant::Answer;
  const SchemaTagging& tagging = program.taggings[tagged.tagging];
  const ValueView tag = value[tagging.member];
  if (!tag.is_string()) return {};
  const std::uint32_t node = program.find_tag(tagged, tag.text());
  if (node != kNoIndex) return {Answer::kNode, &program, node};
  if (!tagged.open_tags) return {};
  const bool extensible = program.variants != nullptr && !tagging.union_name.empty();
  const Schema* variant =
      extensible ? program.variants->find_variant(tagging.union_name, tag.text()) : nullptr;
  if (variant == nullptr) return {Answer::kPasses, nullptr, kNoIndex};
  return {Answer::kNode, &variant->program(), variant->root()};
}

bool SchemaMatcher::run(const SchemaProgram& program, std::uint32_t node, ValueView value) {
  Verdict verdict = enter(program, node, value);
  while (!frames_.empty()) verdict = resume(verdict);
  return verdict == Verdict::kMatch;
}

SchemaMatcher::Verdict SchemaMatcher::enter(const SchemaProgram& program, std::uint32_t index,
                                            ValueView value) {
  const SchemaNode& node = program.nodes[index];
  switch (node.kind) {
    case NodeKind::kOneOf:
      return enter_one_of({&program, &node, value, 0, 0});
    case NodeKind::kTagged: {
      const PickedVariant picked = pick_variant(program, node, value);
      switch (picked.answer) {
        case PickedVariant::Answer::kPasses:
          return Verdict::kMatch;
        case PickedVariant::Answer::kRefused:
          return Verdict::kMismatch;
        case PickedVariant::Answer::kNode:
          return enter(*picked.program, picked.node, value);
      }
      return Verdict::kMismatch;
    }
    default:
      break;
  }
  if (!fits_locally(program, node, value)) return Verdict::kMismatch;
  const bool has_children =
      node.kind == NodeKind::kObject || (node.kind == NodeKind::kArray && node.target != kNoIndex);
  if (!has_children) return Verdict::kMatch;
  frames_.push_back({&program, &node, value, 0, 0});
  return Verdict::kPushed;
}

SchemaMatcher::Verdict SchemaMatcher::enter_one_of(const Frame& frame) {
  if (one_ofs_ > 0 && frame.program->shares_branches && answers_ != nullptr) {
    const keel_value raw = frame.value.raw();
    const auto known = answers_->find({frame.node, raw.head, raw.body});
    if (known != answers_->end()) return known->second ? Verdict::kMatch : Verdict::kMismatch;
  }
  frames_.push_back(frame);
  ++one_ofs_;
  return Verdict::kPushed;
}

/// Goes on with the top frame after a child answered, or for the first time with kPushed.
SchemaMatcher::Verdict SchemaMatcher::resume(Verdict child) {
  switch (frames_.back().node->kind) {
    case NodeKind::kArray:
      return resume_array(child);
    case NodeKind::kObject:
      return resume_object(child);
    default:
      return resume_one_of(child);
  }
}

SchemaMatcher::Verdict SchemaMatcher::resume_array(Verdict child) {
  if (child == Verdict::kMismatch) return leave(false);
  // A push may move the frames: work on a copy and write the position back before each.
  const Frame frame = frames_.back();
  const std::size_t size = frame.value.size();
  for (std::uint32_t i = frame.next; i < size; ++i) {
    frames_.back().next = i + 1;
    const Verdict verdict = enter(*frame.program, frame.node->target, frame.value.at(i));
    if (verdict == Verdict::kPushed) return verdict;
    if (verdict == Verdict::kMismatch) return leave(false);
  }
  return leave(true);
}

SchemaMatcher::Verdict SchemaMatcher::resume_object(Verdict child) {
  if (child == Verdict::kMismatch) return leave(false);
  const Frame frame = frames_.back();
  std::uint32_t hits = frame.hits;
  for (std::uint32_t i = frame.next; i < frame.node->count; ++i) {
    const SchemaProperty& property = frame.program->properties[frame.node->first + i];
    const ValueView member = property.of(frame.value);
    if (member.is_absent()) {
      if (property.required) return leave(false);
      continue;
    }
    ++hits;
    frames_.back().next = i + 1;
    frames_.back().hits = hits;
    const Verdict verdict = enter(*frame.program, property.node, member);
    if (verdict == Verdict::kPushed) return verdict;
    if (verdict == Verdict::kMismatch) return leave(false);
  }
  return leave(!frame.node->closed || hits == frame.value.size());
}

SchemaMatcher::Verdict SchemaMatcher::resume_one_of(Verdict child) {
  if (child == Verdict::kMatch) ++frames_.back().hits;
  const Frame frame = frames_.back();
  std::uint32_t hits = frame.hits;
  for (std::uint32_t i = frame.next; i < frame.node->count && hits < 2; ++i) {
    frames_.back().next = i + 1;
    frames_.back().hits = hits;
    const std::uint32_t branch = frame.program->branches[frame.node->first + i];
    const Verdict verdict = enter(*frame.program, branch, frame.value);
    if (verdict == Verdict::kPushed) return verdict;
    if (verdict == Verdict::kMatch) ++hits;
  }
  --one_ofs_;
  if (keeps_answers()) {
    if (answers_ == nullptr) answers_ = std::make_unique<decltype(answers_)::element_type>();
    const keel_value raw = frame.value.raw();
    answers_->emplace(Question{frame.node, raw.head, raw.body}, hits == 1);
  }
  return leave(hits == 1);
}

/// Whether the oneOf that just came to its end stands inside another one.
bool SchemaMatcher::keeps_answers() const {
  return one_ofs_ > 0 && frames_.back().program->shares_branches;
}

SchemaMatcher::Verdict SchemaMatcher::leave(bool matches) {
  frames_.pop_back();
  return matches ? Verdict::kMatch : Verdict::kMismatch;
}

}  // namespace keel::core
