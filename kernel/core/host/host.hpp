// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/deploy/compose.hpp"
#include "core/deploy/computed.hpp"
#include "core/deploy/environment.hpp"
#include "core/deploy/paths.hpp"
#include "core/deploy/secret_set.hpp"
#include "core/exec/watchdog.hpp"
#include "core/exec/worker_pool.hpp"
#include "core/kernel.hpp"
#include "core/log/log.hpp"
#include "core/plugin/supervisor.hpp"
#include "keel/error.hpp"

namespace keel::core {

/// A process that runs one deployment: reads the layers, makes the kernel, mounts the rows, and
/// takes everything down in order. Front ends and tests build on it. Belongs to the thread that
/// made it.
class Host {
 public:
  struct Options {
    DeploymentSources sources;
    Environment environment;
    HomePaths home;
    /// For the search of plugins beside it.
    std::filesystem::path executable;
    /// More folders to search, before those.
    std::vector<std::filesystem::path> plugin_folders;
    LogLevel log_level = LogLevel::kInfo;
    /// Lines go to stderr without it.
    Log::Sink log_sink;
    /// Name and version for user agents: "keel/0.1.0".
    std::string user_agent;
    std::string version;
    /// Rows that are mounted; empty: all. For commands that need a part of the deployment.
    std::function<bool(const Row&)> keep_row;
  };

  /// Reads and composes the deployment; mounts nothing. Errors name file, place, cause and remedy.
  static Expected<std::unique_ptr<Host>> create(Options options);
  ~Host();
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  Kernel& kernel() { return *kernel_; }
  Supervisor& supervisor() { return *supervisor_; }
  Log& log() { return log_; }
  SecretSet& secrets() { return secrets_; }
  const Composition& composition() const { return composition_; }
  const HomePaths& home() const { return options_.home; }
  const Environment& environment() const { return options_.environment; }
  const Options& options() const { return options_; }

  /// Opens the files of the rows and declares their contracts, without running any code of theirs.
  /// boot() does it too.
  void mount();
  /// Mounts and starts every enabled row. Runs the loop until all have settled. A finding of the
  /// audit stops what has started and is the error, one line a row.
  Expected<void> boot();

  /// Stops everything, dependents first. Runs the loop until it is done.
  void shutdown();

  /// Asked for by a plugin through kernel/host.
  std::optional<int> exit_code() const { return exit_code_; }
  /// Called when a plugin asks for an exit.
  void on_exit(std::function<void(int)> exit_asked) { exit_asked_ = std::move(exit_asked); }

 private:
  explicit Host(Options options);
  Expected<void> compose();
  void publish_host_service();
  static std::int32_t serve(void* self, const keel_call* call, std::uint32_t ordinal,
                            const keel_msg* in, keel_msg* out);
  Value info() const;
  Value variable(std::string_view name);

  Options options_;
  SecretSet secrets_;
  Log log_;
  Composition composition_;
  std::unique_ptr<ResolveContext> resolve_;
  std::unique_ptr<WorkerPool> pool_;
  std::unique_ptr<Kernel> kernel_;
  std::unique_ptr<Supervisor> supervisor_;
  std::unique_ptr<Watchdog> watchdog_;
  std::vector<MountRow> rows_;
  std::function<void(int)> exit_asked_;
  std::optional<int> exit_code_;
  bool mounted_ = false;
  bool up_ = false;
};

}  // namespace keel::core
