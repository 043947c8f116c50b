// SPDX-License-Identifier: MIT
#pragma once

#include <cassert>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "keel/abi.h"
#include "keel/message_view.hpp"
#include "keel/ref.hpp"
#include "keel/tables.hpp"
#include "keel/value.hpp"

namespace keel {

/// An owned message: one value and up to eight references. What methods and events are given and
/// answer.
///
///   Message plain = object({{"path", path}});
///   Message with_stream = Message(object({{"kind", "chunks"}})).with(std::move(reader));
///
/// References in it belong to the context that obtained them and are dropped with the message
/// unless it was handed on. Move only. Kernel thread when it holds references, any thread
/// otherwise.
class Message {
 public:
  Message() = default;
  Message(Value value) : Message() {
    raw_.value = value.release();
  }  // NOLINT: a value is a message
  template <typename T>
  requires(std::is_arithmetic_v<T> || std::is_same_v<T, std::nullptr_t>) Message(T scalar)
      : Message(Value(scalar)) {}                             // NOLINT
  Message(std::string_view text) : Message(Value(text)) {}    // NOLINT
  Message(const std::string& text) : Message(Value(text)) {}  // NOLINT
  Message(const char* text) : Message(Value(text)) {}         // NOLINT

  /// A struct generated from a contract.
  template <typename T>
  requires requires(const T& made) {
    { made.to_value() } -> std::same_as<Value>;
  }
  Message(const T& made) : Message(made.to_value()) {}  // NOLINT: a struct of a contract is one

  /// Takes over an outcome whose value and references (those of `ctx`) the caller owns.
  static Message take(keel_ctx ctx, const keel_msg& owned) {
    Message message;
    message.raw_ = owned;
    message.ctx_ = ctx;
    return message;
  }

  Message(Message&& other) noexcept : raw_(other.raw_), ctx_(other.ctx_) { other.forget(); }
  Message& operator=(Message&& other) noexcept {
    std::swap(raw_, other.raw_);
    std::swap(ctx_, other.ctx_);
    return *this;
  }
  Message(const Message&) = delete;
  Message& operator=(const Message&) = delete;
  ~Message() {
    detail::release(raw_.value);
    for (std::uint32_t i = 0; i < raw_.ref_count; ++i) {
      if (raw_.refs[i].id != 0) detail::call_api().ref_drop(ctx_, raw_.refs[i]);
    }
  }

  ValueView value() const { return ValueView(raw_.value); }
  /// Moves the value out; the references stay.
  Value take_value() { return Value::take(std::exchange(raw_.value, keel_value{0, 0})); }
  /// Member of the value, when it is an object. Borrowed from the message.
  template <typename Name>
  ValueView operator[](const Name& name) const {
    return value()[name];
  }

  std::uint32_t ref_count() const { return raw_.ref_count; }
  RefView ref(std::uint32_t index) const { return view().ref(index); }
  /// Moves a reference out; empty when there is none at that place.
  Ref take_ref(std::uint32_t index) {
    if (index >= raw_.ref_count || raw_.refs[index].id == 0) return {};
    return Ref::take(ctx_, std::exchange(raw_.refs[index], keel_ref{0}));
  }

  /// Appends a reference: the first call sets index 0. All references of a message come from
  /// contexts of one instance.
  Message with(Ref ref) && {
    assert(raw_.ref_count < KEEL_MAX_REFS && "a message has at most eight references");
    ctx_ = ref.ctx();
    raw_.refs[raw_.ref_count++] = ref.release();
    return std::move(*this);
  }

  MessageView view() const { return MessageView(raw_); }
  operator MessageView() const { return view(); }  // NOLINT(google-explicit-constructor)
  const keel_msg& raw() const { return raw_; }

  /// Hands value and references to the caller, who releases and drops them.
  keel_msg release() {
    const keel_msg owned = raw_;
    forget();
    return owned;
  }

 private:
  void forget() {
    raw_.value = {0, 0};
    raw_.ref_count = 0;
  }

  keel_msg raw_{};
  keel_ctx ctx_{nullptr, 0};
};

}  // namespace keel
