#include "core/value/utf8.hpp"

#include <cstdint>
#include <cstring>

namespace keel::core::utf8 {

namespace {

constexpr std::uint64_t kHighBits = 0x8080808080808080U;

/// What a lead byte asks for: the length of the sequence (0: not a lead byte) and the range of the
/// second byte, which is where overlong forms, surrogates and too large values show.
struct Lead {
  std::size_t length;
  unsigned char low;
  unsigned char high;
};

constexpr Lead lead_of(unsigned char byte) {
  if (byte < 0x80) return {1, 0, 0};
  if (byte < 0xC2) return {0, 0, 0};
  if (byte < 0xE0) return {2, 0x80, 0xBF};
  if (byte == 0xE0) return {3, 0xA0, 0xBF};
  if (byte == 0xED) return {3, 0x80, 0x9F};
  if (byte < 0xF0) return {3, 0x80, 0xBF};
  if (byte == 0xF0) return {4, 0x90, 0xBF};
  if (byte < 0xF4) return {4, 0x80, 0xBF};
  if (byte == 0xF4) return {4, 0x80, 0x8F};
  return {0, 0, 0};
}

/// How many bytes of the sequence that `text` starts are as they must be; 0 for no lead byte.
std::size_t good_bytes(std::string_view text, const Lead& lead) noexcept {
  if (lead.length == 0) return 0;
  std::size_t good = 1;
  while (good < lead.length && good < text.size()) {
    const auto byte = static_cast<unsigned char>(text[good]);
    const bool fits = good == 1 ? byte >= lead.low && byte <= lead.high : (byte & 0xC0) == 0x80;
    if (!fits) break;
    ++good;
  }
  return good;
}

}  // namespace

std::size_t sequence_length(std::string_view text) noexcept {
  const Lead lead = lead_of(static_cast<unsigned char>(text.front()));
  return good_bytes(text, lead) == lead.length ? lead.length : 0;
}

std::size_t invalid_length(std::string_view text) noexcept {
  const std::size_t good = good_bytes(text, lead_of(static_cast<unsigned char>(text.front())));
  return good == 0 ? 1 : good;
}

std::size_t valid_prefix(std::string_view text) noexcept {
  std::size_t at = 0;
  while (at < text.size()) {
    while (text.size() - at >= 8) {
      std::uint64_t word;
      std::memcpy(&word, text.data() + at, sizeof word);
      if ((word & kHighBits) != 0) break;
      at += 8;
    }
    if (at == text.size()) break;
    const std::size_t length = sequence_length(text.substr(at));
    if (length == 0) return at;
    at += length;
  }
  return at;
}

std::string replace_invalid(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (true) {
    const std::size_t good = valid_prefix(text);
    out.append(text.substr(0, good));
    text.remove_prefix(good);
    if (text.empty()) return out;
    out.append(kReplacement);
    text.remove_prefix(invalid_length(text));
  }
}

std::string_view cut_at_boundary(std::string_view text, std::size_t max_bytes) noexcept {
  if (text.size() <= max_bytes) return text;
  for (std::size_t back = 1; back <= 3 && back <= max_bytes; ++back) {
    const std::size_t start = max_bytes - back;
    const auto byte = static_cast<unsigned char>(text[start]);
    if ((byte & 0xC0) == 0x80) continue;
    if (sequence_length(text.substr(start)) > back) return text.substr(0, start);
    break;
  }
  return text.substr(0, max_bytes);
}

}  // namespace keel::core::utf8
