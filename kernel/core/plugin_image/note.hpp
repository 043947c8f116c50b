// The manifest note of a plugin file: read from bytes, before anything of the file is mapped.
//
// The manifest (the JSON text of plugin.json) sits in an allocated ELF note with the name "Keel"
// and type 1, in a section called .note.keel. Only program headers are followed: they survive strip
// and are what the dynamic linker obeys, so section names play no part in finding the note.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "core/plugin_image/elf_layout.hpp"
#include "core/plugin_image/image_error.hpp"

namespace keel::core {

inline constexpr std::string_view kManifestNoteName = "Keel";
inline constexpr std::uint32_t kManifestNoteType = 1;
inline constexpr std::size_t kMaxManifestSize = 64 * 1024;

/// A manifest in the bytes that it was read from.
struct NoteView {
  std::string_view
      manifest_json;          ///< Borrowed from the file bytes. Not checked to be JSON or UTF-8.
  std::uint64_t file_offset;  ///< Of the first byte of the manifest.
};

/// The one manifest note of a file. `file_name` is what messages call the file.
/// Any thread; allocates little more than the program headers; safe on any bytes.
/// Errors: those of ElfLayout::parse, malformed, note_missing, note_duplicate, note_empty,
/// note_too_large.
tl::expected<NoteView, ImageError> read_note(std::span<const std::byte> file,
                                             std::string_view file_name);

/// The same, for a file whose layout is already proved.
tl::expected<NoteView, ImageError> read_note(const ElfLayout& layout);

/// The linker's build id (GNU note, type 3), as bytes of the file; empty if there is none.
std::span<const std::byte> read_build_id(const ElfLayout& layout);

}  // namespace keel::core
