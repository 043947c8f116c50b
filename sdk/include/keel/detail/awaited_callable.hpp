// SPDX-License-Identifier: MIT
#pragma once

#include <type_traits>
#include <utility>

namespace keel::detail {

/// Takes a callable that was given inside an awaited expression. GCC 12 destroys a temporary
/// closure there twice, so one that owns something must have a name; it is moved from.
template <typename Callable>
std::decay_t<Callable> take_awaited(Callable& callable) {
  return std::move(callable);
}
template <typename Callable>
requires(!std::is_lvalue_reference_v<Callable>) std::decay_t<Callable> take_awaited(
    Callable&& callable) {
  static_assert(std::is_trivially_destructible_v<Callable>,
                "GCC 12 destroys a temporary closure in a co_await expression twice: give the "
                "callable a name and pass "
                "that (it is moved from)");
  return std::forward<Callable>(callable);
}

}  // namespace keel::detail
