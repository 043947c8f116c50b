// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include "keel/abi.h"
#include "keel/error.hpp"
#include "keel/tables.hpp"

namespace keel {

/// A borrowed reference: names a service, an object, a stream reader or a lease while someone else
/// owns it. In an incoming message it is valid for the call; make a Ref with Context::keep_ref() to
/// hold on to it. Copied freely. Kernel thread.
class RefView {
 public:
  constexpr RefView() = default;
  constexpr explicit RefView(keel_ref raw) : raw_(raw) {}

  keel_ref raw() const { return raw_; }
  /// Names something. Whether its owner still lives is learnt by calling it: KEEL_UNAVAILABLE.
  explicit operator bool() const { return raw_.id != 0; }

 protected:
  keel_ref raw_{0};
};

/// An owned reference: given up when it goes out of scope; the last one tells the owner of what it
/// names. Belongs to the context that obtained it. Move only. Kernel thread.
class Ref : public RefView {
 public:
  Ref() = default;
  /// Takes over a reference that `ctx` owns.
  static Ref take(keel_ctx ctx, keel_ref owned) { return {ctx, owned}; }

  Ref(Ref&& other) noexcept : RefView(other), ctx_(other.ctx_) { other.raw_ = {0}; }
  Ref& operator=(Ref&& other) noexcept {
    std::swap(ctx_, other.ctx_);
    std::swap(raw_, other.raw_);
    return *this;
  }
  Ref(const Ref&) = delete;
  Ref& operator=(const Ref&) = delete;
  ~Ref() { reset(); }

  void reset() {
    if (raw_.id != 0) detail::call_api().ref_drop(ctx_, std::exchange(raw_, keel_ref{0}));
  }

  /// Another handle for the same thing. Error: the owner of the reference is gone.
  Expected<Ref> dup() const {
    keel_ref copy{0};
    const std::int32_t status = detail::call_api().ref_dup(ctx_, raw_, &copy);
    if (status != KEEL_OK) return tl::make_unexpected(Error::from_outcome(status, {}));
    return Ref(ctx_, copy);
  }

  keel_ctx ctx() const { return ctx_; }
  /// Hands the reference to the caller, who drops it.
  keel_ref release() { return std::exchange(raw_, keel_ref{0}); }

 private:
  Ref(keel_ctx ctx, keel_ref owned) : RefView(owned), ctx_(ctx) {}

  keel_ctx ctx_{nullptr, 0};
};

}  // namespace keel
