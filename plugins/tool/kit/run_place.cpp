// SPDX-License-Identifier: MIT
#include "kit/run_place.hpp"

#include "keel/contracts/kernel.hpp"

namespace keel::tool_kit {

namespace {

std::string session_cwd(const Context& context, std::string_view session_id) {
  const Expected<Session> session = Session::find(context, session_id);
  if (!session) return {};
  const Expected<Value> header = session->header();
  return header ? std::string((*header)["cwd"].text()) : std::string();
}

}  // namespace

Task<RunPlace> run_place(Call call, contracts::tools::ToolExecuteParamsView in) {
  RunPlace place;
  place.workspace = in.cwd().value_or("");
  if (const auto session = in.session_id()) {
    place.session_id = std::string(session->text());
    if (place.workspace.empty()) {
      place.workspace = session_cwd(call.context(), *place.session_id);
    }
  }
  if (!place.workspace.empty()) co_return place;
  const Ref host = must(call.resolve("kernel/host"));
  const Message info = co_await must(call.invoke(host, contracts::kernel::Host::kInfo));
  place.workspace = info["cwd"].text();
  co_return place;
}

std::string shown_path(std::string_view path, std::string_view workspace) {
  if (path == workspace) return ".";
  if (path.starts_with("./")) path.remove_prefix(2);
  const bool below = path.starts_with(workspace) && path.size() > workspace.size() &&
                     path[workspace.size()] == '/';
  if (below) path.remove_prefix(workspace.size() + 1);
  return std::string(path);
}

}  // namespace keel::tool_kit
