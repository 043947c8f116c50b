// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "keel/value.hpp"

namespace keel::session {

/// The largest integer that a reader with only doubles keeps exactly: 2^53 - 1.
inline constexpr std::int64_t kMaxSafeInteger = 9007199254740991;

constexpr bool is_safe(std::int64_t number) {
  return number >= -kMaxSafeInteger && number <= kMaxSafeInteger;
}

/// An integer field of the log: whole and safe, else nothing.
inline std::optional<std::int64_t> safe_integer(ValueView value) {
  const std::optional<std::int64_t> number = value.integer();
  if (!number || !is_safe(*number)) return std::nullopt;
  return number;
}

/// A sequence number, count or index: safe and not negative.
inline std::optional<std::int64_t> safe_count(ValueView value) {
  const std::optional<std::int64_t> number = safe_integer(value);
  if (!number || *number < 0) return std::nullopt;
  return number;
}

}  // namespace keel::session
