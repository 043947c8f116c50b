// SPDX-License-Identifier: MIT
#include <string_view>

#include "core/abi/guard.hpp"
#include "core/abi/host_tables.hpp"

namespace keel::core {
namespace {

using detail::to_view;

const keel_call* call_defer(const keel_call* call, keel_completion* completion) noexcept {
  if (call == nullptr) return nullptr;
  Kernel* kernel = frame_of(call)->kernel;
  return kernel == nullptr ? nullptr : kernel->calls().defer(call, completion);
}

std::int32_t call_settle(keel_completion completion, std::int32_t status,
                         keel_msg* outcome) noexcept {
  return Calls::settle(completion, status, outcome);
}

void call_drop(keel_completion completion) noexcept { Calls::drop(completion); }

std::int32_t call_invoke(keel_ctx ctx, const keel_call* parent, keel_ref target,
                         std::uint32_t ordinal, const keel_msg* in,
                         const keel_call_options* options, keel_msg* out, keel_done done,
                         void* user, keel_pending* pending) noexcept {
  if (out == nullptr) return KEEL_REFUSED;
  *out = {};
  return with_started_context(ctx, nullptr, [&](Kernel& kernel, Context& context) {
    const keel_msg nothing{};
    return kernel.calls().invoke(context, parent, target, ordinal, in == nullptr ? nothing : *in,
                                 options, *out, done, user, pending);
  });
}

std::int32_t call_forget(keel_ctx ctx, keel_pending pending) noexcept {
  return with_context(ctx, nullptr, [&](Kernel& kernel, Context& context) {
    if ((pending.id & Streams::kPendingBit) == 0) return kernel.calls().forget(context, pending);
    return kernel.streams().forget(context, pending.id & ~Streams::kPendingBit) ? KEEL_OK
                                                                                : KEEL_REFUSED;
  });
}

std::int32_t call_ref_dup(keel_ctx ctx, keel_ref ref, keel_ref* out) noexcept {
  return with_context(ctx, nullptr, [&](Kernel& kernel, Context& context) {
    const RefHandle* handle = kernel.contexts().find_ref(ref);
    if (handle == nullptr) return KEEL_UNAVAILABLE;
    *out = kernel.contexts().add_ref(context, handle->kind, handle->target);
    return KEEL_OK;
  });
}

void call_ref_drop(keel_ctx ctx, keel_ref ref) noexcept {
  static_cast<void>(with_context(ctx, nullptr, [&](Kernel& kernel, Context& context) {
    RefHandle* handle = kernel.contexts().find_ref(ref);
    if (handle == nullptr || handle->context->instance != context.instance) return KEEL_REFUSED;
    kernel.contexts().drop_ref(*handle);
    return KEEL_OK;
  }));
}

std::int32_t call_object(keel_ctx ctx, keel_str contract, std::uint32_t method_count,
                         keel_method method, void* self, keel_run dropped, keel_ref* out,
                         keel_value* why) noexcept {
  return with_started_context(ctx, why, [&](Kernel& kernel, Context& context) {
    const auto made =
        kernel.calls().object(context, to_view(contract), method_count, method, self, dropped);
    if (!made) return tell(made.error(), why);
    *out = *made;
    return KEEL_OK;
  });
}

void call_object_end(keel_ctx ctx, keel_ref object) noexcept {
  static_cast<void>(with_context(ctx, nullptr, [&](Kernel& kernel, Context& context) {
    const RefHandle* handle = kernel.contexts().find_ref(object);
    if (handle == nullptr || handle->kind != RefHandle::Kind::kObject) return KEEL_REFUSED;
    const ObjectSlot* slot = kernel.calls().find_object(handle->target);
    if (slot == nullptr || slot->callable.instance != context.instance) return KEEL_REFUSED;
    kernel.calls().end_object(handle->target);
    return KEEL_OK;
  }));
}

std::int32_t call_lease(keel_ctx ctx, keel_ref ref, keel_ref* lease, keel_value* why) noexcept {
  return with_started_context(ctx, why, [&](Kernel& kernel, Context& context) {
    const RefHandle* handle = kernel.contexts().find_ref(ref);
    if (handle == nullptr || handle->kind != RefHandle::Kind::kService) {
      return tell(Error{KEEL_UNAVAILABLE, "UNAVAILABLE", "only a live service can be leased", {}},
                  why);
    }
    const auto leased = kernel.services().lease(handle->target);
    if (!leased) return tell(leased.error(), why);
    *lease = kernel.contexts().add_ref(context, RefHandle::Kind::kLease, *leased);
    return KEEL_OK;
  });
}

std::int32_t scope_begin(keel_ctx ctx, keel_scope parent, keel_str label, keel_scope* out,
                         keel_value* why) noexcept {
  return with_offering_context(ctx, why, [&](Kernel& kernel, Context& context) {
    const auto begun = kernel.scopes().begin(context, parent.id, to_view(label));
    if (!begun) return tell(begun.error(), why);
    *out = *begun;
    return KEEL_OK;
  });
}

std::int32_t scope_link(keel_ctx ctx, keel_scope scope, keel_scope parent,
                        keel_value* why) noexcept {
  return with_context(ctx, why, [&](Kernel& kernel, Context& context) {
    const auto linked = kernel.scopes().link(context, scope.id, parent.id);
    return linked ? KEEL_OK : tell(linked.error(), why);
  });
}

keel_scope scope_parent(keel_ctx ctx, keel_scope scope) noexcept {
  Kernel* kernel = nullptr;
  if (Kernel::context(ctx, &kernel) == nullptr) return {0};
  return {kernel->scopes().parent_of(scope.id)};
}

void scope_end(keel_ctx ctx, keel_scope scope) noexcept {
  static_cast<void>(with_context(ctx, nullptr, [&](Kernel& kernel, Context& context) {
    const Scope* record = kernel.scopes().find(scope.id);
    if (record == nullptr) return KEEL_REFUSED;
    const Registration* registration = kernel.contexts().registration(record->owner_registration);
    if (registration == nullptr || registration->context->instance != context.instance)
      return KEEL_REFUSED;
    kernel.scopes().end(scope.id, nullptr, nullptr);
    return KEEL_OK;
  }));
}

keel_scope ctx_scope(keel_ctx ctx) noexcept {
  const Context* context = Kernel::context(ctx);
  return {context == nullptr ? 0 : context->scope};
}

std::int32_t ctx_in_scope(keel_ctx ctx, keel_scope scope, keel_ctx* out) noexcept {
  return with_offering_context(ctx, nullptr, [&](Kernel& kernel, Context& context) {
    const auto made = kernel.contexts().begin_in_scope(context, scope.id);
    if (!made) return made.error().status;
    *out = *made;
    return KEEL_OK;
  });
}

void ctx_end(keel_ctx ctx, keel_done done, void* user) noexcept {
  const std::int32_t status = with_context(ctx, nullptr, [&](Kernel& kernel, Context& context) {
    // The root context ends with its instance only.
    if (context.own_registration == 0) return KEEL_REFUSED;
    kernel.contexts().end_by_plugin(context, done, user);
    return KEEL_OK;
  });
  if (status == KEEL_OK || done == nullptr) return;
  keel_msg outcome{};
  done(user, status, &outcome);
}

std::int32_t call_effect(keel_ctx ctx, keel_str label, keel_method undo, void* self,
                         keel_reg* out) noexcept {
  return with_offering_context(ctx, nullptr, [&](Kernel& kernel, Context& context) {
    if (undo == nullptr) return KEEL_REFUSED;
    Registration& registration = kernel.contexts().add(context, RegistrationKind::kEffect, 0);
    registration.undo = undo;
    registration.self = self;
    registration.label = to_view(label);
    if (out != nullptr) *out = {registration.id};
    return KEEL_OK;
  });
}

std::int32_t call_undo(keel_ctx ctx, keel_reg reg) noexcept {
  return with_context(ctx, nullptr, [&](Kernel& kernel, Context& context) {
    return kernel.contexts().undo(context, reg.id);
  });
}

std::int32_t call_describe(keel_ctx ctx, keel_value* out) noexcept {
  *out = {0, 0};
  Kernel* kernel = nullptr;
  const Context* context = Kernel::context(ctx, &kernel);
  if (context == nullptr) return KEEL_INACTIVE;
  const Instance& instance = *context->instance;
  *out = object({{"row", instance.row},
                 {"plugin", instance.plugin},
                 {"version", instance.version},
                 {"generation", instance.generation},
                 {"scope", context->scope},
                 {"checked", kernel->options().checked}})
             .release();
  return KEEL_OK;
}

}  // namespace
}  // namespace keel::core

extern "C" const keel_call_api keel_host_call_api = {
    sizeof(keel_call_api),       keel::core::call_defer,    keel::core::call_settle,
    keel::core::call_drop,       keel::core::call_invoke,   keel::core::call_forget,
    keel::core::call_ref_dup,    keel::core::call_ref_drop, keel::core::call_object,
    keel::core::call_object_end, keel::core::call_lease,    keel::core::scope_begin,
    keel::core::scope_link,      keel::core::scope_parent,  keel::core::scope_end,
    keel::core::ctx_scope,       keel::core::ctx_in_scope,  keel::core::ctx_end,
    keel::core::call_effect,     keel::core::call_undo,     keel::core::call_describe,
};
