// SPDX-License-Identifier: MIT
#include "session/log/log.hpp"

#include <algorithm>
#include <new>
#include <string>
#include <utility>

#include "session/log/data_fault.hpp"
#include "session/log/envelope.hpp"
#include "session/log/fault.hpp"
#include "session/log/fields.hpp"
#include "session/log/header_fold.hpp"
#include "session/log/packed_rows.hpp"
#include "session/log/shape.hpp"

namespace keel::session {

namespace {

constexpr std::string_view kPresetType = "agent-preset/selected";

Error busy(std::string_view type) {
  return Error{KEEL_BUSY, std::string(status_name(KEEL_BUSY)),
               "event " + in_quotes(type) +
                   ": an event of this session is being published; a listener may not append to it "
                   "(append_later queues behind the publication)",
               Value()};
}

Expected<SourceList> source_list(const AppendRequest& request) {
  SourceList list;
  for (const std::int64_t seq : *request.sources) {
    if (seq < 0) {
      return tl::make_unexpected(
          refused_shape(request.type, "sourceEventSeqs", "seqs from 0", std::to_string(seq)));
    }
    list.push(seq);
  }
  return list;
}

}  // namespace

Log::Log(SessionHeader header, Options options)
    : header_(std::move(header)),
      header_object_(header_value(header_)),
      pool_(options.pool),
      standalone_(std::move(options.standalone)),
      history_(header_.id) {
  if (options.checked) relations_ = std::make_unique<Relations>();
}

Surface::Lookup Log::lookup() const {
  return [this](std::int64_t seq) { return rows_.find(seq, *pool_); };
}

Expected<Event> Log::append(const AppendRequest& request) {
  if (publishing_) return tl::make_unexpected(busy(request.type));
  const CoreType core = core_type(request.type);
  if (core == CoreType::kAssistantChunk && !request.ignorable && !request.sources &&
      request.surface.kind == SurfaceOp::Kind::kNone) {
    const auto delta = read_delta(request.data);
    if (delta && delta->turn > 0 && delta->step > 0) return append_chunk(request, *delta);
  }
  auto fields = draft(request);
  if (!fields) return tl::make_unexpected(std::move(fields.error()));
  if (auto fault = find_place_fault(request, core)) return tl::make_unexpected(std::move(*fault));
  if (auto fault = find_order_fault(*fields)) return tl::make_unexpected(std::move(*fault));
  return commit(std::move(*fields), nullptr);
}

/// The shape of a delta has been checked by reading it, and its kinds are lossless.
Expected<Event> Log::append_chunk(const AppendRequest& request, const ChunkDelta& delta) {
  if (auto fault = find_place_fault(request, CoreType::kAssistantChunk)) {
    return tl::make_unexpected(std::move(*fault));
  }
  EventFields fields;
  fields.type = request.type;
  fields.core = CoreType::kAssistantChunk;
  fields.seq = next_seq_;
  fields.time = request.time;
  fields.data = request.data;
  if (auto fault = find_order_fault(fields)) return tl::make_unexpected(std::move(*fault));
  return commit(std::move(fields), &delta);
}

Expected<EventFields> Log::draft(const AppendRequest& request) const {
  EventFields fields;
  fields.type = request.type;
  fields.core = core_type(request.type);
  fields.seq = next_seq_;
  fields.time = request.time;
  fields.ignorable = request.ignorable;
  fields.surface = request.surface;
  if (request.sources) {
    auto list = source_list(request);
    if (!list) return tl::make_unexpected(std::move(list.error()));
    fields.sources = std::move(*list);
  }
  if (fields.core == CoreType::kEndSeed) {
    return tl::make_unexpected(refused_shape(request.type, "type", "a type that callers may append",
                                             "the marker that only a session's creation writes"));
  }
  if (auto fault = find_envelope_fault(fields)) return tl::make_unexpected(std::move(*fault));
  if (auto fault = find_depth_fault(fields.type, request.data)) {
    return tl::make_unexpected(std::move(*fault));
  }
  if (auto fault = find_lossy_fault(fields.type, request.data)) {
    return tl::make_unexpected(std::move(*fault));
  }
  if (auto fault = find_append_fault(fields.core, fields.type, request.data)) {
    return tl::make_unexpected(std::move(*fault));
  }
  // A small part of a large document must not keep the whole of it alive for the log's life.
  fields.data = request.data.detached();
  if (fields.data.is_absent()) throw std::bad_alloc();
  return fields;
}

bool Log::stands_alone(std::string_view type, CoreType core) const {
  if (is_surface_type(core)) return false;
  return is_builtin_standalone(type) || (standalone_ && standalone_(type));
}

std::optional<Error> Log::find_place_fault(const AppendRequest& request, CoreType core) const {
  if (request.out_of_band && !stands_alone(request.type, core)) {
    return refused(
        fault::kNotStandalone,
        "event " + in_quotes(request.type) +
            ": only log-only types whose contract says `standalone: true` may be appended "
            "out of band");
  }
  if (turn_open() || request.out_of_band) return std::nullopt;
  if (core == CoreType::kTurnStart || core == CoreType::kInboxSpliced) return std::nullopt;
  if (request.maintenance && request.surface.kind == SurfaceOp::Kind::kReplace) return std::nullopt;
  return refused(fault::kOutsideTurn,
                 "event " + in_quotes(request.type) + " at seq " + std::to_string(next_seq_) +
                     ": no turn is open. Between turns a session takes turn/start, "
                     "agent/inbox/spliced, out-of-band events of standalone types, and a surface "
                     "replace by the holder of the agent's maintenance lease");
}

std::optional<Error> Log::find_order_fault(const EventFields& fields) const {
  return relations_ ? relations_->find_fault(fields) : std::nullopt;
}

Expected<Event> Log::commit(EventFields fields, const ChunkDelta* delta) {
  Surface::Change change;
  if (fields.surface.kind != SurfaceOp::Kind::kNone) {
    auto allowed = surface_.check(fields, lookup());
    if (!allowed) return tl::make_unexpected(std::move(allowed.error()));
    change = *allowed;
  }
  std::optional<Relations> next_relations;
  if (relations_) {
    next_relations = *relations_;
    next_relations->follow(fields);
  }
  reserve_for(fields);
  const std::int64_t time = fields.time;
  Event event = pool_->make(std::move(fields));
  if (delta != nullptr) {
    rows_.push_chunk(*delta, next_seq_, time);
  } else {
    rows_.push(event);
  }
  // From here on nothing fails.
  surface_.commit(change);
  if (change.kind != SurfaceOp::Kind::kNone) surface_object_ = Value();
  if (next_relations) *relations_ = std::move(*next_relations);
  ++next_seq_;
  last_time_ = time;
  follow(event);
  return event;
}

void Log::reserve_for(const EventFields& fields) {
  rows_.reserve_one();
  if (fields.surface.kind != SurfaceOp::Kind::kNone) surface_.reserve_one();
  if (turn_marks_.size() == turn_marks_.capacity() &&
      (fields.core == CoreType::kTurnStart || fields.core == CoreType::kTurnEnd)) {
    turn_marks_.reserve(std::max<std::size_t>(8, 2 * turn_marks_.size()));
  }
  if (presets_.size() == presets_.capacity() && fields.type == kPresetType) {
    presets_.reserve(std::max<std::size_t>(2, 2 * presets_.size()));
  }
}

void Log::follow(const Event& event) {
  switch (event.core()) {
    case CoreType::kTurnStart:
      turn_marks_.push_back({event.seq(), true});
      return;
    case CoreType::kTurnEnd:
      turn_marks_.push_back({event.seq(), false});
      return;
    case CoreType::kRequestHeader:
      request_header_ = event;
      canonical_header_ = Value();
      return;
    case CoreType::kRequestContext:
      request_context_ = event;
      return;
    case CoreType::kOther:
      if (event.type() == kPresetType) presets_.push_back(event);
      return;
    default:
      return;
  }
}

std::optional<std::int64_t> Log::open_turn_at(std::int64_t length) const {
  const auto after =
      std::lower_bound(turn_marks_.begin(), turn_marks_.end(), length,
                       [](const TurnMark& mark, std::int64_t end) { return mark.seq < end; });
  if (after == turn_marks_.begin() || !(after - 1)->starts) return std::nullopt;
  return (after - 1)->seq;
}

std::optional<std::string> Log::agent_preset_at(std::int64_t length) const {
  for (auto event = presets_.rbegin(); event != presets_.rend(); ++event) {
    const ValueView preset = event->data()[fields().agent_preset];
    if (event->seq() < length && preset.is_string()) return std::string(preset.text());
  }
  return header_.agent_preset;
}

std::int64_t Log::tail_start() const {
  for (auto mark = turn_marks_.rbegin(); mark != turn_marks_.rend(); ++mark) {
    if (mark->starts) return mark->seq;
  }
  return 0;
}

Expected<std::vector<Event>> Log::read(std::int64_t from, std::int64_t count) const {
  const std::int64_t begin = std::clamp<std::int64_t>(from, 0, next_seq_);
  const std::int64_t end = begin + std::clamp<std::int64_t>(count, 0, next_seq_ - begin);
  if (!rows_.covers(begin, end)) {
    return tl::make_unexpected(refused(fault::kNotResident, "events " + std::to_string(begin) +
                                                                " to " + std::to_string(end - 1) +
                                                                " are not in memory"));
  }
  std::vector<Event> events;
  events.reserve(static_cast<std::size_t>(end - begin));
  rows_.walk(
      begin, end, [&events](const Event& event) { events.push_back(event); },
      [this, &events](const RowTable::RunPart& part) {
        part.run->for_each(part.first, part.count, [&](const ChunkRun::Member& member) {
          events.push_back(make_chunk_event(*pool_, *part.run, member));
        });
      });
  return events;
}

std::vector<Event> Log::tail() const {
  const std::int64_t start = tail_start();
  return read(start, next_seq_ - start).value_or(std::vector<Event>());
}

Value Log::tail_value() const {
  Builder builder;
  builder.begin_array();
  for (const Event& event : tail()) builder.put(static_cast<const ValueView&>(event.value()));
  builder.end();
  return builder.finish_or_absent();
}

Value Log::surface_value() const {
  if (surface_object_.is_absent()) surface_object_ = surface_.value();
  return surface_object_;
}

Value Log::messages() const { return history_.messages(surface_, lookup()); }

Value Log::event_message(ValueView event) const {
  if (const Event own = Event::from_value(event)) {
    return derive_event_message(header_.id, own.core(), own.seq(), own.data());
  }
  const auto fields = parse_event(event);
  if (!fields) return {};
  return derive_event_message(header_.id, fields->core, fields->seq, fields->data);
}

Value Log::request_header() const {
  if (!request_header_) return {};
  if (canonical_header_.is_absent()) {
    canonical_header_ = canonical_header(request_header_.data()[fields().header]);
  }
  return canonical_header_;
}

Value Log::request_context() const {
  return request_context_ ? Value::share(request_context_.data()) : Value();
}

Expected<std::vector<Value>> Log::storage_rows(std::int64_t from, std::int64_t end,
                                               bool packed) const {
  if (from < 0 || end > next_seq_ || !rows_.covers(from, end)) {
    return tl::make_unexpected(
        refused(fault::kNotResident, "rows of events " + std::to_string(from) + " to " +
                                         std::to_string(end - 1) + " are not in memory"));
  }
  std::vector<Value> rows;
  rows_.walk(
      from, end, [&rows](const Event& event) { rows.push_back(event.value()); },
      [&](const RowTable::RunPart& part) {
        if (packed && part.count >= kMinPackedMembers) {
          rows.push_back(packed_row(*part.run, part.first, part.count));
          return;
        }
        part.run->for_each(part.first, part.count, [&](const ChunkRun::Member& member) {
          rows.push_back(make_chunk_event(*pool_, *part.run, member).value());
        });
      });
  return rows;
}

void Log::evict(std::int64_t stored) {
  const std::int64_t limit = std::min(stored, tail_start());
  std::vector<std::int64_t> nodes = surface_.nodes();
  std::sort(nodes.begin(), nodes.end());
  rows_.evict(
      limit, [&](std::int64_t seq) { return std::binary_search(nodes.begin(), nodes.end(), seq); });
}

}  // namespace keel::session
