// SPDX-License-Identifier: MIT
#include "head_tail.hpp"

#include <algorithm>

#include "text/utf8.hpp"

namespace keel::proc_local {

void HeadTail::add(std::string_view bytes) {
  total_ += bytes.size();
  const std::size_t into_head = std::min(bytes.size(), head_max_ - head_.size());
  head_.append(bytes.substr(0, into_head));
  bytes.remove_prefix(into_head);
  if (bytes.size() >= tail_max_) {
    tail_.assign(bytes.substr(bytes.size() - tail_max_));
    return;
  }
  tail_.append(bytes);
  if (tail_.size() > 2 * tail_max_) tail_.erase(0, tail_.size() - tail_max_);
}

HeadTail::Text HeadTail::text() const {
  if (!truncated()) return {text::replace_invalid(whole()), 0};
  std::string_view head = head_;
  head.remove_suffix(text::unfinished_tail(head));
  const std::string_view tail = text::last_bytes(tail_, tail_max_);
  const std::uint64_t omitted = total_ - head.size() - tail.size();
  return {text::replace_invalid(head) + "\n[" + std::to_string(omitted) + " bytes omitted]\n" +
              text::replace_invalid(tail),
          omitted};
}

}  // namespace keel::proc_local
