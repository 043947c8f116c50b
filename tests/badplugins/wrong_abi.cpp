// SPDX-License-Identifier: MIT
//
// Its table speaks another ABI than its manifest.
#include "bad_plugin.hpp"

namespace {

std::int32_t method(void*, const keel_call*, std::uint32_t, const keel_msg*, keel_msg*) {
  return KEEL_OK;
}

}  // namespace

std::int32_t keel_plugin_entry(const keel_host* host, keel_plugin* plugin, keel_value*) {
  const std::int32_t status = bad::fill(host, plugin, &bad::lifecycle<&method>);
  plugin->abi_minor = 99;
  return status;
}
