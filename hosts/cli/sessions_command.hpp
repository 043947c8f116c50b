// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "cli/boot.hpp"

namespace keel::cli {

/// keel sessions list: newest first; of one directory with --cwd, else all.
int list_sessions(const DeploymentOptions& options, bool json);
/// keel sessions show ID: the transcript that people saw.
int show_session(const DeploymentOptions& options, const std::string& id);
/// keel sessions export ID: the stored log, or its events unpacked one a line.
int export_session(const DeploymentOptions& options, const std::string& id, bool unpacked);

}  // namespace keel::cli
