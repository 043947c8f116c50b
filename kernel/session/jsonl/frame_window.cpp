// SPDX-License-Identifier: MIT
#include "session/jsonl/frame_window.hpp"

#include <algorithm>
#include <utility>

#include "session/log/fault.hpp"

namespace keel::session::jsonl {

Expected<FrameWindow::Frame> FrameWindow::next() {
  while (true) {
    const std::string_view bytes = std::string_view(buffer_).substr(at_);
    const FrameExtent extent = bytes.empty() ? FrameExtent{} : walk_frame(bytes);
    if (extent.state == FrameState::kComplete) {
      const Frame frame{bytes.substr(0, extent.size), offset_, extent};
      at_ += extent.size;
      offset_ += extent.size;
      return frame;
    }
    if (extent.state == FrameState::kInvalid) {
      auto zeros = rest_is_zero(magic_prefix(bytes));
      if (!zeros) return tl::make_unexpected(std::move(zeros.error()));
      return Frame{std::string_view(buffer_).substr(at_), offset_, extent, *zeros};
    }
    if (bytes.size() > kMaxFrameBytes) {
      return tl::make_unexpected(
          refused(fault::kCorrupt, "corrupt session log: byte " + std::to_string(offset_) +
                                       ": a frame is larger than " +
                                       std::to_string(kMaxFrameBytes) + " bytes"));
    }
    auto more = fill();
    if (!more) return tl::make_unexpected(std::move(more.error()));
    if (!*more) return Frame{std::string_view(buffer_).substr(at_), offset_, extent};
  }
}

Expected<FrameWindow::Zeros> FrameWindow::zeros_follow() {
  if (buffer_.find_first_not_of('\0', at_) != std::string::npos) return Zeros::kOther;
  auto zero = rest_is_zero(0);
  if (!zero) return tl::make_unexpected(std::move(zero.error()));
  if (!*zero) return Zeros::kOther;
  return at_ == buffer_.size() ? Zeros::kNone : Zeros::kSome;
}

Expected<bool> FrameWindow::fill() {
  // A list of sessions reads first frames only; everybody else reads on.
  constexpr std::size_t kLargestBlock = std::size_t{1} << 18U;
  buffer_.erase(0, at_);
  at_ = 0;
  const std::size_t kept = buffer_.size();
  const std::size_t wanted = std::max(block_, kept);
  buffer_.resize(kept + wanted);
  auto got = source_.read(offset_ + kept, {buffer_.data() + kept, wanted});
  buffer_.resize(kept + got.value_or(0));
  if (!got) return tl::make_unexpected(std::move(got.error()));
  block_ = kLargestBlock;
  return *got > 0;
}

Expected<bool> FrameWindow::rest_is_zero(std::size_t skip) {
  while (true) {
    if (buffer_.find_first_not_of('\0', at_ + skip) != std::string::npos) return false;
    auto more = fill();
    if (!more) return tl::make_unexpected(std::move(more.error()));
    if (!*more) return true;
  }
}

}  // namespace keel::session::jsonl
