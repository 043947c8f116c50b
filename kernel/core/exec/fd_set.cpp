// SPDX-License-Identifier: MIT
#include "core/exec/fd_set.hpp"

#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <iterator>
#include <utility>

namespace keel::core {

namespace {

constexpr std::size_t kBatch = 64;
constexpr std::int64_t kMaxWaitMs = 2147483647;

using Events = std::array<epoll_event, kBatch>;

/// epoll_pwait2 where there is one: it keeps timers exact. Old systems and some sandboxes have only
/// whole milliseconds, rounded up, so that nothing is early.
int wait_for_events(int epoll, Events& events, std::optional<std::chrono::nanoseconds> timeout) {
  static std::atomic<bool> exact{true};
  using std::chrono::duration_cast;
  if (exact.load(std::memory_order_relaxed)) {
    timespec time{};
    if (timeout) {
      const auto seconds = duration_cast<std::chrono::seconds>(*timeout);
      time.tv_sec = static_cast<time_t>(seconds.count());
      time.tv_nsec = static_cast<long>((*timeout - seconds).count());
    }
    const int count = ::epoll_pwait2(epoll, events.data(), static_cast<int>(events.size()),
                                     timeout ? &time : nullptr, nullptr);
    if (count >= 0 || (errno != ENOSYS && errno != EPERM)) return count;
    exact.store(false, std::memory_order_relaxed);
  }
  int milliseconds = -1;
  if (timeout) {
    const auto rounded = std::chrono::ceil<std::chrono::milliseconds>(*timeout).count();
    milliseconds = static_cast<int>(std::min<std::int64_t>(rounded, kMaxWaitMs));
  }
  return ::epoll_wait(epoll, events.data(), static_cast<int>(events.size()), milliseconds);
}

OwnedFd make_epoll() {
  OwnedFd epoll(::epoll_create1(EPOLL_CLOEXEC));
  if (!epoll.valid()) throw std::system_error(errno, std::generic_category(), "epoll_create1");
  return epoll;
}

std::error_code last_error() { return {errno, std::generic_category()}; }

std::uint32_t to_epoll(std::uint32_t events) {
  return ((events & kWatchRead) != 0 ? std::uint32_t{EPOLLIN} : 0U) |
         ((events & kWatchWrite) != 0 ? std::uint32_t{EPOLLOUT} : 0U);
}

std::uint32_t from_epoll(std::uint32_t events) {
  if ((events & (EPOLLERR | EPOLLHUP)) != 0) return kWatchRead | kWatchWrite;
  return ((events & EPOLLIN) != 0 ? kWatchRead : 0U) |
         ((events & EPOLLOUT) != 0 ? kWatchWrite : 0U);
}

}  // namespace

FdSet::FdSet() : epoll_(make_epoll()) {}

std::uint32_t FdSet::Entry::events() const {
  std::uint32_t all = 0;
  for (const Member& member : members) all |= member.events;
  return all;
}

int FdSet::control(int operation, int fd, const Entry& entry) const {
  epoll_event event{};
  event.events = to_epoll(entry.events());
  event.data.u64 = (std::uint64_t{entry.serial} << 32U) | static_cast<std::uint32_t>(fd);
  return ::epoll_ctl(epoll_.get(), operation, fd, &event);
}

std::error_code FdSet::enter(int fd, Entry& entry) {
  entry.serial = ++last_serial_;
  return control(EPOLL_CTL_ADD, fd, entry) == 0 ? std::error_code() : last_error();
}

std::error_code FdSet::add(WatchId watch, int fd, std::uint32_t events) {
  Entry& entry = entries_[fd];
  entry.members.reserve(entry.members.size() + 1);
  if (!entry.members.empty()) {
    entry.members.push_back({watch, events});
    if (control(EPOLL_CTL_MOD, fd, entry) == 0) return {};
    // The number names another file than the one the earlier watches were for: they are void.
    entry.members.clear();
  }
  entry.members.push_back({watch, events});
  const std::error_code error = enter(fd, entry);
  if (error) entries_.erase(fd);
  return error;
}

void FdSet::remove(WatchId watch, int fd) {
  const auto found = entries_.find(fd);
  if (found == entries_.end()) return;
  Entry& entry = found->second;
  if (std::erase_if(entry.members, [&](const Member& m) { return m.watch == watch; }) == 0) return;
  // Either fails when the descriptor was closed meanwhile: there is nothing left to change then.
  if (!entry.members.empty()) {
    control(EPOLL_CTL_MOD, fd, entry);
    return;
  }
  control(EPOLL_CTL_DEL, fd, entry);
  entries_.erase(found);
}

void FdSet::collect(std::optional<std::chrono::nanoseconds> timeout) {
  ready_.clear();
  next_ = 0;
  std::array<epoll_event, kBatch> events;
  const int count = wait_for_events(epoll_.get(), events, timeout);
  bool orphaned = false;
  for (int i = 0; i < count; ++i) {
    const epoll_event& event = events[static_cast<std::size_t>(i)];
    const int fd = static_cast<int>(static_cast<std::uint32_t>(event.data.u64));
    const auto serial = static_cast<std::uint32_t>(event.data.u64 >> 32U);
    const auto found = entries_.find(fd);
    if (found == entries_.end() || found->second.serial != serial) {
      orphaned = true;
    } else {
      queue(fd, found->second, from_epoll(event.events));
    }
  }
  if (orphaned) renew();
}

void FdSet::queue(int fd, const Entry& entry, std::uint32_t events) {
  for (const Member& member : entry.members) {
    const std::uint32_t hit = events & member.events;
    if (hit == 0) continue;
    if (member.watch == kWaker) {
      std::uint64_t count = 0;
      [[maybe_unused]] const ssize_t size = ::read(fd, &count, sizeof count);
    } else {
      ready_.push_back({member.watch, hit});
    }
  }
}

std::optional<FdSet::Ready> FdSet::next() {
  if (!has_ready()) return std::nullopt;
  return ready_[next_++];
}

void FdSet::renew() {
  epoll_ = make_epoll();
  ++renewals_;
  // A number that is closed or names no pollable file any more loses its watches.
  for (auto item = entries_.begin(); item != entries_.end();) {
    const bool lost = static_cast<bool>(enter(item->first, item->second));
    item = lost ? entries_.erase(item) : std::next(item);
  }
}

}  // namespace keel::core
