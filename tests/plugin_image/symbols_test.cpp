// What the file says about its symbols, and the unload class that follows.
#include <elf.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstring>
#include <string>

#include "core/plugin_image/symbol_findings.hpp"
#include "core/plugin_image/symbols.hpp"
#include "test_place.hpp"

namespace keel::core {
using Severity = SymbolFinding::Severity;

namespace {

SymbolReport report_of(const std::string& name) {
  const auto bytes = bytes_of(fixture(name));
  auto report = read_symbols(bytes, name);
  INFO((report ? "" : report.error().message));
  REQUIRE(report.has_value());
  return *report;
}

/// What is left after the most thorough strip.
SymbolReport report_without_sections(const std::string& name) {
  auto bytes = bytes_of(fixture(name));
  Elf64_Ehdr header;
  std::memcpy(&header, bytes.data(), sizeof header);
  bytes.resize(header.e_shoff);
  header.e_shoff = 0;
  header.e_shnum = 0;
  header.e_shstrndx = 0;
  std::memcpy(bytes.data(), &header, sizeof header);
  const auto report = read_symbols(bytes, name);
  INFO((report ? "" : report.error().message));
  REQUIRE(report.has_value());
  return *report;
}

bool has(const std::vector<std::string>& names, const std::string& wanted) {
  return std::find(names.begin(), names.end(), wanted) != names.end();
}

const SymbolFinding* finding(const std::vector<SymbolFinding>& findings, std::string_view check) {
  const auto found = std::find_if(findings.begin(), findings.end(),
                                  [&](const auto& one) { return one.check == check; });
  return found == findings.end() ? nullptr : &*found;
}

/// The file fails this check and no other.
void check_only(const std::string& name, std::string_view check, Severity severity,
                const std::string& part) {
  const auto findings = symbol_findings(report_of(name));
  INFO(name);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].check == check);
  CHECK(findings[0].severity == severity);
  INFO(findings[0].text);
  CHECK(findings[0].text.find(part) != std::string::npos);
  CHECK(findings[0].remedy.back() == '.');
}

void check_resident(const std::string& name, const std::string& part) {
  const auto unload_class = unload_class_of(report_of(name));
  INFO(name << ": " << unload_class.reason);
  CHECK(unload_class.kind == UnloadClass::Kind::resident);
  CHECK(unload_class.reason.find(part) != std::string::npos);
}

}  // namespace

TEST_CASE("a good plugin exports one symbol and has no finding", "[symbols]") {
  for (const char* name : {"good", "good_cpp"}) {
    INFO(name);
    const auto report = report_of(name);
    CHECK(report.exports_entry);
    CHECK(report.entry_is_function);
    CHECK(report.extra_exports.empty());
    CHECK(report.unique_symbols.empty());
    CHECK(report.stack == StackNeed::plain);
    CHECK_FALSE(report.text_relocations);
    CHECK_FALSE(report.thread_local_data);
    CHECK_FALSE(report.never_unload);
    CHECK_FALSE(report.is_program);
    CHECK(report.build_id.size() == 40);
    CHECK(symbol_findings(report).empty());
    CHECK(unload_class_of(report).kind == UnloadClass::Kind::unmappable);
    CHECK(unload_class_of(report).reason.empty());
  }
  CHECK(has(report_of("good_cpp").needed, "libstdc++.so.6"));
  CHECK(report_of("no_build_id").build_id.empty());
}

TEST_CASE("exports beside the entry are listed", "[symbols]") {
  auto exports = report_of("extra_export").extra_exports;
  std::sort(exports.begin(), exports.end());
  CHECK(exports == std::vector<std::string>{"inflate", "inflate_level"});
  check_only("extra_export", "S2", Severity::warn, "'inflate'");
  // Hidden visibility does not reach templates of the C++ library.
  check_only("visible_templates", "S2", Severity::warn, "_ZNSt8_Rb_tree");
}

TEST_CASE("symbols are found through either hash table, without a section table", "[symbols]") {
  for (const char* name : {"extra_export", "sysv_hash"}) {
    INFO(name);
    const auto report = report_without_sections(name);
    CHECK(report.exports_entry);
    CHECK(has(report.extra_exports, "inflate"));
    CHECK(has(report.extra_exports, "inflate_level"));
    CHECK(has(report.undefined_weak, "__cxa_finalize"));
    CHECK(report.build_id == report_of(name).build_id);
  }
}

