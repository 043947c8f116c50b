// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "keel/error.hpp"
#include "session/log/chunk_delta.hpp"
#include "session/log/chunk_run.hpp"
#include "session/log/event_fields.hpp"

namespace keel::session::jsonl {

/// A chunk that may join a run. Views are borrowed from the line and its reader.
struct StoredChunk {
  ChunkDelta delta;
  std::int64_t seq = 0;
  std::int64_t time = 0;
};

/// What one line of a session file holds.
using StoredRow = std::variant<StoredChunk, ChunkRun, EventFields>;

/// Seq of the first event of a row, and one past the last.
std::int64_t first_seq(const StoredRow& row);
std::int64_t end_seq(const StoredRow& row);

/// Reads lines. The forms that Keel and the reference write are read straight into packed memory;
/// every other text goes through the strict parser. Results are borrowed until the next call.
class LineReader {
 public:
  /// One line without its line feed. SESSION_CORRUPT when it is no JSON, no event and no storage
  /// row.
  Expected<StoredRow> read(std::string_view line);

 private:
  std::optional<StoredChunk> scan_chunk(std::string_view line);
  std::optional<ChunkRun> scan_run(std::string_view line);
  std::optional<EventFields> scan_event(std::string_view line);
  Expected<StoredRow> parse(std::string_view line);

  std::string text_;
  std::string id_;
  std::string name_;
  std::vector<std::int64_t> gaps_;
  /// Keeps alive what the last result borrows.
  Value document_;
};

}  // namespace keel::session::jsonl
