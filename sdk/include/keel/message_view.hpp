// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "keel/abi.h"
#include "keel/ref.hpp"
#include "keel/value.hpp"

namespace keel {

/// A borrowed message: what a method or listener is given. One value and up to eight references,
/// whose meaning by index the contract fixes. Valid until the handler returns; in a coroutine
/// handler, until the coroutine has ended. Converts to ValueView, so that a handler that needs no
/// references may simply take one.
class MessageView {
 public:
  constexpr explicit MessageView(const keel_msg& raw) : raw_(&raw) {}

  ValueView value() const { return ValueView(raw_->value); }
  operator ValueView() const { return value(); }  // NOLINT(google-explicit-constructor)
  /// Member of the value, when it is an object.
  template <typename Name>
  ValueView operator[](const Name& name) const {
    return value()[name];
  }

  std::uint32_t ref_count() const { return raw_->ref_count; }
  /// An empty view outside.
  RefView ref(std::uint32_t index) const {
    return index < raw_->ref_count ? RefView(raw_->refs[index]) : RefView();
  }

  const keel_msg& raw() const { return *raw_; }

 private:
  const keel_msg* raw_;
};

}  // namespace keel
