// SPDX-License-Identifier: MIT
#include "rows.hpp"

#include <utility>

#include "session/jsonl/row_text.hpp"
#include "session/log/packed_rows.hpp"

namespace keel::jsonl_store {

namespace jsonl = session::jsonl;

std::optional<Error> ValueSink::take(jsonl::StoredRow row) {
  const std::int64_t first = jsonl::first_seq(row);
  const std::int64_t end = jsonl::end_seq(row);
  if (const auto* run = std::get_if<session::ChunkRun>(&row)) {
    const auto count = static_cast<std::size_t>(end - first);
    if (count >= session::kMinPackedMembers) {
      rows_.push_back({first, end, session::packed_row(*run, 0, count)});
      return std::nullopt;
    }
  }
  // As text and back: the order of an event's keys is part of what a store keeps.
  text_.clear();
  jsonl::append_row_text(text_, row, end);
  std::size_t begin = 0;
  std::int64_t seq = first;
  while (begin < text_.size()) {
    const std::size_t line_end = text_.find('\n', begin);
    auto value = parse_json(std::string_view(text_).substr(begin, line_end - begin));
    if (!value)
      return Error::failed("SESSION_CORRUPT",
                           "event " + std::to_string(seq) + ": " + value.error().message);
    rows_.push_back({seq, seq + 1, std::move(*value)});
    ++seq;
    begin = line_end + 1;
  }
  return std::nullopt;
}

}  // namespace keel::jsonl_store
