// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "session/log/chunk_delta.hpp"

namespace keel::session {

/// Consecutive delta chunks of one block of one stream, packed: what is alike is kept once, and
/// each member costs its text and about two bytes. Members have consecutive seqs. Movable; not safe
/// for writing while another thread reads.
class ChunkRun {
 public:
  /// A run of ours is closed at this many members or bytes of text; a run that was read may be
  /// longer.
  static constexpr std::size_t kFullMembers = 1024;
  static constexpr std::size_t kFullBytes = 256 * 1024;

  /// One chunk of the run, without what all share.
  struct Member {
    std::int64_t seq;
    std::int64_t time;
    /// Borrowed from the run.
    std::string_view text;
  };

  /// An empty run of chunks like `like`, whose text is not taken.
  ChunkRun(const ChunkDelta& like, std::int64_t first_seq);

  /// True when `delta` with this seq and time can be the next member. Says nothing about fullness.
  bool fits(const ChunkDelta& delta, std::int64_t seq, std::int64_t time) const;
  bool full() const { return count_ >= kFullMembers || bytes_.size() >= kFullBytes; }
  /// True when a gap of this size may stand in a packed row.
  static bool gap_fits(std::int64_t before, std::int64_t after);

  void push(std::int64_t time, std::string_view text);
  /// Gives up memory kept for growth.
  void shrink();

  std::size_t size() const { return count_; }
  std::int64_t first_seq() const { return first_seq_; }
  /// One past the last member's.
  std::int64_t end_seq() const { return first_seq_ + static_cast<std::int64_t>(count_); }
  std::int64_t last_time() const { return last_time_; }
  /// Bytes of memory behind this run.
  std::size_t memory() const;

  /// What all members share, with empty text. Borrowed.
  ChunkDelta shared() const;
  /// Data of one member, with its text. Borrowed.
  ChunkDelta delta(const Member& member) const;

  /// Calls f(member) for `count` members from `first` on. The range must lie inside.
  template <typename F>
  void for_each(std::size_t first, std::size_t count, F&& f) const {
    Cursor cursor = seek(first);
    for (std::size_t i = 0; i < count; ++i) f(step(cursor));
  }
  Member at(std::size_t index) const;
  /// The members from `first` on as a run of their own.
  ChunkRun slice(std::size_t first, std::size_t count) const;

 private:
  /// Every so many members the position is kept, so that reading one does not read all before it.
  static constexpr std::size_t kStride = 64;

  struct Cursor {
    std::size_t offset;
    std::int64_t seq;
    std::int64_t time;
  };
  struct Checkpoint {
    std::size_t offset;
    std::int64_t time;
  };

  Cursor seek(std::size_t index) const;
  Member step(Cursor& cursor) const;

  std::int64_t turn_;
  std::int64_t step_;
  std::int64_t index_;
  std::int64_t first_seq_;
  std::int64_t last_time_ = 0;
  std::size_t count_ = 0;
  /// Per member: time gap (zigzag varint), size (varint), text.
  std::string bytes_;
  std::vector<Checkpoint> checkpoints_;
  std::string id_;
  std::optional<std::string> name_;
  DeltaKind kind_;
};

}  // namespace keel::session
