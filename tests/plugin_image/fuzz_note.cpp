// libFuzzer target: readers of plugin files on any bytes. Corpus: plugin files.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "core/plugin_image/note.hpp"
#include "core/plugin_image/symbol_findings.hpp"
#include "core/plugin_image/symbols.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto file = std::as_bytes(std::span(data, size));
  const auto note = keel::core::read_note(file, "fuzz.so");
  if (note) {
    const auto& json = note->manifest_json;
    const auto* start = reinterpret_cast<const std::uint8_t*>(json.data());
    if (json.empty() || json.size() > keel::core::kMaxManifestSize || start < data ||
        start + json.size() > data + size) {
      std::abort();
    }
  } else if (note.error().message.empty()) {
    std::abort();
  }
  if (const auto report = keel::core::read_symbols(file, "fuzz.so")) {
    keel::core::symbol_findings(*report);
    keel::core::unload_class_of(*report);
  }
  return 0;
}
