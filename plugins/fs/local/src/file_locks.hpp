// SPDX-License-Identifier: MIT
#pragma once

#include <coroutine>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "keel/context.hpp"

namespace keel::fs_local {

/// One mutation of a file at a time, in order of arrival. Keys are identities. A coroutine waits
/// without holding a worker; the next one goes on from the kernel's ready queue. Kernel thread.
///
///   FileLocks::Held lock = co_await locks_.acquire(path);
class FileLocks {
 private:
  using Waiters = std::list<std::coroutine_handle<>>;
  struct State {
    explicit State(Context context_of_plugin) : context(std::move(context_of_plugin)) {}

    void release(const std::string& key) {
      const auto place = held.find(key);
      if (place == held.end()) return;
      if (place->second.empty()) {
        held.erase(place);
        return;
      }
      // The lock is handed over, so that nobody overtakes.
      woken.splice(woken.end(), place->second, place->second.begin());
      context.post([state = weak.lock()] { state->resume_one(); });
    }
    void resume_one() {
      if (woken.empty()) return;
      const std::coroutine_handle<> next = woken.front();
      woken.pop_front();
      next.resume();
    }

    Context context;
    std::weak_ptr<State> weak;
    /// Files that are being changed, and who waits for each.
    std::map<std::string, Waiters> held;
    Waiters woken;
  };

 public:
  /// The lock of one file; given up when it goes out of scope. Move only.
  class Held {
   public:
    Held() = default;
    Held(std::shared_ptr<State> state, std::string key)
        : state_(std::move(state)), key_(std::move(key)) {}
    Held(Held&& other) noexcept : state_(std::move(other.state_)), key_(std::move(other.key_)) {}
    Held& operator=(Held&& other) noexcept {
      std::swap(state_, other.state_);
      std::swap(key_, other.key_);
      return *this;
    }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    ~Held() {
      if (state_ != nullptr) state_->release(key_);
    }

   private:
    std::shared_ptr<State> state_;
    std::string key_;
  };

  /// co_await: Held. Destroying one that waits leaves the queue.
  class [[nodiscard]] Acquire {
   public:
    Acquire(std::shared_ptr<State> state, std::string key)
        : state_(std::move(state)), key_(std::move(key)) {}
    Acquire(Acquire&&) = default;
    Acquire& operator=(Acquire&&) = delete;
    Acquire(const Acquire&) = delete;
    Acquire& operator=(const Acquire&) = delete;
    ~Acquire() {
      if (!waiter_) return;
      const auto place = state_->held.find(key_);
      if (place != state_->held.end()) place->second.remove(waiter_);
      // Woken and destroyed before it ran: the lock goes on.
      if (state_->woken.remove(waiter_) != 0) state_->release(key_);
    }

    bool await_ready() { return state_->held.try_emplace(key_).second; }
    void await_suspend(std::coroutine_handle<> waiter) {
      waiter_ = waiter;
      state_->held[key_].push_back(waiter);
    }
    Held await_resume() {
      waiter_ = nullptr;
      return Held(state_, key_);
    }

   private:
    std::shared_ptr<State> state_;
    std::string key_;
    std::coroutine_handle<> waiter_;
  };

  explicit FileLocks(Context context) : state_(std::make_shared<State>(std::move(context))) {
    state_->weak = state_;
  }

  Acquire acquire(std::string key) const { return Acquire(state_, std::move(key)); }
  /// Files that are locked now.
  std::size_t size() const { return state_->held.size(); }

 private:
  std::shared_ptr<State> state_;
};

}  // namespace keel::fs_local
