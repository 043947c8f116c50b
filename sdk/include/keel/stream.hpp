// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <coroutine>
#include <optional>
#include <utility>

#include "keel/error.hpp"
#include "keel/stream_reader.hpp"
#include "keel/stream_writer.hpp"
#include "keel/value.hpp"

namespace keel {

namespace detail {

/// Stream<T>::next
template <typename T>
class [[nodiscard]] TypedItemAwaiter {
 public:
  explicit TypedItemAwaiter(ItemAwaiter inner) : inner_(std::move(inner)) {}

  bool await_ready() { return inner_.await_ready(); }
  void await_suspend(std::coroutine_handle<> waiter) { inner_.await_suspend(waiter); }
  Expected<std::optional<T>> await_resume() {
    Expected<std::optional<Message>> item = inner_.await_resume();
    if (!item) return tl::make_unexpected(std::move(item.error()));
    if (!*item) return std::optional<T>();
    return std::optional<T>(T((*item)->take_value()));
  }

 private:
  ItemAwaiter inner_;
};

}  // namespace detail

/// A StreamReader whose items are T, made from the item's Value. T is Value or an owning view
/// generated from a contract.
template <std::constructible_from<Value> T>
class Stream {
 public:
  Stream() = default;
  explicit Stream(Ref reader) : reader_(std::move(reader)) {}

  /// co_await: Expected<std::optional<T>>; nullopt at the end.
  detail::TypedItemAwaiter<T> next() { return detail::TypedItemAwaiter<T>(reader_.next()); }
  StreamReader& reader() { return reader_; }

 private:
  StreamReader reader_;
};

}  // namespace keel
