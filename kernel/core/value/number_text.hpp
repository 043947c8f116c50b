// Numbers as text: ECMAScript's way to print a double, and the value of a JSON number.
#pragma once

#include <cstddef>
#include <string_view>

#include "keel/abi.h"

namespace keel::core::value {

/// Enough for every double and integer.
inline constexpr std::size_t kMaxNumberText = 32;

/// Writes `number` as ECMAScript's Number::toString does ("1e+21", "0.000001", "0" for -0) and
/// gives the end. "null" when it is not finite. `out` has kMaxNumberText bytes.
char* write_double(char* out, double number) noexcept;

/// Writes a KEEL_KIND_INT, UINT or DOUBLE.
char* write_number(char* out, keel_value number) noexcept;

enum class NumberFault { kNone, kSyntax, kOverflow, kNegativeZero };

struct NumberText {
  /// KEEL_KIND_INT, UINT or DOUBLE. On kOverflow the nearest double, infinity included; on
  /// kNegativeZero 0.
  keel_value value;
  /// Bytes read; on kSyntax, where the fault is.
  std::size_t size;
  NumberFault fault;
};

/// Reads the JSON number at the start of `text`, correctly rounded. Without fraction and exponent
/// it is an integer: kOverflow when neither int64 nor uint64 holds it.
NumberText read_number(std::string_view text) noexcept;

}  // namespace keel::core::value
