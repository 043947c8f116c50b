// The dynamic segment of a plugin file as the dynamic linker will read it: by addresses, not by the
// section table, which strip removes and which nothing at run time looks at.
#pragma once

#include <gelf.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "core/plugin_image/elf_layout.hpp"

namespace keel::core {

/// One dynamic symbol. The name is a view into the file.
struct DynamicSymbol {
  std::string_view name;
  unsigned char binding;
  unsigned char type;
  unsigned char visibility;
  bool defined;
};

/// Read once, then only views into the file. Any thread.
class DynamicTable {
 public:
  static constexpr std::size_t kMaxSymbols = 1u << 18;
  static constexpr std::size_t kMaxNameBytes = 64u << 20;  ///< Of all names together.

  /// `layout` and its bytes, and `elf` (the same bytes, opened by libelf), must outlive the table.
  /// Errors: malformed.
  static tl::expected<DynamicTable, ImageError> read(const ElfLayout& layout, Elf* elf);

  /// The value of a tag, if it is there; the last one, as the dynamic linker takes it.
  std::optional<std::uint64_t> value(std::int64_t tag) const;

  /// The strings that all entries with this tag name, in order. Errors: malformed.
  tl::expected<std::vector<std::string_view>, ImageError> strings(std::int64_t tag) const;

  /// Without the empty first one. Errors: malformed.
  tl::expected<std::vector<DynamicSymbol>, ImageError> symbols() const;

 private:
  DynamicTable(const ElfLayout& layout, Elf* elf) : layout_(&layout), elf_(elf) {}

  std::optional<ImageError> read_entries();
  std::optional<ImageError> read_strings();
  tl::expected<std::string_view, ImageError> string_at(std::uint64_t offset,
                                                       std::string_view what) const;
  tl::expected<std::size_t, ImageError> symbol_count(std::size_t room) const;
  tl::expected<std::size_t, ImageError> gnu_hash_count(std::uint64_t address) const;
  std::size_t section_count(std::uint64_t symbols_address) const;
  ImageError malformed(std::string_view place, std::string_view expected,
                       std::string_view found) const;

  const ElfLayout* layout_;
  Elf* elf_;
  std::vector<GElf_Dyn> entries_;
  std::string_view strings_;
};

}  // namespace keel::core
