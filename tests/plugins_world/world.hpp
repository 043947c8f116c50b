// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "keel/contracts/fs.hpp"
#include "keel/contracts/proc.hpp"
#include "plugin_host/plugin_host.hpp"

namespace keel::testing {

/// What a call of a tool gave, through the real pipeline.
struct ToolRun {
  bool is_error = false;
  std::string text;
  std::string code;
  std::string kind;
  Value value;
  Value meta;
};

/// The tools of the world on the real one: files, processes and the sandbox, in a deployment whose
/// workspace is a directory of the test.
class World {
 public:
  struct Settings {
    /// Config of a row as TOML, by plugin.
    std::map<std::string, std::string> config;
    /// Rows that are left out.
    std::vector<std::string> without;
  };

  World() : World(Settings{}) {}
  explicit World(const Settings& settings);

  PluginHost& host() { return *host_; }
  /// The workspace, links resolved.
  const std::filesystem::path& root() const { return root_; }
  /// Beside the workspace, not in it.
  std::filesystem::path outside() const { return root_.parent_path() / "outside"; }

  /// A live session in `cwd`, by default the workspace.
  std::string session(const std::filesystem::path& cwd = {});
  void end_session(const std::string& id);

  /// The tool, for the session of the world.
  ToolRun run(std::string_view tool, const Value& arguments);
  ToolRun run(std::string_view tool, const Value& arguments, const std::string& session_id,
              const CallOptions& options = {});
  ToolRun bash(std::string_view command, const std::string& session_id = {});

  Expected<Message> fs(std::uint32_t ordinal, const Value& in, const CallOptions& options = {});
  Expected<Message> proc_run(const contracts::proc::ProcRunParams& params,
                             const CallOptions& options = {});
  contracts::proc::ProcRunParams shell(std::string_view command) const;
  /// Whether commands are confined here, as the sandbox itself says.
  bool confines();

  std::filesystem::path write(std::string_view name, std::string_view content);
  std::string read(const std::filesystem::path& path) const;
  std::filesystem::path path(std::string_view name) const { return root_ / name; }

 private:
  std::string deployment(const Settings& settings) const;

  std::unique_ptr<PluginHost> host_;
  std::filesystem::path root_;
  std::string session_;
  int calls_ = 0;
};

/// Content of a file, or "(none)".
std::string content_of(const std::filesystem::path& path);
void put(const std::filesystem::path& path, std::string_view content);
mode_t mode_of(const std::filesystem::path& path);
std::size_t open_descriptors();
/// Everything in a directory but what the test made: names that begin with a dot and end in
/// .tmpdir.
std::size_t staging_left(const std::filesystem::path& directory);

}  // namespace keel::testing
