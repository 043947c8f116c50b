// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "cli/boot.hpp"

namespace keel::cli {

/// keel plugins list: the rows of the deployment and the files behind them, without running any.
int list_plugins(const DeploymentOptions& options);
/// keel plugins inspect FILE: manifest, symbols and what a host would make of it. No code of the
/// file runs.
int inspect_plugin(const DeploymentOptions& options, const std::string& file);

}  // namespace keel::cli
