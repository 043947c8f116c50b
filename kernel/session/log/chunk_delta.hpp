// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "keel/value.hpp"

namespace keel::session {

/// The stream chunks that come in long runs.
enum class DeltaKind : std::uint8_t { kText, kReasoning, kToolCall };

/// Data of an assistant/chunk event that carries a piece of text. Views are borrowed.
struct ChunkDelta {
  DeltaKind kind = DeltaKind::kText;
  std::int64_t turn = 0;
  std::int64_t step = 0;
  std::int64_t index = 0;
  /// Tool calls only.
  std::string_view id;
  /// Tool calls only, and only some of them.
  std::optional<std::string_view> name;
  /// text, or argumentsDelta of a tool call.
  std::string_view text;
};

/// Reads {turn, step, chunk: {type, index, text}} or the tool-call form {type, index, id, name?,
/// argumentsDelta}. Nothing unless `data` has exactly these members in this order, with integers
/// that are safe and not negative: whatever else it is must be kept as it came.
std::optional<ChunkDelta> read_delta(ValueView data);

/// The data that read_delta reads `delta` from.
Value delta_data(const ChunkDelta& delta);

/// "text-delta", "reasoning-delta", "tool-call-delta".
std::string_view chunk_type(DeltaKind kind);
/// "text-chunks", "reasoning-chunks", "tool-call-chunks".
std::string_view row_tag(DeltaKind kind);

}  // namespace keel::session
