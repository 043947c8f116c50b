// SPDX-License-Identifier: MIT
// The part of row_text.hpp that prints straight from a log's memory; the rest knows rows only.
#include "session/jsonl/row_text.hpp"
#include "session/log/packed_rows.hpp"

namespace keel::session::jsonl {

void append_event_text(std::string& out, const Event& event) {
  event.print(out);
  out += '\n';
}

void append_log_text(std::string& out, const Log& log, std::int64_t from, std::int64_t end,
                     bool packed) {
  log.walk(
      from, end, [&out](const Event& event) { append_event_text(out, event); },
      [&](const RowTable::RunPart& part) {
        if (packed && part.count >= kMinPackedMembers) {
          append_packed_text(out, *part.run, part.first, part.count);
        } else {
          append_chunk_lines(out, *part.run, part.first, part.count);
        }
      });
}

}  // namespace keel::session::jsonl
