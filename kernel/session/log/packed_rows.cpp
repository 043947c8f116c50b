// SPDX-License-Identifier: MIT
#include "session/log/packed_rows.hpp"

#include <string>
#include <utility>

#include "session/log/fault.hpp"
#include "session/log/fields.hpp"
#include "session/log/safe_integer.hpp"

namespace keel::session {

namespace {

std::optional<DeltaKind> kind_of_tag(std::string_view tag) {
  for (const DeltaKind kind : {DeltaKind::kText, DeltaKind::kReasoning, DeltaKind::kToolCall}) {
    if (row_tag(kind) == tag) return kind;
  }
  return std::nullopt;
}

Error malformed(std::string_view tag, const std::string& path, std::string_view expected,
                std::string_view found) {
  Error error = refused_shape(tag, path, expected, found);
  error.code = fault::kCorrupt;
  error.message = "packed row: " + error.message;
  return error;
}

tl::unexpected<Error> reject(std::string_view tag, const std::string& path,
                             std::string_view expected, std::string_view found) {
  return tl::make_unexpected(malformed(tag, path, expected, found));
}

/// The parts of a row, each of its kind; their agreement is not checked yet.
struct RowParts {
  std::string_view tag;
  ChunkDelta shared;
  std::int64_t seq0 = 0;
  std::int64_t time0 = 0;
  ValueView gaps;
  ValueView texts;
};

struct CountField {
  const Key& key;
  std::int64_t& into;
};

std::optional<Error> read_counts(std::string_view tag, ValueView data, ChunkDelta& shared) {
  const Fields& names = fields();
  const CountField wanted[] = {
      {names.turn, shared.turn}, {names.step, shared.step}, {names.index, shared.index}};
  for (const CountField& field : wanted) {
    const auto number = safe_count(data[field.key]);
    if (!number) {
      return malformed(tag, "data." + std::string(field.key.text()), "an integer from 0",
                       describe(data[field.key]));
    }
    field.into = *number;
  }
  return std::nullopt;
}

std::optional<Error> read_call(std::string_view tag, ValueView data, ChunkDelta& shared) {
  const Fields& names = fields();
  const ValueView id = data[names.id];
  if (!id.is_string()) return malformed(tag, "data.id", "a string", describe(id));
  shared.id = id.text();
  const ValueView name = data[names.name];
  if (name.is_absent()) return std::nullopt;
  if (!name.is_string()) return malformed(tag, "data.name", "a string", describe(name));
  shared.name = name.text();
  return std::nullopt;
}

Expected<RowParts> read_parts(ValueView record, DeltaKind kind) {
  const Fields& names = fields();
  RowParts parts;
  parts.tag = row_tag(kind);
  parts.shared.kind = kind;
  const auto seq0 = safe_count(record[names.seq0]);
  const auto time0 = safe_integer(record[names.time0]);
  const ValueView data = record[names.data];
  if (!seq0) return reject(parts.tag, "seq0", "an integer from 0", describe(record[names.seq0]));
  if (!time0) return reject(parts.tag, "time0", "an integer", describe(record[names.time0]));
  if (!data.is_object()) return reject(parts.tag, "data", "an object", describe(data));
  if (record.size() != 4) {
    return reject(parts.tag, "keys", "exactly type, seq0, time0 and data",
                  std::to_string(record.size()) + " keys");
  }
  parts.seq0 = *seq0;
  parts.time0 = *time0;
  if (auto fault = read_counts(parts.tag, data, parts.shared)) {
    return tl::make_unexpected(std::move(*fault));
  }
  const bool call = kind == DeltaKind::kToolCall;
  if (call) {
    if (auto fault = read_call(parts.tag, data, parts.shared)) {
      return tl::make_unexpected(std::move(*fault));
    }
  }
  parts.gaps = data[names.dt];
  parts.texts = data[call ? names.args : names.texts];
  const std::size_t keys = 5 + (call ? 1U : 0U) + (parts.shared.name ? 1U : 0U);
  if (data.size() != keys) {
    return reject(parts.tag, "data", "exactly the keys of its kind",
                  std::to_string(data.size()) + " keys");
  }
  return parts;
}

std::optional<Error> find_arity_fault(const RowParts& parts) {
  const char* payload = parts.shared.kind == DeltaKind::kToolCall ? "data.args" : "data.texts";
  if (!parts.texts.is_array() || parts.texts.empty()) {
    return malformed(parts.tag, payload, "a non-empty array", describe(parts.texts));
  }
  if (!parts.gaps.is_array() || parts.gaps.size() != parts.texts.size() - 1) {
    return malformed(
        parts.tag, "data.dt",
        "an array of " + std::to_string(parts.texts.size() - 1) + ", one fewer than members",
        describe(parts.gaps));
  }
  if (!is_safe(parts.seq0 + static_cast<std::int64_t>(parts.texts.size()) - 1)) {
    return malformed(parts.tag, "seq0", "seqs up to 2^53 - 1", std::to_string(parts.seq0));
  }
  return std::nullopt;
}

}  // namespace

Value packed_row(const ChunkRun& run, std::size_t first, std::size_t count) {
  const Fields& names = fields();
  const ChunkDelta shared = run.shared();
  const ChunkRun::Member head = run.at(first);
  Builder builder;
  builder.begin_object();
  builder.member(names.type, row_tag(shared.kind));
  builder.member(names.seq0, head.seq).member(names.time0, head.time);
  builder.name(names.data).begin_object();
  builder.member(names.turn, shared.turn).member(names.step, shared.step);
  builder.member(names.index, shared.index);
  builder.name(names.dt).begin_array();
  std::int64_t before = head.time;
  run.for_each(first + 1, count - 1, [&](const ChunkRun::Member& member) {
    builder.put(member.time - before);
    before = member.time;
  });
  builder.end();
  const bool call = shared.kind == DeltaKind::kToolCall;
  if (call) {
    builder.member(names.id, shared.id);
    if (shared.name) builder.member(names.name, *shared.name);
  }
  builder.name(call ? names.args : names.texts).begin_array();
  run.for_each(first, count, [&](const ChunkRun::Member& member) { builder.put(member.text); });
  builder.end().end().end();
  return builder.finish_or_absent();
}

Expected<std::optional<ChunkRun>> unpack_row(ValueView record) {
  const ValueView type = record[fields().type];
  if (!type.is_string()) return std::optional<ChunkRun>();
  const auto kind = kind_of_tag(type.text());
  if (!kind) return std::optional<ChunkRun>();

  auto parts = read_parts(record, *kind);
  if (!parts) return tl::make_unexpected(std::move(parts.error()));
  if (auto fault = find_arity_fault(*parts)) return tl::make_unexpected(std::move(*fault));

  ChunkRun run(parts->shared, parts->seq0);
  std::int64_t time = parts->time0;
  for (std::size_t i = 0; i < parts->texts.size(); ++i) {
    if (i > 0) {
      const auto gap = safe_integer(parts->gaps.at(i - 1));
      if (!gap || !is_safe(time + *gap)) {
        return reject(parts->tag, "data.dt[" + std::to_string(i - 1) + "]",
                      "an integer that leads to a safe time", describe(parts->gaps.at(i - 1)));
      }
      time += *gap;
    }
    const ValueView text = parts->texts.at(i);
    if (!text.is_string()) {
      return reject(parts->tag, "data.texts[" + std::to_string(i) + "]", "a string",
                    describe(text));
    }
    run.push(time, text.text());
  }
  run.shrink();
  return std::optional<ChunkRun>(std::move(run));
}

namespace {

/// The delta of an event object that may join a run: only the four plain envelope keys, in order.
struct ChunkEvent {
  std::int64_t seq;
  std::int64_t time;
  ChunkDelta delta;
};

std::optional<ChunkEvent> read_chunk_event(ValueView event) {
  if (event.size() != 4) return std::nullopt;
  const auto [type_name, type] = event.member(0);
  const auto [seq_name, seq_value] = event.member(1);
  const auto [time_name, time_value] = event.member(2);
  const auto [data_name, data] = event.member(3);
  if (type_name != "type" || seq_name != "seq" || time_name != "time" || data_name != "data" ||
      type.text() != "assistant/chunk") {
    return std::nullopt;
  }
  const auto seq = safe_count(seq_value);
  const auto time = safe_integer(time_value);
  const auto delta = read_delta(data);
  if (!seq || !time || !delta) return std::nullopt;
  return ChunkEvent{*seq, *time, *delta};
}

}  // namespace

std::vector<Value> pack_chunk_runs(std::span<const Value> events) {
  std::vector<Value> rows;
  std::optional<ChunkRun> run;
  std::size_t run_start = 0;
  const auto close_run = [&](std::size_t end) {
    if (!run) return;
    if (run->size() >= kMinPackedMembers) {
      rows.push_back(packed_row(*run, 0, run->size()));
    } else {
      rows.insert(rows.end(), events.begin() + static_cast<std::ptrdiff_t>(run_start),
                  events.begin() + static_cast<std::ptrdiff_t>(end));
    }
    run.reset();
  };
  for (std::size_t i = 0; i < events.size(); ++i) {
    const auto chunk = read_chunk_event(events[i]);
    if (run && (!chunk || run->full() || !run->fits(chunk->delta, chunk->seq, chunk->time))) {
      close_run(i);
    }
    if (!chunk) {
      rows.push_back(events[i]);
      continue;
    }
    if (!run) {
      run.emplace(chunk->delta, chunk->seq);
      run_start = i;
    }
    run->push(chunk->time, chunk->delta.text);
  }
  close_run(events.size());
  return rows;
}

Expected<std::vector<Value>> decode_storage_record(const Value& record) {
  auto run = unpack_row(record);
  if (!run) return tl::make_unexpected(std::move(run.error()));
  std::vector<Value> events;
  if (!*run) {
    events.push_back(record);
    return events;
  }
  const Fields& names = fields();
  (*run)->for_each(0, (*run)->size(), [&](const ChunkRun::Member& member) {
    Builder builder;
    builder.begin_object().member(names.type, "assistant/chunk");
    builder.member(names.seq, member.seq).member(names.time, member.time);
    builder.member(names.data, delta_data((*run)->delta(member))).end();
    events.push_back(builder.finish_or_absent());
  });
  return events;
}

}  // namespace keel::session
