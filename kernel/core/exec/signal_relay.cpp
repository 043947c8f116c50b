// SPDX-License-Identifier: MIT
#include "core/exec/signal_relay.hpp"

#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <mutex>
#include <utility>

namespace keel::core {

namespace {

constexpr std::size_t kMaxKernels = 64;
constexpr int kMaxSignal = 64;

/// Where the handler tells one kernel to look. Made once and never closed: the handler may be about
/// to write.
struct Target {
  std::atomic<int> fd{-1};
  std::atomic<bool> used{false};
};

/// A handled signal and what was there before.
struct Handled {
  std::size_t subscriptions = 0;
  struct sigaction former {};
};

// A handler belongs to the process and gets no argument of ours: this is the one place that needs
// statics.
std::array<Target, kMaxKernels> targets;
std::array<std::atomic<std::uint32_t>, kMaxSignal + 1> arrivals{};
std::atomic<std::uint32_t> all_arrivals{0};
std::mutex handled_mutex;
std::array<Handled, kMaxSignal + 1> handled;

void on_signal(int signal) {
  const int saved_errno = errno;
  arrivals[static_cast<std::size_t>(signal)].fetch_add(1, std::memory_order_release);
  all_arrivals.fetch_add(1, std::memory_order_release);
  for (Target& target : targets) {
    if (!target.used.load(std::memory_order_acquire)) continue;
    const std::uint64_t one = 1;
    // Fails only when the counter is full, and then it is readable anyway.
    [[maybe_unused]] const ssize_t written =
        ::write(target.fd.load(std::memory_order_relaxed), &one, sizeof one);
  }
  errno = saved_errno;
}

std::error_code acquire_handler(int signal) {
  const std::lock_guard lock(handled_mutex);
  Handled& entry = handled[static_cast<std::size_t>(signal)];
  if (entry.subscriptions == 0) {
    struct sigaction action {};
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    sigfillset(&action.sa_mask);
    if (::sigaction(signal, &action, &entry.former) != 0) return {errno, std::generic_category()};
  }
  ++entry.subscriptions;
  return {};
}

void release_handler(int signal) {
  const std::lock_guard lock(handled_mutex);
  Handled& entry = handled[static_cast<std::size_t>(signal)];
  if (--entry.subscriptions == 0) ::sigaction(signal, &entry.former, nullptr);
}

std::uint32_t count_of(int signal) {
  return arrivals[static_cast<std::size_t>(signal)].load(std::memory_order_acquire);
}

}  // namespace

SignalRelay::~SignalRelay() {
  if (slot_ < 0) return;
  targets[static_cast<std::size_t>(slot_)].used.store(false, std::memory_order_release);
}

tl::expected<int, std::error_code> SignalRelay::wake_fd() {
  if (slot_ >= 0) return targets[static_cast<std::size_t>(slot_)].fd.load();
  const std::lock_guard lock(handled_mutex);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    Target& target = targets[i];
    if (target.used.load(std::memory_order_acquire)) continue;
    if (target.fd.load() < 0) {
      const int fd = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
      if (fd < 0) return tl::make_unexpected(std::error_code(errno, std::generic_category()));
      target.fd.store(fd);
    }
    target.used.store(true, std::memory_order_release);
    slot_ = static_cast<int>(i);
    return target.fd.load();
  }
  return tl::make_unexpected(std::error_code(EAGAIN, std::generic_category()));
}

tl::expected<SignalRelay::Subscription, std::error_code> SignalRelay::subscribe(
    std::span<const int> signals) {
  Subscription subscription;
  subscription.wanted_.reserve(signals.size());
  for (const int signal : signals) {
    if (signal < 1 || signal > kMaxSignal) {
      return tl::make_unexpected(std::error_code(EINVAL, std::generic_category()));
    }
    const std::uint32_t taken = count_of(signal);
    if (const std::error_code error = acquire_handler(signal)) return tl::make_unexpected(error);
    subscription.wanted_.push_back({signal, taken});
  }
  return subscription;
}

bool SignalRelay::changed() {
  const std::uint32_t now = all_arrivals.load(std::memory_order_acquire);
  return std::exchange(arrivals_seen_, now) != now;
}

SignalRelay::Subscription::Subscription(Subscription&& other) noexcept
    : wanted_(std::exchange(other.wanted_, {})) {}

SignalRelay::Subscription::~Subscription() {
  for (const Wanted& wanted : wanted_) release_handler(wanted.signal);
}

int SignalRelay::Subscription::take() {
  for (Wanted& wanted : wanted_) {
    if (wanted.taken == count_of(wanted.signal)) continue;
    ++wanted.taken;
    return wanted.signal;
  }
  return 0;
}

}  // namespace keel::core
