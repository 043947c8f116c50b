// SPDX-License-Identifier: MIT
// Reading a session file: header, events, and what is damaged.
#pragma once

#include <string>

#include "keel/error.hpp"
#include "session/jsonl/byte_source.hpp"
#include "session/jsonl/paths.hpp"
#include "session/jsonl/row_sink.hpp"
#include "session/jsonl/stored_log.hpp"

namespace keel::session::jsonl {

/// Reads all of a session file and gives its events to `sink`, as far as they are sound. A torn
/// tail is left out and described; SESSION_CORRUPT when the header is unreadable, when a complete
/// frame is not what its checksum says or holds no whole lines, or when committed history is
/// damaged. The bytes are hostile: whatever they hold, memory is bounded by the largest line and
/// frame. `artifact` names them in messages.
Expected<StoredLog> read_log(ByteSource& source, Encoding encoding, const std::string& artifact,
                             RowSink& sink);

/// A place behind the header from where a file can be read on (RowSink::at).
struct ReadStart {
  SessionHeader header;
  std::uint64_t offset = 0;
  std::int64_t seq = 0;
};

/// As read_log from a place on; `sink` is not told the header again.
Expected<StoredLog> read_log_from(ByteSource& source, Encoding encoding,
                                  const std::string& artifact, ReadStart start, RowSink& sink);

/// Reads the first line or frame only.
Expected<SessionHeader> read_header(ByteSource& source, Encoding encoding,
                                    const std::string& artifact);

/// The text of the file as it is stored, packed rows as rows, without the torn last frame or line.
Expected<std::string> read_text(ByteSource& source, Encoding encoding, const std::string& artifact);

}  // namespace keel::session::jsonl
