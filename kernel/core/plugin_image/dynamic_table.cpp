#include "core/plugin_image/dynamic_table.hpp"

#include <algorithm>
#include <cstring>

#include "core/plugin_image/fault_text.hpp"

namespace keel::core {
namespace {

/// A little-endian word of 32 bits; the caller has checked that it is there.
std::uint32_t word_at(std::span<const std::byte> bytes, std::size_t offset) {
  std::uint32_t word;
  std::memcpy(&word, bytes.data() + offset, sizeof word);
  return word;
}

/// Part of the file as libelf sees it: converted, and aligned. Null if it does not fit `type`.
Elf_Data* converted(const ElfLayout& layout, Elf* elf, std::span<const std::byte> bytes,
                    Elf_Type type) {
  return elf_getdata_rawchunk(elf, static_cast<std::int64_t>(layout.offset_of(bytes)), bytes.size(),
                              type);
}

}  // namespace

tl::expected<DynamicTable, ImageError> DynamicTable::read(const ElfLayout& layout, Elf* elf) {
  DynamicTable table(layout, elf);
  if (auto error = table.read_entries()) return tl::unexpected(std::move(*error));
  if (auto error = table.read_strings()) return tl::unexpected(std::move(*error));
  return table;
}

std::optional<std::uint64_t> DynamicTable::value(std::int64_t tag) const {
  std::optional<std::uint64_t> last;
  for (const GElf_Dyn& entry : entries_) {
    if (entry.d_tag == tag) last = entry.d_un.d_val;
  }
  return last;
}

tl::expected<std::vector<std::string_view>, ImageError> DynamicTable::strings(
    std::int64_t tag) const {
  std::vector<std::string_view> all;
  for (const GElf_Dyn& entry : entries_) {
    if (entry.d_tag != tag) continue;
    const auto text = string_at(
        entry.d_un.d_val, "dynamic entry with tag " + hex_text(static_cast<std::uint64_t>(tag)));
    if (!text) return tl::unexpected(text.error());
    all.push_back(*text);
  }
  return all;
}

tl::expected<std::vector<DynamicSymbol>, ImageError> DynamicTable::symbols() const {
  const auto address = value(DT_SYMTAB);
  if (!address) {
    return tl::unexpected(malformed("dynamic segment", "a symbol table (DT_SYMTAB)", "none"));
  }
  const auto bytes = layout_->bytes_at(*address);
  const auto count = symbol_count(bytes.size() / sizeof(Elf64_Sym));
  if (!count) return tl::unexpected(count.error());
  if (*count <= 1) return std::vector<DynamicSymbol>{};

  Elf_Data* data = converted(*layout_, elf_, bytes.first(*count * sizeof(Elf64_Sym)), ELF_T_SYM);
  if (data == nullptr) {
    return tl::unexpected(malformed("dynamic symbol table", "readable symbols", elf_errmsg(-1)));
  }
  std::vector<DynamicSymbol> all;
  all.reserve(*count - 1);
  std::size_t name_bytes = 0;
  for (std::size_t i = 1; i < *count; ++i) {
    GElf_Sym symbol;
    if (gelf_getsym(data, static_cast<int>(i), &symbol) == nullptr) {
      return tl::unexpected(malformed("dynamic symbol table", "readable symbols", elf_errmsg(-1)));
    }
    const auto name = string_at(symbol.st_name, "dynamic symbol");
    if (!name) return tl::unexpected(name.error());
    name_bytes += name->size();
    if (name_bytes > kMaxNameBytes) {
      return tl::unexpected(malformed("dynamic symbol table",
                                      std::to_string(kMaxNameBytes) + " bytes of names at most",
                                      "more"));
    }
    all.push_back({*name, static_cast<unsigned char>(GELF_ST_BIND(symbol.st_info)),
                   static_cast<unsigned char>(GELF_ST_TYPE(symbol.st_info)),
                   static_cast<unsigned char>(GELF_ST_VISIBILITY(symbol.st_other)),
                   symbol.st_shndx != SHN_UNDEF});
  }
  return all;
}

std::optional<ImageError> DynamicTable::read_entries() {
  const auto segments = layout_->segments();
  const auto dynamic = std::find_if(segments.begin(), segments.end(),
                                    [](const Elf64_Phdr& s) { return s.p_type == PT_DYNAMIC; });
  const auto bytes = layout_->bytes_of(*dynamic);
  Elf_Data* data = converted(
      *layout_, elf_, bytes.first(bytes.size() - bytes.size() % sizeof(Elf64_Dyn)), ELF_T_DYN);
  if (data == nullptr) {
    return malformed("dynamic segment", "readable entries", elf_errmsg(-1));
  }
  for (int i = 0;; ++i) {
    GElf_Dyn entry;
    if (gelf_getdyn(data, i, &entry) == nullptr) {
      return malformed("dynamic segment", "a final entry DT_NULL",
                       std::to_string(i) + " entries without it");
    }
    if (entry.d_tag == DT_NULL) return std::nullopt;
    entries_.push_back(entry);
  }
}

std::optional<ImageError> DynamicTable::read_strings() {
  const auto address = value(DT_STRTAB);
  const auto size = value(DT_STRSZ);
  if (!address || !size) {
    return malformed("dynamic segment", "a string table (DT_STRTAB and DT_STRSZ)", "none");
  }
  const auto bytes = layout_->bytes_at(*address);
  if (bytes.size() < *size) {
    return malformed("dynamic string table",
                     hex_text(*size) + " bytes at address " + hex_text(*address),
                     hex_text(bytes.size()) + " bytes of the file there");
  }
  strings_ = {reinterpret_cast<const char*>(bytes.data()), *size};
  return std::nullopt;
}

tl::expected<std::string_view, ImageError> DynamicTable::string_at(std::uint64_t offset,
                                                                   std::string_view what) const {
  const std::size_t end =
      offset < strings_.size() ? strings_.find('\0', offset) : std::string_view::npos;
  if (end != std::string_view::npos) return strings_.substr(offset, end - offset);
  return tl::unexpected(malformed(
      what, "a name in the dynamic string table of " + hex_text(strings_.size()) + " bytes",
      "the offset " + hex_text(offset) + " without a final NUL"));
}

/// No entry says how many symbols there are: the hash tables imply it. The section table is asked
/// too, because the GNU table of a library without exports does not cover what it imports.
tl::expected<std::size_t, ImageError> DynamicTable::symbol_count(std::size_t room) const {
  std::size_t count = section_count(*value(DT_SYMTAB));
  if (const auto address = value(DT_HASH)) {
    const auto table = layout_->bytes_at(*address);
    if (table.size() < 8) {
      return tl::unexpected(malformed("hash table (DT_HASH)", "a header of 8 bytes",
                                      std::to_string(table.size()) + " bytes"));
    }
    count = std::max<std::size_t>(count, word_at(table, 4));
  }
  if (const auto address = value(DT_GNU_HASH)) {
    auto hashed = gnu_hash_count(*address);
    if (!hashed) return hashed;
    count = std::max(count, *hashed);
  }
  if (count <= std::min(room, kMaxSymbols)) return count;
  return tl::unexpected(malformed("dynamic symbol table",
                                  std::to_string(std::min(room, kMaxSymbols)) + " symbols at most",
                                  std::to_string(count)));
}

tl::expected<std::size_t, ImageError> DynamicTable::gnu_hash_count(std::uint64_t address) const {
  constexpr std::size_t kHeader = 16;
  const auto table = layout_->bytes_at(address);
  const auto too_short = [&] {
    return tl::unexpected(malformed("hash table (DT_GNU_HASH)", "a table that ends in the file",
                                    hex_text(table.size()) + " bytes"));
  };
  if (table.size() < kHeader) return too_short();
  const std::uint64_t bucket_count = word_at(table, 0);
  const std::uint64_t first_symbol = word_at(table, 4);
  const std::uint64_t buckets = kHeader + word_at(table, 8) * std::uint64_t{8};
  const std::uint64_t chains = buckets + bucket_count * 4;
  if (chains > table.size()) return too_short();

  std::uint64_t last = 0;
  for (std::uint64_t i = 0; i < bucket_count; ++i) {
    last = std::max<std::uint64_t>(last, word_at(table, buckets + i * 4));
  }
  if (last < first_symbol) return static_cast<std::size_t>(last == 0 ? first_symbol : last + 1);
  for (;; ++last) {
    const std::uint64_t place = chains + (last - first_symbol) * 4;
    if (place + 4 > table.size()) return too_short();
    if ((word_at(table, place) & 1) != 0) return static_cast<std::size_t>(last + 1);
  }
}

std::size_t DynamicTable::section_count(std::uint64_t symbols_address) const {
  for (Elf_Scn* section = elf_nextscn(elf_, nullptr); section != nullptr;
       section = elf_nextscn(elf_, section)) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr) continue;
    if (header.sh_type == SHT_DYNSYM && header.sh_addr == symbols_address) {
      return header.sh_size / sizeof(Elf64_Sym);
    }
  }
  return 0;
}

ImageError DynamicTable::malformed(std::string_view place, std::string_view expected,
                                   std::string_view found) const {
  return make_image_error(
      ImageErrc::malformed,
      {layout_->file_name(), place, expected, found,
       "Build the plugin again with keel_add_plugin(), or copy the file again."});
}

}  // namespace keel::core
