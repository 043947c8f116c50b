// SPDX-License-Identifier: MIT
//
// Publishes in create, before it is started.
#include "bad_plugin.hpp"

namespace {

std::int32_t method(void*, const keel_call*, std::uint32_t, const keel_msg*, keel_msg*) {
  return KEEL_OK;
}

std::int32_t lifecycle(void*, const keel_call*, std::uint32_t, const keel_msg*, keel_msg*) {
  return KEEL_OK;
}

std::int32_t create(keel_ctx ctx, keel_value config, void** self, keel_value* why) {
  bad::create(ctx, config, self, why);
  keel_value reason{0, 0};
  bad::publish(*static_cast<bad::Self*>(*self), KEEL_PLUGIN_ID, &method, &reason);
  keel::detail::release(reason);
  return KEEL_OK;
}

}  // namespace

std::int32_t keel_plugin_entry(const keel_host* host, keel_plugin* plugin, keel_value*) {
  const std::int32_t status = bad::fill(host, plugin, &lifecycle);
  plugin->create = &create;
  return status;
}
