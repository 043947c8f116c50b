// SPDX-License-Identifier: MIT
//
// Nothing is wrong with the code: the library around it is at fault.
#include "bad_plugin.hpp"

namespace {

std::int32_t method(void*, const keel_call*, std::uint32_t, const keel_msg*, keel_msg*) {
  return KEEL_OK;
}

}  // namespace

std::int32_t keel_plugin_entry(const keel_host* host, keel_plugin* plugin, keel_value*) {
  return bad::fill(host, plugin, &bad::lifecycle<&method>);
}
