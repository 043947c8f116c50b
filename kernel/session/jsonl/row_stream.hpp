// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "keel/error.hpp"
#include "session/jsonl/line_reader.hpp"
#include "session/jsonl/row_sink.hpp"
#include "session/log/session_header.hpp"

namespace keel::session::jsonl {

/// Judges the lines of one session file, one after the other. The first line that holds no record,
/// or not the next one, begins a tail that is dropped, unless a turn/end stands behind it: then
/// history that was committed is damaged, and the file is corrupt.
class RowStream {
 public:
  /// What happened to a line.
  enum class Verdict {
    kTaken,
    kResumed,  ///< Damaged at its start, but the next record stands in the rest of it, and was
               ///< taken.
    kDropped,  ///< Belongs to a damaged tail.
    kFailed,   ///< error() says why; the reading is over.
  };

  /// `artifact` names the file in messages.
  RowStream(std::string artifact, RowSink& sink) : artifact_(std::move(artifact)), sink_(sink) {}

  /// Goes on behind the header: the next line begins with `seq`.
  void resume_at(SessionHeader header, std::int64_t seq);

  /// Takes the next line, without its line feed. The first one is the header.
  Verdict take(std::string_view line);

  bool has_header() const { return header_.has_value(); }
  const SessionHeader& header() const { return *header_; }
  std::int64_t next_seq() const { return next_seq_; }
  /// Lines taken so far.
  std::uint64_t lines() const { return lines_; }
  bool in_tail() const { return !damage_.empty(); }
  /// What began the damaged tail.
  const std::string& damage() const { return damage_; }
  Error& error() { return *error_; }

  /// "corrupt session log <artifact>: line <n>: <what>"
  Error corrupt(std::uint64_t line, const std::string& what) const;

 private:
  Verdict take_header(std::string_view line);
  Verdict take_row(StoredRow row, Verdict verdict);
  Verdict fail(Error error);
  bool find_next_record(std::string_view line, StoredRow& row);
  bool ends_turn(std::string_view line);

  std::string artifact_;
  RowSink& sink_;
  LineReader reader_;
  std::optional<SessionHeader> header_;
  std::int64_t next_seq_ = 0;
  std::uint64_t lines_ = 0;
  std::uint64_t damaged_line_ = 0;
  std::string damage_;
  std::optional<Error> error_;
};

}  // namespace keel::session::jsonl
