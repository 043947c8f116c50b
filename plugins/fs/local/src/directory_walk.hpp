// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "keel/error.hpp"
#include "owned_fd.hpp"
#include "write_policy.hpp"

namespace keel::fs_local {

/// The directory that a file lies in, held open, and the file's name there. Every step of a
/// mutation goes through the descriptor, so that exchanging a directory above it leads nowhere
/// else.
struct Place {
  OwnedFd directory;
  std::string name;
};

/// Something that was checked is another thing by now: resolve again.
inline constexpr std::string_view kMoved = "MOVED";

/// Walks from the anchor's root to the parent of the file, following no link: the path was resolved
/// before, so a link that is there now was put there since (error kMoved). Missing directories are
/// made when `create`. Blocks on the disk.
Expected<Place> walk_to(const Anchor& anchor, bool create, const std::string& display);

}  // namespace keel::fs_local
