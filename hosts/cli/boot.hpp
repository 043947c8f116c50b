// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/host/host.hpp"
#include "session/store/sessions.hpp"

namespace keel::cli {

/// The options that every command takes.
struct DeploymentOptions {
  std::string config;  ///< empty: the default deployment beside the executable
  std::vector<std::string> patches;
  std::vector<std::string> sets;
  std::string cwd;  ///< empty: the process's
  bool verbose = false;
};

/// A host with its session store. The store goes before the host.
struct Booted {
  std::unique_ptr<core::Host> host;
  std::unique_ptr<session::Sessions> sessions;

  ~Booted();
  Booted() = default;
  Booted(Booted&&) = default;
  Booted& operator=(Booted&&) = default;
};

/// Environment, home, layers and kernel; nothing is mounted. `keep` says which rows to mount;
/// empty: all.
Expected<Booted> prepare(const DeploymentOptions& options,
                         std::function<bool(const core::Row&)> keep = {});

/// The file that would be used: --config, or default.toml beside the executable.
std::filesystem::path deployment_file(const DeploymentOptions& options);
std::filesystem::path executable_path();

/// Prints an error on stderr and gives the exit code for it.
int report(const Error& error);

}  // namespace keel::cli
