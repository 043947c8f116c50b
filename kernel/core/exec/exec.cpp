// SPDX-License-Identifier: MIT
#include "core/exec/exec.hpp"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <chrono>
#include <exception>
#include <utility>
#include <variant>
#include <vector>

#include "core/exec/child_process.hpp"
#include "core/exec/fd_set.hpp"
#include "core/exec/frame.hpp"
#include "core/exec/post_queue.hpp"
#include "core/exec/signal_relay.hpp"
#include "core/exec/slot_table.hpp"
#include "core/exec/timer_heap.hpp"

namespace keel::core {

namespace {

using Clock = std::chrono::steady_clock;

template <typename T>
std::int64_t milliseconds(T since_epoch) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(since_epoch).count();
}

}  // namespace

/// What brings work to the kernel thread from outside the ready queue.
class Exec::Sources {
 public:
  explicit Sources(Exec& exec);
  ~Sources() { posts_->close(); }

  const std::shared_ptr<PostQueue>& posts() const { return posts_; }
  TimerHeap& timers() { return timers_; }

  tl::expected<WatchId, std::error_code> watch_fd(int fd, std::uint32_t events, FdReady ready);
  tl::expected<WatchId, std::error_code> watch_child(pid_t pid, ChildEnded ended);
  tl::expected<WatchId, std::error_code> watch_signals(std::span<const int> signals,
                                                       SignalSeen seen);
  bool unwatch(WatchId id);

  void poll(bool block);
  void run_signals();
  void run_posts();
  void run_timers();
  void run_fds();

 private:
  struct FdWatch {
    int fd = -1;
    FdReady ready;
  };
  struct ChildWatch {
    ChildProcess child;
    ChildEnded ended;
  };
  struct SignalWatch {
    SignalRelay::Subscription signals;
    SignalSeen seen;
  };
  using Watch = std::variant<FdWatch, ChildWatch, SignalWatch>;

  tl::expected<WatchId, std::error_code> enter(Watch watch, int fd, std::uint32_t events);
  void run_fd(WatchId id, std::uint32_t events);
  void run_child(WatchId id);
  void run_signal(WatchId id);

  Exec& exec_;
  FdSet fds_;
  SignalRelay signals_;
  bool signals_wake_ = false;  // Its descriptor is in fds_.
  // Shared with posters, which may live longer.
  std::shared_ptr<PostQueue> posts_;
  std::vector<Job> posted_;  // Taken from posts_; those before next_posted_ have run.
  std::size_t next_posted_ = 0;
  TimerHeap timers_;
  SlotTable<Watch> watches_;
  std::vector<WatchId> signal_watches_;
};

Exec::Sources::Sources(Exec& exec) : exec_(exec), posts_(std::make_shared<PostQueue>()) {
  if (const std::error_code error = fds_.add_waker(posts_->wake_fd())) {
    throw std::system_error(error, "epoll_ctl");
  }
}

tl::expected<WatchId, std::error_code> Exec::Sources::watch_fd(int fd, std::uint32_t events,
                                                               FdReady ready) {
  if (events == 0 || (events & ~(kWatchRead | kWatchWrite)) != 0) {
    return tl::make_unexpected(std::error_code(EINVAL, std::generic_category()));
  }
  return enter(FdWatch{fd, std::move(ready)}, fd, events);
}

tl::expected<WatchId, std::error_code> Exec::Sources::watch_child(pid_t pid, ChildEnded ended) {
  auto child = ChildProcess::open(pid);
  if (!child) return tl::make_unexpected(child.error());
  const int fd = child->fd();
  return enter(ChildWatch{std::move(*child), std::move(ended)}, fd, kWatchRead);
}

tl::expected<WatchId, std::error_code> Exec::Sources::enter(Watch watch, int fd,
                                                            std::uint32_t events) {
  const WatchId id = watches_.emplace(std::move(watch));
  try {
    const std::error_code error = fds_.add(id, fd, events);
    if (!error) return id;
    watches_.erase(id);
    return tl::make_unexpected(error);
  } catch (...) {
    watches_.erase(id);
    throw;
  }
}

