// SPDX-License-Identifier: MIT
// Code points of text that is known to be UTF-8.
#pragma once

#include <cstddef>
#include <string_view>

namespace keel::core {

/// The code point at `at`, and moves `at` behind it. `at` must be inside the text. Bytes that are
/// not UTF-8 after all come back one by one.
inline char32_t next_code_point(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(at);
  std::size_t size = 1;
  char32_t value = lead;
  if (lead >= 0xF0U) {
    size = 4;
    value = lead & 0x07U;
  } else if (lead >= 0xE0U) {
    size = 3;
    value = lead & 0x0FU;
  } else if (lead >= 0xC0U) {
    size = 2;
    value = lead & 0x1FU;
  }
  if (at + size > text.size()) {
    ++at;
    return lead;
  }
  for (std::size_t i = 1; i < size; ++i) value = (value << 6U) | (byte(at + i) & 0x3FU);
  at += size;
  return value;
}

/// Number of code points.
inline std::size_t count_code_points(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1 : 0;
  return count;
}

}  // namespace keel::core
