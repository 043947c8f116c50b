// SPDX-License-Identifier: MIT
#include "session/log/chunk_delta.hpp"

#if defined(KEEL_HOST_BUILD)
#include "core/value/document.hpp"
#endif
#include "session/log/fields.hpp"
#include "session/log/safe_integer.hpp"

namespace keel::session {

namespace {

std::optional<DeltaKind> delta_kind(std::string_view chunk_type) {
  if (chunk_type == "text-delta") return DeltaKind::kText;
  if (chunk_type == "reasoning-delta") return DeltaKind::kReasoning;
  if (chunk_type == "tool-call-delta") return DeltaKind::kToolCall;
  return std::nullopt;
}

#if defined(KEEL_HOST_BUILD)

/// Reads the members of an object in order; every mismatch is remembered. Looks into the document
/// directly: this runs for each chunk of each stream.
class InOrder {
 public:
  /// Of what is no plain object nothing matches.
  explicit InOrder(ValueView object) : object_(object.raw()) {
    const bool plain = object.is_object() && object_.body != 0 && !core::value::is_virtual(object_);
    if (!plain) return;
    node_ = core::value::node_of(object_);
    base_ = core::value::base_of(object_);
    size_ = node_->count;
  }

  bool next_is(const Key& key) const {
    if (at_ >= size_) return false;
    const core::value::KeyRecord* name = core::value::read_key(base_, node_->words()[at_]);
    if (name == key.raw()) return true;
    return !name->interned() && name->text() == key.text();
  }
  ValueView next(const Key& key) {
    if (!next_is(key)) {
      matches_ = false;
      return {};
    }
    return ValueView(core::value::read_slot(base_, node_->member_slots()[at_++]));
  }
  std::int64_t next_count(const Key& key) {
    const auto number = safe_count(next(key));
    if (!number) matches_ = false;
    return number.value_or(0);
  }
  std::string_view next_text(const Key& key) {
    const ValueView value = next(key);
    if (!value.is_string()) matches_ = false;
    return core::value::text(value.raw());
  }
  bool ended() const { return matches_ && at_ == size_; }

 private:
  keel_value object_;
  const core::value::ContainerNode* node_ = nullptr;
  std::uint64_t base_ = 0;
  std::size_t size_ = 0;
  std::size_t at_ = 0;
  bool matches_ = true;
};

#else

/// The same through the value table, for a store that is a plugin.
class InOrder {
 public:
  explicit InOrder(ValueView object)
      : object_(object), size_(object.is_object() ? object.size() : 0) {}

  bool next_is(const Key& key) const {
    return at_ < size_ && object_.member(at_).first == key.text();
  }
  ValueView next(const Key& key) {
    if (!next_is(key)) {
      matches_ = false;
      return {};
    }
    return object_.member(at_++).second;
  }
  std::int64_t next_count(const Key& key) {
    const auto number = safe_count(next(key));
    if (!number) matches_ = false;
    return number.value_or(0);
  }
  std::string_view next_text(const Key& key) {
    const ValueView value = next(key);
    if (!value.is_string()) matches_ = false;
    return value.text();
  }
  bool ended() const { return matches_ && at_ == size_; }

 private:
  ValueView object_;
  std::size_t size_;
  std::size_t at_ = 0;
  bool matches_ = true;
};

#endif

}  // namespace

std::optional<ChunkDelta> read_delta(ValueView data) {
  const Fields& names = fields();
  InOrder outer(data);
  ChunkDelta delta;
  delta.turn = outer.next_count(names.turn);
  delta.step = outer.next_count(names.step);
  const ValueView chunk = outer.next(names.chunk);
  if (!outer.ended()) return std::nullopt;

  InOrder inner(chunk);
  const auto kind = delta_kind(inner.next_text(names.type));
  if (!kind) return std::nullopt;
  delta.kind = *kind;
  delta.index = inner.next_count(names.index);
  if (delta.kind == DeltaKind::kToolCall) {
    delta.id = inner.next_text(names.id);
    if (inner.next_is(names.name)) delta.name = inner.next_text(names.name);
    delta.text = inner.next_text(names.arguments_delta);
  } else {
    delta.text = inner.next_text(names.text);
  }
  if (!inner.ended()) return std::nullopt;
  return delta;
}

Value delta_data(const ChunkDelta& delta) {
  const Fields& names = fields();
  Builder builder;
  builder.begin_object();
  builder.member(names.turn, delta.turn).member(names.step, delta.step);
  builder.name(names.chunk).begin_object();
  builder.member(names.type, chunk_type(delta.kind)).member(names.index, delta.index);
  if (delta.kind == DeltaKind::kToolCall) {
    builder.member(names.id, delta.id);
    if (delta.name) builder.member(names.name, *delta.name);
    builder.member(names.arguments_delta, delta.text);
  } else {
    builder.member(names.text, delta.text);
  }
  builder.end().end();
  return builder.finish_or_absent();
}

std::string_view chunk_type(DeltaKind kind) {
  switch (kind) {
    case DeltaKind::kText:
      return "text-delta";
    case DeltaKind::kReasoning:
      return "reasoning-delta";
    case DeltaKind::kToolCall:
      break;
  }
  return "tool-call-delta";
}

std::string_view row_tag(DeltaKind kind) {
  switch (kind) {
    case DeltaKind::kText:
      return "text-chunks";
    case DeltaKind::kReasoning:
      return "reasoning-chunks";
    case DeltaKind::kToolCall:
      break;
  }
  return "tool-call-chunks";
}

}  // namespace keel::session
