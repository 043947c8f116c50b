// SPDX-License-Identifier: MIT
#include "workspace.hpp"

#include <utility>

#include "keel/contracts/kernel.hpp"
#include "keel/contracts/proc.hpp"

namespace keel::fs_local {

namespace proc = contracts::proc;
namespace kernel = contracts::kernel;

Workspace::Workspace(Context context, std::string configured_cwd, std::string configured_mode)
    : context_(std::move(context)),
      configured_cwd_(std::move(configured_cwd)),
      configured_mode_(std::move(configured_mode)) {}

std::string Workspace::session_cwd(std::optional<std::string_view> session_id) const {
  if (!session_id || session_id->empty()) return {};
  const Expected<Session> session = Session::find(context_, *session_id);
  if (!session) return {};
  const Expected<Value> header = session->header();
  return header ? std::string((*header)["cwd"].text()) : std::string();
}

Task<std::string> Workspace::host_cwd(Call call) {
  if (host_cwd_.empty()) {
    const Ref host = must(call.resolve("kernel/host"));
    const Message info = co_await must(call.invoke(host, kernel::Host::kInfo));
    host_cwd_ = info["cwd"].text();
  }
  co_return host_cwd_;
}

Task<Standpoint> Workspace::standpoint(Call call, std::optional<std::string_view> cwd,
                                       std::optional<std::string_view> session_id) {
  const std::string given(cwd.value_or(""));
  Standpoint at;
  at.workspace = session_cwd(session_id);
  if (at.workspace.empty() && given.starts_with('/')) at.workspace = given;
  if (at.workspace.empty()) at.workspace = configured_cwd_;
  if (at.workspace.empty()) at.workspace = co_await must(host_cwd(call));
  at.base = at.workspace;
  if (given.starts_with('/')) {
    at.base = given;
  } else if (!given.empty()) {
    at.base += "/" + given;
  }
  co_return at;
}

Task<WritePolicy> Workspace::policy(Call call, const std::string& workspace,
                                    std::optional<std::string_view> session_id) const {
  WritePolicy policy;
  const Expected<Ref> sandbox = call.resolve("sandbox/confine");
  if (!sandbox) {
    policy.mode = configured_mode_;
    policy.roots.push_back(workspace);
    co_return policy;
  }
  proc::SandboxPolicyParams params;
  params.workspace = workspace;
  if (session_id) params.session_id = std::string(*session_id);
  const Value in = params.to_value();
  const Message answer = co_await must(call.invoke(*sandbox, proc::Sandbox::kPolicy, in));
  const proc::SandboxPolicyResultView granted(answer.value());
  policy.mode = answer["mode"].text();
  for (const std::string_view root : granted.writable()) policy.roots.emplace_back(root);
  for (const std::string_view path : granted.protected_()) {
    policy.protected_paths.emplace_back(path);
  }
  policy.reason = granted.reason().value_or("");
  co_return policy;
}

}  // namespace keel::fs_local
