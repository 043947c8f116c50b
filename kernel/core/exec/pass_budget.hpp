// SPDX-License-Identifier: MIT
// How long the kernel thread may go on before it looks at the outside again.
#pragma once

#include <chrono>

namespace keel::core {

/// Work between two polls: 256 jobs or 2 ms, whichever comes first. The time runs from the first
/// job.
class PassBudget {
 public:
  static constexpr int kMaxJobs = 256;
  static constexpr std::chrono::milliseconds kMaxTime{2};

  void renew() { jobs_ = 0; }

  /// Accounts for one job about to run; false when it must wait for the next pass.
  bool take() {
    if (jobs_ == 0) {
      deadline_ = Clock::now() + kMaxTime;
    } else if (jobs_ >= kMaxJobs || ((jobs_ & kClockMask) == 0 && Clock::now() >= deadline_)) {
      jobs_ = kMaxJobs;
      return false;
    }
    ++jobs_;
    return true;
  }

 private:
  using Clock = std::chrono::steady_clock;
  // The clock costs as much as a small job: look at it before every fourth one.
  static constexpr int kClockMask = 3;

  int jobs_ = 0;
  Clock::time_point deadline_;
};

}  // namespace keel::core
