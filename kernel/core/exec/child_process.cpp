// SPDX-License-Identifier: MIT
#include "core/exec/child_process.hpp"

#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

namespace keel::core {

namespace {

/// siginfo describes the end in two fields, waitpid in one word.
int wait_status(const siginfo_t& info) {
  switch (info.si_code) {
    case CLD_EXITED:
      return (info.si_status & 0xff) << 8;
    case CLD_DUMPED:
      return info.si_status | WCOREFLAG;
    default:
      return info.si_status;
  }
}

int wait_on(int fd, siginfo_t& info, int options) {
  int result = 0;
  do {
    info = {};
    result = ::waitid(P_PIDFD, static_cast<id_t>(fd), &info, options | WEXITED | WNOHANG);
  } while (result != 0 && errno == EINTR);
  return result == 0 ? 0 : errno;
}

std::error_code error_of(int number) { return {number, std::generic_category()}; }

}  // namespace

tl::expected<ChildProcess, std::error_code> ChildProcess::open(pid_t pid) {
  // By number: glibc 2.36 declares pidfd_open without C linkage.
  OwnedFd fd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
  if (!fd.valid()) {
    // No such process: it was never ours, or is reaped.
    const bool no_child = errno == ESRCH || errno == EINVAL;
    return tl::make_unexpected(error_of(no_child ? ECHILD : errno));
  }
  // Any process has a descriptor; only a child can be waited for.
  siginfo_t info;
  if (const int error = wait_on(fd.get(), info, WNOWAIT)) {
    return tl::make_unexpected(error_of(error));
  }
  return ChildProcess(std::move(fd));
}

tl::expected<std::optional<int>, std::error_code> ChildProcess::reap() const {
  siginfo_t info;
  if (const int error = wait_on(fd_.get(), info, 0)) return tl::make_unexpected(error_of(error));
  if (info.si_pid == 0) return std::optional<int>();
  return std::optional<int>(wait_status(info));
}

}  // namespace keel::core
