// SPDX-License-Identifier: MIT
#include "text/utf8.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace keel::text {

namespace {

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

/// What the first byte promises: the length of the sequence, and the range of its second byte.
struct Lead {
  std::size_t length = 0;
  unsigned char second_low = 0x80;
  unsigned char second_high = 0xBF;
};

Lead lead_of(char byte) {
  const auto lead = static_cast<unsigned char>(byte);
  if (lead < 0x80) return {1};
  if (lead < 0xC2) return {0};
  if (lead < 0xE0) return {2};
  if (lead == 0xE0) return {3, 0xA0, 0xBF};  // shorter forms exist
  if (lead == 0xED) return {3, 0x80, 0x9F};  // surrogates
  if (lead < 0xF0) return {3};
  if (lead == 0xF0) return {4, 0x90, 0xBF};
  if (lead < 0xF4) return {4};
  if (lead == 0xF4) return {4, 0x80, 0x8F};  // above U+10FFFF
  return {0};
}

/// How many bytes of `text` fit a sequence as its lead promises.
std::size_t matched_length(std::string_view text, const Lead& lead) {
  if (lead.length <= 1) return lead.length;
  std::size_t matched = 1;
  while (matched < lead.length && matched < text.size()) {
    const auto byte = static_cast<unsigned char>(text[matched]);
    const bool fits = matched == 1 ? byte >= lead.second_low && byte <= lead.second_high
                                   : is_continuation(text[matched]);
    if (!fits) break;
    ++matched;
  }
  return matched;
}

/// Bytes of plain ASCII at the start, eight at a time.
std::size_t ascii_prefix(std::string_view text) {
  std::size_t at = 0;
  while (at + 8 <= text.size()) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + at, sizeof word);
    if ((word & 0x8080808080808080U) != 0) break;
    at += 8;
  }
  while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80) ++at;
  return at;
}

}  // namespace

std::size_t sequence_length(std::string_view text) noexcept {
  const Lead lead = lead_of(text.front());
  return lead.length != 0 && matched_length(text, lead) == lead.length ? lead.length : 0;
}

std::size_t valid_prefix(std::string_view text) noexcept {
  std::size_t at = 0;
  while (true) {
    at += ascii_prefix(text.substr(at));
    if (at == text.size()) return at;
    const std::size_t length = sequence_length(text.substr(at));
    if (length == 0) return at;
    at += length;
  }
}

std::string replace_invalid(std::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  while (true) {
    const std::size_t good = valid_prefix(text);
    valid.append(text.substr(0, good));
    text.remove_prefix(good);
    if (text.empty()) return valid;
    valid.append(kReplacement);
    text.remove_prefix(std::max<std::size_t>(1, matched_length(text, lead_of(text.front()))));
  }
}

std::size_t unfinished_tail(std::string_view text) noexcept {
  for (std::size_t back = 1; back <= std::min<std::size_t>(3, text.size()); ++back) {
    const std::string_view tail = text.substr(text.size() - back);
    if (is_continuation(tail.front())) continue;
    const Lead lead = lead_of(tail.front());
    return lead.length > back && matched_length(tail, lead) == back ? back : 0;
  }
  return 0;
}

std::string_view cut_bytes(std::string_view text, std::size_t max_bytes) noexcept {
  if (text.size() <= max_bytes) return text;
  std::size_t end = max_bytes;
  for (std::size_t back = 0; back < 3 && end > 0 && is_continuation(text[end]); ++back) --end;
  return text.substr(0, is_continuation(text[end]) ? max_bytes : end);
}

std::string_view last_bytes(std::string_view text, std::size_t max_bytes) noexcept {
  if (text.size() <= max_bytes) return text;
  std::size_t start = text.size() - max_bytes;
  for (std::size_t ahead = 0; ahead < 3 && start < text.size() && is_continuation(text[start]);
       ++ahead) {
    ++start;
  }
  return text.substr(start);
}

std::string_view cut_characters(std::string_view text, std::size_t max_characters) noexcept {
  std::size_t characters = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (is_continuation(text[at])) continue;
    if (characters++ == max_characters) return text.substr(0, at);
  }
  return text;
}

std::size_t count_characters(std::string_view text) noexcept {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char byte) { return !is_continuation(byte); }));
}

}  // namespace keel::text
