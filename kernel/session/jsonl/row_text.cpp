// SPDX-License-Identifier: MIT
#include "session/jsonl/row_text.hpp"

#include <algorithm>
#include <utility>

#include "session/log/envelope.hpp"
#include "session/log/event_text.hpp"
#include "session/log/fault.hpp"
#include "session/log/json_text.hpp"
#include "session/log/packed_rows.hpp"

namespace keel::session::jsonl {

namespace {

void add_integer(std::string& out, std::string_view before, std::int64_t number) {
  out += before;
  append_json_integer(out, number);
}

void add_string(std::string& out, std::string_view before, std::string_view text) {
  out += before;
  append_json_string(out, text);
}

void add_gaps(std::string& out, const ChunkRun& run, std::size_t first, std::size_t count) {
  out += ",\"dt\":[";
  std::int64_t before = run.at(first).time;
  bool comma = false;
  run.for_each(first + 1, count - 1, [&](const ChunkRun::Member& member) {
    if (comma) out += ',';
    comma = true;
    append_json_integer(out, member.time - before);
    before = member.time;
  });
  out += ']';
}

void append_row_value(std::string& out, const Value& row) {
#if defined(KEEL_HOST_BUILD)
  // In the host an event prints from its record; a store that is a plugin sees an object like any
  // other.
  if (const Event event = Event::from_value(row)) return event.print(out);
#endif
  append_json(out, row);
}

/// What a row that came as a value holds: the seqs that it covers.
struct Extent {
  std::int64_t first;
  std::int64_t end;
};

Expected<Extent> extent_of(ValueView row) {
  auto run = unpack_row(row);
  if (!run) return tl::make_unexpected(std::move(run.error()));
  if (*run) return Extent{(*run)->first_seq(), (*run)->end_seq()};
  auto event = parse_event(row);
  if (!event) return tl::make_unexpected(std::move(event.error()));
  return Extent{event->seq, event->seq + 1};
}

}  // namespace

void append_packed_text(std::string& out, const ChunkRun& run, std::size_t first,
                        std::size_t count) {
  const ChunkDelta shared = run.shared();
  const ChunkRun::Member head = run.at(first);
  out += "{\"type\":\"";
  out += row_tag(shared.kind);
  add_integer(out, "\",\"seq0\":", head.seq);
  add_integer(out, ",\"time0\":", head.time);
  add_integer(out, ",\"data\":{\"turn\":", shared.turn);
  add_integer(out, ",\"step\":", shared.step);
  add_integer(out, ",\"index\":", shared.index);
  add_gaps(out, run, first, count);
  if (shared.kind == DeltaKind::kToolCall) {
    add_string(out, ",\"id\":", shared.id);
    if (shared.name) add_string(out, ",\"name\":", *shared.name);
    out += ",\"args\":[";
  } else {
    out += ",\"texts\":[";
  }
  bool comma = false;
  run.for_each(first, count, [&](const ChunkRun::Member& member) {
    if (comma) out += ',';
    comma = true;
    append_json_string(out, member.text);
  });
  out += "]}}\n";
}

void append_chunk_lines(std::string& out, const ChunkRun& run, std::size_t first,
                        std::size_t count) {
  const ChunkDelta shared = run.shared();
  std::string middle;
  add_integer(middle, ",\"data\":{\"turn\":", shared.turn);
  add_integer(middle, ",\"step\":", shared.step);
  middle += ",\"chunk\":{\"type\":\"";
  middle += chunk_type(shared.kind);
  add_integer(middle, "\",\"index\":", shared.index);
  if (shared.kind == DeltaKind::kToolCall) {
    add_string(middle, ",\"id\":", shared.id);
    if (shared.name) add_string(middle, ",\"name\":", *shared.name);
    middle += ",\"argumentsDelta\":";
  } else {
    middle += ",\"text\":";
  }
  run.for_each(first, count, [&](const ChunkRun::Member& member) {
    add_integer(out, "{\"type\":\"assistant/chunk\",\"seq\":", member.seq);
    add_integer(out, ",\"time\":", member.time);
    add_string(out, middle, member.text);
    out += "}}}\n";
  });
}

void append_row_text(std::string& out, const StoredRow& row, std::int64_t end) {
  if (first_seq(row) >= end) return;
  if (const auto* event = std::get_if<EventFields>(&row)) {
    append_event_json(out, *event);
    out += '\n';
    return;
  }
  if (const auto* chunk = std::get_if<StoredChunk>(&row)) {
    ChunkRun run(chunk->delta, chunk->seq);
    run.push(chunk->time, chunk->delta.text);
    append_chunk_lines(out, run, 0, 1);
    return;
  }
  const auto& run = std::get<ChunkRun>(row);
  const auto count = static_cast<std::size_t>(std::min(end, run.end_seq()) - run.first_seq());
  if (count >= kMinPackedMembers) {
    append_packed_text(out, run, 0, count);
  } else {
    append_chunk_lines(out, run, 0, count);
  }
}

Expected<std::int64_t> append_row_values(std::string& out, std::span<const Value> rows,
                                         std::int64_t first_seq) {
  const std::size_t before = out.size();
  std::int64_t next = first_seq;
  for (const Value& row : rows) {
    const auto extent = extent_of(row);
    if (!extent || extent->first != next) {
      out.resize(before);
      if (!extent) return tl::make_unexpected(extent.error());
      return tl::make_unexpected(
          refused(fault::kInvalidEvent, "row: seq: expected " + std::to_string(next) + ", found " +
                                            std::to_string(extent->first)));
    }
    append_row_value(out, row);
    out += '\n';
    next = extent->end;
  }
  return next;
}

}  // namespace keel::session::jsonl
