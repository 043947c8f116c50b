// SPDX-License-Identifier: MIT
// Where Keel keeps its files, and where it looks for plugins.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "core/deploy/environment.hpp"
#include "core/deploy/row.hpp"
#include "keel/error.hpp"

namespace keel::core {

/// The user's files. All absolute; none need exist.
struct HomePaths {
  std::filesystem::path config_file;  ///< Home's patch file, config.toml.
  std::filesystem::path env_file;     ///< Home's .env.
  std::filesystem::path sessions;
  std::filesystem::path cache;

  /// The file or folder `sub` of home. "sessions/..." and "cache/..." lie where those folders are,
  /// so that a deployment reads the same with KEEL_HOME and without.
  std::filesystem::path under(const std::filesystem::path& sub) const;
};

/// All in KEEL_HOME when it is set; else config.toml and .env in $XDG_CONFIG_HOME/keel, sessions in
/// $XDG_DATA_HOME/keel, the cache in $XDG_CACHE_HOME/keel, with the usual defaults below HOME. A
/// relative KEEL_HOME starts at `working_directory`; relative XDG folders are ignored, as their
/// specification has it. Fails when neither KEEL_HOME nor HOME is set and XDG leaves something
/// open.
Expected<HomePaths> find_home(const Environment& environment,
                              const std::filesystem::path& working_directory);

/// Folders to look for plugins in: "../lib/keel/plugins" beside the folder of the executable, then
/// those of KEEL_PLUGIN_PATH (separated by ':', relative ones start at `working_directory`).
std::vector<std::filesystem::path> plugin_folders(const std::filesystem::path& executable,
                                                  const Environment& environment,
                                                  const std::filesystem::path& working_directory);

/// The library of plugin `id`: "llm/openai" is the file "llm.openai.so" in the first of `folders`
/// that has it. The error lists the files that were looked for.
Expected<std::filesystem::path> find_plugin(std::string_view id,
                                            const std::vector<std::filesystem::path>& folders);

/// The library of a row that is no group: its own, or that of its plugin. Fails when there is no
/// such file; the error begins with `place`.
Expected<std::filesystem::path> find_row_library(const Row& row, std::string_view place,
                                                 const std::vector<std::filesystem::path>& folders);

}  // namespace keel::core
