// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace keel::session {

/// The keys of an event's envelope. No other key is legal there.
enum class EnvelopeKey : std::uint8_t {
  kType = 1,
  kSeq,
  kTime,
  kData,
  kIgnorable,
  kSources,
  kSurfaceOp,
};

/// Which envelope keys an event has, in the order of its stored text, so that an event read from
/// any log is printed again byte for byte.
class KeyOrder {
 public:
  constexpr KeyOrder() = default;

  /// The order that Keel writes: type, seq, time, data, ignorable?, sourceEventSeqs?, surfaceOp?.
  static constexpr KeyOrder standard(bool ignorable, bool sources, bool surface_op) {
    KeyOrder order;
    order.push(EnvelopeKey::kType);
    order.push(EnvelopeKey::kSeq);
    order.push(EnvelopeKey::kTime);
    order.push(EnvelopeKey::kData);
    if (ignorable) order.push(EnvelopeKey::kIgnorable);
    if (sources) order.push(EnvelopeKey::kSources);
    if (surface_op) order.push(EnvelopeKey::kSurfaceOp);
    return order;
  }

  /// At most eight keys, which is more than there are.
  constexpr void push(EnvelopeKey key) { bits_ |= static_cast<std::uint32_t>(key) << (4 * size()); }

  constexpr std::size_t size() const {
    std::size_t count = 0;
    for (std::uint32_t rest = bits_; rest != 0; rest >>= 4U) ++count;
    return count;
  }
  constexpr EnvelopeKey at(std::size_t index) const {
    return static_cast<EnvelopeKey>((bits_ >> (4 * index)) & 0xFU);
  }
  constexpr bool has(EnvelopeKey key) const {
    for (std::uint32_t rest = bits_; rest != 0; rest >>= 4U) {
      if ((rest & 0xFU) == static_cast<std::uint32_t>(key)) return true;
    }
    return false;
  }

  friend constexpr bool operator==(KeyOrder, KeyOrder) = default;

 private:
  /// Four bits per key, the first in the lowest.
  std::uint32_t bits_ = 0;
};

}  // namespace keel::session
