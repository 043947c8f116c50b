// SPDX-License-Identifier: MIT
//
// Its entry refuses the host, with a reason.
#include "bad_plugin.hpp"

std::int32_t keel_plugin_entry(const keel_host* host, keel_plugin*, keel_value* why) {
  if (!keel::detail::bind_tables(*host).empty()) return KEEL_FAILED;
  *why = keel::Error::failed("NOT_TODAY", "the entry refuses this host").to_value().release();
  return KEEL_FAILED;
}
