// SPDX-License-Identifier: MIT
#pragma once

#include "cli/boot.hpp"

namespace keel::cli {

/// keel config check: everything but running plugins. Gives kDeployment with every finding.
int check_config(const DeploymentOptions& options);
/// keel config dump: the rows that boot, each value with the layer that set it.
int dump_config(const DeploymentOptions& options);

}  // namespace keel::cli
