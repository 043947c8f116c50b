// SPDX-License-Identifier: MIT
#include "write_policy.hpp"

#include <sys/stat.h>

#include <optional>
#include <string_view>

#include "fs_error.hpp"
#include "keel/contracts/fs.hpp"
#include "resolved_path.hpp"

namespace keel::fs_local {

namespace {

/// What lies behind `root` in `path`, when `path` is `root` or below it.
std::optional<std::string> below(std::string_view root, std::string_view path) {
  if (root == "/") return std::string(path.substr(1));
  if (!path.starts_with(root)) return std::nullopt;
  path.remove_prefix(root.size());
  if (path.empty()) return std::string();
  if (path.front() != '/') return std::nullopt;
  return std::string(path.substr(1));
}

bool same_directory(const std::string& path, const struct stat& root) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && info.st_dev == root.st_dev &&
         info.st_ino == root.st_ino;
}

/// The same directory under another name: a bind mount, or a file system that folds case.
std::optional<Anchor> anchor_by_identity(const std::string& root, const std::string& real) {
  struct stat info {};
  if (::stat(root.c_str(), &info) != 0) return std::nullopt;
  for (std::string at = real; !at.empty(); at.resize(at.rfind('/'))) {
    if (same_directory(at, info)) return Anchor{at, *below(at, real)};
  }
  return std::nullopt;
}

tl::unexpected<Error> denied(const WritePolicy& policy, std::string text) {
  Error error =
      std::move(fs_fail(contracts::fs::errors::kFsSandboxDenied, std::move(text)).value());
  error.data = object({{"name", "FsError"}, {"mode", policy.mode}});
  return tl::unexpected<Error>(std::move(error));
}

std::string list_of(const std::vector<std::string>& roots) {
  std::string text;
  for (const std::string& root : roots) text += (text.empty() ? "" : ", ") + shown(root);
  return text;
}

}  // namespace

Expected<Anchor> find_anchor(const WritePolicy& policy, const std::string& real,
                             const std::string& display) {
  if (policy.mode == "danger-full-access") return Anchor{"/", real.substr(1)};
  if (policy.mode != "workspace-write") {
    return denied(policy, "files may not be changed: " + shown(display) + " was left as it is" +
                              (policy.reason.empty() ? "" : ": " + policy.reason));
  }
  for (const std::string& path : policy.protected_paths) {
    if (below(path, real)) {
      return denied(policy, shown(display) +
                                " is protected: changing it could run commands or "
                                "change settings outside of the sandbox");
    }
  }
  for (const std::string& spelling : policy.roots) {
    const std::string root = real_directory(spelling);
    if (std::optional<std::string> rest = below(root, real)) {
      return Anchor{root, std::move(*rest)};
    }
    if (std::optional<Anchor> found = anchor_by_identity(root, real)) return std::move(*found);
  }
  std::string text =
      shown(display) + " is outside of what may be written (" + list_of(policy.roots) + ")";
  if (real != display) text += "; it leads to " + shown(real);
  if (!policy.reason.empty()) text += ": " + policy.reason;
  return denied(policy, std::move(text));
}

}  // namespace keel::fs_local
