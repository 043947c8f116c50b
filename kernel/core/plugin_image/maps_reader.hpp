// Reads /proc/self/maps without memory of its own, so that a signal handler can do it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/plugin_image/file_handle.hpp"

namespace keel::core {

/// One line of the map.
struct MapLine {
  std::uint64_t start;
  std::uint64_t end;
  std::string_view path;  ///< In the caller's buffer; cut if that is too short.
};

/// Async-signal-safe, if nobody else uses the object.
class MapsReader {
 public:
  /// `path_buffer` holds the path of the line at hand and must outlive the reader.
  explicit MapsReader(std::span<char> path_buffer) noexcept;

  /// Whether the map could be opened, and read so far.
  bool readable() const noexcept { return static_cast<bool>(file_) && !failed_; }

  /// False at the end. A line is good until the next call.
  bool next(MapLine& line) noexcept;

 private:
  int get() noexcept;
  std::uint64_t hex_number(int& stop) noexcept;

  FileHandle file_;
  std::span<char> path_buffer_;
  char block_[1024];
  std::size_t used_ = 0;
  std::size_t filled_ = 0;
  bool failed_ = false;
};

}  // namespace keel::core
