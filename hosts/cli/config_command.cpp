// SPDX-License-Identifier: MIT
#include "cli/config_command.hpp"

#include <cstdio>

#include "cli/exit_code.hpp"
#include "core/deploy/dump.hpp"

namespace keel::cli {

int check_config(const DeploymentOptions& options) {
  auto booted = prepare(options);
  if (!booted) return report(booted.error());
  booted->host->mount();
  const std::vector<std::string> findings = booted->host->supervisor().check();
  for (const std::string& finding : findings) std::fprintf(stderr, "keel: %s\n", finding.c_str());
  if (!findings.empty()) return kDeployment;
  std::printf("%s: %zu rows, all well\n", deployment_file(options).c_str(),
              booted->host->supervisor().report().size());
  return kCompleted;
}

int dump_config(const DeploymentOptions& options) {
  auto booted = prepare(options);
  if (!booted) return report(booted.error());
  const std::string text = core::dump_composition(booted->host->composition());
  std::fwrite(text.data(), 1, text.size(), stdout);
  return kCompleted;
}

}  // namespace keel::cli
