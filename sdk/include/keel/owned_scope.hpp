// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <utility>

#include "keel/abi.h"
#include "keel/context.hpp"
#include "keel/error.hpp"
#include "keel/tables.hpp"

namespace keel {

/// A scope that a context began: a layer of services and listeners, usually one agent's. Ended when
/// it goes out of scope, with every context and registration in it, whoever made them. Move only.
/// Kernel thread.
class [[nodiscard]] OwnedScope {
 public:
  OwnedScope() = default;
  static OwnedScope take(keel_ctx ctx, keel_scope owned) {
    OwnedScope scope;
    scope.ctx_ = ctx;
    scope.raw_ = owned;
    return scope;
  }

  OwnedScope(OwnedScope&& other) noexcept
      : ctx_(other.ctx_), raw_(std::exchange(other.raw_, keel_scope{0})) {}
  OwnedScope& operator=(OwnedScope&& other) noexcept {
    std::swap(ctx_, other.ctx_);
    std::swap(raw_, other.raw_);
    return *this;
  }
  OwnedScope(const OwnedScope&) = delete;
  OwnedScope& operator=(const OwnedScope&) = delete;
  ~OwnedScope() { end(); }

  keel_scope raw() const { return raw_; }

  /// Gives the scope another parent. Error when that would make a cycle.
  Expected<void> link(keel_scope parent) {
    keel_value why{0, 0};
    const std::int32_t status = detail::call_api().scope_link(ctx_, raw_, parent, &why);
    return detail::checked(status, why);
  }
  /// {0} at the top.
  keel_scope parent() const { return detail::call_api().scope_parent(ctx_, raw_); }
  void end() {
    if (raw_.id != 0) detail::call_api().scope_end(ctx_, std::exchange(raw_, keel_scope{0}));
  }

 private:
  keel_ctx ctx_{nullptr, 0};
  keel_scope raw_{0};
};

inline Expected<OwnedScope> Context::begin_scope(keel_scope parent, std::string_view label) const {
  keel_scope scope{0};
  keel_value why{0, 0};
  const std::int32_t status =
      detail::call_api().scope_begin(raw(), parent, detail::to_str(label), &scope, &why);
  Expected<void> result = detail::checked(status, why);
  if (!result) return tl::make_unexpected(std::move(result.error()));
  return OwnedScope::take(raw(), scope);
}

}  // namespace keel
