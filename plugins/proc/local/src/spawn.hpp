// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "keel/error.hpp"

namespace keel::proc_local {

/// A child as it is to begin. Descriptors stay the caller's; they are 10 or above, so that none is
/// in the way of another (see pipe_above_standard()).
struct SpawnPlan {
  /// Absolute.
  std::string program;
  std::vector<std::string> argv;
  /// "NAME=value".
  std::vector<std::string> environment;
  std::string cwd;
  /// Become 0, 1 and 2.
  int stdin_fd = -1;
  int stdout_fd = -1;
  int stderr_fd = -1;
  /// Becomes descriptor number status_number (3 or more) when it is not -1.
  int status_fd = -1;
  int status_number = 3;
};

/// Starts a child in a session and process group of its own, with default signals, and with no
/// descriptor of this process but those of the plan. It dies with the calling thread, so that must
/// be one that lives as long as the host. Errors: NOT_FOUND (no program, no directory), IO; both
/// say what the system said.
///
/// The calling thread stands still until the child runs its program; it shares its memory meanwhile
/// (as posix_spawn does), so nothing is copied and nothing is allocated between.
Expected<pid_t> spawn(const SpawnPlan& plan);

/// The file that `name` runs: an absolute path as it is, a bare name looked up in `path`. Errors:
/// NOT_FOUND; REFUSED for a relative path with a slash.
Expected<std::string> find_program(std::string_view name, std::string_view path);

/// "SIGTERM".
std::string signal_name(int number);

}  // namespace keel::proc_local
