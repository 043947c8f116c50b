// SPDX-License-Identifier: MIT
// The descriptors that a kernel watches.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <system_error>
#include <unordered_map>
#include <vector>

#include "core/exec/exec.hpp"
#include "core/exec/owned_fd.hpp"

namespace keel::core {

/// Level-triggered watches of foreign descriptors, and where the kernel thread sleeps.
///
/// A descriptor may be closed, and its number be used again, before its watch is removed. The
/// system's registration belongs to the open file, not to the number, so each registration carries
/// a serial: one that outlives its file's number (a duplicate is open elsewhere) cannot be removed
/// any more and is shaken off by making the epoll instance anew. One thread.
class FdSet {
 public:
  struct Ready {
    WatchId watch = 0;
    std::uint32_t events = 0;
  };

  /// Throws std::system_error.
  FdSet();

  /// Errors: those of epoll_ctl.
  std::error_code add(WatchId watch, int fd, std::uint32_t events);
  void remove(WatchId watch, int fd);

  /// An eventfd that ends a collect() and is emptied by it, without anything being queued for
  /// next(). Errors: those of epoll_ctl.
  std::error_code add_waker(int fd) { return add(kWaker, fd, kWatchRead); }

  /// Asks the system which watches are ready, waiting until one is, at most for `timeout` (nothing:
  /// for ever), and queues them for next(). May return early with nothing.
  void collect(std::optional<std::chrono::nanoseconds> timeout);
  bool has_ready() const { return next_ < ready_.size(); }
  /// The next of what collect() found. A watch removed since may still come.
  std::optional<Ready> next();

  /// How often the epoll instance was made anew.
  std::uint64_t renewals() const { return renewals_; }

 private:
  static constexpr WatchId kWaker = 0;

  struct Member {
    WatchId watch = 0;
    std::uint32_t events = 0;
  };
  struct Entry {
    std::uint32_t serial = 0;
    std::vector<Member> members;

    std::uint32_t events() const;
  };

  int control(int operation, int fd, const Entry& entry) const;
  std::error_code enter(int fd, Entry& entry);
  void queue(int fd, const Entry& entry, std::uint32_t events);
  void renew();

  OwnedFd epoll_;
  std::uint64_t renewals_ = 0;
  std::uint32_t last_serial_ = 0;
  std::unordered_map<int, Entry> entries_;
  std::vector<Ready> ready_;
  std::size_t next_ = 0;
};

}  // namespace keel::core
