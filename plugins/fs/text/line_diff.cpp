// SPDX-License-Identifier: MIT
#include "text/line_diff.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace keel::text {

namespace {

using Lines = std::vector<std::string_view>;

/// With their line ends, so that joining them gives the text back.
Lines split(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::size_t length = end == std::string_view::npos ? text.size() : end + 1;
    lines.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return lines;
}

/// Lines [old_from, old_to) of the old text became [new_from, new_to) of the new one.
struct Change {
  std::size_t old_from = 0;
  std::size_t old_to = 0;
  std::size_t new_from = 0;
  std::size_t new_to = 0;
};

/// Myers' greedy algorithm, with the furthest points of each round kept for the way back.
class Differ {
 public:
  Differ(const Lines& old_lines, const Lines& new_lines) : old_(old_lines), new_(new_lines) {}

  std::vector<Change> changes() {
    trim();
    const std::size_t old_count = old_end_ - begin_;
    const std::size_t new_count = new_end_ - begin_;
    if (old_count == 0 && new_count == 0) return {};
    if (old_count == 0 || new_count == 0 || !search()) {
      return {{begin_, old_end_, begin_, new_end_}};
    }
    return trace_back();
  }

 private:
  static constexpr std::int64_t kMaxEdits = 1000;

  void trim() {
    const std::size_t shorter = std::min(old_.size(), new_.size());
    while (begin_ < shorter && old_[begin_] == new_[begin_]) ++begin_;
    old_end_ = old_.size();
    new_end_ = new_.size();
    while (old_end_ > begin_ && new_end_ > begin_ && old_[old_end_ - 1] == new_[new_end_ - 1]) {
      --old_end_;
      --new_end_;
    }
  }

  bool same(std::int64_t x, std::int64_t y) const {
    return old_[begin_ + static_cast<std::size_t>(x)] == new_[begin_ + static_cast<std::size_t>(y)];
  }

  /// Round d reaches diagonals -d to d; their furthest x are kept at [d][k + d].
  bool search() {
    const auto n = static_cast<std::int64_t>(old_end_ - begin_);
    const auto m = static_cast<std::int64_t>(new_end_ - begin_);
    for (std::int64_t d = 0; d <= std::min(kMaxEdits, n + m); ++d) {
      std::vector<std::int32_t> reached(static_cast<std::size_t>(2 * d + 1));
      for (std::int64_t k = -d; k <= d; k += 2) {
        std::int64_t x = start_of(d, k);
        while (x < n && x - k < m && x - k >= 0 && same(x, x - k)) ++x;
        reached[static_cast<std::size_t>(k + d)] = static_cast<std::int32_t>(x);
        if (x >= n && x - k >= m) {
          rounds_.push_back(std::move(reached));
          return true;
        }
      }
      rounds_.push_back(std::move(reached));
    }
    return false;
  }

  bool comes_from_above(std::int64_t d, std::int64_t k) const {
    return k == -d || (k != d && furthest(d - 1, k - 1) < furthest(d - 1, k + 1));
  }
  std::int64_t start_of(std::int64_t d, std::int64_t k) const {
    if (d == 0) return 0;
    return comes_from_above(d, k) ? furthest(d - 1, k + 1) : furthest(d - 1, k - 1) + 1;
  }
  std::int64_t furthest(std::int64_t d, std::int64_t k) const {
    return rounds_[static_cast<std::size_t>(d)][static_cast<std::size_t>(k + d)];
  }

  std::vector<Change> trace_back() const {
    std::vector<Change> changes;
    auto x = static_cast<std::int64_t>(old_end_ - begin_);
    auto y = static_cast<std::int64_t>(new_end_ - begin_);
    for (auto d = static_cast<std::int64_t>(rounds_.size()) - 1; d > 0; --d) {
      const std::int64_t k = x - y;
      const bool inserted = comes_from_above(d, k);
      const std::int64_t from_k = inserted ? k + 1 : k - 1;
      const std::int64_t from_x = furthest(d - 1, from_k);
      const std::int64_t from_y = from_x - from_k;
      add_front(changes, from_x, from_y, inserted);
      x = from_x;
      y = from_y;
    }
    std::reverse(changes.begin(), changes.end());
    return changes;
  }

  /// One line removed or inserted at (x, y); joined with the change that follows it at once.
  void add_front(std::vector<Change>& changes, std::int64_t x, std::int64_t y,
                 bool inserted) const {
    const std::size_t old_at = begin_ + static_cast<std::size_t>(x);
    const std::size_t new_at = begin_ + static_cast<std::size_t>(y);
    const Change step{old_at, old_at + (inserted ? 0U : 1U), new_at, new_at + (inserted ? 1U : 0U)};
    if (!changes.empty() && changes.back().old_from == step.old_to &&
        changes.back().new_from == step.new_to) {
      changes.back().old_from = step.old_from;
      changes.back().new_from = step.new_from;
      return;
    }
    changes.push_back(step);
  }

  const Lines& old_;
  const Lines& new_;
  std::size_t begin_ = 0;
  std::size_t old_end_ = 0;
  std::size_t new_end_ = 0;
  std::vector<std::vector<std::int32_t>> rounds_;
};

std::string join(const Lines& lines, std::size_t from, std::size_t to) {
  std::string text;
  for (std::size_t i = from; i < to; ++i) text.append(lines[i]);
  return text;
}

}  // namespace

std::vector<Hunk> diff_lines(std::string_view before, std::string_view after, std::size_t context) {
  const Lines old_lines = split(before);
  const Lines new_lines = split(after);
  const std::vector<Change> changes = Differ(old_lines, new_lines).changes();
  std::vector<Hunk> hunks;
  for (std::size_t i = 0; i < changes.size();) {
    Change whole = changes[i++];
    while (i < changes.size() && changes[i].old_from - whole.old_to <= 2 * context) {
      whole.old_to = changes[i].old_to;
      whole.new_to = changes[i].new_to;
      ++i;
    }
    const std::size_t above = std::min(context, whole.old_from);
    const std::size_t below = std::min(context, old_lines.size() - whole.old_to);
    hunks.push_back({join(old_lines, whole.old_from - above, whole.old_to + below),
                     join(new_lines, whole.new_from - above, whole.new_to + below),
                     whole.new_from - above + 1});
  }
  return hunks;
}

}  // namespace keel::text
