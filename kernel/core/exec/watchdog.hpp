// SPDX-License-Identifier: MIT
// Notices when the kernel thread does not come back.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "core/exec/frame_label.hpp"
#include "core/exec/pulse.hpp"

namespace keel::core {

/// The kernel thread has been inside one frame or job for too long.
struct Stall {
  FrameLabel label;  ///< Of the innermost frame.
  std::chrono::milliseconds
      duration;  ///< At least; time during which the process was stopped does not count.
  /// Innermost call first: "library.so function+0x1c [file offset 0x2f10]". Empty when the thread
  /// did not answer. Best effort: the thread unwinds itself in a signal handler.
  std::vector<std::string> stack;
};

/// A thread that looks at a kernel thread's pulse four times a second. Reports each stall once. The
/// stack is taken by sending the kernel thread a real-time signal, whose handler is installed with
/// SA_RESTART and stays for the life of the process; calls that never restart (poll, nanosleep)
/// return EINTR once per stall.
class Watchdog {
 public:
  /// Runs on the watchdog's thread, while the kernel thread is still inside. Must not throw.
  using Handler = std::function<void(const Stall&)>;

  struct Options {
    std::chrono::milliseconds threshold{5000};  ///< 0: off, no thread is started.
    std::chrono::milliseconds interval{250};
    std::chrono::milliseconds stack_wait{1000};  ///< For the kernel thread's answer.
  };

  /// The pulse must live longer than the watchdog. Throws std::system_error when no thread can be
  /// started.
  Watchdog(const Pulse& pulse, Options options, Handler handler);
  /// Waits for a report under way.
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

 private:
  void watch();
  void look(std::chrono::steady_clock::duration elapsed);

  const Pulse& pulse_;
  const Options options_;
  const Handler handler_;
  std::mutex mutex_;
  std::condition_variable ending_changed_;
  bool ending_ = false;
  std::uint64_t beat_ = 0;
  std::chrono::steady_clock::duration inside_{0};
  bool reported_ = false;
  std::thread thread_;
};

}  // namespace keel::core
