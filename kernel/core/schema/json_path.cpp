// SPDX-License-Identifier: MIT
#include "core/schema/json_path.hpp"

#include <algorithm>

#include "core/schema/violation.hpp"
#include "core/value/utf8.hpp"

namespace keel::core {

namespace {

constexpr std::size_t kHalf = kMaxPathSize / 2;

bool is_plain(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '$';
  });
}

std::string quoted(std::string_view name) {
  std::string text = "[\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') text += '\\';
    text += static_cast<unsigned char>(c) < 0x20 ? '?' : c;
  }
  text += "\"]";
  return text;
}

}  // namespace

void JsonPath::member(std::string_view name) {
  const std::string_view shown = utf8::cut_at_boundary(name, kHalf / 2);
  if (!is_plain(name)) {
    append(quoted(shown));
    return;
  }
  const bool first = head_.empty() && tail_.empty();
  append((first ? "" : ".") + std::string(shown));
}

void JsonPath::index(std::size_t index) { append("[" + std::to_string(index) + "]"); }

void JsonPath::append(std::string_view step) {
  if (tail_.empty() && head_.size() + step.size() <= kHalf) {
    head_ += step;
    return;
  }
  tail_ += step;
  if (tail_.size() <= 2 * kHalf) return;
  // Whole steps only: cut at the next '.' or '[' after the excess.
  const std::size_t cut = tail_.find_first_of(".[", tail_.size() - kHalf);
  tail_.erase(0, cut == std::string::npos ? tail_.size() - step.size() : cut);
  elided_ = true;
}

std::string JsonPath::text(std::string_view root) const {
  if (head_.empty() && tail_.empty()) return std::string(root);
  return elided_ ? head_ + "..." + tail_ : head_ + tail_;
}

}  // namespace keel::core
