// SPDX-License-Identifier: MIT
//
// Defers every call and answers none, whatever the cancel token says.
#include "bad_plugin.hpp"

namespace {

std::int32_t method(void* self, const keel_call* call, std::uint32_t, const keel_msg*, keel_msg*) {
  auto& own = *static_cast<bad::Self*>(self);
  if (keel::detail::call_api().defer(call, &own.completion) == nullptr) return KEEL_FAILED;
  return KEEL_PENDING;
}

}  // namespace

std::int32_t keel_plugin_entry(const keel_host* host, keel_plugin* plugin, keel_value*) {
  return bad::fill(host, plugin, &bad::lifecycle<&method>);
}
