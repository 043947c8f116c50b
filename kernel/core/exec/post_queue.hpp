// SPDX-License-Identifier: MIT
// Jobs from other threads; not for inclusion outside this folder.
#pragma once

#include <atomic>
#include <mutex>
#include <vector>

#include "core/exec/job.hpp"
#include "core/exec/owned_fd.hpp"

namespace keel::core {

/// Filled by any thread, emptied by the kernel thread. Wakes the kernel thread once per sleep, and
/// only when it sleeps.
class PostQueue {
 public:
  /// Throws std::system_error.
  PostQueue();

  /// Readable when the kernel thread is to wake up: an eventfd, to be emptied by the reader.
  int wake_fd() const { return wake_.get(); }

  /// False when closed. Any thread. Throws std::bad_alloc; the job is not queued then.
  bool push(Job job);
  /// Makes the kernel thread look around. Any thread.
  void wake();

  /// Whether anything is queued; may lag behind another thread's push. Kernel thread.
  bool pending() const { return pending_.load(std::memory_order_relaxed); }
  /// Exchanges what is queued for the empty vector `into`. Kernel thread.
  void take(std::vector<Job>& into);
  /// About to block: false when there is a reason not to. Kernel thread.
  bool fall_asleep();
  void wake_up();
  /// Refuses jobs from now on and drops those queued. Kernel thread.
  void close();

 private:
  void signal();

  const OwnedFd wake_;
  std::mutex mutex_;
  std::vector<Job> jobs_;
  bool closed_ = false;
  bool asleep_ = false;
  bool roused_ = false;  // Awake, but must not fall asleep once.
  std::atomic<bool> pending_{false};
};

}  // namespace keel::core
