// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "keel/contracts/fs.hpp"
#include "keel/sdk.hpp"
#include "kit/run_place.hpp"

namespace keel::tool_kit {

/// A file as stat saw it.
struct SeenFile {
  /// Identity; empty when the path leads through a file.
  std::string path;
  std::string display_path;
  /// "file", "directory", "other" or "none".
  std::string type;
  std::int64_t bytes = 0;
  /// Version.
  std::string identity;
};

/// What the file tools do with fs/workspace and with the policy of reading before writing, for one
/// call. Failures keep their code; their text is what the model should read. Kernel thread.
class FileClient {
 public:
  /// Finds the service. Error KEEL_UNAVAILABLE: the deployment has none.
  static Task<FileClient> open(Call call, RunPlace place);

  Task<SeenFile> stat(std::string path) const;
  /// Whole content; FS_TOO_LARGE above `max_bytes`.
  Task<Message> read(std::string path, std::int64_t max_bytes) const;
  /// refs[0] of the answer streams the content.
  Task<Message> stream(std::string path) const;
  Task<Message> write(std::string path, Value content, std::optional<std::string> expect) const;
  Task<Message> edit(std::string path, contracts::fs::FsEditParams params) const;
  Task<std::string> temp_dir() const;

  /// The condition of a write: an identity, "none", or nothing.
  Task<std::optional<std::string>> write_condition(const SeenFile& file) const;
  /// The version that an edit needs, or nothing. Error FS_NOT_OBSERVED, FS_NOT_FOUND.
  Task<std::optional<std::string>> edit_condition(const SeenFile& file) const;
  /// Tells the policy what was seen. An empty version: there is no file.
  void observed(std::string_view path, std::string_view display_path,
                std::string_view version) const;

  const RunPlace& place() const { return place_; }

 private:
  FileClient(Call call, RunPlace place, Ref service);

  Call call_;
  RunPlace place_;
  Ref service_;
};

/// The same failure with what to do about it, as a tool says it.
Error with_remedy(Error error);

}  // namespace keel::tool_kit
