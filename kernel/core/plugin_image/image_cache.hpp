// The directory of content-addressed plugin images.
//
// The dynamic linker gives back an old mapping for a path or an inode that it knows. So each
// content is mapped from a path of its own, <cache>/images/<sha256>.so, and a rebuilt plugin is
// never mistaken for the one before it.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "core/plugin_image/file_content.hpp"
#include "core/plugin_image/file_handle.hpp"
#include "core/plugin_image/image_error.hpp"

namespace keel::core {

/// How an image came to be in the cache.
enum class ImageOrigin {
  reused,    ///< It was there, and equals the content byte for byte.
  written,   ///< It was not there.
  repaired,  ///< It was there with other bytes, another owner or loose permissions; worth a
             ///< warning.
};

/// An open image directory. Several processes may share it: images appear by rename and are
/// verified at each use. Any thread, one at a time.
class ImageCache {
 public:
  struct Entry {
    std::filesystem::path path;  ///< Absolute, without symbolic links.
    FileIdentity identity;       ///< Of the verified file.
    ImageOrigin origin;
  };

  /// Makes what is missing, with mode 0700. `for_file` is what messages call the plugin file.
  /// Errors: cache_failed, also when others may write to the images directory.
  static tl::expected<ImageCache, ImageError> open(const std::filesystem::path& cache_dir,
                                                   std::string_view for_file);

  /// Makes sure that the image with this content is there. `sha256_hex` must be the hash of
  /// `content`. Errors: cache_failed; cache_corrupt if a wrong image is mapped by this process, so
  /// that replacing it would not help.
  tl::expected<Entry, ImageError> keep(std::span<const std::byte> content,
                                       const std::string& sha256_hex, std::string_view for_file);

  /// Removes images that nobody opened for that long and that this process has not mapped; returns
  /// how many. Age is read from access times, so it is only as fine as the file system keeps them.
  std::size_t prune(std::chrono::hours unused_for);

 private:
  ImageCache(FileHandle directory, std::filesystem::path path)
      : directory_(std::move(directory)), path_(std::move(path)) {}

  std::optional<FileIdentity> verify(const char* name, std::span<const std::byte> content) const;
  tl::expected<FileIdentity, ImageError> write(const char* name, std::span<const std::byte> content,
                                               std::string_view for_file);
  std::size_t remove_older(std::string_view suffix, std::chrono::seconds age, bool by_access);

  FileHandle directory_;
  std::filesystem::path path_;
};

}  // namespace keel::core
