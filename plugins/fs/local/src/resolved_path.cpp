// SPDX-License-Identifier: MIT
#include "resolved_path.hpp"

#include <limits.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <deque>
#include <system_error>

#include "fs_error.hpp"
#include "keel/contracts/fs.hpp"
#include "text/utf8.hpp"

namespace keel::fs_local {

namespace errors = contracts::fs::errors;

namespace {

/// As many as the kernel follows.
constexpr int kMaxLinks = 40;

using Components = std::deque<std::string>;

Components split(std::string_view path) {
  Components components;
  while (!path.empty()) {
    const std::size_t slash = path.find('/');
    const std::string_view name = path.substr(0, slash);
    if (!name.empty() && name != ".") components.emplace_back(name);
    if (slash == std::string_view::npos) break;
    path.remove_prefix(slash + 1);
  }
  return components;
}

std::string join(std::string_view path, std::string_view name) {
  std::string joined(path);
  if (joined.empty() || joined.back() != '/') joined += '/';
  return joined.append(name);
}

void to_parent(std::string& path) {
  const std::size_t slash = path.rfind('/');
  path.resize(slash == 0 ? 1 : slash);
}

std::string clean(std::string_view path) {
  std::string result = "/";
  for (const std::string& name : split(path)) result = join(result, name);
  return result;
}

bool has_parent_step(std::string_view path) {
  for (const std::string& name : split(path)) {
    if (name == "..") return true;
  }
  return false;
}

/// Follows a path component by component, as the kernel does, and says what it found.
class Walk {
 public:
  explicit Walk(std::string_view path) : display_(path), left_(split(path)) {}

  Expected<ResolvedPath> run() {
    while (!left_.empty()) {
      std::string name = std::move(left_.front());
      left_.pop_front();
      if (name == "..") {
        to_parent(at_);
        continue;
      }
      if (Expected<bool> there = step(std::move(name)); !there) {
        return tl::make_unexpected(std::move(there.error()));
      } else if (!*there) {
        return missing();
      }
    }
    ResolvedPath found;
    found.real = at_;
    struct stat info {};
    if (::lstat(at_.c_str(), &info) != 0) return system_fail(errno, "look at", display_);
    found.info = info;
    return found;
  }

 private:
  /// False: there is nothing of that name.
  Expected<bool> step(std::string name) {
    std::string next = join(at_, name);
    struct stat info {};
    if (::lstat(next.c_str(), &info) != 0) {
      if (errno != ENOENT) return system_fail(errno, "look at", display_);
      last_ = std::move(name);
      return false;
    }
    if (S_ISLNK(info.st_mode)) return follow(next);
    if (!left_.empty() && !S_ISDIR(info.st_mode)) {
      return system_fail(ENOTDIR, "look at", display_);
    }
    at_ = std::move(next);
    return true;
  }

  Expected<bool> follow(const std::string& link) {
    if (++links_ > kMaxLinks) return system_fail(ELOOP, "look at", display_);
    std::array<char, PATH_MAX> target{};
    const ssize_t length = ::readlink(link.c_str(), target.data(), target.size());
    if (length < 0) return system_fail(errno, "follow", display_);
    const std::string_view to(target.data(), static_cast<std::size_t>(length));
    // Only what is left of the path itself may be missing; below a link it is a broken link.
    if (left_.empty()) ends_in_link_ = true;
    Components into = split(to);
    left_.insert(left_.begin(), into.begin(), into.end());
    if (to.starts_with('/')) at_ = "/";
    return true;
  }

  Expected<ResolvedPath> missing() {
    ResolvedPath found;
    found.real = join(at_, last_);
    found.dangling = ends_in_link_;
    for (const std::string& name : left_) {
      if (name == "..") return system_fail(ENOENT, "look at", display_);
      found.real = join(found.real, name);
    }
    return found;
  }

  std::string display_;
  Components left_;
  std::string at_ = "/";
  std::string last_;
  int links_ = 0;
  bool ends_in_link_ = false;
};

}  // namespace

Expected<ResolvedPath> resolve_path(std::string_view base, std::string_view path) {
  if (path.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    return fs_fail(errors::kFsNotFound, "the path is empty; give the path of a file");
  }
  if (path.find('\0') != std::string_view::npos) {
    return fs_fail(errors::kFsNotFound, "the path holds a NUL byte");
  }
  const std::string full = path.starts_with('/') ? std::string(path) : join(base, path);
  Expected<ResolvedPath> found = Walk(full).run();
  if (!found) return found;
  // Taking ".." apart without the disk would be wrong behind a link.
  found->display = has_parent_step(full) ? found->real : clean(full);
  // A trailing slash asks for a directory.
  if (full.ends_with('/') && found->info && !S_ISDIR(found->info->st_mode)) {
    return system_fail(ENOTDIR, "look at", found->display);
  }
  return found;
}

std::string real_directory(std::string_view path) {
  Expected<ResolvedPath> found = resolve_path("/", path);
  return found ? found->real : std::string(path);
}

std::string identity_of(const struct stat& info) {
  const auto nanoseconds = [](const timespec& time) {
    return std::to_string(static_cast<long long>(time.tv_sec) * 1'000'000'000 + time.tv_nsec);
  };
  return std::to_string(info.st_dev) + ":" + std::to_string(info.st_ino) + ":" +
         std::to_string(info.st_size) + ":" + nanoseconds(info.st_mtim) + ":" +
         nanoseconds(info.st_ctim);
}

std::string shown(std::string_view path) { return text::replace_invalid(path); }

}  // namespace keel::fs_local
