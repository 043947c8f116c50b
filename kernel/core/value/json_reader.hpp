// JSON text to a value, by an explicit state instead of recursion.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "keel/abi.h"

namespace keel::core::value {

enum class JsonMode : std::uint8_t {
  /// For logs and configuration: refuses duplicate names, integers that neither int64 nor uint64
  /// holds (except the very digits that a double prints as), numbers beyond the largest double, -0,
  /// lone surrogates and what is not UTF-8.
  kStrict,
  /// For outside bytes: the last of duplicate names wins, large integers become doubles, numbers
  /// beyond the largest double become null, -0 becomes 0, lone surrogates and what is not UTF-8
  /// become U+FFFD, raw control characters in strings pass, a byte order mark is skipped.
  kLenient,
};

/// Where and why a text is no JSON.
struct JsonFault {
  std::string message;
  std::size_t offset = 0;
  /// From 1.
  std::size_t line = 1;
  /// Characters from 1.
  std::size_t column = 1;
  bool no_memory = false;
};

/// One JSON text of at most 4 GiB. Absent on failure, with `fault` filled. Never throws. Any
/// thread.
keel_value read_json(std::string_view text, JsonMode mode, JsonFault& fault) noexcept;

}  // namespace keel::core::value
