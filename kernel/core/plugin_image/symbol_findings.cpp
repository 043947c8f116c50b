#include "core/plugin_image/symbol_findings.hpp"

#include "core/plugin_image/fault_text.hpp"

namespace keel::core {
namespace {

using Severity = SymbolFinding::Severity;

/// "3 names: 'a', 'b', 'c'", cut after a few.
std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t kListed = 5;
  std::string text = std::to_string(names.size()) + (names.size() == 1 ? " name: " : " names: ");
  for (std::size_t i = 0; i < names.size() && i < kListed; ++i) {
    if (i > 0) text += ", ";
    text += quoted_text(names[i]);
  }
  if (names.size() > kListed) text += ", ...";
  return text;
}

void check_exports(const SymbolReport& report, std::vector<SymbolFinding>& findings) {
  const std::string entry = kPluginEntryName;
  if (!report.exports_entry || !report.entry_is_function) {
    const std::string found = report.exports_entry ? "a symbol of that name that is no function"
                                                   : "no such dynamic symbol";
    findings.push_back(
        {"S2", Severity::refuse, "expected the exported function " + entry + ", found " + found,
         "Declare the plugin with the SDK's macro, and do not hide the symbol with a "
         "version script."});
  }
  if (!report.extra_exports.empty()) {
    findings.push_back(
        {"S2", Severity::warn,
         "expected no other export than " + entry + ", found " + listed(report.extra_exports),
         "Link with a version script that makes everything else local, as "
         "keel_add_plugin() does; hidden visibility alone leaves templates of the "
         "C++ library exported."});
  }
}

void check_unloading(const SymbolReport& report, std::vector<SymbolFinding>& findings) {
  if (!report.unique_symbols.empty()) {
    findings.push_back({"S3", Severity::warn,
                        "expected no GNU unique symbol, found " + listed(report.unique_symbols),
                        "Compile with -fno-gnu-unique and -fvisibility=hidden; until then the "
                        "library stays mapped for ever."});
  }
  if (!report.thread_exit_import.empty()) {
    findings.push_back(
        {"S4", Severity::note,
         "expected no destructor at thread exit, found the import " + report.thread_exit_import,
         "Keep per-thread state without destructors, or accept that the library stays "
         "mapped."});
  }
  if (report.imports_thread_keys) {
    findings.push_back(
        {"S4", Severity::warn, "expected no thread key, found the import pthread_key_create",
         "Delete every key in the plugin's stop: a destructor of an unmapped library "
         "crashes the host when a thread ends."});
  }
}

void check_text_and_stack(const SymbolReport& report, std::vector<SymbolFinding>& findings) {
  if (report.text_relocations) {
    findings.push_back({"S6", Severity::refuse,
                        "expected code that needs no relocation, found text relocations (TEXTREL)",
                        "Compile every object, assembly too, with -fPIC."});
  }
  if (report.stack != StackNeed::plain) {
    const std::string found = report.stack == StackNeed::executable
                                  ? "PT_GNU_STACK with the flag X"
                                  : "no PT_GNU_STACK, which counts as executable";
    findings.push_back({"S6", Severity::refuse,
                        "expected a stack that is not executable, found " + found,
                        "Link with -Wl,-z,noexecstack and give assembly files a .note.GNU-stack "
                        "section."});
  }
  if (report.is_program) {
    findings.push_back({"S1", Severity::refuse,
                        "expected a shared library, found a position-independent program",
                        "Link the plugin with -shared instead of -pie."});
  }
}

void check_runtimes(const SymbolReport& report, std::vector<SymbolFinding>& findings) {
  if (!report.go_runtime.empty()) {
    findings.push_back({"S12", Severity::note, "found the Go runtime: " + report.go_runtime,
                        "Give the row isolation = \"process\" to be able to end it."});
  }
  if (!report.rust_std.empty()) {
    findings.push_back({"S12", Severity::note, "found Rust's std: " + report.rust_std,
                        "The library stays mapped after a swap; #![no_std] avoids that."});
  }
}

void check_libraries(const SymbolReport& report, std::vector<SymbolFinding>& findings) {
  for (const LibraryPath& path : report.library_paths) {
    if (path.kind == LibraryPath::Kind::absolute) continue;
    const bool origin = path.kind == LibraryPath::Kind::origin;
    findings.push_back(
        {"S13", origin ? Severity::warn : Severity::refuse,
         "expected absolute library paths (RPATH, RUNPATH), found " + quoted_text(path.text) +
             (origin ? ", which means the image cache"
                     : ", which depends on the working directory"),
         origin ? "Link the needed library statically, or give its absolute directory."
                : "Remove -Wl,-rpath, or give it an absolute directory."});
  }
  for (const std::string& name : report.needed) {
    if (name.find('/') == std::string::npos || name.starts_with('/')) continue;
    findings.push_back({"S13", Severity::refuse,
                        "expected needed libraries by plain name, found " + quoted_text(name) +
                            ", which depends on the working directory",
                        "Give the needed library a SONAME and link it with -l."});
  }
}

}  // namespace

std::vector<SymbolFinding> symbol_findings(const SymbolReport& report) {
  std::vector<SymbolFinding> findings;
  check_exports(report, findings);
  check_unloading(report, findings);
  check_text_and_stack(report, findings);
  check_runtimes(report, findings);
  check_libraries(report, findings);
  return findings;
}

}  // namespace keel::core
