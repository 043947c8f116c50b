// SPDX-License-Identifier: MIT
// Signals of the process, told to each kernel that asks; not for inclusion outside this folder.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <system_error>
#include <vector>

#include <tl/expected.hpp>

namespace keel::core {

/// One kernel's view of the signals that it has asked for. The handler only counts in static memory
/// and writes to event descriptors that are never closed, so it may run at any time, on any thread,
/// also while a kernel ends. Descriptors are kept for the next kernel of the process. One thread.
class SignalRelay {
 public:
  /// Which signals one watch wants, and how many of each it has had.
  class Subscription {
   public:
    Subscription(Subscription&& other) noexcept;
    Subscription& operator=(Subscription&&) = delete;
    ~Subscription();

    /// One that has arrived and was not taken yet; 0 when there is none.
    int take();

   private:
    friend class SignalRelay;
    struct Wanted {
      int signal = 0;
      std::uint32_t taken = 0;
    };
    Subscription() = default;

    std::vector<Wanted> wanted_;
  };

  SignalRelay() = default;
  ~SignalRelay();
  SignalRelay(const SignalRelay&) = delete;
  SignalRelay& operator=(const SignalRelay&) = delete;

  /// Readable when a signal has arrived; an eventfd, to be emptied by the reader. Errors: EMFILE,
  /// ENFILE; EAGAIN when too many kernels of the process watch signals.
  tl::expected<int, std::error_code> wake_fd();

  /// Counts from now on. The handler of a signal is installed by the first subscription in the
  /// process; with the last one the former action is back. Errors: EINVAL for what is no signal or
  /// cannot be handled.
  static tl::expected<Subscription, std::error_code> subscribe(std::span<const int> signals);

  /// Whether any signal has arrived since the last call.
  bool changed();

 private:
  int slot_ = -1;
  std::uint32_t arrivals_seen_ = 0;
};

}  // namespace keel::core
