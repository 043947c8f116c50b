// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "keel/error.hpp"
#include "session/jsonl/descriptor.hpp"
#include "session/jsonl/frame_codec.hpp"
#include "session/jsonl/log_reader.hpp"
#include "session/jsonl/paths.hpp"
#include "session/jsonl/row_sink.hpp"
#include "session/jsonl/session_lock.hpp"
#include "session/jsonl/stored_log.hpp"

namespace keel::session::jsonl {

/// One session file open for writing, locked against every other writer. What append() has returned
/// from is on the disk. Blocks on the disk; used by one thread at a time.
class SessionFile {
 public:
  /// Creates the file with its header and `text`, whole lines of the first batch; folders too. All
  /// or nothing: the name appears when everything is on the disk. SESSION_ALREADY_EXISTS when the
  /// session has a file in either encoding, SESSION_LOCKED, SESSION_STORAGE.
  static Expected<SessionFile> create(const std::filesystem::path& folder, Encoding encoding,
                                      const SessionHeader& header, std::string_view text);
  /// Opens an existing file. Reads nothing; read() must come before the first append.
  static Expected<SessionFile> open(const std::filesystem::path& folder, Encoding encoding);

  /// Reads all of it (read_log) and remembers how it ends.
  Expected<StoredLog> read(RowSink& sink);

  /// Makes a damaged file sound: keeps its first `stored.kept_size` bytes and puts `text` behind,
  /// whole lines that begin with the recovered events. Where events were recovered, the file is
  /// replaced in one step, so that a crash on the way loses none of them.
  std::optional<Error> repair(const StoredLog& stored, std::string_view text);
  /// Appends whole lines. On failure the file is as it was, or, when even that failed, unwritable
  /// until it is opened again.
  std::optional<Error> append(std::string_view text);
  /// Replaces the events from `from_seq` on by `text`, whole lines, in one step.
  std::optional<Error> replace_tail(std::int64_t from_seq, std::string_view text);

  /// Changes whenever the bytes may have changed; see revision_of.
  Expected<std::string> revision() const;
  const std::filesystem::path& path() const { return path_; }
  std::uint64_t size() const { return size_; }

 private:
  SessionFile(std::filesystem::path path, Encoding encoding, SessionLock lock, Descriptor file)
      : path_(std::move(path)),
        encoding_(encoding),
        lock_(std::move(lock)),
        file_(std::move(file)) {}

  std::optional<Error> find_obstacle() const;
  std::optional<Error> roll_back(Error first);
  std::optional<Error> cut(std::uint64_t size);
  std::optional<Error> swap_tail(std::uint64_t kept, std::string_view text);
  Expected<std::string> encode(std::string_view text);

  std::filesystem::path path_;
  Encoding encoding_;
  SessionLock lock_;
  Descriptor file_;
  FrameCompressor compressor_;
  std::uint64_t size_ = 0;
  bool writable_ = false;
};

}  // namespace keel::session::jsonl
