// SPDX-License-Identifier: MIT
#pragma once

#include <coroutine>
#include <cstdint>
#include <utility>

#include "keel/abi.h"
#include "keel/error.hpp"
#include "keel/message.hpp"
#include "keel/tables.hpp"

namespace keel::detail {

/// co_await of anything that the host answers in place or through a keel_done. `Begin` starts it:
///   std::int32_t operator()(keel_msg* out, keel_done done, void* user, keel_pending* pending)
/// A host answer in place does not suspend. Destroying the awaiter forgets what is under way. May
/// be moved only before it is awaited. Kernel thread.
template <typename Begin>
class [[nodiscard]] OutcomeAwaiter {
 public:
  OutcomeAwaiter(keel_ctx ctx, Begin begin) : ctx_(ctx), begin_(std::move(begin)) {}
  OutcomeAwaiter(OutcomeAwaiter&& other) noexcept
      : ctx_(other.ctx_), begin_(std::move(other.begin_)) {}
  OutcomeAwaiter(const OutcomeAwaiter&) = delete;
  OutcomeAwaiter& operator=(const OutcomeAwaiter&) = delete;
  OutcomeAwaiter& operator=(OutcomeAwaiter&&) = delete;
  ~OutcomeAwaiter() {
    if (status_ != KEEL_PENDING || !waiter_) return;
    call_api().forget(ctx_, pending_);
    if constexpr (requires { begin_.abandon(); }) begin_.abandon();
  }

  bool await_ready() {
    keel_msg out{};
    const std::int32_t status = begin_(&out, &OutcomeAwaiter::on_done, this, &pending_);
    if (status == KEEL_PENDING) return false;
    settle(status, out);
    return true;
  }
  void await_suspend(std::coroutine_handle<> waiter) noexcept { waiter_ = waiter; }
  Expected<Message> await_resume() {
    if (status_ == KEEL_OK) return std::move(outcome_);
    return tl::make_unexpected(Error::from_outcome(status_, outcome_.value()));
  }

 protected:
  std::int32_t status() const { return status_; }
  Message& outcome() { return outcome_; }

 private:
  static void on_done(void* user, std::int32_t status, keel_msg* outcome) {
    auto* self = static_cast<OutcomeAwaiter*>(user);
    self->settle(status, *outcome);
    self->waiter_.resume();
  }

  void settle(std::int32_t status, const keel_msg& outcome) {
    status_ = status;
    outcome_ = Message::take(ctx_, outcome);
  }

  keel_ctx ctx_;
  Begin begin_;
  Message outcome_;
  std::coroutine_handle<> waiter_;
  keel_pending pending_{0};
  std::int32_t status_ = KEEL_PENDING;
};

}  // namespace keel::detail
