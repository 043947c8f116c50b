// SPDX-License-Identifier: MIT
#include "session/jsonl/frame_walk.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace keel::session::jsonl {

namespace {

constexpr std::string_view kMagic("\x28\xB5\x2F\xFD", 4);
constexpr std::size_t kMaxBlock = 128 * 1024;
constexpr std::size_t kChecksumBytes = 4;

FrameExtent invalid(std::string_view fault) { return {FrameState::kInvalid, 0, fault}; }

std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t number = 0;
  for (std::size_t i = bytes.size(); i > 0; --i) {
    number = number << 8U | static_cast<unsigned char>(bytes[i - 1]);
  }
  return number;
}

/// What the first byte after the magic says.
struct Descriptor {
  bool single_segment;
  bool reserved;
  bool checksum;
  unsigned dictionary_flag;
  unsigned size_flag;

  explicit Descriptor(unsigned char byte)
      : single_segment((byte & 0x20U) != 0),
        reserved((byte & 0x08U) != 0),
        checksum((byte & 0x04U) != 0),
        dictionary_flag(byte & 0x03U),
        size_flag(byte >> 6U) {}

  std::size_t window_bytes() const { return single_segment ? 0 : 1; }
  std::size_t size_bytes() const {
    constexpr std::array<std::size_t, 4> kSizes{0, 2, 4, 8};
    return size_flag == 0 && single_segment ? 1 : kSizes.at(size_flag);
  }
};

/// Bytes of window that a window descriptor asks for.
std::uint64_t window_size(unsigned char byte) {
  const unsigned exponent = byte >> 3U;
  const std::uint64_t base = std::uint64_t{1} << (10U + exponent);
  return base + base / 8 * (byte & 0x07U);
}

/// Size of the frame header after the magic, or why there is none. Incomplete: nothing.
struct HeaderExtent {
  std::size_t size = 0;
  std::string_view fault;
};

std::optional<HeaderExtent> walk_header(std::string_view bytes) {
  if (bytes.empty()) return std::nullopt;
  const Descriptor descriptor(static_cast<unsigned char>(bytes[0]));
  if (descriptor.reserved) return HeaderExtent{0, "the reserved bit of the frame header is set"};
  if (!descriptor.checksum) return HeaderExtent{0, "the frame has no content checksum"};
  if (descriptor.dictionary_flag != 0) return HeaderExtent{0, "the frame names a dictionary"};
  const std::size_t size = 1 + descriptor.window_bytes() + descriptor.size_bytes();
  if (bytes.size() < size) return std::nullopt;
  if (!descriptor.single_segment &&
      window_size(static_cast<unsigned char>(bytes[1])) > kMaxWindowBytes) {
    return HeaderExtent{0, "the frame asks for too large a window"};
  }
  return HeaderExtent{size, {}};
}

enum class BlockType : unsigned { kRaw = 0, kRunLength = 1, kCompressed = 2, kReserved = 3 };

}  // namespace

std::size_t magic_prefix(std::string_view bytes) {
  std::size_t size = 0;
  while (size < kMagic.size() && size < bytes.size() && bytes[size] == kMagic[size]) ++size;
  return size;
}

FrameExtent walk_frame(std::string_view bytes) {
  const std::size_t known = std::min(bytes.size(), kMagic.size());
  if (bytes.substr(0, known) != kMagic.substr(0, known)) return invalid("no frame begins here");
  if (known < kMagic.size()) return {};
  const auto header = walk_header(bytes.substr(kMagic.size()));
  if (!header) return {};
  if (!header->fault.empty()) return invalid(header->fault);

  constexpr std::size_t kBlockHeader = 3;
  std::size_t at = kMagic.size() + header->size;
  bool last = false;
  while (!last) {
    if (bytes.size() - at < kBlockHeader) return {};
    const std::uint64_t word = little_endian(bytes.substr(at, kBlockHeader));
    const auto type = static_cast<BlockType>((word >> 1U) & 3U);
    const auto size = static_cast<std::size_t>(word >> 3U);
    last = (word & 1U) != 0;
    if (type == BlockType::kReserved) return invalid("a block has the reserved type");
    if (size > kMaxBlock) return invalid("a block is larger than blocks can be");
    at += kBlockHeader;
    const std::size_t content = type == BlockType::kRunLength ? 1 : size;
    if (bytes.size() - at < content) return {};
    at += content;
  }
  if (bytes.size() - at < kChecksumBytes) return {};
  return {FrameState::kComplete, at + kChecksumBytes, {}};
}

}  // namespace keel::session::jsonl
