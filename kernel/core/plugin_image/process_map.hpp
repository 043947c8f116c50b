// What this process has mapped, according to the kernel and to the dynamic linker.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

namespace keel::core {

/// Whether a file is part of this process.
enum class MapState {
  absent,   ///< Neither the kernel nor the dynamic linker knows it: its code is gone.
  linked,   ///< The dynamic linker still has it among its libraries.
  mapped,   ///< The dynamic linker has forgotten it, but some of its pages are mapped.
  unknown,  ///< The dynamic linker has forgotten it, and /proc/self/maps cannot be read.
};

/// `file` must be absolute and without symbolic links. A file that was deleted or replaced since it
/// was mapped is still found. Any thread. Takes tens of microseconds: it reads the whole map.
MapState map_state(const std::filesystem::path& file);

/// Anything but proven absence.
bool is_mapped(const std::filesystem::path& file);

/// What an address belongs to.
struct AddressOwner {
  std::string
      file;  ///< A path; for memory without file what the kernel calls it ("[heap]"), or "".
  std::uint64_t offset;  ///< Of the address: from the load address of a library, as addr2line wants
                         ///< it, otherwise from the start of the mapping.
};

/// The library (or program, or other mapping) around an address; nothing if it is not mapped.
/// Any thread, not in a signal handler.
std::optional<AddressOwner> owner_of(const void* address);

/// The same for a signal handler: writes the path, cut to fit and without final NUL, and returns
/// its length; 0 if there is none. Async-signal-safe; needs about 2 KiB of stack. Memory that a
/// library has beyond its file (.bss) has no path here.
std::size_t owner_of_in_signal_handler(const void* address, std::span<char> path) noexcept;

}  // namespace keel::core
