// SPDX-License-Identifier: MIT
// Writing that survives SIGKILL and power loss.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "keel/error.hpp"
#include "session/jsonl/descriptor.hpp"

namespace keel::session::jsonl {

/// Creates missing folders with mode 0700 and makes each new name durable.
std::optional<Error> make_folders(const std::filesystem::path& folder);

/// Writes all of `bytes` at `offset`.
std::optional<Error> write_at(int file, std::uint64_t offset, std::string_view bytes,
                              const std::filesystem::path& path);

std::optional<Error> sync_file(int file, const std::filesystem::path& path);
std::optional<Error> sync_folder(const std::filesystem::path& folder);

/// A new file beside `final_path`, mode 0600, that is removed with its owner unless it was
/// published.
class TempFile {
 public:
  static Expected<TempFile> make(const std::filesystem::path& final_path);
  TempFile(TempFile&& other) noexcept;
  TempFile& operator=(TempFile&&) = delete;
  ~TempFile();

  int get() const { return file_.get(); }
  const std::filesystem::path& path() const { return path_; }

  /// Gives the file its name, which must be free: SESSION_ALREADY_EXISTS when it is taken. Syncs
  /// file and folder.
  std::optional<Error> publish_new();
  /// Gives the file its name in place of what bears it. Syncs file and folder.
  std::optional<Error> publish_over();
  /// The open file, once published.
  Descriptor take() { return std::move(file_); }

 private:
  TempFile(Descriptor file, std::filesystem::path path, std::filesystem::path final_path)
      : file_(std::move(file)), path_(std::move(path)), final_path_(std::move(final_path)) {}

  Descriptor file_;
  /// Empty once the name is gone.
  std::filesystem::path path_;
  std::filesystem::path final_path_;
};

/// Copies the first `size` bytes of one file to the start of another.
std::optional<Error> copy_bytes(int from, int to, std::uint64_t size,
                                const std::filesystem::path& path);

/// "dev:ino:size:mtimeNs:ctimeNs" of an open file.
Expected<std::string> revision_of(int file, const std::filesystem::path& path);

}  // namespace keel::session::jsonl
