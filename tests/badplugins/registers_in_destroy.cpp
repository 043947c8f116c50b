// SPDX-License-Identifier: MIT
//
// Publishes, listens, sets a timer, posts and resolves in destroy, when its context has ended.
#include "bad_plugin.hpp"

namespace {

std::int32_t method(void*, const keel_call*, std::uint32_t, const keel_msg*, keel_msg*) {
  return KEEL_OK;
}

void run(void*) {}

void register_and_destroy(void* self) {
  auto& own = *static_cast<bad::Self*>(self);
  keel_value why{0, 0};
  bad::publish(own, "bad/left_over", &method, &why);
  keel::detail::release(why);
  keel_event event{0};
  keel_reg registration{0};
  keel_ref found{0};
  const auto& bus = keel::detail::bus_api();
  bus.event(own.ctx, keel::detail::to_str("bad/event"), &event);
  bus.listen(own.ctx, event, 0, &method, self, &registration, nullptr);
  keel::detail::exec_api().timer(own.ctx, 0, 0, &run, self, &registration);
  keel::detail::exec_api().post(own.ctx, &run, self);
  keel::detail::service_api().resolve(own.ctx, {0}, keel::detail::to_str("bad/left_over"), &found);
  bad::destroy(self);
}

}  // namespace

std::int32_t keel_plugin_entry(const keel_host* host, keel_plugin* plugin, keel_value*) {
  const std::int32_t status = bad::fill(host, plugin, &bad::lifecycle<&method>);
  plugin->destroy = &register_and_destroy;
  return status;
}
