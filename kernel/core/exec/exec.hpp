// SPDX-License-Identifier: MIT
// The kernel thread: its queue, its clock and what it waits for.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

#include <tl/expected.hpp>

#include "core/exec/job.hpp"
#include "core/exec/job_ring.hpp"
#include "core/exec/move_function.hpp"
#include "core/exec/pass_budget.hpp"
#include "core/exec/poster.hpp"
#include "core/exec/pulse.hpp"

namespace keel::core {

class Frame;

/// Ids of timers and watches: slot and generation, never 0, never given out twice by one Exec.
using TimerId = std::uint64_t;
using WatchId = std::uint64_t;

/// Bits of readiness; the same values as KEEL_WATCH_READ and KEEL_WATCH_WRITE.
constexpr std::uint32_t kWatchRead = 1;
constexpr std::uint32_t kWatchWrite = 2;

/// Which of the watched bits are ready. An error or a hang-up counts as all of them.
using FdReady = MoveFunction<void(std::uint32_t events)>;
/// A child's wait status as waitpid gives it; an error (ECHILD) when somebody else has reaped it.
using ChildEnded = MoveFunction<void(tl::expected<int, std::error_code> wait_status)>;
using SignalSeen = MoveFunction<void(int signal)>;

/// An exception that came out of a job or callback. Views are valid during the report.
struct JobFault {
  std::string_view where;  ///< "ready job", "posted job", "timer", "descriptor watch", ...
  std::string_view what;   ///< Text of the exception.
};

/// One per kernel. Runs everything that happens on the kernel thread: the thread that made the
/// Exec, or the last one that called run(), run_until() or poll_once(). All functions belong to
/// that thread unless they say otherwise.
///
/// One pass: poll (blocking only when nothing is queued), then signals, posts, timers and
/// descriptors, each callback in an outermost Frame of its own, whose end drains the ready queue. A
/// pass ends after PassBudget, so that neither a long chain of jobs nor a flood from one source
/// keeps the others from their turn; each source gets at least one callback through in each pass.
///
/// What a job or callback throws goes to the fault handler and no further.
class Exec {
 public:
  using FaultHandler = std::function<void(const JobFault&)>;

  static constexpr std::int64_t kMaxDelayMs = 2147483647;

  /// `on_fault` runs on the kernel thread and must not throw. Throws std::system_error when the
  /// system gives no descriptors.
  explicit Exec(FaultHandler on_fault);
  /// Drops what is queued, unrun. No frame may be open.
  ~Exec();
  Exec(const Exec&) = delete;
  Exec& operator=(const Exec&) = delete;

  /// Passes until stop(). Not from inside a frame.
  void run();
  /// Passes until done() is true, which is asked before each pass, or until stop(): false then.
  template <typename Predicate>
  bool run_until(Predicate done);
  /// One pass without waiting. True when it ran anything.
  bool poll_once();
  /// Ends the run() under way, or else the next one. Any thread.
  void stop();

  /// Any thread.
  bool in_kernel_thread() const;
  /// Whether plugin code or a job is running.
  bool in_frame() const { return innermost_ != nullptr; }

  /// Queues a job behind the outermost frame: first in, first out, before the next poll. Allocates
  /// nothing once the queue has had its longest length, if the job's captures fit.
  void ready(Job job);
  /// The next `more` calls of ready() do not allocate for the queue: for callers that must not fail
  /// halfway. Throws std::bad_alloc.
  void reserve_ready(std::size_t more) { ready_.reserve(more); }

  /// As Poster::post. Any thread, as long as this object lives.
  bool post(Job job);
  /// For threads that may outlive this object.
  Poster poster() const;

  /// Runs the job after `delay_ms` (0: after the next poll), then every `period_ms` unless that is
  /// 0. Below 0 counts as 0 and above kMaxDelayMs as kMaxDelayMs. Timers due at once run in the
  /// order of their due times, then of their making. Periods that passed unseen are skipped.
  TimerId timer(std::int64_t delay_ms, std::int64_t period_ms, Job job);
  /// The job will not run, also when it is due already. False when it is gone: a one-shot timer is
  /// gone as soon as it runs. A periodic timer may be cancelled from its own job.
  bool cancel_timer(TimerId id);

  /// Calls `ready` as long as the descriptor is ready (level-triggered), until unwatch(). The
  /// descriptor stays the caller's; it should be non-blocking, because another callback of the same
  /// pass may take what made it ready. Several watches of one descriptor are allowed. After the
  /// descriptor was closed, the watch says nothing more. Errors: EBADF; EPERM for files that are
  /// always ready; EINVAL when `events` is empty or has other bits.
  tl::expected<WatchId, std::error_code> watch_fd(int fd, std::uint32_t events, FdReady ready);
  /// Reaps that child when it ends (also when it has ended already) and calls `ended` once; the
  /// watch is gone by then. unwatch() before that leaves the child to the caller. Errors: ECHILD
  /// when it is not a child of this process or was reaped before; EMFILE.
  tl::expected<WatchId, std::error_code> watch_child(pid_t pid, ChildEnded ended);
  /// Calls `seen` for each signal that arrives (the system merges those that come too fast). One
  /// process may watch a signal many times over. The handler is the process's, with SA_RESTART: the
  /// last unwatch puts the former action back. Errors: EINVAL for what is no signal or cannot be
  /// handled; EMFILE; EAGAIN with more than 64 kernels.
  tl::expected<WatchId, std::error_code> watch_signals(std::span<const int> signals,
                                                       SignalSeen seen);
  /// The callback never runs again; may be called from it. False when the watch is gone.
  bool unwatch(WatchId id);

  /// Monotonic and wall clock (since the Unix epoch) in milliseconds. Any thread.
  static std::int64_t now_ms();
  static std::int64_t wall_ms();

  /// For the watchdog.
  const Pulse& pulse() const { return pulse_; }

 private:
  friend class Frame;
  class Sources;

  void enter_loop();
  bool take_stop();
  bool pass(bool may_block);
  void drain();
  template <typename Callback, typename... Args>
  void run_guarded(std::string_view where, Callback callback, Args&&... args);
  void report_fault(std::string_view where) noexcept;

  const Frame* innermost_ = nullptr;
  bool draining_ = false;
  bool in_pass_ = false;
  bool ending_ = false;
  JobRing ready_;
  PassBudget budget_;
  Pulse pulse_;
  std::uint64_t runs_ = 0;  // Callbacks and jobs so far.
  std::atomic<bool> stop_requested_{false};
  FaultHandler on_fault_;
  std::unique_ptr<Sources> sources_;
};

template <typename Predicate>
bool Exec::run_until(Predicate done) {
  enter_loop();
  while (!done()) {
    if (take_stop()) return false;
    pass(true);
  }
  return true;
}

}  // namespace keel::core
