// SPDX-License-Identifier: MIT
#include "core/deploy/paths.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "core/deploy/deploy_error.hpp"
#include "core/deploy/nearest_name.hpp"
#include "core/deploy/plugin_id.hpp"

namespace keel::core {

namespace {

namespace fs = std::filesystem;

/// A path without "." and "..", and without a slash at its end.
fs::path clean(const fs::path& path) {
  const fs::path normal = path.lexically_normal();
  return normal.has_filename() ? normal : normal.parent_path();
}

HomePaths all_in(const fs::path& home) {
  return {home / "config.toml", home / ".env", home / "sessions", home / "cache"};
}

/// "keel" below an XDG folder, or below its default in the user's home.
std::optional<fs::path> xdg_folder(const Environment& environment, std::string_view name,
                                   std::string_view below_home) {
  const auto set = environment.get_filled(name);
  if (set && fs::path(*set).is_absolute()) return clean(*set) / "keel";
  const auto home = environment.get_filled("HOME");
  if (!home || !fs::path(*home).is_absolute()) return std::nullopt;
  return clean(*home) / below_home / "keel";
}

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

/// Plugin ids of the libraries in `folders`, for suggestions.
std::vector<std::string> known_plugins(const std::vector<fs::path>& folders) {
  constexpr std::size_t kMost = 1000;
  std::vector<std::string> ids;
  for (const fs::path& folder : folders) {
    std::error_code fault;
    fs::directory_iterator entry(folder, fault);
    for (; !fault && entry != fs::directory_iterator() && ids.size() < kMost;
         entry.increment(fault)) {
      std::string id = entry->path().stem().string();
      const std::size_t dot = id.find('.');
      if (entry->path().extension() != ".so" || dot == std::string::npos) continue;
      id[dot] = '/';
      ids.push_back(std::move(id));
    }
  }
  return ids;
}

std::string suggestion(std::string_view id, const std::vector<fs::path>& folders) {
  const std::vector<std::string> known = known_plugins(folders);
  const std::vector<std::string_view> views(known.begin(), known.end());
  return did_you_mean(id, views);
}

}  // namespace

fs::path HomePaths::under(const fs::path& sub) const {
  const fs::path normal = clean(sub);
  if (normal.empty() || normal == ".") return config_file.parent_path();
  const auto first = normal.begin();
  fs::path rest;
  for (auto step = std::next(first); step != normal.end(); ++step) rest /= *step;
  const fs::path root = *first == "sessions" ? sessions
                        : *first == "cache"  ? cache
                                             : config_file.parent_path() / *first;
  return rest.empty() ? root : root / rest;
}

Expected<HomePaths> find_home(const Environment& environment, const fs::path& working_directory) {
  if (const auto home = environment.get_filled("KEEL_HOME")) {
    return all_in(clean(working_directory / fs::path(*home)));
  }
  const auto config = xdg_folder(environment, "XDG_CONFIG_HOME", ".config");
  const auto data = xdg_folder(environment, "XDG_DATA_HOME", ".local/share");
  const auto cache = xdg_folder(environment, "XDG_CACHE_HOME", ".cache");
  if (!config || !data || !cache) {
    return tl::make_unexpected(
        deploy_error(deploy_code::kNotFound, "environment",
                     "no place for Keel's files: neither KEEL_HOME nor HOME is an absolute path",
                     "Set KEEL_HOME to a folder"));
  }
  return HomePaths{*config / "config.toml", *config / ".env", *data / "sessions", *cache};
}

std::vector<fs::path> plugin_folders(const fs::path& executable, const Environment& environment,
                                     const fs::path& working_directory) {
  std::vector<fs::path> folders;
  if (!executable.empty()) {
    folders.push_back(clean(executable.parent_path() / "../lib/keel/plugins"));
  }
  std::string_view list = environment.get("KEEL_PLUGIN_PATH").value_or("");
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(':'), list.size());
    if (end > 0) folders.push_back(clean(working_directory / fs::path(list.substr(0, end))));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return folders;
}

Expected<fs::path> find_plugin(std::string_view id, const std::vector<fs::path>& folders) {
  if (!is_plugin_id(id)) {
    return tl::make_unexpected(deploy_error(deploy_code::kNotFound, "",
                                            in_quotes(id) + " is no plugin name",
                                            "A plugin is named family/name, as in \"llm/openai\""));
  }
  const std::string file = plugin_file_name(id);
  std::string looked;
  for (const fs::path& folder : folders) {
    const fs::path path = folder / file;
    if (is_file(path)) return path;
    looked += (looked.empty() ? "" : ", ") + printable(path.string());
  }
  std::string remedy = suggestion(id, folders);
  if (!remedy.empty()) remedy += ' ';
  remedy += "Install it there, add its folder to KEEL_PLUGIN_PATH, or name its file with library";
  return tl::make_unexpected(
      deploy_error(deploy_code::kNotFound, "",
                   "no library of plugin " + in_quotes(id) + "; looked for " +
                       (looked.empty() ? "none, as there is no plugin folder" : looked),
                   remedy));
}

Expected<fs::path> find_row_library(const Row& row, std::string_view place,
                                    const std::vector<fs::path>& folders) {
  if (row.library.empty()) {
    Expected<fs::path> found = find_plugin(row.plugin, folders);
    if (found) return found;
    Error error = std::move(found.error());
    error.message = std::string(place) + ": " + row_label(row) + ": " + error.message;
    return tl::make_unexpected(std::move(error));
  }
  if (is_file(row.library_path)) return row.library_path;
  return tl::make_unexpected(deploy_error(
      deploy_code::kNotFound, place,
      row_label(row) + ": no file " + in_quotes(row.library_path.string()),
      "A relative library starts at the folder of the file that names it; correct the path"));
}

}  // namespace keel::core
