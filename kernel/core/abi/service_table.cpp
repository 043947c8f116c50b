// SPDX-License-Identifier: MIT
#include "core/abi/guard.hpp"
#include "core/abi/host_tables.hpp"

namespace keel::core {
namespace {

using detail::to_view;

std::int32_t service_publish(keel_ctx ctx, keel_publication* set, std::size_t count,
                             keel_value* why) noexcept {
  return with_offering_context(ctx, why, [&](Kernel& kernel, Context& context) {
    const auto published = kernel.services().publish(context, set, count);
    return published ? KEEL_OK : tell(published.error(), why);
  });
}

std::int32_t service_resolve(keel_ctx ctx, keel_scope scope, keel_str name,
                             keel_ref* out) noexcept {
  return with_context(ctx, nullptr, [&](Kernel& kernel, Context& context) {
    *out = {0};
    const ServiceSlot* slot = kernel.services().resolve(*context.instance, scope.id, to_view(name));
    if (slot == nullptr) return KEEL_UNAVAILABLE;
    *out = kernel.contexts().add_ref(context, RefHandle::Kind::kService, slot->id);
    return KEEL_OK;
  });
}

std::int32_t service_layers(keel_ctx ctx, keel_scope scope, keel_str family, keel_visit visit,
                            void* user) noexcept {
  return with_context(ctx, nullptr, [&](Kernel& kernel, Context& context) {
    const std::uint64_t context_id = context.id;
    kernel.services().layers(
        *context.instance, scope.id, to_view(family), [&](ServiceSlot& slot, std::uint32_t depth) {
          Context* visitor = kernel.contexts().find_any(context_id);
          if (visitor == nullptr) return false;
          const Value metadata = slot.metadata;
          const std::string name = slot.name;
          const keel_ref ref =
              kernel.contexts().add_ref(*visitor, RefHandle::Kind::kService, slot.id);
          const keel_service_entry entry{sizeof(keel_service_entry),
                                         depth,
                                         detail::to_str(name),
                                         metadata.raw(),
                                         ref,
                                         {slot.scope}};
          const std::int32_t stop = visit(user, &entry);
          if (RefHandle* handle = kernel.contexts().find_ref(ref))
            kernel.contexts().drop_ref(*handle);
          return stop == 0;
        });
    return KEEL_OK;
  });
}

std::int32_t service_metadata(keel_ctx ctx, keel_ref ref, keel_value* out) noexcept {
  return with_context(ctx, nullptr, [&](Kernel& kernel, Context&) {
    *out = {0, 0};
    const RefHandle* handle = kernel.contexts().find_ref(ref);
    if (handle == nullptr || handle->kind != RefHandle::Kind::kService) return KEEL_UNAVAILABLE;
    const ServiceSlot* slot = kernel.services().find(handle->target);
    if (slot == nullptr || !slot->live()) return KEEL_UNAVAILABLE;
    *out = Value(slot->metadata).release();
    return KEEL_OK;
  });
}

}  // namespace
}  // namespace keel::core

extern "C" const keel_service_api keel_host_service_api = {
    sizeof(keel_service_api),   keel::core::service_publish,  keel::core::service_resolve,
    keel::core::service_layers, keel::core::service_metadata,
};
