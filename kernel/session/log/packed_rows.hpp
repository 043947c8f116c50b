// SPDX-License-Identifier: MIT
// Storage rows: how a run of chunks is stored as one record, and how records are read back. A
// storage form only; the events of a log are the same with and without.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "keel/error.hpp"
#include "keel/value.hpp"
#include "session/log/chunk_run.hpp"

namespace keel::session {

/// A row is worth its overhead from this many members on; shorter runs are stored as events.
inline constexpr std::size_t kMinPackedMembers = 3;

/// Members of `run` from `first` on as {type, seq0, time0, data: {turn, step, index, dt, texts}}
/// or, for tool calls, {..., data: {turn, step, index, dt, id, name?, args}}. `count` from 1.
Value packed_row(const ChunkRun& run, std::size_t first, std::size_t count);

/// The run that a storage record holds. An empty optional: `record` carries none of the three row
/// tags, so it is an event or something else and stands for itself. Refuses (SESSION_CORRUPT) a
/// record that carries a tag and is not exactly a row.
Expected<std::optional<ChunkRun>> unpack_row(ValueView record);

/// The events of a batch as rows: runs of at least three chunks packed, all else as it is, in
/// order. The values are event objects.
std::vector<Value> pack_chunk_runs(std::span<const Value> events);

/// The events that one storage record stands for: the members of a packed row, else the record
/// itself.
Expected<std::vector<Value>> decode_storage_record(const Value& record);

}  // namespace keel::session
