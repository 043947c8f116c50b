// SPDX-License-Identifier: MIT
#include "session_folders.hpp"

#include <stdlib.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "fs_error.hpp"
#include "resolved_path.hpp"

namespace keel::fs_local {

const std::string* SessionFolders::find(std::string_view session_id) const {
  const auto place = paths_.find(session_id);
  return place == paths_.end() ? nullptr : &place->second;
}

void SessionFolders::add(std::string session_id, std::string path) {
  paths_.insert_or_assign(std::move(session_id), std::move(path));
}

std::optional<std::string> SessionFolders::take(std::string_view session_id) {
  const auto place = paths_.find(session_id);
  if (place == paths_.end()) return std::nullopt;
  std::string path = std::move(place->second);
  paths_.erase(place);
  return path;
}

std::vector<std::string> SessionFolders::take_all() {
  std::vector<std::string> all;
  for (auto& [id, path] : paths_) all.push_back(std::move(path));
  paths_.clear();
  return all;
}

Value SessionFolders::save() const {
  Builder builder;
  builder.begin_object();
  for (const auto& [id, path] : paths_) builder.member(id, path);
  builder.end();
  return builder.finish_or_absent();
}

void SessionFolders::restore(ValueView saved) {
  for (auto [id, path] : saved.members()) add(std::string(id), std::string(path.text()));
}

Expected<std::string> SessionFolders::make(const std::string& parent) {
  std::string path = real_directory(parent) + "/keel-XXXXXX";
  // 0700, whatever the umask says.
  if (::mkdtemp(path.data()) != nullptr) return path;
  return system_fail(errno, "make a temporary directory in", shown(parent));
}

void SessionFolders::remove(const std::string& path) noexcept {
  std::error_code ignored;
  std::filesystem::remove_all(path, ignored);
}

}  // namespace keel::fs_local
