// SPDX-License-Identifier: MIT
#pragma once

#include <sys/stat.h>

#include <string>
#include <string_view>

#include "directory_walk.hpp"
#include "keel/error.hpp"
#include "owned_fd.hpp"

namespace keel::fs_local {

/// New content that becomes a file in one step or not at all. It is written beside the target, in a
/// directory that only the user may enter; what was not published is removed. Blocks on the disk.
class StagedFile {
 public:
  /// `place` outlives it. Errors name `display`.
  static Expected<StagedFile> create(const Place& place, std::string display);
  StagedFile(StagedFile&& other) noexcept;
  StagedFile& operator=(StagedFile&&) = delete;
  StagedFile(const StagedFile&) = delete;
  StagedFile& operator=(const StagedFile&) = delete;
  ~StagedFile();

  /// Writes everything and brings it to the disk.
  Expected<void> write(std::string_view content);
  /// Gives it the low nine permission bits of `mode`.
  Expected<void> set_mode(mode_t mode);
  /// Gives it the owner of the file that it replaces, where the system allows that.
  void copy_owner(const struct stat& old);

  /// Takes the target's place.
  Expected<void> replace();
  /// Becomes the target, which must not exist. FS_NOT_OBSERVED: somebody made a file there;
  /// FS_NOT_REGULAR_FILE: there is something else, a broken link for instance.
  Expected<void> publish_new();

 private:
  StagedFile(const Place& place, std::string display);
  Expected<void> taken() const;

  const Place* place_;
  std::string display_;
  std::string folder_name_;
  OwnedFd folder_;
  OwnedFd file_;
};

}  // namespace keel::fs_local
