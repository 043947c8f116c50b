// SPDX-License-Identifier: MIT
// The end of a child process; not for inclusion outside this folder.
#pragma once

#include <sys/types.h>

#include <optional>
#include <system_error>

#include <tl/expected.hpp>

#include "core/exec/owned_fd.hpp"

namespace keel::core {

/// One child, held by a descriptor: never another process that got the same number.
class ChildProcess {
 public:
  /// Errors: ECHILD when `pid` is no child of this process that waits to be reaped; EMFILE, ENFILE,
  /// ENOSYS.
  static tl::expected<ChildProcess, std::error_code> open(pid_t pid);

  /// Becomes readable when the child has ended.
  int fd() const { return fd_.get(); }

  /// Reaps the child if it has ended: its wait status as waitpid gives it. Errors: ECHILD when
  /// somebody else was first.
  tl::expected<std::optional<int>, std::error_code> reap() const;

 private:
  explicit ChildProcess(OwnedFd fd) : fd_(std::move(fd)) {}

  OwnedFd fd_;
};

}  // namespace keel::core
