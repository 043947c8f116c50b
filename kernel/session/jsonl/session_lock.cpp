// SPDX-License-Identifier: MIT
#include "session/jsonl/session_lock.hpp"

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "session/jsonl/storage_fault.hpp"
#include "session/log/fault.hpp"

namespace keel::session::jsonl {

namespace {

/// What the holder wrote: its process id. 0 when it has not yet.
std::int64_t owner_of(int file) {
  std::array<char, 32> text{};
  const ssize_t size = ::pread(file, text.data(), text.size(), 0);
  std::int64_t pid = 0;
  if (size > 0) std::from_chars(text.data(), text.data() + size, pid);
  return pid;
}

Error locked(const std::filesystem::path& folder, std::int64_t pid) {
  return refused(fault::kLocked,
                 "session " + folder.string() + " is open for writing in process " +
                     (pid > 0 ? std::to_string(pid) : std::string("(unknown)")) +
                     (pid == ::getpid() ? " (this one)" : "") +
                     ": end it there, or open the session for reading",
                 object({{"pid", pid}}));
}

bool same_file(int file, const std::filesystem::path& path) {
  struct stat held {};
  struct stat named {};
  return ::fstat(file, &held) == 0 && ::stat(path.c_str(), &named) == 0 &&
         held.st_dev == named.st_dev && held.st_ino == named.st_ino;
}

void write_owner(int file) {
  const std::string text = std::to_string(::getpid()) + "\n";
  // For messages only: the lock holds without it.
  if (::ftruncate(file, 0) == 0) {
    [[maybe_unused]] const ssize_t written = ::pwrite(file, text.data(), text.size(), 0);
  }
}

}  // namespace

Expected<SessionLock> SessionLock::take(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / "session.lock";
  while (true) {
    Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!file) return tl::make_unexpected(storage_fault("cannot open " + path.string(), errno));
    if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
      if (errno == EINTR) continue;
      if (errno != EWOULDBLOCK) {
        return tl::make_unexpected(storage_fault("cannot lock " + path.string(), errno));
      }
      return tl::make_unexpected(locked(folder, owner_of(file.get())));
    }
    // The session may have been deleted, and made again, between open and lock.
    if (!same_file(file.get(), path)) continue;
    write_owner(file.get());
    return SessionLock(std::move(file));
  }
}

}  // namespace keel::session::jsonl
