// SPDX-License-Identifier: MIT
#include "read_window.hpp"

#include <algorithm>
#include <utility>

#include "text/text_kind.hpp"
#include "text/utf8.hpp"

namespace keel::tool_read {

namespace {

constexpr std::size_t kMaxCharacterBytes = 4;

}  // namespace

void ReadWindow::add(std::string_view bytes) {
  if (!fault_.empty()) return;
  check_text(bytes);
  if (at_start_ && !bytes.empty()) {
    at_start_ = false;
    if (bytes.starts_with(text::kByteOrderMark)) bytes.remove_prefix(text::kByteOrderMark.size());
  }
  while (!bytes.empty() && fault_.empty()) {
    const std::size_t end = bytes.find('\n');
    take(bytes.substr(0, end));
    if (end == std::string_view::npos) return;
    end_line();
    bytes.remove_prefix(end + 1);
  }
}

void ReadWindow::check_text(std::string_view bytes) {
  std::string_view whole = bytes;
  std::string joined;
  if (!carried_.empty()) {
    joined = carried_ + std::string(bytes);
    whole = joined;
  }
  const std::string_view complete = whole.substr(0, whole.size() - text::unfinished_tail(whole));
  if (checked_ == 0) fault_ = text::why_not_text(complete);
  if (fault_.empty() && text::kind_of(complete) == text::TextKind::kBinary) {
    fault_ = "holds NUL bytes, so it is binary";
  } else if (fault_.empty() && !text::is_utf8(complete)) {
    fault_ = "is not UTF-8: the first byte that is not is at offset " +
             std::to_string(checked_ + text::valid_prefix(complete));
  }
  checked_ += complete.size();
  carried_ = std::string(whole.substr(complete.size()));
}

void ReadWindow::take(std::string_view part) {
  if (part.empty()) return;
  line_open_ = true;
  if (full_ || total_ + 1 < size_.offset) return;
  // As many bytes as one character more than is shown may have, and a CR.
  const std::size_t room = (size_.max_line_characters + 1) * kMaxCharacterBytes + 1;
  if (line_.size() < room) line_.append(part.substr(0, room - line_.size()));
  line_cut_ = line_cut_ || line_.size() >= room;
}

void ReadWindow::end_line() {
  ++total_;
  line_open_ = false;
  const bool wanted = !full_ && total_ >= size_.offset;
  if (!wanted) return;
  std::string line = std::exchange(line_, {});
  const bool cut = std::exchange(line_cut_, false);
  if (!cut && line.ends_with('\r')) line.pop_back();
  const std::string_view shown = text::cut_characters(line, size_.max_line_characters);
  if (cut || shown.size() < line.size()) {
    line = std::string(shown) + "... (line truncated to " +
           std::to_string(size_.max_line_characters) + " chars)";
  }
  if (kept_bytes_ + line.size() + 1 > size_.max_bytes) {
    full_ = true;
    return;
  }
  kept_bytes_ += line.size() + 1;
  lines_.push_back({total_, std::move(line)});
  full_ = static_cast<std::int64_t>(lines_.size()) >= size_.limit;
}

void ReadWindow::finish() {
  if (line_open_ && fault_.empty()) end_line();
  if (fault_.empty() && !carried_.empty()) {
    fault_ = "is not UTF-8: it ends in the middle of a character";
  }
}

}  // namespace keel::tool_read
