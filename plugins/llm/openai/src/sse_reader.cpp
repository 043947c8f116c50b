// SPDX-License-Identifier: MIT
#include "sse_reader.hpp"

#include <algorithm>
#include <utility>

namespace keel::llm_openai {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// Two fast searches for one character each; find_first_of() looks at each byte by itself.
std::size_t find_line_end(std::string_view text, std::size_t from) {
  const std::size_t feed = text.find('\n', from);
  const std::size_t carriage = text.substr(0, feed).find('\r', from);
  return std::min(feed, carriage);
}

}  // namespace

void SseReader::feed(std::string_view bytes) {
  if (overflowed_) return;
  drop_consumed();
  buffer_.append(bytes);
}

std::optional<SseEvent> SseReader::next() {
  unterminated_ = false;
  if (overflowed_ || !skip_mark()) return std::nullopt;
  while (const std::optional<std::string_view> line = next_line()) {
    if (auto event = take_line(*line)) return event;
    if (overflowed_) return std::nullopt;
  }
  if (buffer_.size() - position_ > kMaxEventBytes) overflowed_ = true;
  return ended_ && !overflowed_ ? take_tail() : std::nullopt;
}

/// False while it cannot be told whether there is a mark.
bool SseReader::skip_mark() {
  if (mark_checked_) return true;
  const std::string_view start = std::string_view(buffer_).substr(0, kByteOrderMark.size());
  if (start == kByteOrderMark) {
    position_ = searched_ = kByteOrderMark.size();
  } else if (start == kByteOrderMark.substr(0, start.size()) && !ended_) {
    return false;
  }
  mark_checked_ = true;
  return true;
}

/// The next line that has its end, without it.
std::optional<std::string_view> SseReader::next_line() {
  if (skip_line_feed_ && position_ < buffer_.size()) {
    if (buffer_[position_] == '\n') ++position_;
    skip_line_feed_ = false;
    searched_ = std::max(searched_, position_);
  }
  const std::size_t end = find_line_end(buffer_, searched_);
  if (end == std::string::npos) {
    searched_ = buffer_.size();
    return std::nullopt;
  }
  const std::string_view line = std::string_view(buffer_).substr(position_, end - position_);
  skip_line_feed_ = buffer_[end] == '\r';
  position_ = searched_ = end + 1;
  return line;
}

std::optional<SseEvent> SseReader::take_line(std::string_view line) {
  if (line.empty()) return dispatch();
  const std::size_t colon = line.find(':');
  if (colon == 0) {
    ++comments_;
    return std::nullopt;
  }
  const std::string_view field = line.substr(0, colon);
  std::string_view value;
  if (colon != std::string_view::npos) value = line.substr(colon + 1);
  if (!value.empty() && value.front() == ' ') value.remove_prefix(1);
  if (field == "data") {
    add_data(value);
  } else if (field == "event") {
    name_ = value;
  } else if (line.front() == '{' || line.front() == '[') {
    ++events_;
    return SseEvent{SseEvent::Kind::kStray, line, {}};
  }
  return std::nullopt;
}

/// What stands behind the last line end, and the event that it may close.
std::optional<SseEvent> SseReader::take_tail() {
  if (position_ < buffer_.size()) {
    const std::string_view line = std::string_view(buffer_).substr(position_);
    position_ = searched_ = buffer_.size();
    if (auto event = take_line(line)) return event;
  }
  if (!has_data_ || overflowed_) return std::nullopt;
  unterminated_ = true;
  return dispatch();
}

std::optional<SseEvent> SseReader::dispatch() {
  given_name_.clear();
  std::swap(given_name_, name_);
  if (!std::exchange(has_data_, false)) return std::nullopt;
  given_data_.clear();
  std::swap(given_data_, data_);
  ++events_;
  return SseEvent{SseEvent::Kind::kData, given_data_, given_name_};
}

void SseReader::add_data(std::string_view value) {
  if (data_.size() + value.size() > kMaxEventBytes) {
    overflowed_ = true;
    return;
  }
  if (has_data_) data_ += '\n';
  data_ += value;
  has_data_ = true;
}

void SseReader::drop_consumed() {
  if (position_ == 0) return;
  buffer_.erase(0, position_);
  searched_ -= position_;
  position_ = 0;
}

}  // namespace keel::llm_openai
