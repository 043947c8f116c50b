// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "keel/error.hpp"

namespace keel::fs_local {

/// What one mutation may touch, as the sandbox's policy and the session's temporary directory say.
struct WritePolicy {
  /// "read-only", "workspace-write" or "danger-full-access".
  std::string mode;
  /// Directories that may be written, in any spelling.
  std::vector<std::string> roots;
  /// Real paths below the roots that may not.
  std::vector<std::string> protected_paths;
  /// Why the workspace is not among the roots; may be empty.
  std::string reason;
};

/// A writable root that holds a file, and the file's place below it, without links and "..".
struct Anchor {
  std::string root;
  std::string below;
};

/// Where `real` (see ResolvedPath) may be written. Blocks on the disk. Error: FS_SANDBOX_DENIED.
Expected<Anchor> find_anchor(const WritePolicy& policy, const std::string& real,
                             const std::string& display);

}  // namespace keel::fs_local
