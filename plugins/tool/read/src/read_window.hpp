// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace keel::tool_read {

/// Which part of a file is wanted, and how much of it at most.
struct WindowSize {
  /// 1-based number of the first line.
  std::int64_t offset = 1;
  std::int64_t limit = 2000;
  /// Characters of one line.
  std::size_t max_line_characters = 2000;
  /// Bytes of all lines, each with one for its end.
  std::size_t max_bytes = 51200;
};

struct Line {
  std::int64_t number = 0;
  std::string text;
};

/// The lines of a window, collected while a file goes by in pieces of any size. Counts all lines,
/// but holds no more than the window and the beginning of one line. A line ends at LF; one CR
/// before it is no part of it; an LF at the end makes no line of its own. A byte order mark is not
/// shown.
class ReadWindow {
 public:
  explicit ReadWindow(const WindowSize& size) : size_(size) {}

  void add(std::string_view bytes);
  /// After the last piece.
  void finish();

  /// Why the content is no text; empty when it is.
  const std::string& fault() const { return fault_; }
  const std::vector<Line>& lines() const { return lines_; }
  std::int64_t total_lines() const { return total_; }

 private:
  void check_text(std::string_view bytes);
  void take(std::string_view part);
  void end_line();

  WindowSize size_;
  std::vector<Line> lines_;
  std::int64_t total_ = 0;
  std::size_t kept_bytes_ = 0;
  bool full_ = false;
  /// The beginning of the line that is under way; cut when it grows too long.
  std::string line_;
  bool line_cut_ = false;
  bool line_open_ = false;
  bool at_start_ = true;
  /// The beginning of a character whose rest comes with the next piece.
  std::string carried_;
  std::uint64_t checked_ = 0;
  std::string fault_;
};

}  // namespace keel::tool_read
