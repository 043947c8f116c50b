// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

namespace keel::bench {

/// What a stretch of work cost.
struct Cost {
  double cpu_ns = 0;
  /// User instructions; absent where the machine does not count them (most virtual ones).
  std::optional<double> instructions;
};

/// Measures CPU time, so that what else the machine does costs only its caches, and the thread's
/// user instructions where perf_event counts them. One stretch at a time.
class Meter {
 public:
  enum class Reach {
    kThread,   ///< The calling thread.
    kProcess,  ///< All threads; instructions are not counted.
  };

  explicit Meter(Reach reach = Reach::kThread);
  Meter(const Meter&) = delete;
  Meter& operator=(const Meter&) = delete;
  ~Meter();

  bool counts_instructions() const { return counter_ >= 0; }

  void start();
  Cost stop();

 private:
  std::uint64_t count() const;
  std::int64_t now() const;

  Reach reach_;
  int counter_ = -1;
  std::uint64_t started_count_ = 0;
  std::int64_t started_ns_ = 0;
};

/// CLOCK_THREAD_CPUTIME_ID, CLOCK_PROCESS_CPUTIME_ID and CLOCK_MONOTONIC in nanoseconds.
std::int64_t thread_cpu_ns();
std::int64_t process_cpu_ns();
std::int64_t monotonic_ns();

}  // namespace keel::bench
