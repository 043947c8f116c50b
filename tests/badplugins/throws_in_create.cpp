// SPDX-License-Identifier: MIT
//
// Lets a C++ exception out of create.
#include <stdexcept>

#include "bad_plugin.hpp"

namespace {

std::int32_t method(void*, const keel_call*, std::uint32_t, const keel_msg*, keel_msg*) {
  return KEEL_OK;
}

std::int32_t create(keel_ctx, keel_value, void**, keel_value*) {
  throw std::runtime_error("thrown from create");
}

}  // namespace

std::int32_t keel_plugin_entry(const keel_host* host, keel_plugin* plugin, keel_value*) {
  const std::int32_t status = bad::fill(host, plugin, &bad::lifecycle<&method>);
  plugin->create = &create;
  return status;
}
