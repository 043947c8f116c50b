// SPDX-License-Identifier: MIT
#include "session/jsonl/row_stream.hpp"

#include <algorithm>
#include <utility>

#include "session/jsonl/header_line.hpp"
#include "session/jsonl/line_scan.hpp"
#include "session/log/fault.hpp"

namespace keel::session::jsonl {

namespace {

constexpr std::string_view kRecordStart = "{\"type\":\"";
/// A hostile line may hold any number of things that look like records.
constexpr int kMaxAttempts = 16;

bool is_turn_end(const StoredRow& row) {
  const auto* event = std::get_if<EventFields>(&row);
  return event != nullptr && event->core == CoreType::kTurnEnd;
}

/// True when `text` starts as a record of that seq does.
bool starts_record(std::string_view text, std::int64_t seq) {
  LineScan scan(text);
  std::string scratch;
  std::string_view type;
  std::int64_t found = -1;
  return scan.literal("{\"type\":") && scan.string(type, scratch) &&
         (scan.literal(",\"seq\":") || scan.literal(",\"seq0\":")) && scan.count(found) &&
         found == seq;
}

}  // namespace

Error RowStream::corrupt(std::uint64_t line, const std::string& what) const {
  return refused(
      fault::kCorrupt,
      "corrupt session log " + artifact_ + ": line " + std::to_string(line) + ": " + what,
      object({{"line", line}}));
}

RowStream::Verdict RowStream::fail(Error error) {
  error_ = std::move(error);
  return Verdict::kFailed;
}

void RowStream::resume_at(SessionHeader header, std::int64_t seq) {
  header_ = std::move(header);
  next_seq_ = seq;
}

RowStream::Verdict RowStream::take(std::string_view line) {
  ++lines_;
  if (!header_) return take_header(line);
  if (in_tail()) {
    if (!ends_turn(line)) return Verdict::kDropped;
    return fail(corrupt(damaged_line_, damage_ + "; the turn/end in line " +
                                           std::to_string(lines_) +
                                           " shows that committed history is damaged"));
  }
  auto row = reader_.read(line);
  if (row && first_seq(*row) == next_seq_) return take_row(std::move(*row), Verdict::kTaken);
  StoredRow resumed;
  if (!row && find_next_record(line, resumed))
    return take_row(std::move(resumed), Verdict::kResumed);
  damaged_line_ = lines_;
  damage_ = row ? "expected seq " + std::to_string(next_seq_) + ", found " +
                      std::to_string(first_seq(*row))
                : row.error().message;
  // A turn that ended cannot be dropped with the tail, not even when it is what came out of order.
  if (row ? !is_turn_end(*row) : !ends_turn(line.substr(std::min<std::size_t>(1, line.size())))) {
    return Verdict::kDropped;
  }
  return fail(corrupt(lines_, damage_));
}

RowStream::Verdict RowStream::take_header(std::string_view line) {
  auto header = parse_header_line(line, artifact_);
  if (!header) return fail(std::move(header.error()));
  header_ = std::move(*header);
  if (auto fault = sink_.begin(*header_)) return fail(std::move(*fault));
  return Verdict::kTaken;
}

RowStream::Verdict RowStream::take_row(StoredRow row, Verdict verdict) {
  const std::int64_t end = end_seq(row);
  if (auto fault = sink_.take(std::move(row))) return fail(std::move(*fault));
  next_seq_ = end;
  return verdict;
}

/// A record that was cut short, with the next one behind it on the same line: the writer died, and
/// its successor appended without looking. (openai/codex#24425)
bool RowStream::find_next_record(std::string_view line, StoredRow& row) {
  int attempts = 0;
  for (std::size_t at = line.find(kRecordStart, 1);
       at != std::string_view::npos && attempts < kMaxAttempts;
       at = line.find(kRecordStart, at + 1)) {
    const std::string_view rest = line.substr(at);
    if (!starts_record(rest, next_seq_)) continue;
    ++attempts;
    auto found = reader_.read(rest);
    if (!found) continue;
    row = std::move(*found);
    return true;
  }
  return false;
}

bool RowStream::ends_turn(std::string_view line) {
  constexpr std::string_view kTurnEnd = "{\"type\":\"turn/end\"";
  if (const auto row = reader_.read(line)) return is_turn_end(*row);
  int attempts = 0;
  for (std::size_t at = line.find(kTurnEnd);
       at != std::string_view::npos && attempts < kMaxAttempts; at = line.find(kTurnEnd, at + 1)) {
    ++attempts;
    const auto row = reader_.read(line.substr(at));
    if (row && is_turn_end(*row)) return true;
  }
  return false;
}

}  // namespace keel::session::jsonl
