// SPDX-License-Identifier: MIT
#pragma once

namespace keel::cli {

/// What keel exits with.
enum ExitCode : int {
  kCompleted = 0,
  kNotCompleted = 1,  ///< the turn ended in another way
  kUsage = 2,
  kDeployment = 3,  ///< deployment, config, or something that is required is missing
  kPlugin = 4,
  kInterrupted = 130,
  kTerminated = 143,
};

}  // namespace keel::cli
