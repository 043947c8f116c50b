// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "session/jsonl/byte_source.hpp"
#include "session/jsonl/frame_walk.hpp"

namespace keel::session::jsonl {

/// A header frame that grows beyond this is no header.
inline constexpr std::size_t kMaxHeaderBytes = std::size_t{1} << 20U;

/// No frame is larger: a hostile file cannot make a reader hold more at once.
inline constexpr std::size_t kMaxFrameBytes = std::size_t{512} << 20U;

/// The frames of a file one after the other; holds one frame at a time.
class FrameWindow {
 public:
  struct Frame {
    /// Of a complete frame its bytes, otherwise what there is. Empty at the end. Borrowed until the
    /// next call.
    std::string_view bytes;
    std::uint64_t offset = 0;
    FrameExtent extent;
    /// Nothing but zeros, or the begin of a frame and then zeros. Only for invalid ones.
    bool only_zeros = false;
  };

  explicit FrameWindow(ByteSource& source, std::uint64_t offset = 0)
      : source_(source), offset_(offset) {}

  /// The next frame. After one that is not complete there is no next.
  Expected<Frame> next();

  enum class Zeros {
    kNone,   ///< The file ends here.
    kSome,   ///< Zeros and nothing else.
    kOther,  ///< Something else.
  };
  /// What follows the last frame given. When it is kNone or kSome, that frame's bytes are gone.
  Expected<Zeros> zeros_follow();

  /// Bytes of the file, known once the last frame was given.
  std::uint64_t end() const { return offset_ + buffer_.size() - at_; }

 private:
  /// Reads on, so that at least twice as many bytes are there; false at the end.
  Expected<bool> fill();
  /// Past the first `skip` bytes.
  Expected<bool> rest_is_zero(std::size_t skip);

  ByteSource& source_;
  std::string buffer_;
  std::size_t at_ = 0;
  std::uint64_t offset_;
  std::size_t block_ = 4096;
};

}  // namespace keel::session::jsonl
