// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "keel/sdk.hpp"
#include "write_policy.hpp"

namespace keel::fs_local {

/// Where a call stands: the directory that relative paths start from, and the root that the session
/// works in. Both absolute.
struct Standpoint {
  std::string base;
  std::string workspace;
};

/// Finds the workspace of a call and what the sandbox's policy lets it write. Kernel thread.
class Workspace {
 public:
  /// `cwd` and `mode` of the config: what holds without a session, and without a sandbox.
  Workspace(Context context, std::string configured_cwd, std::string configured_mode);

  /// The workspace is that of the live session, else `cwd`, else the configured one, else the
  /// host's.
  Task<Standpoint> standpoint(Call call, std::optional<std::string_view> cwd,
                              std::optional<std::string_view> session_id);
  /// Of sandbox/confine; with none in the deployment the workspace may be written, as configured.
  Task<WritePolicy> policy(Call call, const std::string& workspace,
                           std::optional<std::string_view> session_id) const;

 private:
  Task<std::string> host_cwd(Call call);
  std::string session_cwd(std::optional<std::string_view> session_id) const;

  Context context_;
  std::string configured_cwd_;
  std::string configured_mode_;
  std::string host_cwd_;
};

}  // namespace keel::fs_local
