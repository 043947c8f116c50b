// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <coroutine>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

#include "keel/abi.h"
#include "keel/context.hpp"
#include "keel/detail/outcome.hpp"
#include "keel/detail/owned.hpp"
#include "keel/error.hpp"
#include "keel/instance.hpp"
#include "keel/tables.hpp"

namespace keel::detail {

/// A job of a worker thread that may outlive the coroutine that waits for it.
class PoolJobBase : public Owned {
 public:
  /// The worker will not touch the job any more. Kernel thread.
  bool over() const { return finished_.load(std::memory_order_acquire); }
  /// Nobody waits; destroyed as soon as the worker is through.
  bool abandoned = false;

 protected:
  std::atomic<bool> finished_{false};
};

template <typename Result>
struct PoolResult {
  using type = Expected<Result>;
};
template <typename Result>
struct PoolResult<Expected<Result>> {
  using type = Expected<Result>;
};

template <typename Work>
class PoolJob final : public PoolJobBase {
 public:
  using Result = typename PoolResult<std::invoke_result_t<Work&>>::type;

  explicit PoolJob(Work work) : work_(std::move(work)) {}

  /// A keel_work: on a worker thread.
  static void work(void* user) {
    auto* self = static_cast<PoolJob*>(user);
    self->run();
    self->finished_.store(true, std::memory_order_release);
  }
  /// A keel_run: back on the kernel thread.
  static void done(void* user) { static_cast<PoolJob*>(user)->waiter.resume(); }

  Result take() { return std::move(*result_); }

  std::coroutine_handle<> waiter;

 private:
  void run() noexcept {
    try {
      if constexpr (std::is_void_v<std::invoke_result_t<Work&>>) {
        work_();
        result_.emplace();
      } else {
        result_.emplace(work_());
      }
    } catch (...) {
      result_.emplace(tl::make_unexpected(caught_error()));
    }
  }

  Work work_;
  std::optional<Result> result_;
};

/// Context::pool. May be moved only before it is awaited.
template <typename Work>
class [[nodiscard]] PoolAwaiter {
 public:
  PoolAwaiter(const Context& context, Work work) : context_(context), work_(std::move(work)) {}
  PoolAwaiter(PoolAwaiter&& other) noexcept
      : context_(std::move(other.context_)), work_(std::move(other.work_)) {}
  PoolAwaiter(const PoolAwaiter&) = delete;
  PoolAwaiter& operator=(const PoolAwaiter&) = delete;
  PoolAwaiter& operator=(PoolAwaiter&&) = delete;
  ~PoolAwaiter() {
    if (job_ == nullptr) return;
    // The worker may be at it: the job stays with the instance.
    job_->abandoned = true;
    call_api().undo(context_.raw(), reg_);
  }

  bool await_ready() const { return false; }
  bool await_suspend(std::coroutine_handle<> waiter) {
    OwnedList& jobs = context_.core().instance->jobs();
    jobs.sweep([](Owned& owned) {
      auto& job = static_cast<PoolJobBase&>(owned);
      return job.abandoned && job.over();
    });
    auto* job = new PoolJob<Work>(std::move(work_));
    job->waiter = waiter;
    status_ =
        exec_api().pool(context_.raw(), &PoolJob<Work>::work, &PoolJob<Work>::done, job, &reg_);
    if (status_ != KEEL_OK) {
      delete job;
      return false;
    }
    jobs.add(job);
    job_ = job;
    return true;
  }
  typename PoolJob<Work>::Result await_resume() {
    if (status_ != KEEL_OK) return tl::make_unexpected(Error::from_outcome(status_, {}));
    PoolJob<Work>* job = std::exchange(job_, nullptr);
    auto result = job->take();
    delete job;
    return result;
  }

 private:
  Context context_;
  Work work_;
  PoolJob<Work>* job_ = nullptr;
  keel_reg reg_{0};
  std::int32_t status_ = KEEL_OK;
};

}  // namespace keel::detail
