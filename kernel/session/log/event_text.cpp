// SPDX-License-Identifier: MIT
#include "session/log/event_text.hpp"

#include "session/log/json_text.hpp"

namespace keel::session {

namespace {

void append_sources(std::string& out, const SourceList& sources) {
  bool comma = false;
  out += '[';
  sources.for_each([&](std::int64_t seq) {
    if (comma) out += ',';
    comma = true;
    append_json_integer(out, seq);
  });
  out += ']';
}

void append_surface(std::string& out, const SurfaceOp& surface) {
  if (surface.kind == SurfaceOp::Kind::kAppend) {
    out += "\"append\"";
    return;
  }
  out += "{\"op\":\"replace\",\"start\":";
  append_json_integer(out, surface.start);
  out += ",\"end\":";
  append_json_integer(out, surface.end);
  out += '}';
}

void append_member(std::string& out, const EventText& event, EnvelopeKey key) {
  switch (key) {
    case EnvelopeKey::kType:
      out += "\"type\":";
      append_json_string(out, event.type);
      return;
    case EnvelopeKey::kSeq:
      out += "\"seq\":";
      append_json_integer(out, event.seq);
      return;
    case EnvelopeKey::kTime:
      out += "\"time\":";
      append_json_integer(out, event.time);
      return;
    case EnvelopeKey::kData:
      out += "\"data\":";
      append_json(out, event.data);
      return;
    case EnvelopeKey::kIgnorable:
      out += "\"ignorable\":true";
      return;
    case EnvelopeKey::kSources:
      out += "\"sourceEventSeqs\":";
      append_sources(out, *event.sources);
      return;
    case EnvelopeKey::kSurfaceOp:
      out += "\"surfaceOp\":";
      append_surface(out, event.surface);
      return;
  }
}

}  // namespace

void append_event_json(std::string& out, const EventText& event) {
  char separator = '{';
  for (std::size_t i = 0; i < event.order.size(); ++i) {
    out += separator;
    separator = ',';
    append_member(out, event, event.order.at(i));
  }
  out += '}';
}

void append_event_json(std::string& out, const EventFields& event) {
  const KeyOrder order = event.order == KeyOrder()
                             ? KeyOrder::standard(event.ignorable, event.sources.has_value(),
                                                  event.surface.kind != SurfaceOp::Kind::kNone)
                             : event.order;
  append_event_json(out, EventText{order, event.type, event.seq, event.time, event.data,
                                   event.surface, event.sources ? &*event.sources : nullptr});
}

}  // namespace keel::session
