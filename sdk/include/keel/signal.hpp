// SPDX-License-Identifier: MIT
#pragma once

#include <coroutine>
#include <list>
#include <memory>
#include <utility>

#include "keel/context.hpp"

namespace keel {

namespace detail {

struct SignalState {
  using Waiters = std::list<std::coroutine_handle<>>;

  bool set = false;
  Waiters waiting;
  /// To be resumed from the ready queue.
  Waiters woken;

  void resume_woken() {
    while (!woken.empty()) {
      const std::coroutine_handle<> next = woken.front();
      woken.pop_front();
      next.resume();
    }
  }
};

/// Signal::wait
class [[nodiscard]] SignalAwaiter {
 public:
  explicit SignalAwaiter(std::shared_ptr<SignalState> state) : state_(std::move(state)) {}
  SignalAwaiter(SignalAwaiter&& other) noexcept : state_(std::move(other.state_)) {}
  SignalAwaiter(const SignalAwaiter&) = delete;
  SignalAwaiter& operator=(const SignalAwaiter&) = delete;
  SignalAwaiter& operator=(SignalAwaiter&&) = delete;
  ~SignalAwaiter() {
    if (!waiter_) return;
    state_->waiting.remove(waiter_);
    state_->woken.remove(waiter_);
  }

  bool await_ready() const { return state_->set; }
  void await_suspend(std::coroutine_handle<> waiter) {
    waiter_ = waiter;
    state_->waiting.push_back(waiter);
  }
  void await_resume() { waiter_ = nullptr; }

 private:
  std::shared_ptr<SignalState> state_;
  std::coroutine_handle<> waiter_;
};

}  // namespace detail

/// Lets coroutines of one plugin wait for each other: a flag that can be awaited. set() never runs
/// a waiter itself: they go on from the kernel's ready queue, in order of arrival. Kernel thread.
class Signal {
 public:
  explicit Signal(Context context)
      : context_(std::move(context)), state_(std::make_shared<detail::SignalState>()) {}

  bool is_set() const { return state_->set; }
  /// Wakes all that wait; later waits do not wait until reset().
  void set() {
    state_->set = true;
    wake();
  }
  void reset() { state_->set = false; }
  /// Wakes all that wait now, without setting the flag.
  void pulse() { wake(); }
  /// co_await: gives nothing.
  detail::SignalAwaiter wait() const { return detail::SignalAwaiter(state_); }

 private:
  void wake() {
    if (state_->waiting.empty()) return;
    const bool posted = !state_->woken.empty();
    state_->woken.splice(state_->woken.end(), state_->waiting);
    if (!posted) context_.post([state = state_] { state->resume_woken(); });
  }

  Context context_;
  std::shared_ptr<detail::SignalState> state_;
};

}  // namespace keel
