// SPDX-License-Identifier: MIT
#include "session/jsonl/plain_lines.hpp"

#include <utility>

#include "session/jsonl/row_text.hpp"
#include "session/log/fault.hpp"

namespace keel::session::jsonl {

Expected<std::optional<PlainLines::Line>> PlainLines::next() {
  std::size_t searched = at_;
  while (true) {
    const std::size_t end = buffer_.find('\n', searched);
    if (end != std::string::npos) {
      const Line line{std::string_view(buffer_).substr(at_, end - at_), offset_};
      offset_ += end + 1 - at_;
      at_ = end + 1;
      return std::optional<Line>(line);
    }
    searched = buffer_.size() - at_;
    if (searched > kMaxLineBytes) {
      return tl::make_unexpected(
          refused(fault::kCorrupt, "corrupt session log: byte " + std::to_string(offset_) +
                                       ": a line is longer than " + std::to_string(kMaxLineBytes) +
                                       " bytes"));
    }
    auto more = fill();
    if (!more) return tl::make_unexpected(std::move(more.error()));
    if (!*more) return std::optional<Line>();
  }
}

Expected<bool> PlainLines::fill() {
  // A list of sessions reads first lines only; everybody else reads on.
  constexpr std::size_t kLargestBlock = std::size_t{1} << 18U;
  buffer_.erase(0, at_);
  at_ = 0;
  const std::size_t kept = buffer_.size();
  buffer_.resize(kept + block_);
  auto got = source_.read(offset_ + kept, {buffer_.data() + kept, block_});
  buffer_.resize(kept + got.value_or(0));
  if (!got) return tl::make_unexpected(std::move(got.error()));
  block_ = kLargestBlock;
  return *got > 0;
}

}  // namespace keel::session::jsonl
