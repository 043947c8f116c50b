// SPDX-License-Identifier: MIT
#include "session/jsonl/tail_sink.hpp"

#include "session/jsonl/row_text.hpp"

namespace keel::session::jsonl {

void TailSink::at(std::uint64_t offset, std::int64_t seq) {
  if (seq > from_seq_) return;
  place_ = offset;
  text_.clear();
}

std::optional<Error> TailSink::take(StoredRow row) {
  if (first_seq(row) >= from_seq_) return std::nullopt;
  append_row_text(text_, row, from_seq_);
  return std::nullopt;
}

}  // namespace keel::session::jsonl
