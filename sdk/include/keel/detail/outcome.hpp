// SPDX-License-Identifier: MIT
//
// From what a handler gives to the outcome of its call.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "keel/abi.h"
#include "keel/error.hpp"
#include "keel/message.hpp"

namespace keel::detail {

/// KEEL_FAILED with {code, message, data?} in `out`; with an absent value when memory is out.
inline std::int32_t store_error(const Error& error, keel_msg& out) noexcept {
  try {
    out = Message(error.to_value()).release();
  } catch (...) {
    out = keel_msg{};
  }
  return KEEL_FAILED;
}
inline std::int32_t store_caught(keel_msg& out) noexcept {
  return store_error(caught_error(), out);
}

template <typename T>
inline constexpr bool is_expected = false;
template <typename T>
inline constexpr bool is_expected<tl::expected<T, Error>> = true;

template <typename T>
inline constexpr bool always_false = false;

/// Turns the result of a handler into status and outcome.
template <typename Result>
std::int32_t store_result(Result&& result, keel_msg& out) {
  using Plain = std::remove_cvref_t<Result>;
  if constexpr (std::is_same_v<Plain, Error>) {
    return store_error(result, out);
  } else if constexpr (std::is_same_v<Plain, tl::unexpected<Error>>) {
    return store_error(result.value(), out);
  } else if constexpr (is_expected<Plain>) {
    if (!result) return store_error(result.error(), out);
    if constexpr (std::is_void_v<typename Plain::value_type>) {
      return KEEL_OK;
    } else {
      return store_result(*std::forward<Result>(result), out);
    }
  } else if constexpr (std::is_same_v<Plain, Message>) {
    out = result.release();
    return KEEL_OK;
  } else if constexpr (requires { result.to_message(); }) {
    return store_result(std::forward<Result>(result).to_message(), out);
  } else if constexpr (requires { result.to_value(); }) {
    out = Message(Value(std::forward<Result>(result).to_value())).release();
    return KEEL_OK;
  } else if constexpr (std::is_constructible_v<Message, Result&&>) {
    out = Message(std::forward<Result>(result)).release();
    return KEEL_OK;
  } else {
    static_assert(always_false<Result>,
                  "a handler gives nothing, a Value, a Message, something with to_value(), an "
                  "Expected or a Task of these");
  }
}

}  // namespace keel::detail
