// SPDX-License-Identifier: MIT
#include "core/exec/post_queue.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <system_error>
#include <utility>

namespace keel::core {

PostQueue::PostQueue() : wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (!wake_.valid()) throw std::system_error(errno, std::generic_category(), "eventfd");
}

bool PostQueue::push(Job job) {
  bool was_asleep = false;
  {
    const std::lock_guard lock(mutex_);
    if (closed_) return false;
    jobs_.push_back(std::move(job));
    pending_.store(true, std::memory_order_relaxed);
    was_asleep = std::exchange(asleep_, false);
  }
  if (was_asleep) signal();
  return true;
}

void PostQueue::wake() {
  bool was_asleep = false;
  {
    const std::lock_guard lock(mutex_);
    roused_ = true;
    was_asleep = std::exchange(asleep_, false);
  }
  if (was_asleep) signal();
}

void PostQueue::signal() {
  const std::uint64_t one = 1;
  // Fails only when the counter is full, and then it is readable anyway.
  [[maybe_unused]] const ssize_t written = ::write(wake_.get(), &one, sizeof one);
}

void PostQueue::take(std::vector<Job>& into) {
  const std::lock_guard lock(mutex_);
  std::swap(jobs_, into);
  pending_.store(false, std::memory_order_relaxed);
}

bool PostQueue::fall_asleep() {
  const std::lock_guard lock(mutex_);
  asleep_ = jobs_.empty() && !roused_;
  roused_ = false;
  return asleep_;
}

void PostQueue::wake_up() {
  const std::lock_guard lock(mutex_);
  asleep_ = false;
}

void PostQueue::close() {
  std::vector<Job> dropped;
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    std::swap(jobs_, dropped);
    pending_.store(false, std::memory_order_relaxed);
  }
  // Here, outside the lock: what the jobs own may post.
  dropped.clear();
}

}  // namespace keel::core
