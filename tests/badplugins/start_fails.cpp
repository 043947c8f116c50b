// SPDX-License-Identifier: MIT
//
// Publishes its service and then fails START: nothing of it may stay.
#include "bad_plugin.hpp"

namespace {

std::int32_t method(void*, const keel_call*, std::uint32_t, const keel_msg*, keel_msg*) {
  return KEEL_OK;
}

std::int32_t lifecycle(void* self, const keel_call* call, std::uint32_t ordinal, const keel_msg* in,
                       keel_msg* out) {
  const std::int32_t status = bad::lifecycle<&method>(self, call, ordinal, in, out);
  if (ordinal != KEEL_LIFE_START || status != KEEL_OK) return status;
  return keel::detail::store_error(
      keel::Error::failed("NO_LICENCE", "start_fails: the licence server said no"), *out);
}

}  // namespace

std::int32_t keel_plugin_entry(const keel_host* host, keel_plugin* plugin, keel_value*) {
  return bad::fill(host, plugin, &lifecycle);
}
