// SPDX-License-Identifier: MIT
//
// Ignores cancellation and settles its last completion only in destroy, when the host has answered
// the caller long ago.
#include "bad_plugin.hpp"

namespace {

std::int32_t method(void* self, const keel_call* call, std::uint32_t, const keel_msg*, keel_msg*) {
  auto& own = *static_cast<bad::Self*>(self);
  if (keel::detail::call_api().defer(call, &own.completion) == nullptr) return KEEL_FAILED;
  return KEEL_PENDING;
}

void settle_and_destroy(void* self) {
  keel_msg message{};
  message.value = keel::object({{"answer", "late"}}).release();
  keel::detail::call_api().settle(static_cast<bad::Self*>(self)->completion, KEEL_OK, &message);
  bad::destroy(self);
}

}  // namespace

std::int32_t keel_plugin_entry(const keel_host* host, keel_plugin* plugin, keel_value*) {
  const std::int32_t status = bad::fill(host, plugin, &bad::lifecycle<&method>);
  plugin->destroy = &settle_and_destroy;
  return status;
}
