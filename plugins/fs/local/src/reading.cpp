// SPDX-License-Identifier: MIT
#include "reading.hpp"

#include <dirent.h>
#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <memory>

#include "fs_error.hpp"
#include "keel/contracts/fs.hpp"

namespace keel::fs_local {

namespace errors = contracts::fs::errors;

namespace {

constexpr std::size_t kReadStep = 64 * 1024;
/// O_NONBLOCK: opening a FIFO without a writer would wait for one.
constexpr int kOpenFlags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;

tl::unexpected<Error> aborted(const std::string& display) {
  return fs_fail(errors::kFsAborted, "cancelled while reading " + shown(display));
}

tl::unexpected<Error> not_regular(const struct stat& info, const std::string& display) {
  return fs_fail(errors::kFsNotRegularFile,
                 shown(display) + (S_ISDIR(info.st_mode) ? " is a directory, not a file"
                                                         : " is not a regular file"));
}

Expected<OpenFile> checked(OwnedFd fd, const std::string& display) {
  OpenFile file;
  file.display = display;
  if (!fd.valid()) return system_fail(errno, "open", shown(display));
  if (::fstat(fd.get(), &file.info) != 0) return system_fail(errno, "read", shown(display));
  if (!S_ISREG(file.info.st_mode)) return not_regular(file.info, display);
  file.fd = std::move(fd);
  return file;
}

struct CloseDirectory {
  void operator()(DIR* directory) const { ::closedir(directory); }
};
using Directory = std::unique_ptr<DIR, CloseDirectory>;

}  // namespace

std::string_view type_of(const struct stat& info) {
  if (S_ISREG(info.st_mode)) return "file";
  if (S_ISDIR(info.st_mode)) return "directory";
  return S_ISLNK(info.st_mode) ? "link" : "other";
}

Expected<OpenFile> open_regular(const PathRequest& request) {
  Expected<ResolvedPath> path = resolve_path(request.base, request.path);
  if (!path) return tl::make_unexpected(std::move(path.error()));
  if (!path->info) {
    return fs_fail(errors::kFsNotFound, "there is no file " + shown(path->display));
  }
  // Before opening: a device may act on it.
  if (!S_ISREG(path->info->st_mode)) return not_regular(*path->info, path->display);
  return checked(OwnedFd(::open(path->real.c_str(), kOpenFlags)), path->display);
}

Expected<OpenFile> open_regular_at(int directory, const std::string& name,
                                   const std::string& display) {
  return checked(OwnedFd(::openat(directory, name.c_str(), kOpenFlags | O_NOFOLLOW)), display);
}

Expected<std::string> read_rest(const OpenFile& file, std::size_t max_bytes, CancelToken cancel) {
  std::string content;
  const auto size = static_cast<std::size_t>(std::max<off_t>(0, file.info.st_size));
  content.reserve(std::min(size, max_bytes) + 1);
  while (content.size() <= max_bytes) {
    if (cancel.cancelled()) return aborted(file.display);
    const std::size_t had = content.size();
    // The file itself says when it ends: some of /proc have the size 0.
    const std::size_t wanted =
        std::min(max_bytes + 1 - had, std::max(kReadStep, size > had ? size - had + 1 : 0));
    content.resize(had + wanted);
    const ssize_t got = ::read(file.fd.get(), content.data() + had, wanted);
    content.resize(had + static_cast<std::size_t>(std::max<ssize_t>(0, got)));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_fail(errno, "read", shown(file.display));
    if (got == 0) break;
  }
  return content;
}

Expected<FileContent> read_whole(const PathRequest& request, std::size_t max_bytes,
                                 CancelToken cancel) {
  Expected<OpenFile> file = open_regular(request);
  if (!file) return tl::make_unexpected(std::move(file.error()));
  const auto too_large = [&](const std::string& found) {
    return fs_fail(errors::kFsTooLarge, shown(file->display) + " has " + found +
                                            " bytes; at most " + std::to_string(max_bytes) +
                                            " are read at once");
  };
  if (static_cast<std::uint64_t>(file->info.st_size) > max_bytes) {
    return too_large(std::to_string(file->info.st_size));
  }
  Expected<std::string> content = read_rest(*file, max_bytes, cancel);
  if (!content) return tl::make_unexpected(std::move(content.error()));
  if (content->size() > max_bytes) return too_large("more than " + std::to_string(max_bytes));
  return FileContent{std::move(*content), file->info};
}

Expected<StatDone> stat_path(const PathRequest& request, bool no_follow) {
  Expected<ResolvedPath> path = resolve_path(request.base, request.path);
  if (!path) return tl::make_unexpected(std::move(path.error()));
  StatDone done{path->real, path->display, path->info};
  if (!no_follow) return done;
  struct stat info {};
  if (::lstat(path->display.c_str(), &info) == 0) {
    done.info = info;
  } else if (errno == ENOENT) {
    done.info.reset();
  } else {
    return system_fail(errno, "look at", shown(path->display));
  }
  return done;
}

Expected<std::vector<DirectoryEntry>> list_directory(const PathRequest& request,
                                                     CancelToken cancel) {
  Expected<ResolvedPath> path = resolve_path(request.base, request.path);
  if (!path) return tl::make_unexpected(std::move(path.error()));
  if (!path->info) {
    return fs_fail(errors::kFsNotFound, "there is no directory " + shown(path->display));
  }
  if (!S_ISDIR(path->info->st_mode)) {
    return fs_fail(errors::kFsNotDirectory, shown(path->display) + " is not a directory");
  }
  const Directory directory(::opendir(path->real.c_str()));
  if (directory == nullptr) return system_fail(errno, "list", shown(path->display));
  std::vector<DirectoryEntry> entries;
  while (true) {
    errno = 0;
    const dirent* found = ::readdir(directory.get());
    if (found == nullptr && errno != 0) return system_fail(errno, "list", shown(path->display));
    if (found == nullptr) break;
    if (cancel.cancelled()) return aborted(path->display);
    const std::string_view name(found->d_name);
    if (name == "." || name == "..") continue;
    DirectoryEntry entry;
    entry.name = name;
    entry.display = path->display == "/" ? "/" + entry.name : path->display + "/" + entry.name;
    entry.type = "other";
    struct stat info {};
    if (::fstatat(::dirfd(directory.get()), found->d_name, &info, 0) == 0) {
      entry.type = type_of(info);
      entry.info = info;
    }
    entries.push_back(std::move(entry));
  }
  std::sort(entries.begin(), entries.end(),
            [](const DirectoryEntry& a, const DirectoryEntry& b) { return a.name < b.name; });
  return entries;
}

}  // namespace keel::fs_local
