// The entries of one note segment, in a file or in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace keel::core {

/// One note. Views into the bytes that were walked.
struct NoteEntry {
  std::uint64_t offset;  ///< Of the entry, from the start of the segment.
  std::uint32_t type;
  std::string_view name;  ///< As stored: with its final NUL, if it has one.
  std::span<const std::byte> content;

  bool is(std::string_view owner, std::uint32_t wanted_type) const {
    return type == wanted_type && name.size() == owner.size() + 1 && name.starts_with(owner) &&
           name.back() == '\0';
  }
};

/// A place at which a note segment is not what the format says.
struct NoteFault {
  std::uint64_t offset;  ///< From the start of the segment.
  std::string expected;
  std::string found;
};

/// Walks one segment from front to back, without trusting it. Allocates only for a fault.
class NoteWalk {
 public:
  /// `alignment` is p_align of the segment: 0, 1 and 4 mean 4; 8 means 8; others fail in next().
  NoteWalk(std::span<const std::byte> segment, std::uint64_t alignment);

  /// The next entry, nothing at the end. After a fault the walk is over.
  tl::expected<std::optional<NoteEntry>, NoteFault> next();

 private:
  bool at_end() const;

  std::span<const std::byte> segment_;
  std::uint64_t alignment_;
  std::uint64_t position_ = 0;
};

}  // namespace keel::core
