// SPDX-License-Identifier: MIT
#include "policy_paths.hpp"

#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>

namespace keel::sandbox_bwrap {

namespace {

/// Directories whose files the system runs or trusts.
constexpr std::array<std::string_view, 12> kSystemPlaces{"/bin",  "/boot",  "/dev",  "/etc",
                                                         "/lib",  "/lib64", "/proc", "/run",
                                                         "/sbin", "/sys",   "/usr",  "/var"};

std::optional<struct stat> look(const std::string& path, bool follow) {
  struct stat info {};
  const int found = follow ? ::stat(path.c_str(), &info) : ::lstat(path.c_str(), &info);
  if (found != 0) return std::nullopt;
  return info;
}

bool is_directory(const std::string& path) {
  const std::optional<struct stat> info = look(path, true);
  return info && S_ISDIR(info->st_mode);
}

std::string parent_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == 0 ? "/" : path.substr(0, slash);
}

/// Why a root must not be written by commands; empty when it may.
std::string why_sensitive(const std::string& root, const PathSettings& settings) {
  const std::string remedy = "; start in the directory of a project, so that it may be written";
  if (root == "/") return "the workspace is the whole file system" + remedy;
  const std::string home = settings.home.empty() ? "" : real_path(settings.home);
  if (!home.empty() && home != "/" && is_within(home, root)) {
    return "the workspace " + root +
           (root == home ? " is the home directory" : " holds the home directory") +
           ", where start-up files and keys lie" + remedy;
  }
  if (std::find(kSystemPlaces.begin(), kSystemPlaces.end(), root) != kSystemPlaces.end()) {
    return "the workspace " + root + " belongs to the system" + remedy;
  }
  for (const std::string& place : settings.own_places) {
    if (real_path(place) == root) {
      return "the workspace " + root + " is where the host keeps its own settings" + remedy;
    }
  }
  return {};
}

/// Where a `.git` that is a file says that the repository is.
std::optional<std::string> git_directory_of(const std::string& file) {
  std::ifstream in(file);
  std::string line;
  constexpr std::string_view kPrefix = "gitdir: ";
  if (!std::getline(in, line) || !line.starts_with(kPrefix)) return std::nullopt;
  const std::string target = line.substr(kPrefix.size());
  if (target.empty()) return std::nullopt;
  return real_path(target.starts_with('/') ? target : parent_of(file) + "/" + target);
}

/// The real place of a protected name whose directories may be links or, for `.git`, a file that
/// names another one.
void add_protected(std::vector<ProtectedPath>& list, const std::string& root, std::string wanted) {
  const bool as_directory = wanted.ends_with('/');
  while (wanted.size() > 1 && wanted.ends_with('/')) wanted.pop_back();
  std::string path = wanted.starts_with('/') ? wanted : root + "/" + wanted;
  const std::string parent = parent_of(path);
  const std::optional<struct stat> parent_info = look(parent, true);
  if (parent_info && S_ISREG(parent_info->st_mode)) {
    list.push_back({real_path(parent), true, false});
    const std::optional<std::string> moved = git_directory_of(parent);
    if (!moved) return;
    path = *moved + path.substr(parent.size());
  }
  ProtectedPath found;
  found.exists = look(path, true).has_value();
  // What is missing is named by its directory, so that a link there does not hide it.
  found.path =
      found.exists ? real_path(path) : real_path(parent_of(path)) + path.substr(path.rfind('/'));
  found.is_directory = !found.exists && as_directory && is_directory(parent_of(found.path));
  // A link to elsewhere: neither the link nor what it names may be exchanged.
  const std::optional<struct stat> entry = look(path, false);
  if (entry && S_ISLNK(entry->st_mode)) {
    list.push_back({real_path(parent_of(path)) + path.substr(path.rfind('/')), true, false});
  }
  list.push_back(std::move(found));
}

}  // namespace

std::string real_path(const std::string& path) {
  std::array<char, PATH_MAX> resolved{};
  return ::realpath(path.c_str(), resolved.data()) == nullptr ? path : std::string(resolved.data());
}

bool is_within(std::string_view path, std::string_view root) {
  if (root == "/") return true;
  return path.starts_with(root) && (path.size() == root.size() || path[root.size()] == '/');
}

PolicyPaths policy_paths(const PathSettings& settings, std::string_view mode,
                         std::string_view workspace) {
  PolicyPaths paths;
  // The kernel's own lookup: "link/.." is the directory that a command would be in.
  paths.workspace = real_path(std::string(workspace));
  if (mode == kFullAccess) {
    paths.writable.emplace_back("/");
    return paths;
  }
  if (mode != kWorkspaceWrite) return paths;
  paths.reason = why_sensitive(paths.workspace, settings);
  if (paths.reason.empty() && is_directory(paths.workspace)) {
    paths.writable.push_back(paths.workspace);
  }
  for (const std::string& more : settings.writable) {
    const std::string root = real_path(more);
    const bool known =
        std::find(paths.writable.begin(), paths.writable.end(), root) != paths.writable.end();
    if (!known && is_directory(root)) paths.writable.push_back(root);
  }
  for (const std::string& root : paths.writable) {
    for (const std::string& wanted : settings.protect) {
      add_protected(paths.protected_paths, root, wanted);
    }
    for (const std::string& place : settings.own_places) {
      const std::string own = real_path(place);
      if (own != root && is_within(own, root)) {
        paths.protected_paths.push_back({own, look(own, true).has_value(), false});
      }
    }
  }
  return paths;
}

}  // namespace keel::sandbox_bwrap
