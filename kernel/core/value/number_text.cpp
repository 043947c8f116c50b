#include "core/value/number_text.hpp"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <system_error>

namespace keel::core::value {

namespace {

/// Integers up to here are exact doubles, and so are the powers of ten in the table.
constexpr std::uint64_t kMaxExactInteger = std::uint64_t{1} << 53;
constexpr double kExactPowers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

keel_value of_double(double number) {
  return {KEEL_KIND_DOUBLE, std::bit_cast<std::uint64_t>(number)};
}

char* put_zeros(char* out, int count) {
  std::memset(out, '0', static_cast<std::size_t>(count));
  return out + count;
}

char* put_digits(char* out, const char* digits, int count) {
  std::memcpy(out, digits, static_cast<std::size_t>(count));
  return out + count;
}

/// Lays `size` decimal digits out so that the decimal point stands after the first `point` of them,
/// as ECMAScript chooses: 21 places to the left at most, 6 zeros to the right at most.
char* lay_out(char* out, const char* digits, int size, int point) {
  if (size <= point && point <= 21) return put_zeros(put_digits(out, digits, size), point - size);
  if (0 < point && point <= 21) {
    out = put_digits(out, digits, point);
    *out++ = '.';
    return put_digits(out, digits + point, size - point);
  }
  if (-6 < point && point <= 0) {
    *out++ = '0';
    *out++ = '.';
    return put_digits(put_zeros(out, -point), digits, size);
  }
  *out++ = digits[0];
  if (size > 1) {
    *out++ = '.';
    out = put_digits(out, digits + 1, size - 1);
  }
  *out++ = 'e';
  *out++ = point > 0 ? '+' : '-';
  return std::to_chars(out, out + 4, std::abs(point - 1)).ptr;
}

/// A number in parts: [-]integer[.fraction][e exponent].
struct Parts {
  const char* first = nullptr;
  const char* last = nullptr;
  std::uint64_t mantissa = 0;  // wraps when there are more than 19 significant digits
  int significant = 0;         // digits in mantissa, leading zeros not counted
  long fraction_digits = 0;
  long exponent = 0;
  bool negative = false;
  bool whole = true;
};

const char* read_digits(const char* at, const char* end, Parts& parts) {
  for (; at != end && is_digit(*at); ++at) {
    parts.mantissa = parts.mantissa * 10 + static_cast<std::uint64_t>(*at - '0');
    if (parts.mantissa != 0 || parts.significant != 0) ++parts.significant;
  }
  return at;
}

/// Gives the place of the fault, or nullptr.
const char* read_exponent(const char* at, const char* end, Parts& parts) {
  const bool negative = at != end && *at == '-';
  if (at != end && (*at == '+' || *at == '-')) ++at;
  if (at == end || !is_digit(*at)) return at;
  // Larger exponents decide nothing more, and must not overflow.
  constexpr long kCap = 100000000;
  long exponent = 0;
  for (; at != end && is_digit(*at); ++at) {
    if (exponent < kCap) exponent = exponent * 10 + (*at - '0');
  }
  parts.exponent = negative ? -exponent : exponent;
  parts.last = at;
  return nullptr;
}

const char* read_parts(std::string_view text, Parts& parts) {
  const char* at = text.data();
  const char* end = at + text.size();
  parts.first = at;
  if (at != end && *at == '-') {
    parts.negative = true;
    ++at;
  }
  if (at == end || !is_digit(*at)) return at;
  if (*at == '0') {
    ++at;
    if (at != end && is_digit(*at)) return at;
  } else {
    at = read_digits(at, end, parts);
  }
  if (at != end && *at == '.') {
    parts.whole = false;
    ++at;
    if (at == end || !is_digit(*at)) return at;
    const char* start = at;
    at = read_digits(at, end, parts);
    parts.fraction_digits = at - start;
  }
  parts.last = at;
  if (at == end || (*at != 'e' && *at != 'E')) return nullptr;
  parts.whole = false;
  return read_exponent(at + 1, end, parts);
}

/// from_chars gives no number when the result is out of range: says which side.
double out_of_range(const Parts& parts) {
  // Where the first significant digit stands tells an overflow (far left) from an underflow.
  const char* at = parts.first + (parts.negative ? 1 : 0);
  long place = 0;
  bool seen_point = false;
  bool seen_digit = false;
  for (; at != parts.last && *at != 'e' && *at != 'E'; ++at) {
    if (*at == '.') {
      seen_point = true;
    } else if (*at != '0' || seen_digit) {
      seen_digit = true;
      if (!seen_point) ++place;
    } else if (seen_point) {
      --place;
    }
    if (seen_digit && seen_point) break;
  }
  const double size = place + parts.exponent > 0 ? std::numeric_limits<double>::infinity() : 0.0;
  return parts.negative ? -size : size;
}

double to_double(const Parts& parts) {
  const long power = parts.exponent - parts.fraction_digits;
  if (parts.significant <= 19 && parts.mantissa <= kMaxExactInteger && power >= -22 &&
      power <= 22) {
    // Both operands are exact, so that the one rounding is the right one.
    double number = static_cast<double>(parts.mantissa);
    number = power < 0 ? number / kExactPowers[-power] : number * kExactPowers[power];
    return parts.negative ? -number : number;
  }
  double number = 0;
  const auto [end, error] = std::from_chars(parts.first, parts.last, number);
  return error == std::errc() ? number : out_of_range(parts);
}

NumberText to_integer(const Parts& parts, std::size_t size) {
  if (parts.significant <= 19) {
    const auto magnitude = parts.mantissa;
    if (!parts.negative) {
      const bool large = magnitude > INT64_MAX;
      return {{large ? KEEL_KIND_UINT : KEEL_KIND_INT, magnitude}, size, NumberFault::kNone};
    }
    if (magnitude == 0) return {{KEEL_KIND_INT, 0}, size, NumberFault::kNegativeZero};
    if (magnitude <= std::uint64_t{1} << 63) {
      return {{KEEL_KIND_INT, 0 - magnitude}, size, NumberFault::kNone};
    }
  } else if (parts.significant == 20 && !parts.negative) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(parts.first, parts.last, number);
    if (error == std::errc()) return {{KEEL_KIND_UINT, number}, size, NumberFault::kNone};
  }
  return {of_double(to_double(parts)), size, NumberFault::kOverflow};
}

}  // namespace

