// SPDX-License-Identifier: MIT
#include "meter.hpp"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace keel::bench {

namespace {

std::int64_t read_clock(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<std::int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

int open_counter() {
  perf_event_attr wanted{};
  wanted.type = PERF_TYPE_HARDWARE;
  wanted.size = sizeof wanted;
  wanted.config = PERF_COUNT_HW_INSTRUCTIONS;
  wanted.exclude_kernel = 1;
  wanted.exclude_hv = 1;
  constexpr pid_t kThisThread = 0;
  constexpr int kAnyCpu = -1;
  return static_cast<int>(syscall(SYS_perf_event_open, &wanted, kThisThread, kAnyCpu, -1,
                                  static_cast<unsigned long>(PERF_FLAG_FD_CLOEXEC)));
}

}  // namespace

std::int64_t thread_cpu_ns() { return read_clock(CLOCK_THREAD_CPUTIME_ID); }
std::int64_t process_cpu_ns() { return read_clock(CLOCK_PROCESS_CPUTIME_ID); }
std::int64_t monotonic_ns() { return read_clock(CLOCK_MONOTONIC); }

Meter::Meter(Reach reach)
    : reach_(reach), counter_(reach == Reach::kThread ? open_counter() : -1) {}

Meter::~Meter() {
  if (counter_ >= 0) ::close(counter_);
}

std::uint64_t Meter::count() const {
  std::uint64_t value = 0;
  if (counter_ < 0 || ::read(counter_, &value, sizeof value) != sizeof value) return 0;
  return value;
}

std::int64_t Meter::now() const {
  return reach_ == Reach::kThread ? thread_cpu_ns() : process_cpu_ns();
}

void Meter::start() {
  started_count_ = count();
  started_ns_ = now();
}

Cost Meter::stop() {
  Cost cost;
  cost.cpu_ns = static_cast<double>(now() - started_ns_);
  if (counts_instructions()) cost.instructions = static_cast<double>(count() - started_count_);
  return cost;
}

}  // namespace keel::bench
