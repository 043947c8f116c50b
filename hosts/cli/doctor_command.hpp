// SPDX-License-Identifier: MIT
#pragma once

#include "cli/boot.hpp"

namespace keel::cli {

/// keel doctor: what works on this machine, one line each. Keys are named, never shown.
int doctor(const DeploymentOptions& options);

}  // namespace keel::cli
