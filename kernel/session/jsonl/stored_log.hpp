// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "session/log/session_header.hpp"

namespace keel::session::jsonl {

/// What reading a session file found out besides its events.
struct StoredLog {
  SessionHeader header;
  /// Seq after the last event that was read.
  std::int64_t next_seq = 0;
  /// Bytes of the file.
  std::uint64_t size = 0;
  /// Bytes at its start that are as they should be and hold the events below `kept_seq`. Events
  /// from there to `next_seq` were recovered from damaged bytes behind.
  std::uint64_t kept_size = 0;
  std::int64_t kept_seq = 0;
  /// What is wrong behind the kept bytes; empty for a sound file.
  std::string damage;

  /// True when the file must be repaired before anything is appended to it.
  bool damaged() const { return !damage.empty(); }
};

}  // namespace keel::session::jsonl
