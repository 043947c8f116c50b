// SPDX-License-Identifier: MIT
//
// The many shapes of handlers, seen as one: a function of (Call, MessageView).
#pragma once

#include <concepts>
#include <functional>
#include <type_traits>
#include <utility>

#include "keel/call.hpp"
#include "keel/message_view.hpp"
#include "keel/value.hpp"

namespace keel::detail {

/// Stands for an argument that a handler wants to have made from the value: a generated view of a
/// contract.
class ViewOf {
 public:
  explicit ViewOf(MessageView in) : in_(in) {}

  template <typename View>
  requires(std::is_constructible_v<View, ValueView> && !std::is_base_of_v<ValueView, View> &&
           !std::same_as<View, MessageView>)
  operator View() const {  // NOLINT(google-explicit-constructor)
    return View(in_.value());
  }

 private:
  MessageView in_;
};

template <typename F>
concept TakesMessage = std::invocable<F, const Call&, const MessageView&>;
template <typename F>
concept TakesView = std::invocable<F, const Call&, ViewOf>;
template <typename F>
concept TakesCall = std::invocable<F, const Call&>;
template <typename F>
concept TakesNothing = std::invocable<F>;

template <typename F>
concept HandlerFunction = TakesMessage<F> || TakesView<F> || TakesCall<F> || TakesNothing<F>;

/// Calls a handler with as much as it takes.
template <typename F>
decltype(auto) call_handler(F&& function, const Call& call, const MessageView& in) {
  static_assert(
      HandlerFunction<F&>,
      "a handler takes (), (Call) or (Call, MessageView | ValueView | view of a contract)");
  if constexpr (TakesMessage<F&>) {
    return std::invoke(function, call, in);
  } else if constexpr (TakesView<F&>) {
    return std::invoke(function, call, ViewOf(in));
  } else if constexpr (TakesCall<F&>) {
    return std::invoke(function, call);
  } else {
    return std::invoke(function);
  }
}

template <typename F>
using HandlerResult = decltype(call_handler(std::declval<F&>(), std::declval<const Call&>(),
                                            std::declval<const MessageView&>()));

/// An object and one of its member functions, as a callable.
template <typename T, typename Member>
class BoundMember {
 public:
  BoundMember(T* object, Member member) : object_(object), member_(member) {}

  template <typename... Arguments>
  requires std::invocable<Member, T&, Arguments...>
  decltype(auto) operator()(Arguments&&... arguments) const {
    return std::invoke(member_, *object_, std::forward<Arguments>(arguments)...);
  }

 private:
  T* object_;
  Member member_;
};

}  // namespace keel::detail
