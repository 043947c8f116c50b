// What a plugin file exports, imports and asks of the dynamic linker, read before it is mapped.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "core/plugin_image/elf_layout.hpp"
#include "core/plugin_image/image_error.hpp"

namespace keel::core {

/// The one symbol that a plugin exports.
inline constexpr const char* kPluginEntryName = "keel_plugin_entry";

/// A directory in which the dynamic linker will look for libraries that the plugin needs.
struct LibraryPath {
  enum class Kind {
    absolute,
    origin,    ///< Starts with $ORIGIN, which will be the image cache: it finds nothing.
    relative,  ///< Depends on the working directory, so on whoever can write there.
  };
  std::string text;
  Kind kind;
};

enum class StackNeed {
  plain,       ///< PT_GNU_STACK without X.
  executable,  ///< PT_GNU_STACK with X: loading would make every stack of the host executable.
  unstated,    ///< No PT_GNU_STACK: the dynamic linker assumes executable.
};

/// Names are as the file spells them (mangled). Lists are in the order of the file.
struct SymbolReport {
  bool exports_entry = false;      ///< keel_plugin_entry is there.
  bool entry_is_function = false;  ///< ... and is a function.
  std::vector<std::string> extra_exports;
  std::vector<std::string> unique_symbols;  ///< STB_GNU_UNIQUE, defined here.
  std::vector<std::string> undefined;  ///< Must be found in other libraries, else loading fails.
  std::vector<std::string> undefined_weak;  ///< May stay unresolved.
  std::vector<std::string> needed;          ///< DT_NEEDED.
  std::vector<LibraryPath> library_paths;   ///< DT_RPATH and DT_RUNPATH, split at colons.
  StackNeed stack = StackNeed::plain;
  bool text_relocations = false;
  bool thread_local_data = false;    ///< A PT_TLS segment.
  bool never_unload = false;         ///< DF_1_NODELETE.
  bool is_program = false;           ///< DF_1_PIE: a program, which dlopen refuses.
  std::string thread_exit_import;    ///< __cxa_thread_atexit or its _impl; empty if not imported.
  bool imports_thread_keys = false;  ///< pthread_key_create.
  std::string go_runtime;            ///< Where the Go runtime was seen; empty if it was not.
  std::string rust_std;              ///< Where Rust's std was seen; empty if it was not.
  std::string build_id;              ///< Lower-case hexadecimal; empty if there is none.
};

/// What dlclose will do to a library, as far as its file tells.
struct UnloadClass {
  enum class Kind {
    unmappable,  ///< Leaves the process once nobody uses it.
    resident,    ///< Stays mapped for the life of the process, whatever anybody calls.
  };
  Kind kind = Kind::unmappable;
  std::string reason;  ///< One clause for people; empty for unmappable.
};

/// Reads the report with libelf. `file_name` is what messages call the file. Any thread; safe on
/// any bytes. Errors: those of ElfLayout::parse, malformed.
tl::expected<SymbolReport, ImageError> read_symbols(std::span<const std::byte> file,
                                                    std::string_view file_name);

/// The same, for a file whose layout is already proved.
tl::expected<SymbolReport, ImageError> read_symbols(const ElfLayout& layout);

/// Decides by rule: unique symbols, thread-exit destructors, DF_1_NODELETE, a Go runtime and Rust's
/// std make a library resident.
UnloadClass unload_class_of(const SymbolReport& report);

}  // namespace keel::core
