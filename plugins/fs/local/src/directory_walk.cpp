// SPDX-License-Identifier: MIT
#include "directory_walk.hpp"

#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>

#include "fs_error.hpp"
#include "keel/contracts/fs.hpp"
#include "resolved_path.hpp"

namespace keel::fs_local {

namespace {

constexpr int kDirectory = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
/// Bits that mkdir takes away from by the umask.
constexpr mode_t kNewDirectory = 0777;

tl::unexpected<Error> moved(const std::string& display) {
  return fs_fail(kMoved, shown(display) + " changed while it was being written");
}

/// Whether the descriptor is the directory that the path named when it was checked.
bool is_at(int fd, const std::string& path) {
  std::array<char, PATH_MAX> place{};
  const std::string link = "/proc/self/fd/" + std::to_string(fd);
  const ssize_t length = ::readlink(link.c_str(), place.data(), place.size());
  // Without /proc the walk below is what is left.
  if (length < 0) return true;
  return std::string_view(place.data(), static_cast<std::size_t>(length)) == path;
}

Expected<OwnedFd> open_step(int parent, const std::string& name, bool create,
                            const std::string& display) {
  OwnedFd next(::openat(parent, name.c_str(), kDirectory));
  if (!next.valid() && errno == ENOENT && create) {
    if (::mkdirat(parent, name.c_str(), kNewDirectory) != 0 && errno != EEXIST) {
      return system_fail(errno, "make the directory of", shown(display));
    }
    next = OwnedFd(::openat(parent, name.c_str(), kDirectory));
  }
  if (next.valid()) return next;
  if (errno == ENOTDIR || errno == ELOOP) return moved(display);
  return system_fail(errno, "open the directory of", shown(display));
}

}  // namespace

Expected<Place> walk_to(const Anchor& anchor, bool create, const std::string& display) {
  if (anchor.below.empty()) {
    return fs_fail(contracts::fs::errors::kFsNotRegularFile,
                   shown(display) + " is a directory, not a file");
  }
  OwnedFd at(::open(anchor.root.c_str(), kDirectory));
  if (!at.valid()) return system_fail(errno, "open", shown(anchor.root));
  if (!is_at(at.get(), anchor.root)) return moved(display);
  std::string_view rest = anchor.below;
  for (std::size_t slash = rest.find('/'); slash != std::string_view::npos;
       slash = rest.find('/')) {
    Expected<OwnedFd> next =
        open_step(at.get(), std::string(rest.substr(0, slash)), create, display);
    if (!next) return tl::make_unexpected(std::move(next.error()));
    at = std::move(*next);
    rest.remove_prefix(slash + 1);
  }
  return Place{std::move(at), std::string(rest)};
}

}  // namespace keel::fs_local
