// SPDX-License-Identifier: MIT
#include <array>
#include <atomic>
#include <string>
#include <string_view>
#include <utility>

#include "core/abi/host_tables.hpp"
#include "keel/value.hpp"

namespace keel::core {

namespace {

/// Tables of other parts of the host: few, added at start, never removed.
struct ExtraTable {
  std::atomic<const void*> table{nullptr};
  std::string_view name;
};
std::array<ExtraTable, 8>& extra_tables() {
  static std::array<ExtraTable, 8> tables;
  return tables;
}

const void* get_api(keel_str name, std::uint32_t version) noexcept {
  if (version != KEEL_ABI_MINOR) return nullptr;
  const std::string_view wanted = detail::to_view(name);
  const std::array<std::pair<std::string_view, const void*>, 7> tables{{
      {"keel.value", &detail::value_api()},
      {"keel.call", &keel_host_call_api},
      {"keel.service", &keel_host_service_api},
      {"keel.bus", &keel_host_bus_api},
      {"keel.stream", &keel_host_stream_api},
      {"keel.exec", &keel_host_exec_api},
      {"keel.log", &keel_host_log_api},
  }};
  for (const auto& [known, table] : tables) {
    if (known == wanted) return table;
  }
  for (const ExtraTable& extra : extra_tables()) {
    const void* table = extra.table.load(std::memory_order_acquire);
    if (table != nullptr && extra.name == wanted) return table;
  }
  return nullptr;
}

}  // namespace

const keel_host& host_entry() {
  static const keel_host host{sizeof(keel_host), KEEL_ABI_MAJOR, KEEL_ABI_MINOR, 0, &get_api};
  return host;
}

void add_table(std::string_view name, const void* table) {
  for (ExtraTable& extra : extra_tables()) {
    const void* present = extra.table.load(std::memory_order_acquire);
    if (present != nullptr && extra.name == name) return;
    if (present != nullptr) continue;
    extra.name = name;
    extra.table.store(table, std::memory_order_release);
    return;
  }
}

}  // namespace keel::core
