// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "keel/error.hpp"
#include "keel/value.hpp"

namespace keel::fs_local {

/// The private temporary directories of sessions, by session id. Kernel thread, but for the
/// functions that block, which touch no state.
class SessionFolders {
 public:
  const std::string* find(std::string_view session_id) const;
  void add(std::string session_id, std::string path);
  /// Takes it out; nothing when the session has none.
  std::optional<std::string> take(std::string_view session_id);
  std::vector<std::string> take_all();

  /// {session id: path}, for the next generation of the plugin.
  Value save() const;
  void restore(ValueView saved);

  /// Makes a directory of mode 0700 below `parent`; gives its real path. Blocks.
  static Expected<std::string> make(const std::string& parent);
  /// Removes a directory and all below it, following no links. Blocks.
  static void remove(const std::string& path) noexcept;

 private:
  std::map<std::string, std::string, std::less<>> paths_;
};

}  // namespace keel::fs_local
