// A plugin file that was read, hashed, checked and put into the image cache, with no code of it
// run.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "core/plugin_image/file_content.hpp"
#include "core/plugin_image/image_cache.hpp"
#include "core/plugin_image/image_error.hpp"
#include "core/plugin_image/symbols.hpp"

namespace keel::core {

/// The content-addressed copy of one plugin file. A value: copies are independent, the file stays
/// in the cache. Any thread.
class Image {
 public:
  /// Opens `path` once, reads it, compares its SHA-256 with `sha256_pin` (64 hexadecimal digits),
  /// reads the manifest note and the symbols, and makes sure that the cache below `cache_dir` holds
  /// the same bytes. The original is not looked at again: what follows uses the copy, which is
  /// byte-equal to what was hashed and checked. A file that is refused never enters the cache.
  ///
  /// Blocks on the disk: call it on the pool. Links are followed; anything but a regular file is
  /// refused. Errors: all of ImageErrc before load_failed, save entry_missing and refused.
  static tl::expected<Image, ImageError> open(
      const std::filesystem::path& path, const std::filesystem::path& cache_dir,
      const std::optional<std::string>& sha256_pin = std::nullopt);

  /// The copy in the cache: absolute, without symbolic links, named after the content.
  const std::filesystem::path& path() const { return path_; }
  /// The file that open() was given, made absolute.
  const std::filesystem::path& original_path() const { return original_path_; }
  /// 64 lower-case digits.
  const std::string& sha256_hex() const { return sha256_hex_; }
  /// The text of the manifest note, as it is in the file; not checked to be JSON or UTF-8.
  const std::string& manifest_json() const { return manifest_json_; }
  const SymbolReport& symbols() const { return symbols_; }
  const UnloadClass& unload_class() const { return unload_class_; }
  /// Lower-case digits; empty if the linker made none.
  const std::string& build_id() const { return symbols_.build_id; }
  /// `repaired` deserves a warning: something had changed the cache.
  ImageOrigin origin() const { return origin_; }

  /// Proves again that the copy is what it was: by its identity in the file system, by its hash if
  /// that has changed. Blocks. Errors: cache_corrupt.
  tl::expected<void, ImageError> verify() const;

 private:
  Image() = default;

  std::filesystem::path path_;
  std::filesystem::path original_path_;
  std::string sha256_hex_;
  std::string manifest_json_;
  SymbolReport symbols_;
  UnloadClass unload_class_;
  ImageOrigin origin_ = ImageOrigin::reused;
  FileIdentity identity_;
};

}  // namespace keel::core
