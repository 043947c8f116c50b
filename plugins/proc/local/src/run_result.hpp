// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "child_run.hpp"
#include "keel/contracts/proc.hpp"
#include "keel/error.hpp"

namespace keel::proc_local {

/// How a command was confined; `mode` is empty when nobody asked for that.
struct Confinement {
  std::string mode;
  bool confined = false;
  bool reports_status = false;
  std::vector<std::string> denial_signatures;
  std::vector<std::string> failure_signatures;
};

/// What run() gives for a child that has ended. Error NO_SANDBOX: the wrapper failed, and the
/// command was not run.
Expected<contracts::proc::ProcRunResult> run_result(const ChildEnd& end,
                                                    const Confinement& confinement,
                                                    bool separate_stderr);

}  // namespace keel::proc_local
