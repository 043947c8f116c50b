// SPDX-License-Identifier: MIT
#include "cli/boot.hpp"

#include <unistd.h>

#include <cstdio>
#include <utility>

#include "cli/exit_code.hpp"
#include "core/deploy/environment.hpp"

extern char** environ;

namespace keel::cli {

namespace fs = std::filesystem;

Booted::~Booted() {
  if (sessions != nullptr) sessions->drain();
  if (host != nullptr) host->shutdown();
  sessions.reset();
}

fs::path executable_path() {
  std::error_code failed;
  fs::path path = fs::read_symlink("/proc/self/exe", failed);
  return failed ? fs::path("keel") : path;
}

fs::path deployment_file(const DeploymentOptions& options) {
  if (!options.config.empty()) return fs::absolute(options.config);
  return executable_path().parent_path().parent_path() / "share/keel/deployments/default.toml";
}

int report(const Error& error) {
  std::fprintf(stderr, "keel: %s\n", error.message.c_str());
  return error.code.rfind("PLUGIN", 0) == 0 ? kPlugin : kDeployment;
}

Expected<Booted> prepare(const DeploymentOptions& options,
                         std::function<bool(const core::Row&)> keep) {
  std::error_code failed;
  const fs::path cwd =
      options.cwd.empty() ? fs::current_path(failed) : fs::canonical(options.cwd, failed);
  if (failed || !fs::is_directory(cwd)) {
    return tl::make_unexpected(Error::failed(
        "CWD", options.cwd.empty()
                   ? "the working directory is gone: change to one that exists, or give --cwd"
                   : "--cwd " + options.cwd + " is no directory"));
  }
  const core::Environment inherited = core::Environment::from_process(environ);
  auto home = core::find_home(inherited, cwd);
  if (!home) return tl::make_unexpected(home.error());
  auto environment = core::layer_environment(inherited, {cwd / ".env", home->env_file});
  if (!environment) return tl::make_unexpected(environment.error());
  for (const std::string& warning : environment->warnings)
    std::fprintf(stderr, "keel: %s\n", warning.c_str());

  core::Host::Options host;
  host.sources.deployment = deployment_file(options);
  host.sources.home_patches = home->config_file;
  for (const std::string& patch : options.patches)
    host.sources.patches.push_back(fs::absolute(patch));
  host.sources.sets = options.sets;
  host.sources.working_directory = cwd;
  host.environment = std::move(environment->environment);
  host.home = std::move(*home);
  host.executable = executable_path();
  host.log_level = options.verbose ? core::LogLevel::kDebug : core::LogLevel::kWarn;
  host.version = KEEL_VERSION;
  host.user_agent = "keel/" KEEL_VERSION;
  host.keep_row = std::move(keep);
  auto created = core::Host::create(std::move(host));
  if (!created) return tl::make_unexpected(created.error());
  Booted booted;
  booted.host = std::move(*created);
  auto sessions = session::Sessions::create(*booted.host, {});
  if (!sessions) return tl::make_unexpected(sessions.error());
  booted.sessions = std::move(*sessions);
  return booted;
}

}  // namespace keel::cli
