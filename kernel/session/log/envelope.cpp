// SPDX-License-Identifier: MIT
#include "session/log/envelope.hpp"

#include <utility>

#include "session/log/event.hpp"
#include "session/log/fault.hpp"
#include "session/log/fields.hpp"
#include "session/log/safe_integer.hpp"

namespace keel::session {

namespace {

std::optional<EnvelopeKey> envelope_key(std::string_view name) {
  if (name == "type") return EnvelopeKey::kType;
  if (name == "seq") return EnvelopeKey::kSeq;
  if (name == "time") return EnvelopeKey::kTime;
  if (name == "data") return EnvelopeKey::kData;
  if (name == "ignorable") return EnvelopeKey::kIgnorable;
  if (name == "sourceEventSeqs") return EnvelopeKey::kSources;
  if (name == "surfaceOp") return EnvelopeKey::kSurfaceOp;
  return std::nullopt;
}

std::optional<Error> read_member(EventFields& into, EnvelopeKey key, ValueView value) {
  const std::string_view type = into.type;
  switch (key) {
    case EnvelopeKey::kType:
      return std::nullopt;
    case EnvelopeKey::kSeq: {
      const auto seq = safe_count(value);
      if (!seq) return refused_shape(type, "seq", "an integer from 0", describe(value));
      into.seq = *seq;
      return std::nullopt;
    }
    case EnvelopeKey::kTime: {
      const auto time = safe_integer(value);
      if (!time) return refused_shape(type, "time", "an integer", describe(value));
      into.time = *time;
      return std::nullopt;
    }
    case EnvelopeKey::kData:
      into.data = Value::share(value);
      return std::nullopt;
    case EnvelopeKey::kIgnorable:
      if (!value.is_true()) {
        return refused_shape(type, "ignorable", "true, or no such key", describe(value));
      }
      into.ignorable = true;
      return std::nullopt;
    case EnvelopeKey::kSources: {
      auto sources = parse_sources(type, value);
      if (!sources) return std::move(sources.error());
      into.sources = std::move(*sources);
      return std::nullopt;
    }
    case EnvelopeKey::kSurfaceOp: {
      auto surface = parse_surface_op(type, value);
      if (!surface) return std::move(surface.error());
      into.surface = *surface;
      return std::nullopt;
    }
  }
  return std::nullopt;
}

#if defined(KEEL_HOST_BUILD)

EventFields fields_of(const Event& event) {
  EventFields result;
  result.type = event.type();
  result.core = event.core();
  result.seq = event.seq();
  result.time = event.time();
  result.data = Value::share(event.data());
  result.ignorable = event.ignorable();
  result.surface = event.surface();
  if (event.sources() != nullptr) result.sources = *event.sources();
  result.order = event.order();
  return result;
}

#endif

std::optional<Error> find_missing(const EventFields& event) {
  constexpr std::pair<EnvelopeKey, const char*> kRequired[] = {
      {EnvelopeKey::kSeq, "seq"}, {EnvelopeKey::kTime, "time"}, {EnvelopeKey::kData, "data"}};
  for (const auto& [key, name] : kRequired) {
    if (!event.order.has(key)) return refused_shape(event.type, name, "a value", "nothing");
  }
  return std::nullopt;
}

}  // namespace

Expected<SurfaceOp> parse_surface_op(std::string_view type, ValueView value) {
  const Fields& names = fields();
  if (value.is_string() && value.text() == "append") return SurfaceOp::append();
  const ValueView op = value[names.op];
  const auto start = safe_count(value[names.start]);
  const auto end = safe_count(value[names.end]);
  if (value.size() == 3 && op.is_string() && op.text() == "replace" && start && end) {
    return SurfaceOp::replace(*start, *end);
  }
  return tl::make_unexpected(refused_shape(
      type, "surfaceOp", "\"append\" or exactly {op: \"replace\", start: int, end: int}",
      value.is_object() ? to_json(value) : describe(value)));
}

Expected<SourceList> parse_sources(std::string_view type, ValueView value) {
  if (!value.is_array()) {
    return tl::make_unexpected(
        refused_shape(type, "sourceEventSeqs", "an array of seqs", describe(value)));
  }
  SourceList sources;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const auto seq = safe_count(value.at(i));
    if (!seq) {
      return tl::make_unexpected(refused_shape(type, "sourceEventSeqs[" + std::to_string(i) + "]",
                                               "an integer from 0", describe(value.at(i))));
    }
    sources.push(*seq);
  }
  return sources;
}

std::optional<Error> find_envelope_fault(const EventFields& event) {
  if (event.type.empty()) {
    return refused_shape(event.type, "type", "a non-empty string", "an empty string");
  }
  if (is_retired_type(event.type)) {
    return refused(
        fault::kRetiredEvent,
        "event " + in_quotes(event.type) +
            ": this type was retired; it can be neither appended nor read. Convert the log "
            "with a build that still knows it");
  }
  if (is_row_tag(event.type)) {
    return refused_shape(event.type, "type", "a name that is no storage row",
                         "the name of a packed chunk row");
  }
  const bool on_surface = event.surface.kind != SurfaceOp::Kind::kNone;
  if (is_surface_type(event.core)) {
    if (on_surface) return std::nullopt;
    return refused_shape(event.type, "surfaceOp", "\"append\" or a replace: this is a surface type",
                         "nothing");
  }
  if (on_surface) {
    return refused_shape(event.type, "surfaceOp", "no such key: this type is log-only", "one");
  }
  if (event.sources) {
    return refused_shape(event.type, "sourceEventSeqs", "no such key: this type is log-only",
                         "an array of " + std::to_string(event.sources->size()));
  }
  return std::nullopt;
}

Expected<EventFields> parse_event(ValueView value) {
#if defined(KEEL_HOST_BUILD)
  // The shortcut of events that never left the host.
  if (const Event own = Event::from_value(value)) return fields_of(own);
#endif
  if (!value.is_object()) {
    return tl::make_unexpected(refused_shape("", "event", "an object", describe(value)));
  }
  const ValueView type = value[fields().type];
  if (!type.is_string()) {
    return tl::make_unexpected(refused_shape("", "type", "a non-empty string", describe(type)));
  }
  EventFields event;
  event.type = current_type_name(type.text());
  event.core = core_type(event.type);
  for (const auto& [name, member] : value.members()) {
    const auto key = envelope_key(name);
    if (!key) {
      return tl::make_unexpected(refused_shape(event.type, std::string(name),
                                               "only type, seq, time, data, ignorable, "
                                               "sourceEventSeqs and surfaceOp beside each other",
                                               "a key " + in_quotes(name)));
    }
    event.order.push(*key);
    if (auto fault = read_member(event, *key, member)) {
      return tl::make_unexpected(std::move(*fault));
    }
  }
  if (auto fault = find_missing(event)) return tl::make_unexpected(std::move(*fault));
  if (auto fault = find_envelope_fault(event)) return tl::make_unexpected(std::move(*fault));
  return event;
}

}  // namespace keel::session
