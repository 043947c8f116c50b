// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace keel::sandbox_bwrap {

/// What the config says, in the spelling of whoever wrote it.
struct PathSettings {
  /// More directories that may be written.
  std::vector<std::string> writable;
  /// Places below what may be written that may not, relative to the workspace or absolute; with a
  /// slash at the end: a directory.
  std::vector<std::string> protect;
  /// Places that a confined command does not see. "$NAME" at the beginning is a variable of the
  /// host.
  std::vector<std::string> mask;
  /// Where the host keeps its state; protected where it lies below what may be written.
  std::vector<std::string> own_places;
  /// The user's home directory; may be empty.
  std::string home;
};

/// A protected place: its real path, and what is there.
struct ProtectedPath {
  std::string path;
  bool exists = false;
  /// Missing, but to be kept missing: a directory that would be looked into.
  bool is_directory = false;
};

/// One session's paths at one moment, links resolved.
struct PolicyPaths {
  std::string workspace;
  std::vector<std::string> writable;
  std::vector<ProtectedPath> protected_paths;
  /// Why the workspace is not writable although its mode would let it be; empty when it is.
  std::string reason;
};

/// Looks at the disk: blocks. Any thread. `mode`: see kModes.
PolicyPaths policy_paths(const PathSettings& settings, std::string_view mode,
                         std::string_view workspace);

/// Real path of what exists; the spelling as it is otherwise. Blocks.
std::string real_path(const std::string& path);

/// Whether `path` is `root` or below it; both real.
bool is_within(std::string_view path, std::string_view root);

inline constexpr std::string_view kReadOnly = "read-only";
inline constexpr std::string_view kWorkspaceWrite = "workspace-write";
inline constexpr std::string_view kFullAccess = "danger-full-access";

}  // namespace keel::sandbox_bwrap
