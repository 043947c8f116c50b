// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "keel/error.hpp"

namespace keel::session::jsonl {

/// Bytes that can be read at any place: a file, or memory.
class ByteSource {
 public:
  virtual ~ByteSource() = default;

  /// Reads up to into.size() bytes at `offset`; fewer only at the end, where it gives 0.
  virtual Expected<std::size_t> read(std::uint64_t offset, std::span<char> into) = 0;
};

class MemorySource final : public ByteSource {
 public:
  /// `bytes` outlives the source.
  explicit MemorySource(std::string_view bytes) : bytes_(bytes) {}
  Expected<std::size_t> read(std::uint64_t offset, std::span<char> into) override;

 private:
  std::string_view bytes_;
};

class FileSource final : public ByteSource {
 public:
  /// `descriptor` stays the caller's and open.
  explicit FileSource(int descriptor) : descriptor_(descriptor) {}
  Expected<std::size_t> read(std::uint64_t offset, std::span<char> into) override;

 private:
  int descriptor_;
};

}  // namespace keel::session::jsonl
