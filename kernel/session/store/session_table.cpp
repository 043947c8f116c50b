// SPDX-License-Identifier: MIT
#include "session/store/session_table.hpp"

#include <exception>
#include <vector>

#include "core/abi/guard.hpp"
#include "session/store/sessions.hpp"

namespace keel::session {
namespace {

using core::tell;

/// Runs a body with the session that a reference names. No exception leaves.
template <typename Body>
std::int32_t with_session(keel_ctx ctx, keel_ref ref, keel_value* why, Body body) noexcept {
  if (why != nullptr) *why = {0, 0};
  core::Kernel* kernel = nullptr;
  core::Context* context = nullptr;
  LiveSession* session = Sessions::find(ctx, ref, &kernel, &context);
  if (session == nullptr) return context == nullptr ? KEEL_INACTIVE : KEEL_UNAVAILABLE;
  try {
    return body(*kernel, *session);
  } catch (const std::exception& exception) {
    return tell(Error{KEEL_REFUSED, "HOST", exception.what(), {}}, why);
  } catch (...) {
    return KEEL_REFUSED;
  }
}

template <typename Read>
std::int32_t read_value(keel_ctx ctx, keel_ref ref, keel_value* out, Read read) noexcept {
  *out = {0, 0};
  return with_session(ctx, ref, nullptr, [&](core::Kernel&, LiveSession& session) {
    Value value = read(*session.log);
    *out = value.release();
    return KEEL_OK;
  });
}

std::int32_t session_find(keel_ctx ctx, keel_str id, keel_ref* out) noexcept {
  return core::with_context(ctx, nullptr, [&](core::Kernel& kernel, core::Context& context) {
    *out = {0};
    auto* sessions = static_cast<Sessions*>(kernel.extension());
    LiveSession* session = sessions == nullptr ? nullptr : sessions->live(detail::to_view(id));
    if (session == nullptr) return KEEL_UNAVAILABLE;
    const core::RefHandle* own = kernel.contexts().find_ref(session->self.raw());
    *out = kernel.contexts().add_ref(context, own->kind, own->target);
    return KEEL_OK;
  });
}

SurfaceOp surface_of(const keel_append& what) {
  switch (what.surface) {
    case KEEL_SURFACE_APPEND:
      return SurfaceOp::append();
    case KEEL_SURFACE_REPLACE:
      return SurfaceOp::replace(what.surface_start, what.surface_end);
    default:
      return SurfaceOp::none();
  }
}

/// Whether the reference names a live lease that an agent gave for its maintenance.
bool is_maintenance_lease(core::Kernel& kernel, keel_ref ref) {
  if (ref.id == 0) return false;
  const core::RefHandle* handle = kernel.contexts().find_ref(ref);
  if (handle == nullptr || handle->kind != core::RefHandle::Kind::kObject) return false;
  const core::ObjectSlot* slot = kernel.calls().find_object(handle->target);
  return slot != nullptr && slot->callable.interface != nullptr &&
         slot->callable.interface->name == "agent-lease@0";
}

std::int32_t session_append(keel_ctx ctx, keel_ref ref, const keel_append* what, keel_value* event,
                            keel_value* why) noexcept {
  if (event != nullptr) *event = {0, 0};
  if (what == nullptr || what->size < sizeof(keel_append)) return KEEL_REFUSED;
  return with_session(ctx, ref, why, [&](core::Kernel& kernel, LiveSession& session) {
    AppendRequest request;
    request.type = detail::to_view(what->type);
    request.data = Value::share(ValueView(what->data));
    request.surface = surface_of(*what);
    if (what->has_sources != 0)
      request.sources = std::span<const std::int64_t>(what->sources, what->source_count);
    request.ignorable = (what->flags & KEEL_APPEND_IGNORABLE) != 0;
    request.out_of_band = (what->flags & KEEL_APPEND_OUT_OF_BAND) != 0;
    request.maintenance = is_maintenance_lease(kernel, what->authority);
    if ((what->flags & KEEL_APPEND_LATER) != 0) {
      session.sessions->append_later(session, request);
      return KEEL_OK;
    }
    auto appended = session.sessions->append(session, request);
    if (!appended) return tell(appended.error(), why);
    if (event != nullptr) *event = appended->value().release();
    return KEEL_OK;
  });
}

std::int64_t session_seq(keel_ctx ctx, keel_ref ref) noexcept {
  core::Kernel* kernel = nullptr;
  const LiveSession* session = Sessions::find(ctx, ref, &kernel, nullptr);
  return session == nullptr ? -1 : session->log->seq();
}

std::int32_t session_header(keel_ctx ctx, keel_ref ref, keel_value* out) noexcept {
  return read_value(ctx, ref, out, [](const Log& log) { return Value(log.header_object()); });
}
std::int32_t session_tail(keel_ctx ctx, keel_ref ref, keel_value* out) noexcept {
  return read_value(ctx, ref, out, [](const Log& log) { return log.tail_value(); });
}
std::int32_t session_surface(keel_ctx ctx, keel_ref ref, keel_value* out) noexcept {
  return read_value(ctx, ref, out, [](const Log& log) { return log.surface_value(); });
}
std::int32_t session_messages(keel_ctx ctx, keel_ref ref, keel_value* out) noexcept {
  return read_value(ctx, ref, out, [](const Log& log) { return log.messages(); });
}
std::int32_t session_request_header(keel_ctx ctx, keel_ref ref, keel_value* out) noexcept {
  return read_value(ctx, ref, out, [](const Log& log) { return log.request_header(); });
}
std::int32_t session_request_context(keel_ctx ctx, keel_ref ref, keel_value* out) noexcept {
  return read_value(ctx, ref, out, [](const Log& log) { return log.request_context(); });
}
std::int32_t session_event_message(keel_ctx ctx, keel_ref ref, keel_value event,
                                   keel_value* out) noexcept {
  return read_value(ctx, ref, out,
                    [event](const Log& log) { return log.event_message(ValueView(event)); });
}

std::int32_t session_read(keel_ctx ctx, const keel_call*, keel_ref ref, std::int64_t from,
                          std::int64_t count, keel_msg* out, keel_done, void*,
                          keel_pending*) noexcept {
  *out = {};
  keel_value why{0, 0};
  const std::int32_t status =
      with_session(ctx, ref, &why, [&](core::Kernel&, LiveSession& session) {
        auto events = session.log->read(from, count);
        if (!events) return tell(events.error(), &why);
        Builder builder;
        builder.begin_array();
        for (const Event& event : *events)
          builder.put(static_cast<const ValueView&>(event.value()));
        builder.end();
        out->value = builder.finish_or_absent().release();
        return KEEL_OK;
      });
  if (status != KEEL_OK) out->value = why;
  return status;
}

}  // namespace
}  // namespace keel::session

extern "C" const keel_session_api keel_host_session_api = {
    sizeof(keel_session_api),
    keel::session::session_find,
    keel::session::session_append,
    keel::session::session_seq,
    keel::session::session_header,
    keel::session::session_tail,
    keel::session::session_surface,
    keel::session::session_messages,
    keel::session::session_request_header,
    keel::session::session_request_context,
    keel::session::session_event_message,
    keel::session::session_read,
};
