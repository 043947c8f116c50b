// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string_view>

/// A folder of one test, removed with all that is in it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  const std::filesystem::path& path() const { return path_; }
  /// Writes a file and gives its path; makes the folders on the way.
  std::filesystem::path write(const std::filesystem::path& name, std::string_view content) const;

 private:
  std::filesystem::path path_;
};
