// SPDX-License-Identifier: MIT
//
// Defers STOP and never settles it.
#include "bad_plugin.hpp"

namespace {

std::int32_t method(void*, const keel_call*, std::uint32_t, const keel_msg*, keel_msg*) {
  return KEEL_OK;
}

std::int32_t lifecycle(void* self, const keel_call* call, std::uint32_t ordinal, const keel_msg* in,
                       keel_msg* out) {
  if (ordinal != KEEL_LIFE_STOP) return bad::lifecycle<&method>(self, call, ordinal, in, out);
  auto& own = *static_cast<bad::Self*>(self);
  if (keel::detail::call_api().defer(call, &own.completion) == nullptr) return KEEL_FAILED;
  return KEEL_PENDING;
}

}  // namespace

std::int32_t keel_plugin_entry(const keel_host* host, keel_plugin* plugin, keel_value*) {
  const std::int32_t status = bad::fill(host, plugin, &lifecycle);
  plugin->lifecycle_mask |= KEEL_LIFE_BIT(KEEL_LIFE_STOP);
  return status;
}
