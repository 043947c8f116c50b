// SPDX-License-Identifier: MIT
#include "session/jsonl/file_write.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>

#include "session/jsonl/storage_fault.hpp"
#include "session/log/fault.hpp"

namespace keel::session::jsonl {

namespace fs = std::filesystem;

namespace {

constexpr mode_t kFolderMode = 0700;
constexpr mode_t kFileMode = 0600;

std::optional<Error> make_folder(const fs::path& folder) {
  if (::mkdir(folder.c_str(), kFolderMode) != 0) {
    if (errno == EEXIST) return std::nullopt;
    return storage_fault("cannot create the folder " + folder.string(), errno);
  }
  // The umask may have taken bits away.
  if (::chmod(folder.c_str(), kFolderMode) != 0) {
    return storage_fault("cannot set the mode of " + folder.string(), errno);
  }
  return sync_folder(folder.parent_path());
}

std::string random_suffix() {
  std::array<unsigned char, 6> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) return {};
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string text;
  for (const unsigned char byte : bytes) {
    text += kHex[byte >> 4U];
    text += kHex[byte & 0xFU];
  }
  return text;
}

Error taken(const fs::path& path) {
  return refused(fault::kAlreadyExists, "a session is stored at " + path.string() + " already");
}

/// True for file systems that have no hard links.
bool has_no_links(int error_number) {
  return error_number == EPERM || error_number == EOPNOTSUPP || error_number == ENOSYS ||
         error_number == EMLINK;
}

std::string nanoseconds(const timespec& time) {
  return std::to_string(static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec);
}

}  // namespace

std::optional<Error> make_folders(const fs::path& folder) {
  std::vector<fs::path> missing;
  std::error_code none;
  for (fs::path at = folder; !at.empty() && !fs::exists(at, none); at = at.parent_path()) {
    missing.push_back(at);
    if (at == at.parent_path()) break;
  }
  std::reverse(missing.begin(), missing.end());
  for (const fs::path& next : missing) {
    if (auto fault = make_folder(next)) return fault;
  }
  return std::nullopt;
}

std::optional<Error> write_at(int file, std::uint64_t offset, std::string_view bytes,
                              const fs::path& path) {
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return storage_fault("cannot write to " + path.string(), errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
    offset += static_cast<std::uint64_t>(written);
  }
  return std::nullopt;
}

std::optional<Error> sync_file(int file, const fs::path& path) {
  if (::fsync(file) == 0) return std::nullopt;
  return storage_fault("cannot bring " + path.string() + " to the disk", errno);
}

std::optional<Error> sync_folder(const fs::path& folder) {
  const fs::path path = folder.empty() ? fs::path(".") : folder;
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!file) return storage_fault("cannot open the folder " + path.string(), errno);
  // Some file systems keep folders durable by themselves and refuse to be told so.
  if (::fsync(file.get()) == 0 || errno == EINVAL) return std::nullopt;
  return storage_fault("cannot bring the folder " + path.string() + " to the disk", errno);
}

Expected<TempFile> TempFile::make(const fs::path& final_path) {
  fs::path path = final_path;
  path += "." + random_suffix() + ".tmp";
  Descriptor file(
      ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, kFileMode));
  if (!file) return tl::make_unexpected(storage_fault("cannot create " + path.string(), errno));
  TempFile temp(std::move(file), path, final_path);
  if (::fchmod(temp.get(), kFileMode) != 0) {
    return tl::make_unexpected(storage_fault("cannot set the mode of " + path.string(), errno));
  }
  return temp;
}

TempFile::TempFile(TempFile&& other) noexcept
    : file_(std::move(other.file_)),
      path_(std::exchange(other.path_, {})),
      final_path_(std::move(other.final_path_)) {}

TempFile::~TempFile() {
  if (!path_.empty()) ::unlink(path_.c_str());
}

std::optional<Error> TempFile::publish_new() {
  if (auto fault = sync_file(get(), path_)) return fault;
  if (::link(path_.c_str(), final_path_.c_str()) == 0) {
    ::unlink(path_.c_str());
    path_.clear();
    return sync_folder(final_path_.parent_path());
  }
  if (errno == EEXIST) return taken(final_path_);
  if (!has_no_links(errno)) {
    return storage_fault("cannot give " + path_.string() + " its name", errno);
  }
  if (::renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, final_path_.c_str(), RENAME_NOREPLACE) != 0) {
    if (errno == EEXIST) return taken(final_path_);
    return storage_fault("cannot rename " + path_.string(), errno);
  }
  path_.clear();
  return sync_folder(final_path_.parent_path());
}

std::optional<Error> TempFile::publish_over() {
  if (auto fault = sync_file(get(), path_)) return fault;
  if (::rename(path_.c_str(), final_path_.c_str()) != 0) {
    return storage_fault("cannot rename " + path_.string(), errno);
  }
  path_.clear();
  return sync_folder(final_path_.parent_path());
}

std::optional<Error> copy_bytes(int from, int to, std::uint64_t size, const fs::path& path) {
  std::vector<char> buffer(std::size_t{1} << 18U);
  for (std::uint64_t done = 0; done < size;) {
    const auto wanted =
        static_cast<std::size_t>(std::min<std::uint64_t>(buffer.size(), size - done));
    const ssize_t got = ::pread(from, buffer.data(), wanted, static_cast<off_t>(done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return storage_fault("cannot read " + path.string(), got < 0 ? errno : EIO);
    const std::string_view bytes(buffer.data(), static_cast<std::size_t>(got));
    if (auto fault = write_at(to, done, bytes, path)) return fault;
    done += static_cast<std::uint64_t>(got);
  }
  return std::nullopt;
}

Expected<std::string> revision_of(int file, const fs::path& path) {
  struct stat state {};
  if (::fstat(file, &state) != 0) {
    return tl::make_unexpected(storage_fault("cannot look at " + path.string(), errno));
  }
  return std::to_string(state.st_dev) + ":" + std::to_string(state.st_ino) + ":" +
         std::to_string(state.st_size) + ":" + nanoseconds(state.st_mtim) + ":" +
         nanoseconds(state.st_ctim);
}

}  // namespace keel::session::jsonl
