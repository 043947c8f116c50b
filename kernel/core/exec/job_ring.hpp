// SPDX-License-Identifier: MIT
// The ready queue's storage.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "core/exec/job.hpp"

namespace keel::core {

/// First in, first out. Grows by doubling and keeps its room, so that it allocates nothing once it
/// has seen the longest queue. One thread.
class JobRing {
 public:
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }

  /// The next `more` pushes do not allocate. Throws std::bad_alloc; nothing is changed then.
  void reserve(std::size_t more) {
    std::size_t capacity = capacity_ == 0 ? kFirstCapacity : capacity_;
    while (capacity < size_ + more) capacity *= 2;
    if (capacity != capacity_) grow_to(capacity);
  }

  /// Throws std::bad_alloc; the job is then lost.
  void push(Job job) {
    if (size_ == capacity_) reserve(1);
    jobs_[(first_ + size_) & (capacity_ - 1)] = std::move(job);
    ++size_;
  }

  /// The oldest job; there must be one.
  Job pop() {
    Job job = std::move(jobs_[first_]);
    first_ = (first_ + 1) & (capacity_ - 1);
    --size_;
    return job;
  }

 private:
  static constexpr std::size_t kFirstCapacity = 64;

  void grow_to(std::size_t capacity) {
    auto jobs = std::make_unique<Job[]>(capacity);
    for (std::size_t i = 0; i < size_; ++i) {
      jobs[i] = std::move(jobs_[(first_ + i) & (capacity_ - 1)]);
    }
    jobs_ = std::move(jobs);
    first_ = 0;
    capacity_ = capacity;
  }

  std::unique_ptr<Job[]> jobs_;
  std::size_t capacity_ = 0;  // A power of two.
  std::size_t first_ = 0;
  std::size_t size_ = 0;
};

}  // namespace keel::core
