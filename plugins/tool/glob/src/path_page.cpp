// SPDX-License-Identifier: MIT
#include "path_page.hpp"

#include <unordered_map>

namespace keel::tool_glob {

namespace {

/// Indices of the paths below one entry of the root, in the order of the result.
using Group = std::vector<std::size_t>;

std::string_view entry_of(std::string_view path, std::string_view prefix) {
  if (path.starts_with(prefix)) path.remove_prefix(prefix.size());
  return path.substr(0, path.find('/'));
}

std::vector<Group> groups_of(const std::vector<std::string_view>& paths, std::string_view prefix) {
  std::vector<Group> groups;
  std::unordered_map<std::string_view, std::size_t> place;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const auto [found, is_new] = place.try_emplace(entry_of(paths[i], prefix), groups.size());
    if (is_new) groups.emplace_back();
    groups[found->second].push_back(i);
  }
  return groups;
}

}  // namespace

PathPage page_of(const std::vector<std::string_view>& paths, std::size_t max_paths, bool sample,
                 std::string_view prefix) {
  PathPage page;
  if (paths.size() <= max_paths) {
    page.paths = paths;
    return page;
  }
  if (!sample) {
    page.paths.assign(paths.begin(), paths.begin() + static_cast<std::ptrdiff_t>(max_paths));
    return page;
  }
  const std::vector<Group> groups = groups_of(paths, prefix);
  std::vector<std::size_t> taken(groups.size(), 0);
  std::size_t left = max_paths;
  for (bool any = true; any && left > 0;) {
    any = false;
    for (std::size_t i = 0; i < groups.size() && left > 0; ++i) {
      if (taken[i] == groups[i].size()) continue;
      ++taken[i];
      --left;
      any = true;
    }
  }
  page.entries = groups.size();
  for (std::size_t i = 0; i < groups.size(); ++i) {
    page.reached_entries += taken[i] > 0 ? 1 : 0;
    for (std::size_t k = 0; k < taken[i]; ++k) page.paths.push_back(paths[groups[i][k]]);
  }
  return page;
}

}  // namespace keel::tool_glob
