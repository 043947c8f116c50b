// SPDX-License-Identifier: MIT
#include "core/exec/stack_text.hpp"

#include <cxxabi.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <optional>

#include "core/exec/owned_fd.hpp"

namespace keel::core {

namespace {

struct Mapping {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t file_offset = 0;
  std::string path;
};

std::vector<Mapping> read_process_map() {
  std::vector<Mapping> mappings;
  std::ifstream file("/proc/self/maps");
  for (std::string line; std::getline(file, line);) {
    Mapping mapping;
    int path_at = 0;
    const int fields =
        std::sscanf(line.c_str(), "%" SCNx64 "-%" SCNx64 " %*4s %" SCNx64 " %*s %*s %n",
                    &mapping.begin, &mapping.end, &mapping.file_offset, &path_at);
    if (fields != 3) continue;
    if (path_at > 0 && static_cast<std::size_t>(path_at) <= line.size()) {
      mapping.path = line.substr(static_cast<std::size_t>(path_at));
    }
    mappings.push_back(std::move(mapping));
  }
  return mappings;
}

std::string demangled(const char* name) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(name, nullptr, nullptr, &status), &std::free);
  return status == 0 && text ? std::string(text.get()) : std::string(name);
}

std::string hex(std::uint64_t number) {
  char text[2 + 16 + 1];
  std::snprintf(text, sizeof text, "0x%" PRIx64, number);
  return text;
}

/// The names in one mapped file.
class Symbols {
 public:
  explicit Symbols(const std::string& path) {
    if (elf_version(EV_CURRENT) == EV_NONE) return;
    fd_ = OwnedFd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (fd_.valid()) elf_.reset(elf_begin(fd_.get(), ELF_C_READ_MMAP, nullptr));
  }

  /// The address that the file itself gives to what lies there.
  std::optional<std::uint64_t> address_of(std::uint64_t file_offset) const {
    std::size_t count = 0;
    if (!elf_ || elf_getphdrnum(elf_.get(), &count) != 0) return std::nullopt;
    for (std::size_t i = 0; i < count; ++i) {
      GElf_Phdr segment;
      if (gelf_getphdr(elf_.get(), static_cast<int>(i), &segment) == nullptr) continue;
      if (segment.p_type != PT_LOAD || file_offset < segment.p_offset) continue;
      const std::uint64_t inside = file_offset - segment.p_offset;
      if (inside < segment.p_filesz) return segment.p_vaddr + inside;
    }
    return std::nullopt;
  }

  /// "function()+0x1c", or nothing when no function of the file covers the address.
  std::string name_at(std::uint64_t address, std::uint64_t shown_address) const {
    Elf_Scn* section = nullptr;
    while ((section = elf_nextscn(elf_.get(), section)) != nullptr) {
      GElf_Shdr header;
      if (gelf_getshdr(section, &header) == nullptr || header.sh_entsize == 0) continue;
      if (header.sh_type != SHT_SYMTAB && header.sh_type != SHT_DYNSYM) continue;
      Elf_Data* const data = elf_getdata(section, nullptr);
      if (data == nullptr) continue;
      const auto count = static_cast<int>(header.sh_size / header.sh_entsize);
      for (int i = 0; i < count; ++i) {
        GElf_Sym symbol;
        if (gelf_getsym(data, i, &symbol) == nullptr) break;
        if (GELF_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_shndx == SHN_UNDEF) continue;
        if (address < symbol.st_value || address - symbol.st_value >= symbol.st_size) continue;
        const char* const name = elf_strptr(elf_.get(), header.sh_link, symbol.st_name);
        if (name == nullptr) continue;
        return demangled(name) + "+" + hex(shown_address - symbol.st_value);
      }
    }
    return {};
  }

 private:
  struct End {
    void operator()(Elf* elf) const { elf_end(elf); }
  };

  OwnedFd fd_;
  std::unique_ptr<Elf, End> elf_;
};

std::string describe(std::uint64_t address, bool interrupted, const std::vector<Mapping>& mappings,
                     std::map<std::string, Symbols>& files) {
  for (const Mapping& mapping : mappings) {
    if (address < mapping.begin || address >= mapping.end) continue;
    if (mapping.path.empty()) return hex(address) + " in memory without a file";
    const Symbols& symbols = files.try_emplace(mapping.path, mapping.path).first->second;
    const auto in_file = symbols.address_of(address - mapping.begin + mapping.file_offset);
    if (!in_file) return hex(address) + " in " + mapping.path;
    // A return address may lie behind the end of a function whose last instruction is the call.
    const std::uint64_t instruction = interrupted ? *in_file : *in_file - 1;
    const std::string name = symbols.name_at(instruction, *in_file);
    return (name.empty() ? "?" : name) + " in " + mapping.path + " (" + hex(*in_file) + ")";
  }
  return hex(address) + " in unmapped memory";
}

}  // namespace

std::vector<std::string> describe_stack(std::span<void* const> addresses) {
  const std::vector<Mapping> mappings = read_process_map();
  std::map<std::string, Symbols> files;
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    const auto address = reinterpret_cast<std::uint64_t>(addresses[i]);
    lines.push_back(describe(address, i == 0, mappings, files));
  }
  return lines;
}

}  // namespace keel::core
