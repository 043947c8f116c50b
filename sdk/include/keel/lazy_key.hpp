// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <bit>
#include <string_view>

#include "keel/value.hpp"

namespace keel {

/// A member name that is interned when it is first used, for variables at namespace scope: a
/// library's constructors run before it knows the table that interns names, so a Key cannot be one.
/// Constant-initialised and trivially destroyed: it needs neither code at load nor a guard. Any
/// thread; interning twice gives the same key.
///
///   inline constinit LazyKey kTurn{"turn"};
///   std::int64_t turn = kTurn.of(event).integer_or(0);
class LazyKey {
 public:
  /// `name` must live as long as the key: a literal.
  constexpr explicit LazyKey(std::string_view name) : name_(name) {}
  LazyKey(const LazyKey&) = delete;
  LazyKey& operator=(const LazyKey&) = delete;

  /// Null only when memory is out.
  keel_key raw() const {
    keel_key key = key_.load(std::memory_order_acquire);
    if (key != nullptr) return key;
    key = detail::value_api().key(detail::to_str(name_));
    key_.store(key, std::memory_order_release);
    return key;
  }
  Key key() const { return std::bit_cast<Key>(raw()); }
  constexpr std::string_view name() const { return name_; }

  /// The member of this name, absent when `object` has none or is no object.
  ValueView of(ValueView object) const { return object[key()]; }

 private:
  std::string_view name_;
  mutable std::atomic<keel_key> key_{nullptr};
};

}  // namespace keel
