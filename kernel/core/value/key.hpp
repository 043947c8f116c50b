// Names of members: what a keel_key points to, and the process-wide table of interned ones.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "keel/abi.h"

/// A name with its hash; the text follows. Interned names live for ever and exist once per text;
/// the others lie inside the document that uses them, so they are compared by text.
struct keel_key_s {
  std::uint32_t hash;
  /// Size of the text; the top bit says that the name is in the table.
  std::uint32_t size_and_flag;

  std::uint32_t size() const noexcept { return size_and_flag & 0x7FFFFFFFU; }
  bool interned() const noexcept { return (size_and_flag & 0x80000000U) != 0; }
  std::string_view text() const noexcept {
    return {reinterpret_cast<const char*>(this + 1), size()};
  }
};

namespace keel::core::value {

using KeyRecord = keel_key_s;

/// a == b for names, which are short: cheaper than a call of memcmp.
inline bool same_text(std::string_view a, std::string_view b) noexcept {
  if (a.size() != b.size()) return false;
  const char* x = a.data();
  const char* y = b.data();
  std::size_t left = a.size();
  const auto word = [](const char* at) {
    std::uint64_t bits;
    std::memcpy(&bits, at, sizeof bits);
    return bits;
  };
  if (left >= 8) {
    for (; left > 8; x += 8, y += 8, left -= 8) {
      if (word(x) != word(y)) return false;
    }
    // The last 8 bytes, of which some were compared before.
    return word(x + left - 8) == word(y + left - 8);
  }
  for (; left > 0; ++x, ++y, --left) {
    if (*x != *y) return false;
  }
  return true;
}

inline constexpr std::size_t kMaxKeySize = 0x7FFFFFF0U;
/// Names that the table takes. Names interned later work, but are compared by text.
inline constexpr std::size_t kMaxInternedKeys = 65536;

/// Hash of a name, the same for the life of the process. Seeded: outside names cannot be chosen so
/// that they collide. Any thread.
std::uint32_t hash_key(std::string_view text) noexcept;

/// The interned name, or nullptr: outside names must not fill the table. Takes no lock. Any thread.
const KeyRecord* find_interned(std::string_view text, std::uint32_t hash) noexcept;

/// The key of that name, valid for ever. nullptr when memory is out or the text is not UTF-8 or
/// longer than kMaxKeySize. Any thread.
const KeyRecord* intern(std::string_view text) noexcept;

}  // namespace keel::core::value
