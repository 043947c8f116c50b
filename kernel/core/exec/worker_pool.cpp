// SPDX-License-Identifier: MIT
#include "core/exec/worker_pool.hpp"

#include <pthread.h>
#include <signal.h>

#include <algorithm>
#include <exception>
#include <system_error>
#include <utility>

namespace keel::core {

namespace {

/// Blocks signals for threads started while it lives: a thread takes over its maker's mask, and one
/// that blocks them itself has already been able to receive one.
class SignalBlock {
 public:
  SignalBlock() {
    sigset_t blocked;
    sigfillset(&blocked);
    // Faults of the thread itself: blocked, they would kill the process without a word.
    for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT}) {
      sigdelset(&blocked, fault);
    }
    pthread_sigmask(SIG_SETMASK, &blocked, &before_);
  }
  ~SignalBlock() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalBlock(const SignalBlock&) = delete;
  SignalBlock& operator=(const SignalBlock&) = delete;

 private:
  sigset_t before_;
};

constexpr std::size_t kMaxThreadName = 15;

}  // namespace

WorkerPool::WorkerPool(Options options, FaultHandler on_fault)
    : options_(std::move(options)), on_fault_(std::move(on_fault)) {}

WorkerPool::~WorkerPool() {
  std::deque<Job> dropped;
  Threads threads;
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    std::swap(dropped, jobs_);
    job_queued_.notify_all();
  }
  // Outside the lock: what the jobs own may call in.
  dropped.clear();
  {
    std::unique_lock lock(mutex_);
    all_ended_.wait(lock, [this] { return running_.empty(); });
    threads.splice(threads.end(), ended_);
  }
  for (std::thread& thread : threads) thread.join();
}

bool WorkerPool::submit(Job job) {
  Threads through;
  const std::lock_guard lock(mutex_);
  if (ending_) return false;
  through.splice(through.end(), ended_);
  for (std::thread& thread : through) thread.join();
  if (idle_ <= jobs_.size() && running_.size() < std::max<std::size_t>(options_.max_threads, 1)) {
    if (!start_thread() && running_.empty()) return false;
  }
  jobs_.push_back(std::move(job));
  job_queued_.notify_one();
  return true;
}

std::size_t WorkerPool::queued() const {
  const std::lock_guard lock(mutex_);
  return jobs_.size();
}

std::size_t WorkerPool::threads() const {
  const std::lock_guard lock(mutex_);
  return running_.size();
}

bool WorkerPool::start_thread() {
  const SignalBlock block;
  const auto place = running_.emplace(running_.end());
  try {
    *place = std::thread([this, place] { work(place); });
  } catch (const std::system_error&) {
    running_.erase(place);
    return false;
  }
  const std::string number = "-" + std::to_string(++started_);
  const std::string name =
      options_.name.substr(0, kMaxThreadName - std::min(kMaxThreadName, number.size())) + number;
  pthread_setname_np(place->native_handle(), name.c_str());
  return true;
}

void WorkerPool::work(Threads::iterator self) {
  std::unique_lock lock(mutex_);
  while (wait_for_job(lock)) {
    Job job = std::move(jobs_.front());
    jobs_.pop_front();
    lock.unlock();
    run(std::move(job));
    lock.lock();
  }
  ended_.splice(ended_.end(), running_, self);
  if (running_.empty()) all_ended_.notify_all();
}

bool WorkerPool::wait_for_job(std::unique_lock<std::mutex>& lock) {
  const auto deadline = std::chrono::steady_clock::now() + options_.idle_time;
  ++idle_;
  job_queued_.wait_until(lock, deadline, [this] { return ending_ || !jobs_.empty(); });
  --idle_;
  return !ending_ && !jobs_.empty();
}

void WorkerPool::run(Job job) noexcept {
  try {
    // Ends here, not with the parameter: what its captures let go of may throw no further than
    // this.
    Job taken = std::move(job);
    taken();
  } catch (const std::exception& error) {
    on_fault_(error.what());
  } catch (...) {
    on_fault_("an exception that is no std::exception");
  }
}

}  // namespace keel::core
