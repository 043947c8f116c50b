// SPDX-License-Identifier: MIT
#include "bwrap_command.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <initializer_list>
#include <set>
#include <string_view>

namespace keel::sandbox_bwrap {

namespace {

constexpr std::array<std::string_view, 3> kPlacesOfBwrap{"/usr/bin/bwrap", "/usr/local/bin/bwrap",
                                                         "/bin/bwrap"};

/// They name sockets of programs outside, which would act on behalf of whoever talks to them.
constexpr std::array<std::string_view, 5> kSocketVariables{
    "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "DOCKER_HOST", "SSH_AUTH_SOCK", "SSH_AGENT_PID"};

bool is_directory(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

class CommandLine {
 public:
  explicit CommandLine(const CommandPlan& plan) : plan_(plan) {}

  std::vector<std::string> build() {
    add({plan_.bwrap, "--die-with-parent", "--new-session", "--unshare-all"});
    if (plan_.network) add({"--share-net"});
    add({"--cap-drop", "ALL"});
    if (plan_.status_fd != 0) add({"--json-status-fd", std::to_string(plan_.status_fd)});
    add({"--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"});
    if (plan_.private_tmp) add({"--tmpfs", "/tmp"});
    // A masked directory may hold a writable one, which has to stay visible, or lie in one.
    mask(false);
    for (const std::string& root : plan_.paths.writable) add({"--bind", root, root});
    if (!plan_.temp_dir.empty()) add({"--bind", plan_.temp_dir, plan_.temp_dir});
    show_cwd();
    for (const ProtectedPath& path : plan_.paths.protected_paths) protect(path);
    mask(true);
    for (const std::string_view name : kSocketVariables) add({"--unsetenv", std::string(name)});
    if (!plan_.temp_dir.empty()) add({"--setenv", "TMPDIR", plan_.temp_dir});
    add({"--chdir", plan_.cwd, "--"});
    line_.insert(line_.end(), plan_.argv.begin(), plan_.argv.end());
    return std::move(line_);
  }

 private:
  void add(std::initializer_list<std::string> arguments) {
    line_.insert(line_.end(), arguments.begin(), arguments.end());
  }

  /// A directory below /tmp that may not be written has gone with the host's /tmp; a command that
  /// starts there still has to find it.
  void show_cwd() {
    const std::string cwd = real_path(plan_.cwd);
    if (!plan_.private_tmp || cwd == "/tmp" || !is_within(cwd, "/tmp")) return;
    if (!plan_.temp_dir.empty() && is_within(cwd, plan_.temp_dir)) return;
    const auto holds_cwd = [&](const std::string& root) { return is_within(cwd, root); };
    const std::vector<std::string>& roots = plan_.paths.writable;
    if (std::none_of(roots.begin(), roots.end(), holds_cwd)) add({"--ro-bind", cwd, cwd});
  }

  const std::string* writable_root_of(const std::string& path) const {
    for (const std::string& root : plan_.paths.writable) {
      if (path != root && is_within(path, root)) return &root;
    }
    return nullptr;
  }

  void mask(bool below_writable) {
    for (const std::string& path : plan_.masked) {
      if ((writable_root_of(path) != nullptr) != below_writable) continue;
      if (is_directory(path)) {
        add({"--tmpfs", path});
      } else {
        add({"--ro-bind", "/dev/null", path});
      }
    }
  }

  /// A mount keeps its place from being written, but not the directories above it from being
  /// renamed and made anew: each of them is mounted onto itself, which makes it busy.
  void protect(const ProtectedPath& path) {
    const std::string* root = writable_root_of(path.path);
    if (root == nullptr || (!path.exists && !path.is_directory)) return;
    for (std::size_t slash = path.path.find('/', root->size() + 1); slash != std::string::npos;
         slash = path.path.find('/', slash + 1)) {
      const std::string above = path.path.substr(0, slash);
      if (pinned_.insert(above).second) add({"--bind", above, above});
    }
    if (!pinned_.insert(path.path).second) return;
    if (path.exists) {
      add({"--ro-bind", path.path, path.path});
    } else {
      add({"--tmpfs", path.path, "--remount-ro", path.path});
    }
  }

  const CommandPlan& plan_;
  std::vector<std::string> line_;
  std::set<std::string> pinned_;
};

}  // namespace

std::vector<std::string> bwrap_command(const CommandPlan& plan) {
  return CommandLine(plan).build();
}

std::vector<std::string> existing_places(const std::vector<std::string>& places) {
  std::vector<std::string> found;
  for (const std::string& place : places) {
    std::string path = place;
    if (path.starts_with('$')) {
      const std::size_t slash = path.find('/');
      const char* value = ::getenv(path.substr(1, slash - 1).c_str());
      if (value == nullptr || *value == '\0') continue;
      path = value + (slash == std::string::npos ? "" : path.substr(slash));
    }
    if (!path.starts_with('/') || ::access(path.c_str(), F_OK) != 0) continue;
    path = real_path(path);
    // The root or a place above everything cannot be hidden without hiding all.
    if (path == "/" || std::find(found.begin(), found.end(), path) != found.end()) continue;
    found.push_back(std::move(path));
  }
  return found;
}

std::string find_bwrap() {
  for (const std::string_view place : kPlacesOfBwrap) {
    const std::string path(place);
    if (::access(path.c_str(), X_OK) == 0) return path;
  }
  return {};
}

}  // namespace keel::sandbox_bwrap
