// SPDX-License-Identifier: MIT
// The [deployment] table: what concerns the host as a whole.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "core/deploy/located.hpp"
#include "core/deploy/origin.hpp"
#include "core/deploy/row_reader.hpp"
#include "keel/error.hpp"

namespace keel::core {

struct DeploymentSettings {
  /// For people: in logs and listings.
  std::string name;
  /// How long a stopping plugin may hold on to its pending work. 0 to 10 minutes.
  std::chrono::milliseconds stop_grace{5000};
  /// How long the kernel thread may be blocked before the watchdog speaks. 100 ms to 1 hour.
  std::chrono::milliseconds watchdog{5000};
  /// Threads of the worker pool, at most 256; 0 lets the host choose.
  std::uint32_t workers = 0;
  /// Checked mode.
  bool checked = false;

  /// Of the settings that the file gives.
  std::map<std::string, Origin, std::less<>> origins;
};

/// Reads the table [deployment]: name, stop_grace_ms, watchdog_ms, workers, checked.
Expected<DeploymentSettings> read_settings(const Located& table, const RowReader& reader);

}  // namespace keel::core
