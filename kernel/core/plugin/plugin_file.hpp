// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "core/plugin/manifest.hpp"
#include "core/plugin_image/image.hpp"
#include "core/plugin_image/library.hpp"
#include "keel/abi.h"
#include "keel/error.hpp"

namespace keel::core {

/// A plugin file whose manifest was accepted, and its mapping once an instance needs it. Shared by
/// the instances that run its code; the last one unmaps it.
class PluginFile {
 public:
  /// Reads and checks the file without running any of its code. Blocks on the disk; any thread.
  static Expected<std::shared_ptr<PluginFile>> open(const std::filesystem::path& path,
                                                    const std::filesystem::path& cache_dir,
                                                    const std::optional<std::string>& sha256);

  const Manifest& manifest() const { return manifest_; }
  const Image& image() const { return image_; }

  /// Maps the library, calls its entry and checks what it filled in: size, versions, id, functions.
  /// Repeated calls give the table again.
  Expected<keel_plugin> table();

  /// Closes the mapping and proves that it is gone. Nothing when it never was mapped.
  std::optional<UnloadProof> unmap();

 private:
  PluginFile(Image image, Manifest manifest)
      : image_(std::move(image)), manifest_(std::move(manifest)) {}

  Image image_;
  Manifest manifest_;
  std::optional<Library> library_;
};

/// Whether the host may use that table, of a plugin with that manifest. The error names each
/// missing function.
Expected<void> check_table(const keel_plugin& table, const Manifest& manifest,
                           const std::string& origin);

}  // namespace keel::core
