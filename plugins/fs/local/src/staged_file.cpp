// SPDX-License-Identifier: MIT
#include "staged_file.hpp"

#include <fcntl.h>
#include <stdio.h>
#include <sys/random.h>

#include <array>
#include <cerrno>
#include <cstdint>

#include "fs_error.hpp"
#include "keel/contracts/fs.hpp"
#include "resolved_path.hpp"
#include "text/utf8.hpp"

namespace keel::fs_local {

namespace errors = contracts::fs::errors;

namespace {

/// Long names leave no room for what is put around them.
constexpr std::size_t kKeptNameBytes = 80;
constexpr const char* kContentName = "content.tmp";
constexpr mode_t kPermissionBits = 0777;

std::string random_hex() {
  std::array<std::uint8_t, 16> bytes{};
  // Cannot fall short for so few bytes; a name that is taken fails with EEXIST all the same.
  [[maybe_unused]] const ssize_t got = ::getrandom(bytes.data(), bytes.size(), 0);
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t byte : bytes) {
    text += kDigits[byte >> 4U];
    text += kDigits[byte & 15U];
  }
  return text;
}

}  // namespace

StagedFile::StagedFile(const Place& place, std::string display)
    : place_(&place),
      display_(std::move(display)),
      folder_name_("." + std::string(text::cut_bytes(place.name, kKeptNameBytes)) + "." +
                   std::to_string(::getpid()) + "." + random_hex() + ".tmpdir") {}

StagedFile::StagedFile(StagedFile&& other) noexcept
    : place_(other.place_),
      display_(std::move(other.display_)),
      folder_name_(std::exchange(other.folder_name_, {})),
      folder_(std::move(other.folder_)),
      file_(std::move(other.file_)) {}

StagedFile::~StagedFile() {
  if (folder_name_.empty()) return;
  // After publication the content has left already. Nothing depends on whether this works.
  if (folder_.valid()) ::unlinkat(folder_.get(), kContentName, 0);
  ::unlinkat(place_->directory.get(), folder_name_.c_str(), AT_REMOVEDIR);
}

Expected<StagedFile> StagedFile::create(const Place& place, std::string display) {
  StagedFile staged(place, std::move(display));
  const int parent = place.directory.get();
  if (::mkdirat(parent, staged.folder_name_.c_str(), S_IRWXU) != 0) {
    const int error = errno;
    staged.folder_name_.clear();
    return system_fail(error, "write beside", shown(staged.display_));
  }
  staged.folder_ = OwnedFd(::openat(parent, staged.folder_name_.c_str(),
                                    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  // The umask may have taken bits from the mode.
  if (!staged.folder_.valid() || ::fchmod(staged.folder_.get(), S_IRWXU) != 0) {
    return system_fail(errno, "write beside", shown(staged.display_));
  }
  staged.file_ =
      OwnedFd(::openat(staged.folder_.get(), kContentName,
                       O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (!staged.file_.valid() || ::fchmod(staged.file_.get(), S_IRUSR | S_IWUSR) != 0) {
    return system_fail(errno, "write beside", shown(staged.display_));
  }
  return staged;
}

Expected<void> StagedFile::write(std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(file_.get(), content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return system_fail(errno, "write", shown(display_));
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  if (::fsync(file_.get()) != 0) return system_fail(errno, "write", shown(display_));
  return {};
}

Expected<void> StagedFile::set_mode(mode_t mode) {
  if (::fchmod(file_.get(), mode & kPermissionBits) == 0) return {};
  return system_fail(errno, "set the mode of", shown(display_));
}

void StagedFile::copy_owner(const struct stat& old) {
  struct stat mine {};
  if (::fstat(file_.get(), &mine) != 0) return;
  if (mine.st_uid == old.st_uid && mine.st_gid == old.st_gid) return;
  // Only root may; for anybody else the file changes hands, as with any editor that replaces it.
  [[maybe_unused]] const int result = ::fchown(file_.get(), old.st_uid, old.st_gid);
}

Expected<void> StagedFile::replace() {
  if (::renameat(folder_.get(), kContentName, place_->directory.get(), place_->name.c_str()) == 0) {
    return {};
  }
  if (errno == EISDIR || errno == ENOTEMPTY || errno == EEXIST) return taken();
  return system_fail(errno, "replace", shown(display_));
}

Expected<void> StagedFile::publish_new() {
  const int parent = place_->directory.get();
  const char* name = place_->name.c_str();
  if (::renameat2(folder_.get(), kContentName, parent, name, RENAME_NOREPLACE) == 0) return {};
  if (errno == EEXIST) return taken();
  if (errno != EINVAL && errno != ENOSYS) return system_fail(errno, "create", shown(display_));
  // A file system without that operation: a hard link does not replace either.
  if (::linkat(folder_.get(), kContentName, parent, name, 0) == 0) return {};
  if (errno == EEXIST) return taken();
  return system_fail(errno, "create", shown(display_));
}

Expected<void> StagedFile::taken() const {
  struct stat info {};
  const int found =
      ::fstatat(place_->directory.get(), place_->name.c_str(), &info, AT_SYMLINK_NOFOLLOW);
  if (found == 0 && !S_ISREG(info.st_mode)) {
    return fs_fail(errors::kFsNotRegularFile,
                   shown(display_) + " exists and is not a regular file; it was left as it is");
  }
  return fs_fail(errors::kFsNotObserved,
                 shown(display_) + " exists already; somebody else has made it");
}

}  // namespace keel::fs_local
