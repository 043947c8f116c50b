// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include "keel/cancel_token.hpp"
#include "keel/error.hpp"
#include "keel/tables.hpp"

namespace keel {

/// The right to cancel: owns a token made by Context::token(). Set once; tokens below it are set
/// with it. Going out of scope does not cancel. Move only. Kernel thread.
///
///   keel::CancelSource stop = keel::must(context().token(call.cancel_token()));
///   auto options = keel::CallOptions{.cancel = stop.raw()};
class CancelSource : public CancelToken {
 public:
  CancelSource() = default;
  static CancelSource take(keel_ctx ctx, keel_token owned) {
    CancelSource source;
    source.ctx_ = ctx;
    source.raw_ = owned;
    return source;
  }

  CancelSource(CancelSource&& other) noexcept : CancelToken(other) { other.raw_ = {0}; }
  CancelSource& operator=(CancelSource&& other) noexcept {
    std::swap(ctx_, other.ctx_);
    std::swap(raw_, other.raw_);
    return *this;
  }
  CancelSource(const CancelSource&) = delete;
  CancelSource& operator=(const CancelSource&) = delete;
  ~CancelSource() {
    if (raw_.id != 0) detail::exec_api().token_drop(ctx_, raw_);
  }

  /// Sets the token and all below it. Error when it was set before: the first cause stays.
  Expected<void> cancel(const Value& cause) {
    return detail::checked(detail::exec_api().cancel(ctx_, raw_, cause.raw()));
  }
};

}  // namespace keel
