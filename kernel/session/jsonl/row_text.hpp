// SPDX-License-Identifier: MIT
// Rows of a log as lines of a session file.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "keel/error.hpp"
#include "session/jsonl/line_reader.hpp"
#include "session/log/log.hpp"

namespace keel::session::jsonl {

/// No line may be longer: neither a writer nor a hostile file can make a reader hold more at once.
inline constexpr std::size_t kMaxLineBytes = std::size_t{64} << 20U;

/// Appends the events [from, end) of `log` as lines, runs of at least three chunks packed when
/// `packed`. Prints straight from the log's memory. The range must be resident.
void append_log_text(std::string& out, const Log& log, std::int64_t from, std::int64_t end,
                     bool packed);

/// Appends one event as a line.
void append_event_text(std::string& out, const Event& event);

/// Appends `count` members of a run from `first` on: as one packed row, or a line each.
void append_packed_text(std::string& out, const ChunkRun& run, std::size_t first,
                        std::size_t count);
void append_chunk_lines(std::string& out, const ChunkRun& run, std::size_t first,
                        std::size_t count);

/// Appends the events of a row that was read, as far as their seq is below `end`.
void append_row_text(std::string& out, const StoredRow& row, std::int64_t end);

/// Appends rows that came as values: event objects and packed rows. Refuses a row that is neither,
/// or whose first seq is not the next one, leaving `out` as it was. Gives the seq after the last
/// event.
Expected<std::int64_t> append_row_values(std::string& out, std::span<const Value> rows,
                                         std::int64_t first_seq);

}  // namespace keel::session::jsonl
