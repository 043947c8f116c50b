// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "keel/contracts/tools.hpp"
#include "keel/sdk.hpp"

namespace keel::tool_kit {

/// Where a run of a tool takes place.
struct RunPlace {
  /// Absolute: the workspace of the session.
  std::string workspace;
  /// Nothing when no session calls.
  std::optional<std::string> session_id;
};

/// The workspace is the cwd that the pipeline gives, else that of the live session, else the
/// host's.
Task<RunPlace> run_place(Call call, contracts::tools::ToolExecuteParamsView in);

/// `path` seen from `workspace`: relative where it lies in it, "." for the workspace itself.
std::string shown_path(std::string_view path, std::string_view workspace);

}  // namespace keel::tool_kit
