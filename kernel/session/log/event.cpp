// SPDX-License-Identifier: MIT
#include "session/log/event.hpp"

#include <algorithm>
#include <memory>

#include "core/value/document.hpp"
#include "session/log/event_pool.hpp"
#include "session/log/event_record.hpp"
#include "session/log/event_storage.hpp"
#include "session/log/event_text.hpp"
#include "session/log/fields.hpp"

namespace keel::session {

namespace {

using core::value::VirtualObject;
using core::value::VirtualOps;

const EventRecord& record_of(const VirtualObject* self) {
  return *static_cast<const EventRecord*>(self);
}

Value make_sources_value(const SourceList& sources) {
  Builder builder;
  builder.begin_array();
  sources.for_each([&builder](std::int64_t seq) { builder.put(seq); });
  builder.end();
  return builder.finish_or_absent();
}

/// The sources as an array, made once. Two readers may make it at the same time; one of them wins.
ValueView sources_value(const EventExtra& extra) {
  if (const Value* made = extra.sources_value.load(std::memory_order_acquire)) return *made;
  auto fresh = std::make_unique<const Value>(make_sources_value(extra.sources));
  const Value* expected = nullptr;
  if (extra.sources_value.compare_exchange_strong(expected, fresh.get(),
                                                  std::memory_order_acq_rel)) {
    return *fresh.release();
  }
  return *expected;
}

ValueView surface_value(const EventRecord& record) {
  if (record.surface == SurfaceOp::Kind::kAppend) return record.storage->append_text();
  return record.extra->surface_value;
}

ValueView member_value(const EventRecord& record, EnvelopeKey key) {
  switch (key) {
    case EnvelopeKey::kType:
      return record.type;
    case EnvelopeKey::kSeq:
      return ValueView({KEEL_KIND_INT, static_cast<std::uint64_t>(record.seq)});
    case EnvelopeKey::kTime:
      return ValueView({KEEL_KIND_INT, static_cast<std::uint64_t>(record.time)});
    case EnvelopeKey::kData:
      return record.data;
    case EnvelopeKey::kIgnorable:
      return ValueView({KEEL_KIND_BOOL, 1});
    case EnvelopeKey::kSources:
      return sources_value(*record.extra);
    case EnvelopeKey::kSurfaceOp:
      return surface_value(record);
  }
  return {};
}

const Key& member_key(EnvelopeKey key) {
  const Fields& names = fields();
  switch (key) {
    case EnvelopeKey::kSeq:
      return names.seq;
    case EnvelopeKey::kTime:
      return names.time;
    case EnvelopeKey::kData:
      return names.data;
    case EnvelopeKey::kIgnorable:
      return names.ignorable;
    case EnvelopeKey::kSources:
      return names.source_event_seqs;
    case EnvelopeKey::kSurfaceOp:
      return names.surface_op;
    case EnvelopeKey::kType:
      break;
  }
  return names.type;
}

std::size_t count_members(const VirtualObject* self) { return record_of(self).order.size(); }

keel_value member_at(const VirtualObject* self, std::size_t index, keel_str* name) {
  const EventRecord& record = record_of(self);
  const EnvelopeKey key = record.order.at(index);
  *name = detail::to_str(member_key(key).text());
  return member_value(record, key).raw();
}

keel_value get_member(const VirtualObject* self, keel_key key) {
  const EventRecord& record = record_of(self);
  const Fields& names = fields();
  if (key == names.data.raw()) return record.data.raw();
  if (key == names.type.raw()) return record.type.raw();
  for (std::size_t i = 0; i < record.order.size(); ++i) {
    const EnvelopeKey candidate = record.order.at(i);
    if (key == member_key(candidate).raw()) return member_value(record, candidate).raw();
  }
  return {0, 0};
}

void retain_record(const VirtualObject* self) {
  record_of(self).count.fetch_add(1, std::memory_order_relaxed);
}

void release_record(const VirtualObject* self) {
  const EventRecord& shared = record_of(self);
  if (shared.count.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  // The last owner is gone, so nobody else looks at the record.
  auto& record = const_cast<EventRecord&>(shared);
  record.data = Value();
  record.type = Value();
  delete std::exchange(record.extra, nullptr);
  record.storage->give_back(&record);
}

constexpr VirtualOps kEventOps{count_members, member_at, get_member, retain_record, release_record};

Value make_surface_value(const SurfaceOp& surface) {
  if (surface.kind != SurfaceOp::Kind::kReplace) return {};
  return object({{"op", "replace"}, {"start", surface.start}, {"end", surface.end}});
}

/// nullptr for an event without sources that replaces nothing.
std::unique_ptr<EventExtra> make_extra(EventFields& from) {
  if (!from.sources && from.surface.kind != SurfaceOp::Kind::kReplace) return nullptr;
  auto extra = std::make_unique<EventExtra>();
  extra->surface = from.surface;
  extra->surface_value = make_surface_value(from.surface);
  if (from.sources) {
    extra->has_sources = true;
    extra->sources = std::move(*from.sources);
  }
  return extra;
}

}  // namespace

EventPool::EventPool() : storage_(new EventStorage) {}
EventPool::~EventPool() { storage_->close(); }

Event EventPool::make(EventFields from) {
  std::unique_ptr<EventExtra> extra = make_extra(from);
  Value type = storage_->type_value(from.core, from.type);
  const bool on_surface = from.surface.kind != SurfaceOp::Kind::kNone;
  EventRecord* record = storage_->take();
  record->ops = &kEventOps;
  record->depth = 1 + std::max(core::value::depth_of(from.data.raw()), extra ? 1U : 0U);
  record->order = from.order == KeyOrder()
                      ? KeyOrder::standard(from.ignorable, from.sources.has_value(), on_surface)
                      : from.order;
  record->seq = from.seq;
  record->time = from.time;
  record->data = std::move(from.data);
  record->type = std::move(type);
  record->extra = extra.release();
  record->core = from.core;
  record->surface = from.surface.kind;
  record->ignorable = from.ignorable;
  return Event(record);
}

Event::Event(const Event& other) : record_(other.record_) {
  if (record_ != nullptr) retain_record(record_);
}

Event& Event::operator=(const Event& other) {
  Event copy(other);
  std::swap(record_, copy.record_);
  return *this;
}

Event::~Event() {
  if (record_ != nullptr) release_record(record_);
}

std::string_view Event::type() const { return record_->type.text(); }
CoreType Event::core() const { return record_->core; }
std::int64_t Event::seq() const { return record_->seq; }
std::int64_t Event::time() const { return record_->time; }
ValueView Event::data() const { return record_->data; }
bool Event::ignorable() const { return record_->ignorable; }

SurfaceOp Event::surface() const {
  if (record_->surface == SurfaceOp::Kind::kReplace) return record_->extra->surface;
  return {record_->surface, 0, 0};
}

const SourceList* Event::sources() const {
  if (record_->extra == nullptr || !record_->extra->has_sources) return nullptr;
  return &record_->extra->sources;
}

KeyOrder Event::order() const { return record_->order; }

Value Event::value() const {
  retain_record(record_);
  return Value::take(core::value::show(*record_));
}

Event Event::from_value(ValueView value) {
  const keel_value raw = value.raw();
  if (!value.is_object() || !core::value::is_virtual(raw)) return {};
  const VirtualObject* record = core::value::virtual_of(raw);
  if (record->ops != &kEventOps) return {};
  retain_record(record);
  return Event(const_cast<EventRecord*>(&record_of(record)));
}

void Event::print(std::string& out) const {
  // From the ranges of the sources: writing a log must not make the arrays that the records avoid.
  append_event_json(out, EventText{record_->order, type(), record_->seq, record_->time,
                                   record_->data, surface(), sources()});
}

}  // namespace keel::session
