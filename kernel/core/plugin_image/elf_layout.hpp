// The program headers of a plugin file, read without trusting one byte of it.
#pragma once

#include <elf.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "core/plugin_image/image_error.hpp"

namespace keel::core {

/// An ELF64 little-endian shared library for this CPU whose segments all lie where they may.
///
/// parse() proves, so that nobody behind it has to ask again:
/// - every segment lies inside the file, and loadable segments are in order and do not overlap;
/// - PT_DYNAMIC (exactly one) and each PT_NOTE lie in the file part of a loadable segment, at the
///   place where their address says: what is read from the file is what the process will see;
/// - no two PT_NOTE overlap; the section table, if any, lies inside the file (a file cut short in
/// its
///   debug information is noticed).
///
/// Borrows the bytes. Any thread.
class ElfLayout {
 public:
  static constexpr std::size_t kMaxSegments = 256;

  /// `file_name` is what messages call the file. Errors: not_elf, wrong_*, truncated, malformed.
  static tl::expected<ElfLayout, ImageError> parse(std::span<const std::byte> file,
                                                   std::string_view file_name);

  std::span<const std::byte> file() const { return file_; }
  const std::string& file_name() const { return file_name_; }
  std::span<const Elf64_Phdr> segments() const { return segments_; }

  /// The file bytes of a segment.
  std::span<const std::byte> bytes_of(const Elf64_Phdr& segment) const;

  /// The file bytes from an address to the end of its loadable segment; empty if no loadable
  /// segment has file bytes there.
  std::span<const std::byte> bytes_at(std::uint64_t address) const;

  /// The place of those bytes in the file.
  std::uint64_t offset_of(std::span<const std::byte> bytes) const;

 private:
  ElfLayout(std::span<const std::byte> file, std::string_view file_name);

  std::optional<ImageError> check_identity() const;
  std::optional<ImageError> check_tables() const;
  std::optional<ImageError> check_segments() const;
  std::optional<ImageError> check_extent(std::size_t index) const;
  std::optional<ImageError> check_load(std::size_t index, const Elf64_Phdr* previous) const;
  std::optional<ImageError> check_mapped(std::size_t index) const;
  std::optional<ImageError> check_note_overlap(std::size_t index) const;
  ImageError fault(ImageErrc code, std::string_view place, std::string_view expected,
                   std::string_view found, std::string_view remedy) const;

  std::span<const std::byte> file_;
  std::string file_name_;
  Elf64_Ehdr header_{};
  std::vector<Elf64_Phdr> segments_;
};

}  // namespace keel::core
