// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "keel/abi.h"

// The tables that plugins get by get_api, and that code linked with the kernel uses directly. The
// value table is in core/value; kernel/session registers "keel.session".
extern "C" {
extern const keel_call_api keel_host_call_api;
extern const keel_service_api keel_host_service_api;
extern const keel_bus_api keel_host_bus_api;
extern const keel_stream_api keel_host_stream_api;
extern const keel_exec_api keel_host_exec_api;
extern const keel_log_api keel_host_log_api;
}

namespace keel::core {

/// What keel_plugin_entry gets. The same for each kernel of the process.
const keel_host& host_entry();

/// Adds a table of another part of the host, before any plugin is loaded. `table` lives as long as
/// the process.
void add_table(std::string_view name, const void* table);

}  // namespace keel::core
