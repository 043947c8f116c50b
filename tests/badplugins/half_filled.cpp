// SPDX-License-Identifier: MIT
//
// Says that its table is whole, and leaves lifecycle and destroy out.
#include "bad_plugin.hpp"

std::int32_t keel_plugin_entry(const keel_host* host, keel_plugin* plugin, keel_value*) {
  const std::int32_t status = bad::fill(host, plugin, nullptr);
  plugin->destroy = nullptr;
  return status;
}
