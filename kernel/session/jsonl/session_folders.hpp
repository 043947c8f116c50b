// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "keel/error.hpp"
#include "session/jsonl/paths.hpp"
#include "session/jsonl/row_sink.hpp"
#include "session/jsonl/stored_log.hpp"
#include "session/log/session_header.hpp"

namespace keel::session::jsonl {

/// Where a stored session lies.
struct StoredAt {
  std::filesystem::path folder;
  Encoding encoding = Encoding::kZstd;

  std::filesystem::path file() const { return folder / file_name(encoding); }

  friend bool operator==(const StoredAt&, const StoredAt&) = default;
};

/// One entry of a list. Either `header` is there or `damage` says why not.
struct ListedSession {
  StoredAt at;
  /// From the header, else from the folder's name.
  std::string id;
  std::optional<SessionHeader> header;
  std::string revision;
  std::string damage;
  /// The damage is no damage: another format version.
  bool unsupported = false;
};

/// The sessions below one root. Reads only, and opens files read-only; blocks on the disk. Any
/// thread.
class SessionFolders {
 public:
  explicit SessionFolders(std::filesystem::path root) : root_(std::move(root)) {}

  const std::filesystem::path& root() const { return root_; }

  /// Where the session with that id is stored; nothing when it is not. SESSION_CORRUPT when it is
  /// there twice: in two projects, in both encodings, or as a file of the old flat layout.
  Expected<std::optional<StoredAt>> find(std::string_view id) const;

  /// What is stored, in no order. Reads first lines only. A file that is empty is left out; one
  /// whose header cannot be read is listed with its damage, so that it neither hides others nor is
  /// hidden.
  Expected<std::vector<ListedSession>> list() const;

  /// Reads a stored session again until its file stays the same meanwhile. `make_sink` gives a
  /// fresh sink for each attempt. SESSION_CORRUPT too when the header does not belong at this
  /// place.
  Expected<StoredLog> read(const StoredAt& at, std::string_view id,
                           const std::function<RowSink&()>& make_sink) const;

  /// Stored text, packed rows as they are, without the torn end.
  Expected<std::string> read_raw(const StoredAt& at, std::string_view id) const;

  /// Whether a header with this id and cwd belongs at this place. SESSION_CORRUPT when it does not.
  std::optional<Error> find_identity_fault(const StoredAt& at, std::string_view id,
                                           const SessionHeader& header) const;

  /// Deletes a stored session. SESSION_LOCKED when it is open for writing.
  std::optional<Error> remove(const StoredAt& at) const;

 private:
  std::vector<std::filesystem::path> projects() const;
  ListedSession read_entry(const StoredAt& at) const;

  std::filesystem::path root_;
};

}  // namespace keel::session::jsonl
