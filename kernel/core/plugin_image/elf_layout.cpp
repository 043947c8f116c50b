#include "core/plugin_image/elf_layout.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/plugin_image/fault_text.hpp"

namespace keel::core {
namespace {

#if defined(__x86_64__)
constexpr std::uint16_t kHostMachine = EM_X86_64;
#elif defined(__aarch64__)
constexpr std::uint16_t kHostMachine = EM_AARCH64;
#elif defined(__riscv) && __riscv_xlen == 64
constexpr std::uint16_t kHostMachine = EM_RISCV;
#elif defined(__powerpc64__) && defined(__LITTLE_ENDIAN__)
constexpr std::uint16_t kHostMachine = EM_PPC64;
#else
#error "Plugins are ELF64 little-endian libraries; name this CPU's e_machine here."
#endif
static_assert(std::endian::native == std::endian::little, "file structures are copied as they are");

constexpr std::string_view kRebuild =
    "Build the plugin again with keel_add_plugin(), or copy the file again.";
constexpr std::string_view kCopyAgain = "The file is incomplete: copy or link it again.";

std::string machine_name(std::uint16_t machine) {
  switch (machine) {
    case EM_X86_64:
      return "x86-64";
    case EM_AARCH64:
      return "AArch64";
    case EM_RISCV:
      return "RISC-V";
    case EM_PPC64:
      return "POWER64";
    case EM_386:
      return "x86 (32 bits)";
    case EM_ARM:
      return "ARM (32 bits)";
    default:
      return "machine number " + std::to_string(machine);
  }
}

std::string_view type_name(std::uint16_t type) {
  switch (type) {
    case ET_REL:
      return "an object file";
    case ET_EXEC:
      return "a program";
    case ET_CORE:
      return "a core dump";
    default:
      return "an unknown type";
  }
}

std::string segment_name(std::size_t index, std::uint32_t type) {
  std::string name = "program header " + std::to_string(index);
  switch (type) {
    case PT_LOAD:
      return name + " (PT_LOAD)";
    case PT_DYNAMIC:
      return name + " (PT_DYNAMIC)";
    case PT_NOTE:
      return name + " (PT_NOTE)";
    case PT_TLS:
      return name + " (PT_TLS)";
    default:
      return name + " (type " + hex_text(type) + ")";
  }
}

std::string range_text(std::uint64_t offset, std::uint64_t size) {
  return hex_text(size) + " bytes at offset " + hex_text(offset);
}

/// Written so that no sum can wrap.
bool fits(std::uint64_t offset, std::uint64_t size, std::uint64_t limit) {
  return offset <= limit && size <= limit - offset;
}

bool covers(const Elf64_Phdr& load, std::uint64_t address) {
  return load.p_type == PT_LOAD && address >= load.p_vaddr &&
         address - load.p_vaddr < load.p_filesz;
}

}  // namespace

ElfLayout::ElfLayout(std::span<const std::byte> file, std::string_view file_name)
    : file_(file), file_name_(file_name) {}

tl::expected<ElfLayout, ImageError> ElfLayout::parse(std::span<const std::byte> file,
                                                     std::string_view file_name) {
  ElfLayout layout(file, file_name);
  if (file.size() < SELFMAG || std::memcmp(file.data(), ELFMAG, SELFMAG) != 0) {
    const std::string_view start(reinterpret_cast<const char*>(file.data()),
                                 std::min<std::size_t>(file.size(), SELFMAG));
    return tl::unexpected(layout.fault(
        ImageErrc::not_elf, "file header", "the ELF magic '\\x7fELF'",
        file.empty() ? "an empty file" : quoted_text(start),
        "Name the shared library itself, not a script, an archive or a text file beside it."));
  }
  if (file.size() < sizeof(Elf64_Ehdr)) {
    return tl::unexpected(layout.fault(ImageErrc::truncated, "file header", "64 bytes",
                                       std::to_string(file.size()) + " bytes", kCopyAgain));
  }
  std::memcpy(&layout.header_, file.data(), sizeof layout.header_);
  if (auto error = layout.check_identity()) return tl::unexpected(std::move(*error));
  if (auto error = layout.check_tables()) return tl::unexpected(std::move(*error));
  layout.segments_.resize(layout.header_.e_phnum);
  std::memcpy(layout.segments_.data(), file.data() + layout.header_.e_phoff,
              layout.segments_.size() * sizeof(Elf64_Phdr));
  if (auto error = layout.check_segments()) return tl::unexpected(std::move(*error));
  return layout;
}

std::span<const std::byte> ElfLayout::bytes_of(const Elf64_Phdr& segment) const {
  // The offset of an empty segment is not checked: it may point anywhere.
  if (segment.p_filesz == 0) return {};
  return file_.subspan(segment.p_offset, segment.p_filesz);
}

std::span<const std::byte> ElfLayout::bytes_at(std::uint64_t address) const {
  for (const Elf64_Phdr& segment : segments_) {
    if (!covers(segment, address)) continue;
    return bytes_of(segment).subspan(address - segment.p_vaddr);
  }
  return {};
}

std::uint64_t ElfLayout::offset_of(std::span<const std::byte> bytes) const {
  return static_cast<std::uint64_t>(bytes.data() - file_.data());
}

std::optional<ImageError> ElfLayout::check_identity() const {
  constexpr std::string_view kForThisHost =
      "Build the plugin for the CPU and system that this host runs on.";
  const unsigned char* ident = header_.e_ident;
  if (ident[EI_CLASS] != ELFCLASS64) {
    return fault(ImageErrc::wrong_class, "file header, EI_CLASS", "2 (64 bits)",
                 std::to_string(ident[EI_CLASS]), kForThisHost);
  }
  if (ident[EI_DATA] != ELFDATA2LSB) {
    return fault(ImageErrc::wrong_byte_order, "file header, EI_DATA", "1 (little endian)",
                 std::to_string(ident[EI_DATA]), kForThisHost);
  }
  if (ident[EI_VERSION] != EV_CURRENT || header_.e_version != EV_CURRENT) {
    return fault(ImageErrc::malformed, "file header, version", "1",
                 std::to_string(ident[EI_VERSION]) + " and " + std::to_string(header_.e_version),
                 kRebuild);
  }
  if (ident[EI_OSABI] != ELFOSABI_NONE && ident[EI_OSABI] != ELFOSABI_GNU) {
    return fault(ImageErrc::wrong_machine, "file header, EI_OSABI", "0 (System V) or 3 (GNU/Linux)",
                 std::to_string(ident[EI_OSABI]), kForThisHost);
  }
  if (header_.e_type != ET_DYN) {
    return fault(
        ImageErrc::wrong_type, "file header, e_type", "3 (a shared library)",
        std::to_string(header_.e_type) + " (" + std::string(type_name(header_.e_type)) + ")",
        "Link the plugin with -shared, as keel_add_plugin() does.");
  }
  if (header_.e_machine != kHostMachine) {
    return fault(ImageErrc::wrong_machine, "file header, e_machine", machine_name(kHostMachine),
                 machine_name(header_.e_machine), kForThisHost);
  }
  return std::nullopt;
}

std::optional<ImageError> ElfLayout::check_tables() const {
  if (header_.e_phentsize != sizeof(Elf64_Phdr) || header_.e_phnum == 0 ||
      header_.e_phnum > kMaxSegments) {
    return fault(ImageErrc::malformed, "file header, program header table",
                 "1 to " + std::to_string(kMaxSegments) + " entries of 56 bytes",
                 std::to_string(header_.e_phnum) + " entries of " +
                     std::to_string(header_.e_phentsize) + " bytes",
                 kRebuild);
  }
  const std::uint64_t segments_size = header_.e_phnum * sizeof(Elf64_Phdr);
  if (!fits(header_.e_phoff, segments_size, file_.size())) {
    return fault(ImageErrc::truncated, "program header table",
                 range_text(header_.e_phoff, segments_size),
                 "a file of " + hex_text(file_.size()) + " bytes", kCopyAgain);
  }
  if (header_.e_shoff == 0) return std::nullopt;
  if (header_.e_shnum != 0 && header_.e_shentsize != sizeof(Elf64_Shdr)) {
    return fault(ImageErrc::malformed, "file header, section table", "entries of 64 bytes",
                 "entries of " + std::to_string(header_.e_shentsize) + " bytes", kRebuild);
  }
  const std::uint64_t sections_size =
      std::max<std::uint64_t>(header_.e_shnum, 1) * sizeof(Elf64_Shdr);
  if (!fits(header_.e_shoff, sections_size, file_.size())) {
    return fault(ImageErrc::truncated, "section table", range_text(header_.e_shoff, sections_size),
                 "a file of " + hex_text(file_.size()) + " bytes", kCopyAgain);
  }
  return std::nullopt;
}

std::optional<ImageError> ElfLayout::check_segments() const {
  const Elf64_Phdr* previous_load = nullptr;
  std::size_t dynamic_count = 0;
  for (std::size_t i = 0; i < segments_.size(); ++i) {
    const Elf64_Phdr& segment = segments_[i];
    if (segment.p_type == PT_NULL) continue;
    if (auto error = check_extent(i)) return error;
    if (segment.p_type == PT_DYNAMIC) ++dynamic_count;
    if (segment.p_type != PT_LOAD) continue;
    if (auto error = check_load(i, previous_load)) return error;
    previous_load = &segment;
  }
  if (previous_load == nullptr || dynamic_count != 1) {
    return fault(ImageErrc::malformed, "program header table",
                 "loadable segments and one dynamic segment",
                 std::string(previous_load == nullptr ? "no loadable segment" : "some") + " and " +
                     std::to_string(dynamic_count) + " dynamic",
                 kRebuild);
  }
  for (std::size_t i = 0; i < segments_.size(); ++i) {
    const std::uint32_t type = segments_[i].p_type;
    if (type != PT_DYNAMIC && type != PT_NOTE) continue;
    if (auto error = check_mapped(i)) return error;
    if (type != PT_NOTE) continue;
    if (auto error = check_note_overlap(i)) return error;
  }
  return std::nullopt;
}

std::optional<ImageError> ElfLayout::check_extent(std::size_t index) const {
  const Elf64_Phdr& segment = segments_[index];
  // PT_GNU_STACK and the like only carry flags.
  if (segment.p_filesz == 0) return std::nullopt;
  if (fits(segment.p_offset, segment.p_filesz, file_.size())) return std::nullopt;
  const bool wraps = segment.p_filesz > UINT64_MAX - segment.p_offset;
  return fault(wraps ? ImageErrc::malformed : ImageErrc::truncated,
               segment_name(index, segment.p_type),
               "a range inside the file of " + hex_text(file_.size()) + " bytes",
               range_text(segment.p_offset, segment.p_filesz), kCopyAgain);
}

std::optional<ImageError> ElfLayout::check_load(std::size_t index,
                                                const Elf64_Phdr* previous) const {
  const Elf64_Phdr& load = segments_[index];
  const auto malformed = [&](std::string_view expected, const std::string& found) {
    return fault(ImageErrc::malformed, segment_name(index, PT_LOAD), expected, found, kRebuild);
  };
  if (load.p_filesz > load.p_memsz || load.p_memsz > UINT64_MAX - load.p_vaddr) {
    return malformed("a memory size that holds the file part and stays in the address space",
                     "file size " + hex_text(load.p_filesz) + ", memory size " +
                         hex_text(load.p_memsz) + " at address " + hex_text(load.p_vaddr));
  }
  if (load.p_align > 1 && (!std::has_single_bit(load.p_align) ||
                           ((load.p_vaddr - load.p_offset) & (load.p_align - 1)) != 0)) {
    return malformed("an alignment that is a power of two and fits address and offset",
                     "alignment " + hex_text(load.p_align) + ", address " + hex_text(load.p_vaddr) +
                         ", offset " + hex_text(load.p_offset));
  }
  if (load.p_filesz == 0 && load.p_offset > file_.size()) {
    return malformed("an offset inside the file", "offset " + hex_text(load.p_offset));
  }
  if (previous != nullptr && load.p_vaddr < previous->p_vaddr + previous->p_memsz) {
    return malformed("an address behind the loadable segment before it, " +
                         hex_text(previous->p_vaddr + previous->p_memsz) + " or more",
                     "address " + hex_text(load.p_vaddr));
  }
  return std::nullopt;
}

std::optional<ImageError> ElfLayout::check_mapped(std::size_t index) const {
  const Elf64_Phdr& segment = segments_[index];
  if (segment.p_filesz == 0) {
    if (segment.p_type == PT_NOTE) return std::nullopt;
    return fault(ImageErrc::malformed, segment_name(index, segment.p_type), "content",
                 "a size of 0", kRebuild);
  }
  const std::span<const std::byte> mapped = bytes_at(segment.p_vaddr);
  if (mapped.size() >= segment.p_filesz && offset_of(mapped) == segment.p_offset) {
    return std::nullopt;
  }
  return fault(
      ImageErrc::malformed, segment_name(index, segment.p_type),
      "a range inside one loadable segment",
      range_text(segment.p_offset, segment.p_filesz) + " with address " + hex_text(segment.p_vaddr),
      "Give the section the flag \"a\" (allocated), as keel_add_plugin() does.");
}

std::optional<ImageError> ElfLayout::check_note_overlap(std::size_t index) const {
  const Elf64_Phdr& note = segments_[index];
  for (std::size_t i = 0; i < index; ++i) {
    const Elf64_Phdr& other = segments_[i];
    if (other.p_type != PT_NOTE || other.p_filesz == 0 || note.p_filesz == 0) continue;
    if (note.p_offset >= other.p_offset + other.p_filesz ||
        other.p_offset >= note.p_offset + note.p_filesz) {
      continue;
    }
    return fault(ImageErrc::malformed, segment_name(index, PT_NOTE), "notes that do not overlap",
                 range_text(note.p_offset, note.p_filesz) + " and " +
                     range_text(other.p_offset, other.p_filesz) + " in program header " +
                     std::to_string(i),
                 kRebuild);
  }
  return std::nullopt;
}

ImageError ElfLayout::fault(ImageErrc code, std::string_view place, std::string_view expected,
                            std::string_view found, std::string_view remedy) const {
  return make_image_error(code, {file_name_, place, expected, found, remedy});
}

}  // namespace keel::core
