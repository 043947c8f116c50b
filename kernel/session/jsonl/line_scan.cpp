// SPDX-License-Identifier: MIT
#include "session/jsonl/line_scan.hpp"

#include <cstring>

#include "core/value/utf8.hpp"
#include "session/log/safe_integer.hpp"

namespace keel::session::jsonl {

namespace {

constexpr std::uint64_t kOnes = 0x0101010101010101U;
constexpr std::uint64_t kHighs = 0x8080808080808080U;

/// Not 0 when one of the eight bytes is zero.
constexpr std::uint64_t zero_byte(std::uint64_t word) { return (word - kOnes) & ~word & kHighs; }

/// True when none of the eight bytes ends a string, starts an escape, is a control character or is
/// not ASCII.
constexpr bool all_plain(std::uint64_t word) {
  const std::uint64_t quote = zero_byte(word ^ (kOnes * static_cast<unsigned char>('"')));
  const std::uint64_t backslash = zero_byte(word ^ (kOnes * static_cast<unsigned char>('\\')));
  const std::uint64_t control = (word - kOnes * 0x20U) & ~word & kHighs;
  return (quote | backslash | control | (word & kHighs)) == 0;
}

void append_point(std::string& out, std::uint32_t point) {
  if (point < 0x80) {
    out += static_cast<char>(point);
    return;
  }
  if (point < 0x800) {
    out += static_cast<char>(0xC0U | point >> 6U);
  } else if (point < 0x10000) {
    out += static_cast<char>(0xE0U | point >> 12U);
    out += static_cast<char>(0x80U | ((point >> 6U) & 0x3FU));
  } else {
    out += static_cast<char>(0xF0U | point >> 18U);
    out += static_cast<char>(0x80U | ((point >> 12U) & 0x3FU));
    out += static_cast<char>(0x80U | ((point >> 6U) & 0x3FU));
  }
  out += static_cast<char>(0x80U | (point & 0x3FU));
}

}  // namespace

bool LineScan::integer(std::int64_t& number) {
  constexpr int kMaxDigits = 16;
  const bool negative = peek() == '-';
  if (negative) ++at_;
  const char* const first = at_;
  std::int64_t value = 0;
  while (at_ != end_ && *at_ >= '0' && *at_ <= '9' && at_ - first < kMaxDigits) {
    value = value * 10 + (*at_++ - '0');
  }
  const auto digits = at_ - first;
  if (digits == 0 || (digits > 1 && *first == '0') || (negative && value == 0)) return false;
  // A fraction, an exponent or further digits.
  if (const char c = peek(); (c >= '0' && c <= '9') || c == '.' || c == 'e' || c == 'E')
    return false;
  number = negative ? -value : value;
  return is_safe(number);
}

bool LineScan::string(std::string_view& text, std::string& scratch) {
  if (peek() != '"') return false;
  const char* const begin = ++at_;
  bool ascii = true;
  while (true) {
    while (end_ - at_ >= 8) {
      std::uint64_t word;
      std::memcpy(&word, at_, sizeof(word));
      if (!all_plain(word)) break;
      at_ += 8;
    }
    if (at_ == end_) return false;
    const auto c = static_cast<unsigned char>(*at_);
    if (c == '"') break;
    if (c == '\\') return escaped_string(begin, text, scratch);
    if (c < 0x20) return false;
    if (c >= 0x80) ascii = false;
    ++at_;
  }
  text = std::string_view(begin, static_cast<std::size_t>(at_ - begin));
  ++at_;
  return ascii || core::utf8::validate(text);
}

bool LineScan::escaped_string(const char* begin, std::string_view& text, std::string& scratch) {
  scratch.assign(begin, at_);
  while (at_ != end_) {
    const auto c = static_cast<unsigned char>(*at_);
    if (c == '"') {
      ++at_;
      text = scratch;
      return core::utf8::validate(text);
    }
    if (c < 0x20) return false;
    ++at_;
    if (c != '\\') {
      scratch += static_cast<char>(c);
    } else if (!escape(scratch)) {
      return false;
    }
  }
  return false;
}

bool LineScan::escape(std::string& out) {
  if (at_ == end_) return false;
  switch (*at_++) {
    case '"':
      out += '"';
      return true;
    case '\\':
      out += '\\';
      return true;
    case '/':
      out += '/';
      return true;
    case 'b':
      out += '\b';
      return true;
    case 'f':
      out += '\f';
      return true;
    case 'n':
      out += '\n';
      return true;
    case 'r':
      out += '\r';
      return true;
    case 't':
      out += '\t';
      return true;
    case 'u':
      break;
    default:
      return false;
  }
  const auto unit = four_digits();
  if (!unit) return false;
  if (*unit < 0xD800 || *unit > 0xDFFF) {
    append_point(out, *unit);
    return true;
  }
  if (*unit > 0xDBFF || !literal("\\u")) return false;
  const auto low = four_digits();
  if (!low || *low < 0xDC00 || *low > 0xDFFF) return false;
  append_point(out, 0x10000U + ((*unit - 0xD800U) << 10U) + (*low - 0xDC00U));
  return true;
}

std::optional<std::uint32_t> LineScan::four_digits() {
  if (end_ - at_ < 4) return std::nullopt;
  std::uint32_t number = 0;
  for (int i = 0; i < 4; ++i) {
    const char c = *at_++;
    std::uint32_t digit;
    if (c >= '0' && c <= '9') {
      digit = static_cast<std::uint32_t>(c - '0');
    } else if (c >= 'a' && c <= 'f') {
      digit = static_cast<std::uint32_t>(c - 'a' + 10);
    } else if (c >= 'A' && c <= 'F') {
      digit = static_cast<std::uint32_t>(c - 'A' + 10);
    } else {
      return std::nullopt;
    }
    number = number << 4U | digit;
  }
  return number;
}

}  // namespace keel::session::jsonl
