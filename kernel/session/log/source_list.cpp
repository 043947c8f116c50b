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

bool SourceList::has_duplicates() const {
  if (ranges_.size() < 2) return false;
  std::vector<Range> sorted = ranges_;
  std::sort(sorted.begin(), sorted.end(),
            [](const Range& a, const Range& b) { return a.first < b.first; });
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    if (sorted[i].first < sorted[i - 1].first + sorted[i - 1].count) return true;
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
