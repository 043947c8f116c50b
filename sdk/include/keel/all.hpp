// SPDX-License-Identifier: MIT
#pragma once

#include <coroutine>
#include <cstddef>
#include <utility>
#include <vector>

#include "keel/error.hpp"
#include "keel/task.hpp"

namespace keel {

namespace detail {

/// co_await keel::all(...)
template <typename T>
class [[nodiscard]] AllAwaiter {
 public:
  explicit AllAwaiter(std::vector<Task<T>> tasks) : tasks_(std::move(tasks)) {}

  bool await_ready() const { return tasks_.empty(); }
  bool await_suspend(std::coroutine_handle<> waiter) {
    waiter_ = waiter;
    branches_.assign(tasks_.size(), Branch(this));
    // One more than there are tasks: none of them resumes the waiter while others have not started.
    left_ = tasks_.size() + 1;
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
      if (tasks_[i].start(branches_[i])) --left_;
    }
    return --left_ != 0;
  }
  std::vector<Expected<T>> await_resume() {
    std::vector<Expected<T>> results;
    results.reserve(tasks_.size());
    for (Task<T>& task : tasks_) results.push_back(task.take());
    return results;
  }

 private:
  class Branch final : public TaskSink {
   public:
    explicit Branch(AllAwaiter* all) : all_(all) {}
    void finished() noexcept override {
      if (--all_->left_ == 0) all_->waiter_.resume();
    }

   private:
    AllAwaiter* all_;
  };

  std::vector<Task<T>> tasks_;
  std::vector<Branch> branches_;
  std::size_t left_ = 0;
  std::coroutine_handle<> waiter_;
};

}  // namespace detail

/// Runs tasks side by side; co_await gives their results in the same order, once all have ended. A
/// failure of one does not stop the others: cancel them through a token when that is wanted.
///
///   std::vector<keel::Task<keel::Value>> reads;
///   for (const auto& path : paths) reads.push_back(read(call, path));
///   std::vector<keel::Expected<keel::Value>> texts = co_await keel::all(std::move(reads));
template <typename T>
detail::AllAwaiter<T> all(std::vector<Task<T>> tasks) {
  return detail::AllAwaiter<T>(std::move(tasks));
}

}  // namespace keel