char* write_double(char* out, double number) noexcept {
  if (!std::isfinite(number)) {
    std::memcpy(out, "null", 4);
    return out + 4;
  }
  if (std::abs(number) < 9007199254740992.0 &&
      number == static_cast<double>(static_cast<std::int64_t>(number))) {
    return std::to_chars(out, out + kMaxNumberText, static_cast<std::int64_t>(number)).ptr;
  }
  if (number < 0) {
    *out++ = '-';
    number = -number;
  }
  // The shortest digits that read back as the same number, "d.ddde-xx".
  char text[kMaxNumberText];
  const auto [end, error] =
      std::to_chars(text, text + sizeof text, number, std::chars_format::scientific);
  char digits[24];
  int size = 0;
  const char* at = text;
  for (; *at != 'e'; ++at) {
    if (*at != '.') digits[size++] = *at;
  }
  int exponent = 0;
  std::from_chars(at + (at[1] == '+' ? 2 : 1), end, exponent);
  return lay_out(out, digits, size, exponent + 1);
}

char* write_number(char* out, keel_value number) noexcept {
  char* end = out + kMaxNumberText;
  switch (number.head & 0xFF) {
    case KEEL_KIND_INT:
      return std::to_chars(out, end, static_cast<std::int64_t>(number.body)).ptr;
    case KEEL_KIND_UINT:
      return std::to_chars(out, end, number.body).ptr;
    default:
      return write_double(out, std::bit_cast<double>(number.body));
  }
}

NumberText read_number(std::string_view text) noexcept {
  Parts parts;
  if (const char* fault = read_parts(text, parts)) {
    return {
        {KEEL_KIND_ABSENT, 0}, static_cast<std::size_t>(fault - text.data()), NumberFault::kSyntax};
  }
  const auto size = static_cast<std::size_t>(parts.last - parts.first);
  if (parts.whole) return to_integer(parts, size);
  const double number = to_double(parts);
  if (number == 0 && parts.negative) return {of_double(0), size, NumberFault::kNegativeZero};
  const NumberFault fault = std::isinf(number) ? NumberFault::kOverflow : NumberFault::kNone;
  return {of_double(number), size, fault};
}

}  // namespace keel::core::value