tl::expected<WatchId, std::error_code> Exec::Sources::watch_signals(std::span<const int> signals,
                                                                    SignalSeen seen) {
  if (!signals_wake_) {
    const auto fd = signals_.wake_fd();
    if (!fd) return tl::make_unexpected(fd.error());
    if (const std::error_code error = fds_.add_waker(*fd)) return tl::make_unexpected(error);
    signals_wake_ = true;
  }
  auto subscription = SignalRelay::subscribe(signals);
  if (!subscription) return tl::make_unexpected(subscription.error());
  signal_watches_.reserve(signal_watches_.size() + 1);
  const WatchId id = watches_.emplace(SignalWatch{std::move(*subscription), std::move(seen)});
  signal_watches_.push_back(id);
  return id;
}

bool Exec::Sources::unwatch(WatchId id) {
  Watch* const watch = watches_.get(id);
  if (watch == nullptr) return false;
  if (const auto* fd = std::get_if<FdWatch>(watch)) {
    fds_.remove(id, fd->fd);
  } else if (const auto* child = std::get_if<ChildWatch>(watch)) {
    fds_.remove(id, child->child.fd());
  } else {
    std::erase(signal_watches_, id);
  }
  return watches_.erase(id);
}

void Exec::Sources::poll(bool block) {
  // What an earlier pass left is served first; signals and posts are noticed without the system.
  if (fds_.has_ready()) return;
  if (!block || !exec_.ready_.empty() || next_posted_ < posted_.size() || !posts_->fall_asleep()) {
    fds_.collect(Clock::duration::zero());
    return;
  }
  std::optional<Clock::duration> timeout;
  if (const auto due = timers_.next_due()) {
    timeout = std::max(*due - Clock::now(), Clock::duration::zero());
  }
  fds_.collect(timeout);
  posts_->wake_up();
}

void Exec::Sources::run_signals() {
  if (signal_watches_.empty() || !signals_.changed()) return;
  // By number: callbacks may add and remove watches. One added meanwhile has nothing to tell yet.
  const std::vector<WatchId> watches = signal_watches_;
  for (const WatchId id : watches) run_signal(id);
}

void Exec::Sources::run_posts() {
  for (bool first = true;; first = false) {
    if (next_posted_ == posted_.size()) {
      if (!posts_->pending()) return;
      posted_.clear();
      next_posted_ = 0;
      posts_->take(posted_);
    }
    if (!exec_.budget_.take() && !first) return;
    exec_.run_guarded("posted job", std::move(posted_[next_posted_++]));
  }
}

void Exec::Sources::run_timers() {
  if (timers_.empty()) return;
  const Clock::time_point now = Clock::now();
  const std::uint64_t mark = timers_.mark();
  for (bool first = true;; first = false) {
    if (!first && !exec_.budget_.take()) return;
    auto due = timers_.take_due(now, mark);
    if (!due) return;
    const TimerId id = due->id;
    // By reference: a periodic job is needed again.
    exec_.run_guarded("timer", [&job = due->job] { job(); });
    timers_.give_back(id, std::move(due->job));
  }
}

void Exec::Sources::run_fds() {
  for (bool first = true; fds_.has_ready(); first = false) {
    if (!exec_.budget_.take() && !first) return;
    const FdSet::Ready ready = *fds_.next();
    const Watch* const watch = watches_.get(ready.watch);
    if (watch == nullptr) continue;
    if (std::holds_alternative<ChildWatch>(*watch)) {
      run_child(ready.watch);
    } else {
      run_fd(ready.watch, ready.events);
    }
  }
}

void Exec::Sources::run_fd(WatchId id, std::uint32_t events) {
  // Taken out while it runs: it may end its own watch.
  FdReady ready = std::move(std::get<FdWatch>(*watches_.get(id)).ready);
  exec_.run_guarded("descriptor watch", [&ready, events] { ready(events); });
  if (Watch* const watch = watches_.get(id)) std::get<FdWatch>(*watch).ready = std::move(ready);
}

void Exec::Sources::run_child(WatchId id) {
  auto& watch = std::get<ChildWatch>(*watches_.get(id));
  const auto reaped = watch.child.reap();
  if (reaped && !*reaped) return;
  ChildEnded ended = std::move(watch.ended);
  unwatch(id);
  tl::expected<int, std::error_code> outcome = 0;
  if (reaped) {
    outcome = **reaped;
  } else {
    outcome = tl::make_unexpected(reaped.error());
  }
  exec_.run_guarded("child watch", std::move(ended), outcome);
}

void Exec::Sources::run_signal(WatchId id) {
  for (;;) {
    Watch* watch = watches_.get(id);
    if (watch == nullptr) return;
    const int signal = std::get<SignalWatch>(*watch).signals.take();
    if (signal == 0) return;
    SignalSeen seen = std::move(std::get<SignalWatch>(*watch).seen);
    exec_.run_guarded("signal watch", [&seen, signal] { seen(signal); });
    watch = watches_.get(id);
    if (watch != nullptr) std::get<SignalWatch>(*watch).seen = std::move(seen);
  }
}

