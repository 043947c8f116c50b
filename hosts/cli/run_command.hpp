// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "cli/boot.hpp"
#include "cli/run_output.hpp"

namespace keel::cli {

struct RunOptions {
  DeploymentOptions deployment;
  std::string model;  ///< "route/model"; empty: agent/default-model decides
  std::string session;
  bool continue_last = false;
  std::string permission;  ///< "read-only", "workspace-write", "full" or empty: the deployment's
  OutputFormat output = OutputFormat::kText;
  std::string prompt;
};

/// keel run: one prompt, to its end. Gives the exit code.
int run(const RunOptions& options);

}  // namespace keel::cli
