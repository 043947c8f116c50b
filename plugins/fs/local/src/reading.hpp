// SPDX-License-Identifier: MIT
//
// Looking at files. All of it blocks on the disk; worker threads.
#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "keel/cancel_token.hpp"
#include "keel/error.hpp"
#include "owned_fd.hpp"
#include "resolved_path.hpp"

namespace keel::fs_local {

/// A path as a call gives it; `base` is absolute.
struct PathRequest {
  std::string base;
  std::string path;
};

/// "file", "directory", "link" or "other".
std::string_view type_of(const struct stat& info);

/// A regular file that was opened for reading, and what it was at that moment.
struct OpenFile {
  OwnedFd fd;
  struct stat info {};
  std::string display;
};

/// Errors: FS_NOT_FOUND, FS_NOT_REGULAR_FILE, FS_PERMISSION_DENIED, FS_IO_ERROR. Never waits for a
/// FIFO or a device.
Expected<OpenFile> open_regular(const PathRequest& request);
/// The same below a directory that is held open; a link is not followed.
Expected<OpenFile> open_regular_at(int directory, const std::string& name,
                                   const std::string& display);

/// What is left of `file`, at most `max_bytes` and one more, so that a file that grows is noticed.
/// Error FS_ABORTED when `cancel` is set meanwhile.
Expected<std::string> read_rest(const OpenFile& file, std::size_t max_bytes, CancelToken cancel);

/// The content of a file of at most `max_bytes`: FS_TOO_LARGE, never cut.
struct FileContent {
  std::string content;
  struct stat info {};
};
Expected<FileContent> read_whole(const PathRequest& request, std::size_t max_bytes,
                                 CancelToken cancel);

/// What stat() says; `info` is empty when there is nothing.
struct StatDone {
  std::string real;
  std::string display;
  std::optional<struct stat> info;
};
Expected<StatDone> stat_path(const PathRequest& request, bool no_follow);

struct DirectoryEntry {
  std::string name;
  std::string_view type;
  std::string display;
  std::optional<struct stat> info;
};
/// Sorted by name, byte by byte. A child that is broken or has vanished is "other" without info.
Expected<std::vector<DirectoryEntry>> list_directory(const PathRequest& request,
                                                     CancelToken cancel);

}  // namespace keel::fs_local
