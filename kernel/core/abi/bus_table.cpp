// SPDX-License-Identifier: MIT
#include "core/abi/guard.hpp"
#include "core/abi/host_tables.hpp"

namespace keel::core {
namespace {

using detail::to_view;

std::int32_t bus_event(keel_ctx ctx, keel_str name, keel_event* out) noexcept {
  return with_context(ctx, nullptr, [&](Kernel& kernel, Context&) {
    const EventSlot* event = kernel.bus().find(to_view(name));
    *out = {event == nullptr ? 0 : event->id};
    return event == nullptr ? KEEL_UNIMPLEMENTED : KEEL_OK;
  });
}

std::int32_t bus_listen(keel_ctx ctx, keel_event event, std::int32_t order, keel_method listener,
                        void* self, keel_reg* out, keel_value* why) noexcept {
  return with_offering_context(ctx, why, [&](Kernel& kernel, Context& context) {
    const auto registered = kernel.bus().listen(context, event.id, order, listener, self);
    if (!registered) return tell(registered.error(), why);
    if (out != nullptr) *out = {*registered};
    return KEEL_OK;
  });
}

std::int32_t bus_emit(keel_ctx ctx, const keel_call* parent, keel_event event, keel_scope target,
                      const keel_msg* in) noexcept {
  return with_started_context(ctx, nullptr, [&](Kernel& kernel, Context& context) {
    EventSlot* slot = kernel.bus().find(event.id);
    if (slot == nullptr) return KEEL_UNIMPLEMENTED;
    const keel_msg nothing{};
    return kernel.bus().emit(context, parent, *slot, target.id, in == nullptr ? nothing : *in);
  });
}

std::int32_t bus_dispatch(keel_ctx ctx, const keel_call* parent, keel_event event,
                          keel_scope target, const keel_msg* in, const keel_call_options* options,
                          keel_method fallback, void* fallback_self, keel_msg* out, keel_done done,
                          void* user, keel_pending* pending) noexcept {
  if (out == nullptr) return KEEL_REFUSED;
  *out = {};
  return with_started_context(ctx, nullptr, [&](Kernel& kernel, Context& context) {
    EventSlot* slot = kernel.bus().find(event.id);
    if (slot == nullptr) return KEEL_UNIMPLEMENTED;
    const keel_msg nothing{};
    const BoundMethod innermost{fallback, fallback_self, context.instance, ctx, 1, &slot->label};
    return kernel.bus().dispatch(context, parent, *slot, target.id, in == nullptr ? nothing : *in,
                                 options, innermost, *out, done, user, pending);
  });
}

std::int32_t bus_next(const keel_call* call, const keel_msg* in, const keel_call_options* options,
                      keel_msg* out, keel_done done, void* user, keel_pending* pending) noexcept {
  if (call == nullptr || out == nullptr) return KEEL_REFUSED;
  *out = {};
  return with_context(call->ctx, nullptr, [&](Kernel& kernel, Context&) {
    return kernel.bus().next(call, in, options, *out, done, user, pending);
  });
}

}  // namespace
}  // namespace keel::core

extern "C" const keel_bus_api keel_host_bus_api = {
    sizeof(keel_bus_api), keel::core::bus_event,    keel::core::bus_listen,
    keel::core::bus_emit, keel::core::bus_dispatch, keel::core::bus_next,
};