TEST_CASE("the unload class of a file without section table is the same", "[symbols]") {
  for (const char* name :
       {"good", "unique_symbol", "thread_local", "no_delete", "go_runtime", "rust_std"}) {
    INFO(name);
    CHECK(unload_class_of(report_without_sections(name)).reason ==
          unload_class_of(report_of(name)).reason);
  }
}

TEST_CASE("a missing entry is found before loading", "[symbols]") {
  check_only("no_entry", "S2", Severity::refuse, "keel_plugin_entry, found no such dynamic symbol");
  check_only("entry_is_data", "S2", Severity::refuse, "no function");
}

TEST_CASE("imports of a library without exports are seen too", "[symbols]") {
  // Its hash table is empty and does not tell how many symbols there are.
  const auto report = report_of("no_entry");
  CHECK(report.extra_exports.empty());
  CHECK(has(report.undefined_weak, "__cxa_finalize"));
}

TEST_CASE("undefined symbols are listed, weak ones apart", "[symbols]") {
  const auto report = report_of("undefined_symbol");
  CHECK(has(report.undefined, "_ZN6absent18function_of_nobodyEi"));
  CHECK(has(report.undefined_weak, "__cxa_finalize"));
  CHECK_FALSE(has(report.undefined, "__cxa_finalize"));
  CHECK(has(report_of("needs_absent").needed, "libkeel_absent.so"));
}

TEST_CASE("what keeps a library mapped is detected before it is mapped", "[symbols]") {
  check_resident("unique_symbol", "_ZN7CounterIiE5countE");
  check_resident("thread_local", "__cxa_thread_atexit");
  check_resident("no_delete", "nodelete");
  check_resident("go_runtime", "note 'Go' type 4");
  check_resident("rust_std", "Rust's std");

  const auto unique = symbol_findings(report_of("unique_symbol"));
  REQUIRE(finding(unique, "S3") != nullptr);
  CHECK(finding(unique, "S3")->severity == Severity::warn);
  check_only("thread_local", "S4", Severity::note, "__cxa_thread_atexit");
  check_only("go_runtime", "S12", Severity::note, "Go runtime");
  check_only("rust_std", "S12", Severity::note, "Rust's std");
  CHECK(report_of("thread_local").thread_local_data);
}

TEST_CASE("thread keys are reported and do not make a library resident", "[symbols]") {
  check_only("thread_key", "S4", Severity::warn, "pthread_key_create");
  CHECK(unload_class_of(report_of("thread_key")).kind == UnloadClass::Kind::unmappable);
}

TEST_CASE("an executable stack and text relocations are refused", "[symbols]") {
  CHECK(report_of("executable_stack").stack == StackNeed::executable);
  check_only("executable_stack", "S6", Severity::refuse, "flag X");
  CHECK(report_of("text_relocation").text_relocations);
  check_only("text_relocation", "S6", Severity::refuse, "TEXTREL");
}

TEST_CASE("library paths that depend on the working directory are flagged", "[symbols]") {
  const auto paths = report_of("library_paths").library_paths;
  REQUIRE(paths.size() == 4);
  CHECK(paths[0].kind == LibraryPath::Kind::absolute);
  CHECK(paths[1].kind == LibraryPath::Kind::relative);
  CHECK(paths[1].text == "lib");
  CHECK(paths[2].kind == LibraryPath::Kind::relative);
  CHECK(paths[2].text.empty());
  CHECK(paths[3].text == "/usr/lib");
  REQUIRE(report_of("origin_path").library_paths.size() == 1);
  CHECK(report_of("origin_path").library_paths[0].kind == LibraryPath::Kind::origin);

  const auto findings = symbol_findings(report_of("library_paths"));
  CHECK(std::count_if(findings.begin(), findings.end(), [](const auto& one) {
          return one.check == "S13" && one.severity == Severity::refuse;
        }) == 2);
  check_only("origin_path", "S13", Severity::warn, "$ORIGIN/lib");

  SymbolReport report = report_of("good");
  report.needed.emplace_back("lib/libextra.so");
  REQUIRE(symbol_findings(report).size() == 1);
  CHECK(symbol_findings(report)[0].check == "S13");
}

TEST_CASE("a program is told from a library", "[symbols]") {
  const auto bytes = bytes_of("/proc/self/exe");
  const auto report = read_symbols(bytes, "program");
  REQUIRE(report.has_value());
  CHECK(report->is_program);
  const auto findings = symbol_findings(*report);
  REQUIRE(finding(findings, "S1") != nullptr);
}

}  // namespace keel::core
