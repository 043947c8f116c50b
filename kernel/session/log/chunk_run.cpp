// SPDX-License-Identifier: MIT
#include "session/log/chunk_run.hpp"

#include <algorithm>

#include "session/log/safe_integer.hpp"

namespace keel::session {

namespace {

void put_varint(std::string& out, std::uint64_t number) {
  while (number >= 0x80) {
    out += static_cast<char>((number & 0x7FU) | 0x80U);
    number >>= 7U;
  }
  out += static_cast<char>(number);
}

std::uint64_t get_varint(const std::string& bytes, std::size_t& offset) {
  std::uint64_t number = 0;
  unsigned shift = 0;
  while (true) {
    const auto byte = static_cast<unsigned char>(bytes[offset++]);
    number |= static_cast<std::uint64_t>(byte & 0x7FU) << shift;
    if (byte < 0x80) return number;
    shift += 7;
  }
}

constexpr std::uint64_t zigzag(std::int64_t number) {
  return (static_cast<std::uint64_t>(number) << 1U) ^ static_cast<std::uint64_t>(number >> 63);
}

constexpr std::int64_t unzigzag(std::uint64_t number) {
  return static_cast<std::int64_t>(number >> 1U) ^ -static_cast<std::int64_t>(number & 1U);
}

}  // namespace

ChunkRun::ChunkRun(const ChunkDelta& like, std::int64_t first_seq)
    : turn_(like.turn),
      step_(like.step),
      index_(like.index),
      first_seq_(first_seq),
      id_(like.id),
      kind_(like.kind) {
  if (like.name) name_ = std::string(*like.name);
}

bool ChunkRun::gap_fits(std::int64_t before, std::int64_t after) {
  return is_safe(after) && is_safe(after - before);
}

bool ChunkRun::fits(const ChunkDelta& delta, std::int64_t seq, std::int64_t time) const {
  if (seq != end_seq() || delta.kind != kind_ || delta.index != index_ || delta.step != step_ ||
      delta.turn != turn_) {
    return false;
  }
  if (count_ > 0 && !gap_fits(last_time_, time)) return false;
  if (kind_ != DeltaKind::kToolCall) return true;
  return delta.id == id_ && delta.name.has_value() == name_.has_value() &&
         (!name_ || *delta.name == *name_);
}

void ChunkRun::push(std::int64_t time, std::string_view text) {
  // Everything that may fail comes first: a run is never left with half a member.
  constexpr std::size_t kMaxOverhead = 20;
  const std::size_t needed = bytes_.size() + text.size() + kMaxOverhead;
  if (needed > bytes_.capacity()) bytes_.reserve(std::max(needed, 2 * bytes_.capacity()));
  if (count_ % kStride == 0) checkpoints_.push_back({bytes_.size(), last_time_});
  put_varint(bytes_, zigzag(time - last_time_));
  put_varint(bytes_, text.size());
  bytes_ += text;
  last_time_ = time;
  ++count_;
}

void ChunkRun::shrink() {
  bytes_.shrink_to_fit();
  checkpoints_.shrink_to_fit();
}

std::size_t ChunkRun::memory() const {
  return sizeof(*this) + bytes_.capacity() + checkpoints_.capacity() * sizeof(Checkpoint) +
         id_.capacity() + (name_ ? name_->capacity() : 0);
}

ChunkDelta ChunkRun::shared() const {
  ChunkDelta delta;
  delta.kind = kind_;
  delta.turn = turn_;
  delta.step = step_;
  delta.index = index_;
  delta.id = id_;
  if (name_) delta.name = *name_;
  return delta;
}

ChunkDelta ChunkRun::delta(const Member& member) const {
  ChunkDelta result = shared();
  result.text = member.text;
  return result;
}

ChunkRun::Cursor ChunkRun::seek(std::size_t index) const {
  const std::size_t stride = index / kStride;
  if (stride >= checkpoints_.size()) return {bytes_.size(), end_seq(), last_time_};
  Cursor cursor{checkpoints_[stride].offset,
                first_seq_ + static_cast<std::int64_t>(stride * kStride),
                checkpoints_[stride].time};
  for (std::size_t i = stride * kStride; i < index; ++i) step(cursor);
  return cursor;
}

ChunkRun::Member ChunkRun::step(Cursor& cursor) const {
  cursor.time += unzigzag(get_varint(bytes_, cursor.offset));
  const auto size = static_cast<std::size_t>(get_varint(bytes_, cursor.offset));
  const std::string_view text(bytes_.data() + cursor.offset, size);
  cursor.offset += size;
  return {cursor.seq++, cursor.time, text};
}

ChunkRun::Member ChunkRun::at(std::size_t index) const {
  Cursor cursor = seek(index);
  return step(cursor);
}

ChunkRun ChunkRun::slice(std::size_t first, std::size_t count) const {
  ChunkRun result(shared(), first_seq_ + static_cast<std::int64_t>(first));
  for_each(first, count,
           [&result](const Member& member) { result.push(member.time, member.text); });
  result.shrink();
  return result;
}

}  // namespace keel::session
