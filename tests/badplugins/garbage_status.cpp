// SPDX-License-Identifier: MIT
//
// Returns statuses that a method may not return: first 77, second the host's own KEEL_CANCELLED,
// third KEEL_PENDING without a defer.
#include "bad_plugin.hpp"

namespace {

std::int32_t method(void*, const keel_call*, std::uint32_t ordinal, const keel_msg*, keel_msg*) {
  switch (ordinal) {
    case 0:
      return 77;
    case 1:
      return KEEL_CANCELLED;
    default:
      return KEEL_PENDING;
  }
}

}  // namespace

std::int32_t keel_plugin_entry(const keel_host* host, keel_plugin* plugin, keel_value*) {
  return bad::fill(host, plugin, &bad::lifecycle<&method>);
}
