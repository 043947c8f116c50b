// SPDX-License-Identifier: MIT
//
// Where the host's function tables lie. SDK code calls the host through these functions; plugins
// use the classes of the other headers and rarely come here.
//
// In a plugin the tables are found once, by keel_plugin_entry. With KEEL_HOST_BUILD defined the
// host's own symbols are used instead, so that code linked into the host (a front end, a test) uses
// the same SDK with the host's context.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include "keel/abi.h"
#include "keel/value.hpp"

namespace keel::detail {

#if defined(KEEL_HOST_BUILD)

extern "C" const keel_call_api keel_host_call_api;
extern "C" const keel_service_api keel_host_service_api;
extern "C" const keel_bus_api keel_host_bus_api;
extern "C" const keel_stream_api keel_host_stream_api;
extern "C" const keel_exec_api keel_host_exec_api;
extern "C" const keel_session_api keel_host_session_api;
extern "C" const keel_log_api keel_host_log_api;

inline const keel_call_api& call_api() { return keel_host_call_api; }
inline const keel_service_api& service_api() { return keel_host_service_api; }
inline const keel_bus_api& bus_api() { return keel_host_bus_api; }
inline const keel_stream_api& stream_api() { return keel_host_stream_api; }
inline const keel_exec_api& exec_api() { return keel_host_exec_api; }
inline const keel_session_api& session_api() { return keel_host_session_api; }
inline const keel_log_api& log_api() { return keel_host_log_api; }

#else

// Like value_table: each entry stores the same addresses, so they are constant once plugin code
// runs.
inline std::atomic<const keel_call_api*> call_table{nullptr};
inline std::atomic<const keel_service_api*> service_table{nullptr};
inline std::atomic<const keel_bus_api*> bus_table{nullptr};
inline std::atomic<const keel_stream_api*> stream_table{nullptr};
inline std::atomic<const keel_exec_api*> exec_table{nullptr};
inline std::atomic<const keel_session_api*> session_table{nullptr};
inline std::atomic<const keel_log_api*> log_table{nullptr};

inline const keel_call_api& call_api() { return *call_table.load(std::memory_order_relaxed); }
inline const keel_service_api& service_api() {
  return *service_table.load(std::memory_order_relaxed);
}
inline const keel_bus_api& bus_api() { return *bus_table.load(std::memory_order_relaxed); }
inline const keel_stream_api& stream_api() { return *stream_table.load(std::memory_order_relaxed); }
inline const keel_exec_api& exec_api() { return *exec_table.load(std::memory_order_relaxed); }
inline const keel_session_api& session_api() {
  return *session_table.load(std::memory_order_relaxed);
}
inline const keel_log_api& log_api() { return *log_table.load(std::memory_order_relaxed); }

/// Finds one table of the host; false when it is missing or shorter than this SDK knows it.
template <typename Table>
bool bind_table(const keel_host& host, std::string_view name, std::atomic<const Table*>& table) {
  const auto* found = static_cast<const Table*>(host.get_api(to_str(name), KEEL_ABI_MINOR));
  if (found == nullptr || found->size < sizeof(Table)) return false;
  table.store(found, std::memory_order_relaxed);
  return true;
}

/// Finds all tables; the name of the first one that is missing, or empty.
inline std::string_view bind_tables(const keel_host& host) {
  if (!bind_table(host, "keel.value", value_table)) return "keel.value";
  if (!bind_table(host, "keel.call", call_table)) return "keel.call";
  if (!bind_table(host, "keel.service", service_table)) return "keel.service";
  if (!bind_table(host, "keel.bus", bus_table)) return "keel.bus";
  if (!bind_table(host, "keel.stream", stream_table)) return "keel.stream";
  if (!bind_table(host, "keel.exec", exec_table)) return "keel.exec";
  // A host of the core alone keeps no sessions.
  static_cast<void>(bind_table(host, "keel.session", session_table));
  if (!bind_table(host, "keel.log", log_table)) return "keel.log";
  return {};
}

#endif

}  // namespace keel::detail
