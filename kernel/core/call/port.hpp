// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <mutex>
#include <thread>

#include "core/exec/job.hpp"

namespace keel::core {

class Kernel;

/// The door of a kernel for handles that plugins hold: keel_ctx.host, keel_completion.host and
/// keel_stream.host point here. A port outlives its kernel (ports are kept until the process ends),
/// so that a late settle from a thread that a plugin left behind finds a closed door instead of
/// freed memory.
class Port {
 public:
  /// A port that is never destroyed. Any thread.
  static Port* open(Kernel& kernel, std::thread::id thread);

  /// No job gets in any more. Kernel thread.
  void close();

  /// Runs `job` on the kernel thread; false when the kernel is gone. Any thread.
  bool post(Job job);

  /// The kernel, when called on its thread; null elsewhere and after close.
  Kernel* kernel_here() const {
    if (std::this_thread::get_id() != thread_.load(std::memory_order_relaxed)) return nullptr;
    return kernel_.load(std::memory_order_relaxed);
  }

  /// Runs `use` with the kernel while it cannot go away. False when it is gone. Any thread; `use`
  /// must be short and must touch only what is safe from any thread.
  template <typename Use>
  bool with_kernel(Use use) {
    if (Kernel* here = kernel_here()) {
      use(*here);
      return true;
    }
    const std::lock_guard lock(mutex_);
    Kernel* kernel = kernel_.load(std::memory_order_relaxed);
    if (kernel == nullptr) return false;
    use(*kernel);
    return true;
  }

  /// The kernel's loop moves to the calling thread. Before any plugin runs.
  void adopt_thread() { thread_.store(std::this_thread::get_id(), std::memory_order_relaxed); }

 private:
  Port(Kernel& kernel, std::thread::id thread) : kernel_(&kernel), thread_(thread) {}

  std::mutex mutex_;
  std::atomic<Kernel*> kernel_;
  std::atomic<std::thread::id> thread_;
};

}  // namespace keel::core
