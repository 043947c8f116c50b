// SPDX-License-Identifier: MIT
// The structure of Zstandard frames (RFC 8878), read without decompressing anything.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace keel::session::jsonl {

enum class FrameState {
  kComplete,    ///< A whole frame; nothing is said about its content.
  kIncomplete,  ///< The bytes end before the frame does.
  kInvalid,     ///< These bytes begin no frame of a session file.
};

struct FrameExtent {
  FrameState state = FrameState::kIncomplete;
  /// Of a complete frame, in bytes.
  std::size_t size = 0;
  /// Of an invalid one, a constant.
  std::string_view fault;
};

/// The largest window that a reader must keep, as decoders limit it too.
inline constexpr std::uint64_t kMaxWindowBytes = std::uint64_t{1} << 27U;

/// How many bytes at the start of `bytes` are those that begin a frame: 0 to 4.
std::size_t magic_prefix(std::string_view bytes);

/// Walks the frame at the start of `bytes`: magic, header with the reserved bit 0, blocks,
/// checksum. Session files hold frames with content checksum and without dictionary; any other is
/// invalid.
FrameExtent walk_frame(std::string_view bytes);

}  // namespace keel::session::jsonl
