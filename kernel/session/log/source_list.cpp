// SPDX-License-Identifier: MIT
#include "session/log/source_list.hpp"

#include <algorithm>

namespace keel::session {

SourceList::SourceList(std::span<const std::int64_t> seqs) {
  for (const std::int64_t seq : seqs) push(seq);
}

void SourceList::push(std::int64_t seq) {
  ++size_;
  if (!ranges_.empty() && ranges_.back().first + ranges_.back().count == seq) {
    ++ranges_.back().count;
    return;
  }
  ranges_.push_back({seq, 1});
}

bool SourceList::contains(std::int64_t seq) const {
  return std::any_of(ranges_.begin(), ranges_.end(), [seq](const Range& range) {
    return seq >= range.first && seq - range.first < range.count;
  });
}

std::vector<SourceList::Range> SourceList::sorted() const {
  std::vector<Range> ranges = ranges_;
  std::sort(ranges.begin(), ranges.end(),
            [](const Range& a, const Range& b) { return a.first < b.first; });
  return ranges;
}

std::optional<std::int64_t> SourceList::first_missing(std::span<const std::int64_t> seqs) const {
  const std::vector<Range> ranges = sorted();
  for (const std::int64_t seq : seqs) {
    const auto after =
        std::upper_bound(ranges.begin(), ranges.end(), seq,
                         [](std::int64_t s, const Range& range) { return s < range.first; });
    if (after == ranges.begin()) return seq;
    const Range& before = *(after - 1);
    if (seq - before.first >= before.count) return seq;
  }
  return std::nullopt;
}

bool SourceList::has_duplicates() const {
  if (ranges_.size() < 2) return false;
  const std::vector<Range> ranges = sorted();
  for (std::size_t i = 1; i < ranges.size(); ++i) {
    if (ranges[i].first < ranges[i - 1].first + ranges[i - 1].count) return true;
  }
  return false;
}

std::int64_t SourceList::largest() const {
  std::int64_t result = 0;
  for (const Range& range : ranges_) result = std::max(result, range.first + range.count - 1);
  return result;
}

std::int64_t SourceList::smallest() const {
  if (ranges_.empty()) return 0;
  std::int64_t result = ranges_.front().first;
  for (const Range& range : ranges_) result = std::min(result, range.first);
  return result;
}

}  // namespace keel::session
