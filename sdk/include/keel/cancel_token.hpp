// SPDX-License-Identifier: MIT
#pragma once

#include "keel/abi.h"
#include "keel/tables.hpp"
#include "keel/value.hpp"

namespace keel {

/// Tells whether work is still wanted. Borrowed: the token of a call is valid as long as the call.
/// A default one is never set. Reading it is safe from any thread, so a worker may poll
/// cancelled().
class CancelToken {
 public:
  constexpr CancelToken() = default;
  constexpr CancelToken(keel_ctx ctx, keel_token raw) : ctx_(ctx), raw_(raw) {}

  bool cancelled() const { return raw_.id != 0 && detail::exec_api().cancelled(ctx_, raw_) == 1; }
  /// Why, as given to cancel(); absent when not set.
  Value cause() const {
    keel_value cause{0, 0};
    if (raw_.id != 0) detail::exec_api().cause(ctx_, raw_, &cause);
    return Value::take(cause);
  }

  keel_token raw() const { return raw_; }
  keel_ctx ctx() const { return ctx_; }

 protected:
  keel_ctx ctx_{nullptr, 0};
  keel_token raw_{0};
};

}  // namespace keel
