#include "core/plugin_image/process_map.hpp"

#include <link.h>

#include <array>
#include <cerrno>
#include <climits>
#include <string_view>

#include "core/plugin_image/maps_reader.hpp"

namespace keel::core {
namespace {

constexpr std::string_view kDeleted = " (deleted)";
// The longest path, and the mark behind it.
using PathBuffer = std::array<char, PATH_MAX + kDeleted.size()>;

std::string_view without_mark(std::string_view path) {
  if (path.ends_with(kDeleted)) path.remove_suffix(kDeleted.size());
  return path;
}

/// Line breaks are the only thing that the kernel escapes in a path.
std::string as_kernel_writes(const std::string& path) {
  std::string written;
  for (const char character : path) {
    if (character == '\n') {
      written += "\\012";
    } else {
      written += character;
    }
  }
  return written;
}

bool is_linked(const std::string& file) {
  struct Search {
    const std::string& file;
    bool found;
  } search{file, false};
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* data) {
        auto& wanted = *static_cast<Search*>(data);
        wanted.found = info->dlpi_name != nullptr && wanted.file == info->dlpi_name;
        return wanted.found ? 1 : 0;
      },
      &search);
  return search.found;
}

/// The library whose segments contain an address: it knows memory beyond the file, which the
/// kernel's map shows without a path.
struct LibrarySearch {
  std::uint64_t address;
  bool found = false;
  std::string name = {};
  std::uint64_t load_address = 0;

  static int visit(dl_phdr_info* info, std::size_t, void* data) {
    auto& search = *static_cast<LibrarySearch*>(data);
    for (std::size_t i = 0; i < info->dlpi_phnum; ++i) {
      const auto& segment = info->dlpi_phdr[i];
      const std::uint64_t start = info->dlpi_addr + segment.p_vaddr;
      if (segment.p_type != PT_LOAD || search.address < start ||
          search.address - start >= segment.p_memsz) {
        continue;
      }
      search.found = true;
      search.name = info->dlpi_name == nullptr ? "" : info->dlpi_name;
      search.load_address = info->dlpi_addr;
      return 1;
    }
    return 0;
  }
};

std::string program_path() {
  std::error_code ignored;
  return std::filesystem::read_symlink("/proc/self/exe", ignored).native();
}

}  // namespace

MapState map_state(const std::filesystem::path& file) {
  if (is_linked(file.native())) return MapState::linked;
  const std::string wanted = as_kernel_writes(file.native());
  PathBuffer buffer;
  MapsReader maps(buffer);
  MapLine line;
  bool any_line = false;
  while (maps.next(line)) {
    any_line = true;
    if (line.path == wanted || without_mark(line.path) == wanted) return MapState::mapped;
  }
  return maps.readable() && any_line ? MapState::absent : MapState::unknown;
}

bool is_mapped(const std::filesystem::path& file) { return map_state(file) != MapState::absent; }

std::optional<AddressOwner> owner_of(const void* address) {
  LibrarySearch search{reinterpret_cast<std::uint64_t>(address)};
  dl_iterate_phdr(&LibrarySearch::visit, &search);
  if (search.found) {
    // The dynamic linker has no name for the program itself.
    return AddressOwner{search.name.empty() ? program_path() : search.name,
                        search.address - search.load_address};
  }
  PathBuffer buffer;
  MapsReader maps(buffer);
  MapLine line;
  while (maps.next(line)) {
    if (search.address < line.start || search.address >= line.end) continue;
    return AddressOwner{std::string(line.path), search.address - line.start};
  }
  return std::nullopt;
}

std::size_t owner_of_in_signal_handler(const void* address, std::span<char> path) noexcept {
  // The interrupted code must find its errno again.
  const int interrupted_errno = errno;
  const auto wanted = reinterpret_cast<std::uint64_t>(address);
  std::size_t length = 0;
  {
    MapsReader maps(path);
    MapLine line;
    bool found = false;
    while (!found && maps.next(line)) found = wanted >= line.start && wanted < line.end;
    if (found) length = line.path.size();
  }
  errno = interrupted_errno;
  return length;
}

}  // namespace keel::core
