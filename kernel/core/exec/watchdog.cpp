// SPDX-License-Identifier: MIT
#include "core/exec/watchdog.hpp"

#include <pthread.h>
#include <signal.h>

#include <algorithm>
#include <utility>

#include "core/exec/stack_capture.hpp"
#include "core/exec/stack_text.hpp"

namespace keel::core {

Watchdog::Watchdog(const Pulse& pulse, Options options, Handler handler)
    : pulse_(pulse), options_(options), handler_(std::move(handler)) {
  if (options_.threshold <= std::chrono::milliseconds::zero()) return;
  enable_stack_capture();
  thread_ = std::thread([this] { watch(); });
  pthread_setname_np(thread_.native_handle(), "keel-watchdog");
}

Watchdog::~Watchdog() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  ending_changed_.notify_all();
  thread_.join();
}

void Watchdog::watch() {
  using Clock = std::chrono::steady_clock;
  std::unique_lock lock(mutex_);
  Clock::time_point looked = Clock::now();
  while (!ending_changed_.wait_for(lock, options_.interval, [this] { return ending_; })) {
    const Clock::time_point now = Clock::now();
    // A longer time means that the whole process did not run: stopped, or short of CPU.
    const auto elapsed = std::min<Clock::duration>(now - looked, 2 * options_.interval);
    looked = now;
    lock.unlock();
    look(elapsed);
    lock.lock();
  }
}

void Watchdog::look(std::chrono::steady_clock::duration elapsed) {
  const Pulse::Reading reading = pulse_.read();
  if (!reading.busy() || reading.beat != beat_) {
    beat_ = reading.beat;
    inside_ = {};
    reported_ = false;
    return;
  }
  inside_ += elapsed;
  if (reported_ || inside_ < options_.threshold) return;
  reported_ = true;
  Stall stall;
  stall.label = reading.label;
  stall.duration = std::chrono::duration_cast<std::chrono::milliseconds>(inside_);
  const std::vector<void*> stack = capture_stack(pulse_.thread(), options_.stack_wait);
  // It came back while it was asked: the stack is of something else, and there is nothing to
  // report.
  if (pulse_.read().beat != beat_) return;
  stall.stack = describe_stack(stack);
  handler_(stall);
}

}  // namespace keel::core
