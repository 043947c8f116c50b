// SPDX-License-Identifier: MIT
//
// Context and Call: services, events, coroutines.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "keel/abi.h"
#include "keel/call.hpp"
#include "keel/context.hpp"
#include "keel/detail/methods_record.hpp"
#include "keel/detail/record.hpp"
#include "keel/detail/serve.hpp"
#include "keel/detail/spawned_task.hpp"
#include "keel/tables.hpp"

namespace keel {

namespace detail {

/// Gives a new record up when the host did not take it.
inline Expected<Registration> registered(Record* record, std::int32_t status,
                                         keel_value why = {0, 0}) {
  Registration registration = Registration::take(record);
  Expected<void> result = checked(status, why);
  if (!result) {
    record->reg = {0};
    return tl::make_unexpected(std::move(result.error()));
  }
  return registration;
}

struct ServiceListing {
  keel_ctx ctx;
  std::vector<ServiceEntry> entries;
};

/// A keel_visit.
inline std::int32_t add_service_entry(void* user, const keel_service_entry* entry) {
  auto& found = *static_cast<ServiceListing*>(user);
  try {
    ServiceEntry& added = found.entries.emplace_back();
    added.name = to_view(entry->name);
    added.metadata = Value::share(ValueView(entry->metadata));
    added.layer = entry->layer;
    added.depth = entry->depth;
    keel_ref own{0};
    if (call_api().ref_dup(found.ctx, entry->ref, &own) == KEEL_OK) {
      added.ref = Ref::take(found.ctx, own);
    }
    return 0;
  } catch (...) {
    return 1;
  }
}

inline Expected<Registration> publish(Record* record, keel_method method, std::uint32_t count,
                                      std::string_view name, const Value& metadata) {
  record->method = method;
  record->method_count = count;
  keel_publication publication{};
  publication.size = sizeof publication;
  publication.op = KEEL_PUBLISH_ADD;
  publication.name = to_str(name);
  publication.metadata = metadata.raw();
  publication.method = method;
  publication.self = record;
  publication.method_count = count;
  keel_value why{0, 0};
  const std::int32_t status = service_api().publish(record->ctx(), &publication, 1, &why);
  record->reg = publication.reg;
  return registered(record, status, why);
}

}  // namespace detail

inline Value Context::describe() const {
  keel_value out{0, 0};
  detail::call_api().describe(raw(), &out);
  return Value::take(out);
}

inline Expected<Ref> Context::resolve(std::string_view name, keel_scope scope) const {
  keel_ref found{0};
  const std::int32_t status =
      detail::service_api().resolve(raw(), scope, detail::to_str(name), &found);
  if (status == KEEL_OK) return Ref::take(raw(), found);
  Error error = Error::from_outcome(status, {});
  error.message = "there is no service \"" + std::string(name) + "\" (" + error.message + ")";
  return tl::make_unexpected(std::move(error));
}

inline Expected<std::vector<ServiceEntry>> Context::layers(std::string_view family,
                                                           keel_scope scope) const {
  detail::ServiceListing found{raw(), {}};
  const std::int32_t status = detail::service_api().layers(raw(), scope, detail::to_str(family),
                                                           &detail::add_service_entry, &found);
  if (status != KEEL_OK) return tl::make_unexpected(Error::from_outcome(status, {}));
  return std::move(found.entries);
}

inline Expected<Value> Context::metadata(RefView ref) const {
  keel_value out{0, 0};
  const std::int32_t status = detail::service_api().metadata(raw(), ref.raw(), &out);
  if (status != KEEL_OK) return tl::make_unexpected(Error::from_outcome(status, {}));
  return Value::take(out);
}

template <typename T, typename... Entries>
Expected<Registration> Context::publish(std::string_view name, const Value& metadata,
                                        const Methods<Entries...>&, T* object) const {
  using Record = detail::MethodsRecord<T, Methods<Entries...>>;
  return detail::publish(new Record(*core_, object), &Record::method, Methods<Entries...>::kCount,
                         name, metadata);
}

template <typename Handler>
Expected<Registration> Context::publish(std::string_view name, const Value& metadata,
                                        Handler handler) const {
  using Record = detail::HandlerRecord<Handler>;
  return detail::publish(new Record(*core_, std::move(handler)), &Record::method, 1, name,
                         metadata);
}

inline Expected<void> Context::update(const Registration& publication,
                                      const Value& metadata) const {
  detail::Record* record = publication.record();
  if (record == nullptr) {
    return fail("REGISTRATION", "this publication was undone before; publish it anew");
  }
  keel_publication change{};
  change.size = sizeof change;
  change.op = KEEL_PUBLISH_REPLACE;
  change.reg = record->reg;
  change.metadata = metadata.raw();
  change.method = record->method;
  change.self = record;
  change.method_count = record->method_count;
  keel_value why{0, 0};
  const std::int32_t status = detail::service_api().publish(raw(), &change, 1, &why);
  return detail::checked(status, why);
}

template <typename T, typename... Entries>
Expected<Ref> Context::object(std::string_view interface, std::unique_ptr<T> object,
                              const Methods<Entries...>&) const {
  using Record = detail::ObjectRecord<T, Methods<Entries...>>;
  auto* record = new Record(*core_, std::move(object));
  keel_ref own{0};
  keel_value why{0, 0};
  const std::int32_t status = detail::call_api().object(
      raw(), detail::to_str(interface), Methods<Entries...>::kCount, &Record::method,
      static_cast<detail::Record*>(record), &Record::dropped, &own, &why);
  Expected<void> result = detail::checked(status, why);
  if (!result) {
    record->drop();
    return tl::make_unexpected(std::move(result.error()));
  }
  core_->detached.add(record);
  return Ref::take(raw(), own);
}

inline Expected<Ref> Context::keep_ref(RefView borrowed) const {
  keel_ref own{0};
  const std::int32_t status = detail::call_api().ref_dup(raw(), borrowed.raw(), &own);
  if (status != KEEL_OK) return tl::make_unexpected(Error::from_outcome(status, {}));
  return Ref::take(raw(), own);
}

inline Expected<Ref> Context::lease(RefView ref) const {
  keel_ref lease{0};
  keel_value why{0, 0};
  const std::int32_t status = detail::call_api().lease(raw(), ref.raw(), &lease, &why);
  Expected<void> result = detail::checked(status, why);
  if (!result) return tl::make_unexpected(std::move(result.error()));
  return Ref::take(raw(), lease);
}

inline Expected<keel_event> Context::event(std::string_view name) const {
  keel_event event{0};
  const std::int32_t status = detail::bus_api().event(raw(), detail::to_str(name), &event);
  if (status == KEEL_OK) return event;
  Error error = Error::from_outcome(status, {});
  error.message =
      "no contract declares the event \"" + std::string(name) + "\" (" + error.message + ")";
  return tl::make_unexpected(std::move(error));
}

template <typename Handler>
Expected<Registration> Context::listen(std::string_view name, std::int32_t order,
                                       Handler handler) const {
  const Expected<keel_event> found = event(name);
  if (!found) return tl::make_unexpected(found.error());
  using Record = detail::HandlerRecord<Handler>;
  auto* record = new Record(*core_, std::move(handler));
  keel_value why{0, 0};
  const std::int32_t status =
      detail::bus_api().listen(raw(), *found, order, &Record::method,
                               static_cast<detail::Record*>(record), &record->reg, &why);
  return detail::registered(record, status, why);
}

template <typename T, typename Member>
requires std::is_member_function_pointer_v<Member> Expected<Registration> Context::listen(
    std::string_view name, std::int32_t order, T* object, Member member)
const { return listen(name, order, detail::BoundMember<T, Member>(object, member)); }

template <typename Handler>
auto Context::dispatch_or(keel_event event, keel_scope target, Message in, Handler&& fallback,
                          const CallOptions& options) const {
  using Record = detail::HandlerRecord<std::decay_t<Handler>>;
  auto* record = new Record(*core_, detail::take_awaited(std::forward<Handler>(fallback)));
  return detail::OutcomeAwaiter(
      raw(), detail::DispatchBegin(raw(), nullptr, event, target, std::move(in), options,
                                   detail::Fallback(record, &Record::method)));
}

template <typename Handler>
auto Call::dispatch_or(keel_event event, keel_scope target, Message in, Handler&& fallback,
                       const CallOptions& options) const {
  using Record = detail::HandlerRecord<std::decay_t<Handler>>;
  auto* record =
      new Record(state_->record->core(), detail::take_awaited(std::forward<Handler>(fallback)));
  return detail::OutcomeAwaiter(
      ctx(), detail::DispatchBegin(ctx(), state_, event, target, std::move(in), options,
                                   detail::Fallback(record, &Record::method)));
}

inline void Context::spawn(Task<void> task) const {
  detail::SpawnedTask<detail::Nothing>::run(*this, detail::Nothing(),
                                            [&task](detail::Nothing&) { return std::move(task); });
}

template <typename Handler>
Expected<Registration> Context::effect(std::string_view label, Handler undo) const {
  using Record = detail::HandlerRecord<Handler>;
  auto* record = new Record(*core_, std::move(undo));
  const std::int32_t status =
      detail::call_api().effect(raw(), detail::to_str(label), &Record::method,
                                static_cast<detail::Record*>(record), &record->reg);
  return detail::registered(record, status);
}

}  // namespace keel
