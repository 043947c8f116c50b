// SPDX-License-Identifier: MIT
// Threads for work that blocks.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "core/exec/job.hpp"

namespace keel::core {

/// Shared between the kernels of a process. Threads are started on demand up to a fixed number and
/// end when they have had nothing to do for a while. They are named, and block all signals but
/// those of their own faults. All functions: any thread.
class WorkerPool {
 public:
  /// Text of an exception that came out of a job. Runs on the worker; must not throw.
  using FaultHandler = std::function<void(std::string_view what)>;

  struct Options {
    std::size_t max_threads = 8;  ///< At least 1.
    std::chrono::milliseconds idle_time{10000};
    std::string name = "keel-work";  ///< Threads are "<name>-<n>", cut to 15 bytes.
  };

  WorkerPool(Options options, FaultHandler on_fault);
  /// Waits for the jobs that run; drops those that have not begun. Not from a worker.
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  /// Queues a job: first in, first begun. False when there is no thread and the system refuses to
  /// start one: the job is then destroyed unrun. Throws std::bad_alloc.
  [[nodiscard]] bool submit(Job job);

  /// Jobs that have not begun; threads that exist.
  std::size_t queued() const;
  std::size_t threads() const;

 private:
  using Threads = std::list<std::thread>;

  bool start_thread();
  void work(Threads::iterator self);
  bool wait_for_job(std::unique_lock<std::mutex>& lock);
  void run(Job job) noexcept;

  const Options options_;
  const FaultHandler on_fault_;
  mutable std::mutex mutex_;
  std::condition_variable job_queued_;
  std::condition_variable all_ended_;
  std::deque<Job> jobs_;
  Threads running_;
  Threads ended_;  // Through with their work, still to be joined.
  std::size_t idle_ = 0;
  std::size_t started_ = 0;
  bool ending_ = false;
};

}  // namespace keel::core
