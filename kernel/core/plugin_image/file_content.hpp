// The whole content of a regular file, read once.
#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include <tl/expected.hpp>

#include "core/plugin_image/image_error.hpp"

namespace keel::core {

/// Tells whether a path still leads to the same, unchanged file.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t size = 0;
  std::int64_t modified_ns = 0;
  std::int64_t changed_ns = 0;

  static FileIdentity of(const struct stat& status);
  bool operator==(const FileIdentity&) const = default;
};

/// Owns a copy of the bytes, in pages of its own that go back to the system at once: the heap keeps
/// what a large block once took. Move-only.
class FileContent {
 public:
  static constexpr std::uint64_t kMaxSize = std::uint64_t{256} << 20;

  /// Reads an open file from its start. `file_name` is what messages call it.
  /// Errors: not_regular_file, file_too_large, read_failed (also when the file changes meanwhile).
  static tl::expected<FileContent, ImageError> read(int descriptor, std::string_view file_name);

  FileContent(FileContent&& other) noexcept;
  FileContent& operator=(FileContent&& other) noexcept;
  ~FileContent();

  std::span<const std::byte> bytes() const { return pages_; }
  const FileIdentity& identity() const { return identity_; }

 private:
  FileContent(std::span<std::byte> pages, const FileIdentity& identity)
      : pages_(pages), identity_(identity) {}

  std::span<std::byte> pages_;
  FileIdentity identity_;
};

}  // namespace keel::core
