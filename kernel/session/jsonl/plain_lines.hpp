// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "session/jsonl/byte_source.hpp"

namespace keel::session::jsonl {

/// The complete lines of a plain file and where they begin.
class PlainLines {
 public:
  struct Line {
    /// Without line feed; borrowed until the next call.
    std::string_view text;
    std::uint64_t offset;
  };

  explicit PlainLines(ByteSource& source, std::uint64_t offset = 0)
      : source_(source), offset_(offset) {}

  /// The next line; nothing when no further line feed comes. An error when a line is too long.
  Expected<std::optional<Line>> next();

  /// Where the last complete line ends.
  std::uint64_t end_offset() const { return offset_; }
  /// Bytes of the file, known once next() gave nothing.
  std::uint64_t size() const { return offset_ + buffer_.size() - at_; }

 private:
  /// Reads on; false at the end.
  Expected<bool> fill();

  ByteSource& source_;
  std::string buffer_;
  /// Position of the next line in the buffer, and in the file.
  std::size_t at_ = 0;
  std::uint64_t offset_;
  std::size_t block_ = 4096;
};

}  // namespace keel::session::jsonl
