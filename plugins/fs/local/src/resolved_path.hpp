// SPDX-License-Identifier: MIT
#pragma once

#include <sys/stat.h>

#include <optional>
#include <string>
#include <string_view>

#include "keel/error.hpp"

namespace keel::fs_local {

/// Where a path leads at one moment. What happens on the disk afterwards is not seen: mutations
/// walk from a checked directory again (see Anchor).
struct ResolvedPath {
  /// Absolute, links not resolved; for people.
  std::string display;
  /// Identity: without links. A missing tail is as it was asked for, so that the key does not
  /// change when the file is made.
  std::string real;
  /// Of the file itself; nothing when there is none.
  std::optional<struct stat> info;
  /// The last component is a link that leads nowhere; `real` is where it points.
  bool dangling = false;
};

/// Blocks on the disk. `base` is absolute. Errors: FS_NOT_FOUND (blank path, a NUL in it, a file as
/// a directory, ".." below what does not exist, too many links), FS_PERMISSION_DENIED, FS_IO_ERROR.
Expected<ResolvedPath> resolve_path(std::string_view base, std::string_view path);

/// The real path of a directory; the spelling as it is when it cannot be resolved: it then matches
/// nothing.
std::string real_directory(std::string_view path);

/// "decimal dev:ino:size:mtimeNs:ctimeNs": another one after every change of the file. A rewrite of
/// equal size with a restored mtime still changes ctime.
std::string identity_of(const struct stat& info);

/// Text of a path for values, which hold UTF-8 only.
std::string shown(std::string_view path);

}  // namespace keel::fs_local
