#include "core/plugin_image/note_walk.hpp"

#include <elf.h>

#include <algorithm>
#include <cstring>

#include "core/plugin_image/fault_text.hpp"

namespace keel::core {
namespace {

std::uint64_t round_up(std::uint64_t number, std::uint64_t alignment) {
  return (number + alignment - 1) & ~(alignment - 1);
}

}  // namespace

NoteWalk::NoteWalk(std::span<const std::byte> segment, std::uint64_t alignment)
    : segment_(segment), alignment_(alignment <= 1 ? 4 : alignment) {}

tl::expected<std::optional<NoteEntry>, NoteFault> NoteWalk::next() {
  if (alignment_ != 4 && alignment_ != 8) {
    return tl::unexpected(NoteFault{0, "an alignment of 4 or 8", hex_text(alignment_)});
  }
  if (at_end()) return std::nullopt;
  const std::uint64_t left = segment_.size() - position_;
  if (left < sizeof(Elf64_Nhdr)) {
    return tl::unexpected(
        NoteFault{position_, "a note header of 12 bytes", std::to_string(left) + " bytes"});
  }
  Elf64_Nhdr header;
  std::memcpy(&header, segment_.data() + position_, sizeof header);
  // Sizes are 32 bits wide, so these sums of 64 bits cannot wrap.
  const std::uint64_t name_end = sizeof header + std::uint64_t{header.n_namesz};
  const std::uint64_t content_start = round_up(name_end, alignment_);
  const std::uint64_t content_end = content_start + header.n_descsz;
  if (name_end > left || (header.n_descsz != 0 && content_end > left)) {
    return tl::unexpected(NoteFault{position_, "a note of at most " + hex_text(left) + " bytes",
                                    "a name of " + hex_text(header.n_namesz) +
                                        " and a content of " + hex_text(header.n_descsz) +
                                        " bytes"});
  }
  const auto* start = segment_.data() + position_;
  NoteEntry entry{position_,
                  header.n_type,
                  {reinterpret_cast<const char*>(start) + sizeof header, header.n_namesz},
                  {}};
  if (header.n_descsz != 0) entry.content = {start + content_start, header.n_descsz};
  // The padding behind the last entry may be missing.
  position_ += std::min(round_up(content_end, alignment_), left);
  return entry;
}

bool NoteWalk::at_end() const {
  // Linkers that join segments of different alignment leave zeros at the end, fewer than one
  // header.
  const auto left = segment_.subspan(position_);
  return left.size() < sizeof(Elf64_Nhdr) &&
         std::all_of(left.begin(), left.end(), [](std::byte b) { return b == std::byte{0}; });
}

}  // namespace keel::core
