// SPDX-License-Identifier: MIT
//
// Lets C++ exceptions out: from a method (first: std::runtime_error, second: an int), from an emit
// listener and from a waterfall listener.
#include <stdexcept>

#include "bad_plugin.hpp"

namespace {

std::int32_t method(void*, const keel_call*, std::uint32_t ordinal, const keel_msg*, keel_msg*) {
  if (ordinal == 1) throw 42;
  throw std::runtime_error("thrown from a method");
}

std::int32_t listener(void*, const keel_call*, std::uint32_t, const keel_msg*, keel_msg*) {
  throw std::runtime_error("thrown from a listener");
}

std::int32_t listen(bad::Self& self, std::string_view name, keel_value* why) {
  keel_event event{0};
  keel_reg registration{0};
  const auto& bus = keel::detail::bus_api();
  const std::int32_t status = bus.event(self.ctx, keel::detail::to_str(name), &event);
  if (status != KEEL_OK) return status;
  return bus.listen(self.ctx, event, 0, &listener, &self, &registration, why);
}

std::int32_t start(void* self, const keel_call* call, std::uint32_t ordinal, const keel_msg* in,
                   keel_msg* out) {
  auto& own = *static_cast<bad::Self*>(self);
  std::int32_t status = bad::lifecycle<&method>(self, call, ordinal, in, out);
  if (ordinal != KEEL_LIFE_START || status != KEEL_OK) return status;
  status = listen(own, "bad/event", &out->value);
  if (status == KEEL_OK) status = listen(own, "bad/shape", &out->value);
  return status == KEEL_OK ? KEEL_OK : KEEL_FAILED;
}

}  // namespace

std::int32_t keel_plugin_entry(const keel_host* host, keel_plugin* plugin, keel_value*) {
  return bad::fill(host, plugin, &start);
}
