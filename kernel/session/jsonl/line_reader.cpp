// SPDX-License-Identifier: MIT
#include "session/jsonl/line_reader.hpp"

#include <utility>

#include "session/jsonl/line_scan.hpp"
#include "session/log/envelope.hpp"
#include "session/log/fault.hpp"
#include "session/log/packed_rows.hpp"
#include "session/log/safe_integer.hpp"

namespace keel::session::jsonl {

namespace {

std::optional<DeltaKind> scan_kind(LineScan& scan) {
  if (scan.literal("text-delta\"")) return DeltaKind::kText;
  if (scan.literal("reasoning-delta\"")) return DeltaKind::kReasoning;
  if (scan.literal("tool-call-delta\"")) return DeltaKind::kToolCall;
  return std::nullopt;
}

std::optional<DeltaKind> scan_tag(LineScan& scan) {
  if (scan.literal("{\"type\":\"text-chunks\"")) return DeltaKind::kText;
  if (scan.literal("{\"type\":\"reasoning-chunks\"")) return DeltaKind::kReasoning;
  if (scan.literal("{\"type\":\"tool-call-chunks\"")) return DeltaKind::kToolCall;
  return std::nullopt;
}

/// "[1,-2,3]"
bool scan_integers(LineScan& scan, std::vector<std::int64_t>& numbers) {
  numbers.clear();
  if (!scan.literal("[")) return false;
  if (scan.literal("]")) return true;
  do {
    if (!scan.integer(numbers.emplace_back())) return false;
  } while (scan.literal(","));
  return scan.literal("]");
}

/// The optional keys behind an event's data, in the order that is written: taken off the end of
/// `rest`.
struct Suffix {
  bool on_surface = false;
  bool ignorable = false;
  std::string_view sources;
  bool has_sources = false;
};

bool take_suffix(std::string_view& rest, std::string_view suffix) {
  if (!rest.ends_with(suffix)) return false;
  rest.remove_suffix(suffix.size());
  return true;
}

/// What is left of `rest` is data exactly when it parses: a quote inside a string is escaped, so
/// none of these texts can lie in one, and deeper ones would leave an object open.
Suffix take_suffixes(std::string_view& rest) {
  constexpr std::string_view kSources = ",\"sourceEventSeqs\":";
  Suffix found;
  found.on_surface = take_suffix(rest, ",\"surfaceOp\":\"append\"");
  if (found.on_surface && rest.ends_with(']')) {
    const std::size_t at = rest.rfind(kSources);
    if (at != std::string_view::npos) {
      found.sources = rest.substr(at + kSources.size());
      found.has_sources = true;
      rest = rest.substr(0, at);
    }
  }
  found.ignorable = take_suffix(rest, ",\"ignorable\":true");
  return found;
}

}  // namespace

std::int64_t first_seq(const StoredRow& row) {
  if (const auto* chunk = std::get_if<StoredChunk>(&row)) return chunk->seq;
  if (const auto* run = std::get_if<ChunkRun>(&row)) return run->first_seq();
  return std::get<EventFields>(row).seq;
}

std::int64_t end_seq(const StoredRow& row) {
  if (const auto* run = std::get_if<ChunkRun>(&row)) return run->end_seq();
  return first_seq(row) + 1;
}

Expected<StoredRow> LineReader::read(std::string_view line) {
  if (auto chunk = scan_chunk(line)) return StoredRow(*chunk);
  if (auto run = scan_run(line)) return StoredRow(std::move(*run));
  if (auto event = scan_event(line)) return StoredRow(std::move(*event));
  return parse(line);
}

std::optional<StoredChunk> LineReader::scan_chunk(std::string_view line) {
  LineScan scan(line);
  StoredChunk chunk;
  ChunkDelta& delta = chunk.delta;
  if (!scan.literal("{\"type\":\"assistant/chunk\",\"seq\":") || !scan.count(chunk.seq) ||
      !scan.literal(",\"time\":") || !scan.integer(chunk.time) ||
      !scan.literal(",\"data\":{\"turn\":") || !scan.count(delta.turn) ||
      !scan.literal(",\"step\":") || !scan.count(delta.step) ||
      !scan.literal(",\"chunk\":{\"type\":\"")) {
    return std::nullopt;
  }
  const auto kind = scan_kind(scan);
  if (!kind || !scan.literal(",\"index\":") || !scan.count(delta.index)) return std::nullopt;
  delta.kind = *kind;
  if (delta.kind == DeltaKind::kToolCall) {
    if (!scan.literal(",\"id\":") || !scan.string(delta.id, id_)) return std::nullopt;
    if (scan.literal(",\"name\":") && !scan.string(delta.name.emplace(), name_))
      return std::nullopt;
    if (!scan.literal(",\"argumentsDelta\":")) return std::nullopt;
  } else if (!scan.literal(",\"text\":")) {
    return std::nullopt;
  }
  if (!scan.string(delta.text, text_) || !scan.literal("}}}") || !scan.ended()) return std::nullopt;
  return chunk;
}

std::optional<ChunkRun> LineReader::scan_run(std::string_view line) {
  LineScan scan(line);
  const auto kind = scan_tag(scan);
  if (!kind) return std::nullopt;
  ChunkDelta shared;
  shared.kind = *kind;
  std::int64_t seq = 0;
  std::int64_t time = 0;
  if (!scan.literal(",\"seq0\":") || !scan.count(seq) || !scan.literal(",\"time0\":") ||
      !scan.integer(time) || !scan.literal(",\"data\":{\"turn\":") || !scan.count(shared.turn) ||
      !scan.literal(",\"step\":") || !scan.count(shared.step) || !scan.literal(",\"index\":") ||
      !scan.count(shared.index) || !scan.literal(",\"dt\":") || !scan_integers(scan, gaps_)) {
    return std::nullopt;
  }
  if (shared.kind == DeltaKind::kToolCall) {
    if (!scan.literal(",\"id\":") || !scan.string(shared.id, id_)) return std::nullopt;
    if (scan.literal(",\"name\":") && !scan.string(shared.name.emplace(), name_))
      return std::nullopt;
    if (!scan.literal(",\"args\":[")) return std::nullopt;
  } else if (!scan.literal(",\"texts\":[")) {
    return std::nullopt;
  }
  ChunkRun run(shared, seq);
  do {
    std::string_view text;
    if (!scan.string(text, text_)) return std::nullopt;
    if (run.size() > 0) {
      if (run.size() > gaps_.size()) return std::nullopt;
      time += gaps_[run.size() - 1];
      if (!is_safe(time)) return std::nullopt;
    }
    run.push(time, text);
  } while (scan.literal(","));
  if (!scan.literal("]}}") || !scan.ended() || run.size() != gaps_.size() + 1 ||
      !is_safe(run.end_seq() - 1)) {
    return std::nullopt;
  }
  run.shrink();
  return run;
}

std::optional<EventFields> LineReader::scan_event(std::string_view line) {
  LineScan scan(line);
  EventFields event;
  std::string_view type;
  if (!scan.literal("{\"type\":") || !scan.string(type, text_) || !scan.literal(",\"seq\":") ||
      !scan.count(event.seq) || !scan.literal(",\"time\":") || !scan.integer(event.time) ||
      !scan.literal(",\"data\":")) {
    return std::nullopt;
  }
  std::string_view rest = scan.rest();
  if (!take_suffix(rest, "}")) return std::nullopt;
  const Suffix suffix = take_suffixes(rest);
  if (suffix.has_sources) {
    LineScan list(suffix.sources);
    if (!scan_integers(list, gaps_) || !list.ended()) return std::nullopt;
    SourceList& sources = event.sources.emplace();
    for (const std::int64_t seq : gaps_) {
      if (seq < 0) return std::nullopt;
      sources.push(seq);
    }
  }
  auto data = parse_json(rest);
  if (!data) return std::nullopt;
  event.type = current_type_name(type);
  event.core = core_type(event.type);
  event.data = std::move(*data);
  event.ignorable = suffix.ignorable;
  if (suffix.on_surface) event.surface = SurfaceOp::append();
  // The general reader says what is wrong.
  if (find_envelope_fault(event)) return std::nullopt;
  return event;
}

Expected<StoredRow> LineReader::parse(std::string_view line) {
  auto value = parse_json(line);
  if (!value) {
    return tl::make_unexpected(refused(fault::kCorrupt, "no JSON: " + value.error().message));
  }
  document_ = std::move(*value);
  auto run = unpack_row(document_);
  if (!run) return tl::make_unexpected(std::move(run.error()));
  if (*run) return StoredRow(std::move(**run));
  auto event = parse_event(document_);
  if (!event) return tl::make_unexpected(std::move(event.error()));
  return StoredRow(std::move(*event));
}

}  // namespace keel::session::jsonl
