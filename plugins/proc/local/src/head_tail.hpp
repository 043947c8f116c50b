// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace keel::proc_local {

/// The beginning and the end of an output, in bounded memory: errors tend to stand at one of them.
/// Up to `max_bytes` nothing is left out.
class HeadTail {
 public:
  explicit HeadTail(std::size_t max_bytes)
      : head_max_(max_bytes / 2), tail_max_(max_bytes - max_bytes / 2) {}

  void add(std::string_view bytes);

  std::uint64_t total() const { return total_; }
  bool truncated() const { return total_ > head_max_ + tail_max_; }
  /// Everything so far; only while nothing is left out.
  std::string whole() const { return head_ + tail_; }

  /// As UTF-8, with U+FFFD for what is not and a line that says how much is missing where it is.
  struct Text {
    std::string text;
    std::uint64_t omitted_bytes = 0;
  };
  Text text() const;

 private:
  std::size_t head_max_;
  std::size_t tail_max_;
  std::string head_;
  /// Up to twice as long as it needs to be, so that dropping from the front is rare.
  std::string tail_;
  std::uint64_t total_ = 0;
};

}  // namespace keel::proc_local
