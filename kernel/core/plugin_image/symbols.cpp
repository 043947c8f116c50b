#include "core/plugin_image/symbols.hpp"

#include <algorithm>
#include <array>

#include "core/plugin_image/dynamic_table.hpp"
#include "core/plugin_image/elf_handle.hpp"
#include "core/plugin_image/fault_text.hpp"
#include "core/plugin_image/foreign_runtime.hpp"
#include "core/plugin_image/note.hpp"

namespace keel::core {
namespace {

/// Names that linkers export from every library on their own.
bool made_by_linker(std::string_view name) {
  constexpr std::array<std::string_view, 5> kNames = {"__bss_start", "_edata", "_end", "_fini",
                                                      "_init"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

LibraryPath::Kind path_kind(std::string_view path) {
  if (path.starts_with('/')) return LibraryPath::Kind::absolute;
  const bool origin = path.starts_with("$ORIGIN") || path.starts_with("${ORIGIN}");
  // An empty path is the working directory.
  return origin ? LibraryPath::Kind::origin : LibraryPath::Kind::relative;
}

void add_export(SymbolReport& report, const DynamicSymbol& symbol) {
  if (symbol.binding == STB_GNU_UNIQUE) report.unique_symbols.emplace_back(symbol.name);
  if (symbol.name == kPluginEntryName) {
    report.exports_entry = true;
    report.entry_is_function = symbol.type == STT_FUNC;
    return;
  }
  if (!made_by_linker(symbol.name)) report.extra_exports.emplace_back(symbol.name);
}

void add_import(SymbolReport& report, const DynamicSymbol& symbol) {
  auto& list = symbol.binding == STB_WEAK ? report.undefined_weak : report.undefined;
  list.emplace_back(symbol.name);
  if (symbol.name == "__cxa_thread_atexit" || symbol.name == "__cxa_thread_atexit_impl") {
    report.thread_exit_import = symbol.name;
  }
  if (symbol.name == "pthread_key_create") report.imports_thread_keys = true;
}

void add_symbols(SymbolReport& report, const std::vector<DynamicSymbol>& symbols) {
  for (const DynamicSymbol& symbol : symbols) {
    const bool global = symbol.binding == STB_GLOBAL || symbol.binding == STB_WEAK ||
                        symbol.binding == STB_GNU_UNIQUE;
    if (!global || symbol.name.empty()) continue;
    if (!symbol.defined) {
      add_import(report, symbol);
    } else if (symbol.visibility == STV_DEFAULT || symbol.visibility == STV_PROTECTED) {
      add_export(report, symbol);
    }
  }
}

void add_segments(SymbolReport& report, const ElfLayout& layout) {
  report.stack = StackNeed::unstated;
  for (const Elf64_Phdr& segment : layout.segments()) {
    if (segment.p_type == PT_TLS) report.thread_local_data = true;
    if (segment.p_type != PT_GNU_STACK) continue;
    const bool executable = (segment.p_flags & PF_X) != 0;
    report.stack = executable ? StackNeed::executable : StackNeed::plain;
  }
}

void add_flags(SymbolReport& report, const DynamicTable& table) {
  const auto flags = table.value(DT_FLAGS).value_or(0);
  const auto more_flags = table.value(DT_FLAGS_1).value_or(0);
  report.text_relocations = table.value(DT_TEXTREL).has_value() || (flags & DF_TEXTREL) != 0;
  report.never_unload = (more_flags & DF_1_NODELETE) != 0;
  report.is_program = (more_flags & DF_1_PIE) != 0;
}

std::optional<ImageError> add_libraries(SymbolReport& report, const DynamicTable& table) {
  const auto needed = table.strings(DT_NEEDED);
  if (!needed) return needed.error();
  report.needed.assign(needed->begin(), needed->end());
  for (const auto tag : {DT_RPATH, DT_RUNPATH}) {
    const auto lists = table.strings(tag);
    if (!lists) return lists.error();
    for (std::string_view list : *lists) {
      for (;;) {
        const std::size_t colon = list.find(':');
        const std::string_view path = list.substr(0, colon);
        report.library_paths.push_back({std::string(path), path_kind(path)});
        if (colon == std::string_view::npos) break;
        list.remove_prefix(colon + 1);
      }
    }
  }
  return std::nullopt;
}

}  // namespace

tl::expected<SymbolReport, ImageError> read_symbols(std::span<const std::byte> file,
                                                    std::string_view file_name) {
  const auto layout = ElfLayout::parse(file, file_name);
  if (!layout) return tl::unexpected(layout.error());
  return read_symbols(*layout);
}

tl::expected<SymbolReport, ImageError> read_symbols(const ElfLayout& layout) {
  elf_version(EV_CURRENT);
  // libelf asks for mutable bytes, for programs that edit files in memory; opened like this it only
  // reads.
  auto* bytes = const_cast<char*>(reinterpret_cast<const char*>(layout.file().data()));
  const ElfHandle elf(elf_memory(bytes, layout.file().size()));
  if (!elf) {
    return tl::unexpected(make_image_error(
        ImageErrc::malformed, {layout.file_name(), "file structure", "what libelf can open",
                               elf_errmsg(-1), "Build the plugin again, or copy the file again."}));
  }
  const auto table = DynamicTable::read(layout, elf.get());
  if (!table) return tl::unexpected(table.error());
  const auto symbols = table->symbols();
  if (!symbols) return tl::unexpected(symbols.error());

  SymbolReport report;
  add_symbols(report, *symbols);
  add_segments(report, layout);
  add_flags(report, *table);
  if (auto error = add_libraries(report, *table)) return tl::unexpected(std::move(*error));
  ForeignRuntimes runtimes = find_foreign_runtimes(layout, elf.get());
  report.go_runtime = std::move(runtimes.go);
  report.rust_std = std::move(runtimes.rust_std);
  report.build_id = hex_digits(read_build_id(layout));
  return report;
}

UnloadClass unload_class_of(const SymbolReport& report) {
  const auto resident = [](std::string reason) {
    return UnloadClass{UnloadClass::Kind::resident, std::move(reason)};
  };
  if (!report.go_runtime.empty()) {
    return resident("it contains the Go runtime (" + report.go_runtime +
                    "), whose threads never end");
  }
  if (!report.rust_std.empty()) {
    return resident("it contains Rust's std (" + report.rust_std +
                    "), whose thread-locals have destructors");
  }
  if (report.never_unload) {
    return resident("it was linked with -z nodelete (DF_1_NODELETE)");
  }
  if (!report.unique_symbols.empty()) {
    return resident("it defines " + std::to_string(report.unique_symbols.size()) +
                    " GNU unique symbols, the first is " +
                    quoted_text(report.unique_symbols.front()) +
                    "; compile with -fno-gnu-unique and hidden visibility");
  }
  if (!report.thread_exit_import.empty()) {
    return resident("it imports " + report.thread_exit_import +
                    ": a thread_local object with a destructor keeps it mapped");
  }
  return {};
}

}  // namespace keel::core
