// SPDX-License-Identifier: MIT
//
// What co_await does for time, cancellation and child processes. Each may be moved only before it
// is awaited; destroying one that waits undoes its registrations. Kernel thread.
#pragma once

#include <coroutine>
#include <cstdint>
#include <utility>

#include "keel/cancel_token.hpp"
#include "keel/context.hpp"
#include "keel/error.hpp"
#include "keel/tables.hpp"

namespace keel::detail {

/// A registration with the host that runs its function once, or not at all when it is undone
/// before.
class OneShot {
 public:
  explicit OneShot(keel_ctx ctx) : ctx_(ctx) {}
  OneShot(OneShot&& other) noexcept : ctx_(other.ctx_), reg_(std::exchange(other.reg_, {0})) {}
  OneShot(const OneShot&) = delete;
  OneShot& operator=(const OneShot&) = delete;
  OneShot& operator=(OneShot&&) = delete;
  ~OneShot() { undo(); }

  keel_reg* out() { return &reg_; }
  void fired() { reg_ = {0}; }
  void undo() {
    if (reg_.id != 0) call_api().undo(ctx_, std::exchange(reg_, keel_reg{0}));
  }

 private:
  keel_ctx ctx_;
  keel_reg reg_{0};
};

/// Expected<void> of a wait that the host refused or ended.
inline Expected<void> wait_result(std::int32_t status) {
  if (status == KEEL_OK) return {};
  return tl::make_unexpected(Error::from_outcome(status, {}));
}

/// Context::sleep_for
class [[nodiscard]] SleepAwaiter {
 public:
  SleepAwaiter(keel_ctx ctx, std::int64_t delay_ms, CancelToken token)
      : timer_(ctx), cancel_(ctx), ctx_(ctx), delay_ms_(delay_ms), token_(token) {}

  bool await_ready() {
    if (!token_.cancelled()) return false;
    status_ = KEEL_CANCELLED;
    return true;
  }
  bool await_suspend(std::coroutine_handle<> waiter) {
    waiter_ = waiter;
    status_ = exec_api().timer(ctx_, delay_ms_, 0, &SleepAwaiter::on_time, this, timer_.out());
    if (status_ == KEEL_OK && token_.raw().id != 0) {
      status_ =
          exec_api().on_cancel(ctx_, token_.raw(), &SleepAwaiter::on_cancel, this, cancel_.out());
      if (status_ != KEEL_OK) timer_.undo();
    }
    return status_ == KEEL_OK;
  }
  Expected<void> await_resume() const { return wait_result(status_); }

 private:
  static void on_time(void* user) {
    auto* self = static_cast<SleepAwaiter*>(user);
    self->timer_.fired();
    self->cancel_.undo();
    self->waiter_.resume();
  }
  static void on_cancel(void* user) {
    auto* self = static_cast<SleepAwaiter*>(user);
    self->cancel_.fired();
    self->timer_.undo();
    self->status_ = KEEL_CANCELLED;
    self->waiter_.resume();
  }

  OneShot timer_;
  OneShot cancel_;
  keel_ctx ctx_;
  std::int64_t delay_ms_;
  CancelToken token_;
  std::int32_t status_ = KEEL_OK;
  std::coroutine_handle<> waiter_;
};

/// Context::cancelled
class [[nodiscard]] CancelAwaiter {
 public:
  CancelAwaiter(keel_ctx ctx, CancelToken token) : once_(ctx), ctx_(ctx), token_(token) {}

  bool await_ready() const { return token_.cancelled(); }
  bool await_suspend(std::coroutine_handle<> waiter) {
    waiter_ = waiter;
    status_ =
        exec_api().on_cancel(ctx_, token_.raw(), &CancelAwaiter::on_cancel, this, once_.out());
    return status_ == KEEL_OK;
  }
  Expected<Value> await_resume() const {
    if (status_ != KEEL_OK) return tl::make_unexpected(Error::from_outcome(status_, {}));
    return token_.cause();
  }

 private:
  static void on_cancel(void* user) {
    auto* self = static_cast<CancelAwaiter*>(user);
    self->once_.fired();
    self->waiter_.resume();
  }

  OneShot once_;
  keel_ctx ctx_;
  CancelToken token_;
  std::int32_t status_ = KEEL_OK;
  std::coroutine_handle<> waiter_;
};

/// Context::child_ended
class [[nodiscard]] ChildAwaiter {
 public:
  ChildAwaiter(keel_ctx ctx, std::int32_t pid) : once_(ctx), ctx_(ctx), pid_(pid) {}

  bool await_ready() const { return false; }
  bool await_suspend(std::coroutine_handle<> waiter) {
    waiter_ = waiter;
    status_ = exec_api().watch_child(ctx_, pid_, &ChildAwaiter::on_ended, this, once_.out());
    return status_ == KEEL_OK;
  }
  Expected<std::int32_t> await_resume() const {
    if (status_ != KEEL_OK) return tl::make_unexpected(Error::from_outcome(status_, {}));
    return wait_status_;
  }

 private:
  static void on_ended(void* user, std::int32_t, std::int32_t wait_status) {
    auto* self = static_cast<ChildAwaiter*>(user);
    self->once_.fired();
    self->wait_status_ = wait_status;
    self->waiter_.resume();
  }

  OneShot once_;
  keel_ctx ctx_;
  std::int32_t pid_;
  std::int32_t wait_status_ = 0;
  std::int32_t status_ = KEEL_OK;
  std::coroutine_handle<> waiter_;
};

}  // namespace keel::detail
