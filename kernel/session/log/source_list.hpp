// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace keel::session {

/// The seqs that an event was made from (sourceEventSeqs), in the order they were given. A message
/// cites each chunk of its stream, so stretches of consecutive seqs are kept as one range.
class SourceList {
 public:
  SourceList() = default;
  explicit SourceList(std::span<const std::int64_t> seqs);

  void push(std::int64_t seq);

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  bool contains(std::int64_t seq) const;
  /// The first of `seqs` that is not in the list; nothing when all are.
  std::optional<std::int64_t> first_missing(std::span<const std::int64_t> seqs) const;
  bool has_duplicates() const;
  /// 0 when empty.
  std::int64_t largest() const;
  std::int64_t smallest() const;

  /// Calls f(seq) for each, in order.
  template <typename F>
  void for_each(F&& f) const {
    for (const Range& range : ranges_) {
      for (std::int64_t i = 0; i < range.count; ++i) f(range.first + i);
    }
  }

  friend bool operator==(const SourceList&, const SourceList&) = default;

 private:
  struct Range {
    std::int64_t first;
    std::int64_t count;
    friend bool operator==(const Range&, const Range&) = default;
  };

  std::vector<Range> sorted() const;

  std::vector<Range> ranges_;
  std::size_t size_ = 0;
};

}  // namespace keel::session
