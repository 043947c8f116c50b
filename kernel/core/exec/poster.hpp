// SPDX-License-Identifier: MIT
// The way from any thread to a kernel thread.
#pragma once

#include <memory>

#include "core/exec/job.hpp"

namespace keel::core {

class PostQueue;

/// Copyable right to post to one Exec, which it may outlive. Any thread.
class Poster {
 public:
  explicit Poster(std::shared_ptr<PostQueue> queue);

  /// Queues the job for the kernel thread, behind what was posted before. False when the Exec is
  /// gone: the job is then destroyed on the calling thread without having run. Throws
  /// std::bad_alloc.
  bool post(Job job) const;

 private:
  // Shared because a thread may post while the kernel ends.
  std::shared_ptr<PostQueue> queue_;
};

}  // namespace keel::core
