// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "policy_paths.hpp"

namespace keel::sandbox_bwrap {

/// Everything that decides a bubblewrap command line.
struct CommandPlan {
  /// Absolute path of bubblewrap.
  std::string bwrap;
  std::vector<std::string> argv;
  std::string cwd;
  PolicyPaths paths;
  /// May be written, and becomes TMPDIR; empty: none.
  std::string temp_dir;
  /// A private /tmp.
  bool private_tmp = false;
  bool network = false;
  /// Real paths of existing files and directories that are not to be seen.
  std::vector<std::string> masked;
  /// Report the end of the command on this descriptor; 0: do not.
  int status_fd = 0;
};

/// The descriptor that bubblewrap reports on.
inline constexpr int kStatusFd = 3;

/// The command line that runs plan.argv confined. Looks at masked paths on the disk: blocks.
std::vector<std::string> bwrap_command(const CommandPlan& plan);

/// Real paths of those of `places` that exist; "$NAME" at the beginning is replaced. Blocks.
std::vector<std::string> existing_places(const std::vector<std::string>& places);

/// First of the places where bubblewrap is installed, as an absolute path; empty when there is
/// none. An environment variable never chooses it: whoever sets one would choose the fence. Blocks.
std::string find_bwrap();

}  // namespace keel::sandbox_bwrap
