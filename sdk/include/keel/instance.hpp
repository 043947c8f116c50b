// SPDX-License-Identifier: MIT
#pragma once

#include <mutex>

#include "keel/abi.h"
#include "keel/detail/context_core.hpp"
#include "keel/detail/owned.hpp"
#include "keel/frame_pool.hpp"

namespace keel {

class Context;

/// What the SDK keeps for one mounted plugin: its root context, the memory of its coroutines, the
/// coroutines that wait, and the handlers of detached registrations. A plugin has one through its
/// base class. Code linked into the host makes one from the host's context and destroys it before
/// the kernel:
///
///   keel::Instance host(kernel.host_ctx());
///   keel::Context context = host.context();
///
/// Kernel thread.
class Instance {
 public:
  explicit Instance(keel_ctx ctx) : root_(new detail::ContextCore(ctx, this)) {}
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;
  ~Instance() {
    end_tasks();
    root_->end();
    {
      const std::lock_guard lock(posts_mutex_);
      posts_.clear();
    }
    things_.clear();
    jobs_.clear();
    root_->instance = nullptr;
    root_->drop();
  }

  Context context();

  /// Destroys the coroutines that still wait: what they hold is released, what they wait for is
  /// forgotten. Their calls have been answered by the host at this point of the stop protocol.
  void end_tasks() { tasks_.clear(); }

  FramePool& frames() { return frames_; }

  /// Coroutines that were started by a call or by spawn() and have not ended. For the SDK.
  detail::OwnedList& tasks() { return tasks_; }
  /// Jobs of worker threads: the host destroys no instance before they have returned. For the SDK.
  detail::OwnedList& jobs() { return jobs_; }
  /// Everything else that must outlive callbacks of the host: stream writers, contexts of scopes.
  /// For the SDK.
  detail::OwnedList& things() { return things_; }

  /// Keeps a posted function until it has run or the instance is gone. Any thread. For the SDK.
  void add_post(detail::Owned* post) {
    const std::lock_guard lock(posts_mutex_);
    posts_.add(post);
  }
  void remove_post(detail::Owned* post) {
    const std::lock_guard lock(posts_mutex_);
    post->unlink();
  }
  /// A context has ended: what was posted through it will not run.
  template <typename Unwanted>
  void sweep_posts(Unwanted unwanted) {
    const std::lock_guard lock(posts_mutex_);
    posts_.sweep(unwanted);
  }

 private:
  // Declared first: everything below may hold memory of it.
  FramePool frames_;
  detail::ContextCore* root_;
  detail::OwnedList tasks_;
  detail::OwnedList things_;
  detail::OwnedList jobs_;
  std::mutex posts_mutex_;
  detail::OwnedList posts_;
};

}  // namespace keel
