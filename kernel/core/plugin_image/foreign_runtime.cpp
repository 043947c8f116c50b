#include "core/plugin_image/foreign_runtime.hpp"

#include <gelf.h>

#include <cstring>
#include <string_view>

#include "core/plugin_image/fault_text.hpp"
#include "core/plugin_image/note_walk.hpp"

namespace keel::core {
namespace {

constexpr std::uint32_t kGoBuildIdType = 4;
// Start of the block that `go version` reads; the linker aligns it to 16 bytes.
constexpr std::string_view kGoBuildInfo = "\xff Go buildinf:";
// Panic messages of std name its source files, in release builds too.
constexpr std::string_view kRustStdSource = "library/std/src/";

bool contains(std::span<const std::byte> bytes, std::string_view wanted) {
  return !bytes.empty() &&
         memmem(bytes.data(), bytes.size(), wanted.data(), wanted.size()) != nullptr;
}

bool has_section(Elf* elf, std::string_view wanted) {
  std::size_t names = 0;
  if (elf_getshdrstrndx(elf, &names) != 0) return false;
  for (Elf_Scn* section = elf_nextscn(elf, nullptr); section != nullptr;
       section = elf_nextscn(elf, section)) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr) continue;
    const char* name = elf_strptr(elf, names, header.sh_name);
    if (name != nullptr && wanted == name) return true;
  }
  return false;
}

/// Go pads the name of its note with NULs and counts them.
bool is_go_build_id(const NoteEntry& note) {
  return note.type == kGoBuildIdType && note.name.starts_with("Go") &&
         note.name.find_first_not_of('\0', 2) == std::string_view::npos;
}

std::string find_go(const ElfLayout& layout, Elf* elf) {
  for (const Elf64_Phdr& segment : layout.segments()) {
    if (segment.p_type != PT_NOTE) continue;
    NoteWalk notes(layout.bytes_of(segment), segment.p_align);
    for (auto entry = notes.next(); entry && entry->has_value(); entry = notes.next()) {
      if (is_go_build_id(**entry)) return "note 'Go' type 4";
    }
  }
  for (const std::string_view name : {".go.buildinfo", ".gopclntab"}) {
    if (has_section(elf, name)) return "section " + std::string(name);
  }
  for (const Elf64_Phdr& segment : layout.segments()) {
    const bool constants = segment.p_type == PT_LOAD && (segment.p_flags & PF_X) == 0;
    if (constants && contains(layout.bytes_of(segment), kGoBuildInfo)) {
      return "Go build information in the data";
    }
  }
  return {};
}

std::string find_rust_std(const ElfLayout& layout) {
  for (const Elf64_Phdr& segment : layout.segments()) {
    // A linker may put constants and code into one segment.
    if (segment.p_type != PT_LOAD) continue;
    if (contains(layout.bytes_of(segment), kRustStdSource)) {
      return "source paths of Rust's std in the data";
    }
  }
  return {};
}

}  // namespace

ForeignRuntimes find_foreign_runtimes(const ElfLayout& layout, Elf* elf) {
  return {find_go(layout, elf), find_rust_std(layout)};
}

}  // namespace keel::core