Exec::Exec(FaultHandler on_fault)
    : on_fault_(std::move(on_fault)), sources_(std::make_unique<Sources>(*this)) {
  pulse_.bind_to_this_thread();
}

Exec::~Exec() {
  assert(!in_frame() && "an Exec ended while one of its frames was open");
  // What the dropped jobs own may still call in.
  ending_ = true;
  sources_->posts()->close();
  while (!ready_.empty()) ready_.pop();
}

void Exec::enter_loop() {
  assert(!in_frame() && "the loop was entered again from inside one of its frames");
  pulse_.bind_to_this_thread();
}

void Exec::run() {
  run_until([] { return false; });
}

bool Exec::poll_once() {
  enter_loop();
  return pass(false);
}

void Exec::stop() {
  stop_requested_.store(true, std::memory_order_release);
  sources_->posts()->wake();
}

bool Exec::take_stop() {
  return stop_requested_.load(std::memory_order_relaxed) &&
         stop_requested_.exchange(false, std::memory_order_acquire);
}

bool Exec::in_kernel_thread() const {
  thread_local const pid_t self = ::gettid();
  return pulse_.thread() == self;
}

bool Exec::pass(bool may_block) {
  const std::uint64_t runs_before = runs_;
  in_pass_ = true;
  drain();
  // What ran may have made true what run_until() waits for: it is asked again before anything
  // blocks.
  sources_->poll(may_block && runs_ == runs_before);
  budget_.renew();
  drain();
  sources_->run_signals();
  sources_->run_posts();
  sources_->run_timers();
  sources_->run_fds();
  in_pass_ = false;
  return runs_ != runs_before;
}

void Exec::drain() {
  if (draining_) return;
  if (!in_pass_) budget_.renew();
  draining_ = true;
  while (!ready_.empty() && budget_.take()) run_guarded("ready job", ready_.pop());
  draining_ = false;
}

template <typename Callback, typename... Args>
void Exec::run_guarded(std::string_view where, Callback callback, Args&&... args) {
  ++runs_;
  const Frame frame(*this);
  try {
    // Ends inside the frame: what its captures let go of may queue more.
    Callback taken = std::move(callback);
    taken(std::forward<Args>(args)...);
  } catch (...) {
    report_fault(where);
  }
}

void Exec::report_fault(std::string_view where) noexcept {
  try {
    throw;
  } catch (const std::exception& error) {
    on_fault_({where, error.what()});
  } catch (...) {
    on_fault_({where, "an exception that is no std::exception"});
  }
}

void Exec::ready(Job job) {
  assert(in_kernel_thread() && "ready() was called from another thread: use post()");
  if (ending_) return;
  ready_.push(std::move(job));
}

bool Exec::post(Job job) { return sources_->posts()->push(std::move(job)); }

Poster Exec::poster() const { return Poster(sources_->posts()); }

TimerId Exec::timer(std::int64_t delay_ms, std::int64_t period_ms, Job job) {
  const auto bounded = [](std::int64_t ms) {
    return std::chrono::milliseconds(std::clamp<std::int64_t>(ms, 0, kMaxDelayMs));
  };
  return sources_->timers().add(Clock::now() + bounded(delay_ms), bounded(period_ms),
                                std::move(job));
}

bool Exec::cancel_timer(TimerId id) { return sources_->timers().cancel(id); }

tl::expected<WatchId, std::error_code> Exec::watch_fd(int fd, std::uint32_t events, FdReady ready) {
  return sources_->watch_fd(fd, events, std::move(ready));
}

tl::expected<WatchId, std::error_code> Exec::watch_child(pid_t pid, ChildEnded ended) {
  return sources_->watch_child(pid, std::move(ended));
}

tl::expected<WatchId, std::error_code> Exec::watch_signals(std::span<const int> signals,
                                                           SignalSeen seen) {
  return sources_->watch_signals(signals, std::move(seen));
}

bool Exec::unwatch(WatchId id) { return sources_->unwatch(id); }

std::int64_t Exec::now_ms() { return milliseconds(Clock::now().time_since_epoch()); }

std::int64_t Exec::wall_ms() {
  return milliseconds(std::chrono::system_clock::now().time_since_epoch());
}

}  // namespace keel::core
