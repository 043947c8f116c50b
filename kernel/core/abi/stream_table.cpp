// SPDX-License-Identifier: MIT
#include "core/abi/guard.hpp"
#include "core/abi/host_tables.hpp"

namespace keel::core {
namespace {

std::int32_t stream_open(keel_ctx ctx, const keel_stream_options* options, keel_stream* writer,
                         keel_ref* reader) noexcept {
  return with_started_context(ctx, nullptr, [&](Kernel& kernel, Context& context) {
    const auto opened = kernel.streams().open(context, options, *writer);
    if (!opened) return opened.error().status;
    *reader = *opened;
    return KEEL_OK;
  });
}

std::int32_t stream_push(keel_stream writer, keel_msg* item) noexcept {
  return Streams::push(writer, item);
}

std::int32_t stream_end(keel_stream writer, std::int32_t status, keel_msg* outcome, keel_done done,
                        void* user) noexcept {
  return Streams::end(writer, status, outcome, done, user);
}

std::int32_t stream_next(keel_ctx ctx, keel_ref reader, keel_msg* out, keel_done done, void* user,
                         keel_pending* pending) noexcept {
  if (out == nullptr) return KEEL_REFUSED;
  *out = {};
  return with_context(ctx, nullptr, [&](Kernel& kernel, Context& context) {
    const RefHandle* handle = kernel.contexts().find_ref(reader);
    if (handle == nullptr || handle->kind != RefHandle::Kind::kReader) return KEEL_UNAVAILABLE;
    if (pending != nullptr) *pending = {handle->target | Streams::kPendingBit};
    return kernel.streams().next(context, handle->target, *out, done, user);
  });
}

}  // namespace
}  // namespace keel::core

extern "C" const keel_stream_api keel_host_stream_api = {
    sizeof(keel_stream_api), keel::core::stream_open, keel::core::stream_push,
    keel::core::stream_end,  keel::core::stream_next,
};
