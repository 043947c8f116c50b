// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace keel::session::jsonl {

/// Cuts text that comes in pieces into lines.
class LineSplitter {
 public:
  /// Calls f(line) for each line that is complete with this piece, without its line feed, until f
  /// gives false. False when f did, or when a line grows beyond `max_bytes`.
  template <typename F>
  bool feed(std::string_view piece, std::size_t max_bytes, F&& f) {
    while (!piece.empty()) {
      const std::size_t end = piece.find('\n');
      if (end == std::string_view::npos) {
        if (rest_.size() + piece.size() > max_bytes) return false;
        rest_ += piece;
        return true;
      }
      const std::string_view line = piece.substr(0, end);
      piece.remove_prefix(end + 1);
      if (rest_.empty()) {
        if (!f(line)) return false;
        continue;
      }
      rest_ += line;
      const bool go_on = f(std::string_view(rest_));
      rest_.clear();
      if (!go_on) return false;
    }
    return true;
  }

  /// The beginning of a line whose end has not come.
  std::string_view rest() const { return rest_; }
  void clear() { rest_.clear(); }

 private:
  std::string rest_;
};

}  // namespace keel::session::jsonl
