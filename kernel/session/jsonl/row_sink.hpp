// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "keel/error.hpp"
#include "session/jsonl/line_reader.hpp"
#include "session/log/session_header.hpp"

namespace keel::session::jsonl {

/// Takes what a session file holds, in order. An error ends the reading and becomes its result.
class RowSink {
 public:
  virtual ~RowSink() = default;

  virtual std::optional<Error> begin(const SessionHeader& header) = 0;
  /// `row` is borrowed except for the run it may hold.
  virtual std::optional<Error> take(StoredRow row) = 0;

  /// The next row, of that seq, begins at this place, from where the file can be read on: a line of
  /// a plain file, a frame of a compressed one.
  virtual void at(std::uint64_t /*offset*/, std::int64_t /*seq*/) {}
  /// False: enough was taken; the reading ends without an error.
  virtual bool wants_more() const { return true; }
};

}  // namespace keel::session::jsonl
