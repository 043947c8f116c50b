// SPDX-License-Identifier: MIT
#include "cli/doctor_command.hpp"

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "cli/exit_code.hpp"
#include "core/deploy/command.hpp"

namespace keel::cli {

namespace {

void line(const char* what, const std::string& state) {
  std::printf("%-14s %s\n", what, state.c_str());
}

/// First line of what a program prints, or why it does not.
std::string probe(const core::Environment& environment, const std::vector<std::string>& argv) {
  const auto output = core::run_bounded_command(argv, {}, environment, "/");
  if (!output) return "not usable: " + argv.front() + " " + output.error();
  return output->substr(0, output->find('\n'));
}

std::string bubblewrap(const core::Environment& environment) {
  const std::vector<std::string> argv = {
      "bwrap", "--unshare-all", "--die-with-parent", "--cap-drop", "ALL", "--ro-bind", "/", "/",
      "--",    "true"};
  const auto output = core::run_bounded_command(argv, {}, environment, "/");
  if (!output)
    return "does not work here (bwrap " + output.error() +
           "): bash is refused unless --permission full";
  return "works (" + probe(environment, {"bwrap", "--version"}) + ")";
}

std::string certificates() {
  for (const char* place : {"/etc/ssl/certs", "/etc/pki/tls/certs"}) {
    if (std::filesystem::is_directory(place)) return place;
  }
  return "no certificate folder found: install ca-certificates for https";
}

std::string keys(const core::Environment& environment) {
  std::string found;
  for (const char* name : {"DEEPSEEK_API_KEY", "KEEL_API_KEY", "KEEL_BASE_URL", "KEEL_MODEL"}) {
    const core::Environment::Entry* entry = environment.find(name);
    if (entry == nullptr || entry->value.empty()) continue;
    found += (found.empty() ? "" : ", ") + std::string(name) + " (" +
             std::string(core::environment_source_name(entry->source)) + ")";
  }
  return found.empty() ? "none: the scripted model answers; set DEEPSEEK_API_KEY, or KEEL_BASE_URL "
                         "and KEEL_API_KEY"
                       : found;
}

std::string proxy(const core::Environment& environment) {
  for (const char* name : {"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"}) {
    if (environment.get_filled(name)) return std::string("set by ") + name;
  }
  return "none";
}

}  // namespace

int doctor(const DeploymentOptions& options) {
  auto booted = prepare(options, [](const core::Row&) { return false; });
  if (!booted) return report(booted.error());
  const core::Environment& environment = booted->host->environment();
  line("keel", KEEL_VERSION " (ABI " + std::to_string(KEEL_ABI_MAJOR) + "." +
                   std::to_string(KEEL_ABI_MINOR) + ")");
  line("deployment", deployment_file(options).string());
  line("sessions", booted->host->home().sessions.string());
  line("cache", booted->host->home().cache.string());
  line("bubblewrap", bubblewrap(environment));
  line("ripgrep", probe(environment, {"rg", "--version"}));
  line("certificates", certificates());
  line("terminal", isatty(STDOUT_FILENO) != 0 ? "yes" : "no");
  line("proxy", proxy(environment));
  line("keys", keys(environment));
  return kCompleted;
}

}  // namespace keel::cli
