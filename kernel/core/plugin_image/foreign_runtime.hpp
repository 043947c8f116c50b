// Language runtimes inside a plugin file that the process can never get rid of again.
#pragma once

#include <libelf.h>

#include <string>

#include "core/plugin_image/elf_layout.hpp"

namespace keel::core {

/// Where a runtime gave itself away; empty text if it did not.
struct ForeignRuntimes {
  std::string go;        ///< The Go runtime: threads and signal handlers that never end.
  std::string rust_std;  ///< Rust's std: thread-locals with destructors.
};

/// Looks at notes, section names and constant data. Needs no section table, so stripped files are
/// recognised too. `elf` is the same file, opened by libelf. Any thread.
ForeignRuntimes find_foreign_runtimes(const ElfLayout& layout, Elf* elf);

}  // namespace keel::core
