// SPDX-License-Identifier: MIT
#include "tool_admission.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace keel::agent_tools {

Task<void> ToolAdmission::decide(Call call, contracts::tools::ToolsAdmitParamsView request) const {
  if (request.op() == "remove") co_return;
  const std::string_view name = request.name();
  const std::string_view family = name.substr(0, name.find('/'));
  ToolFault fault;
  if (family == "tool") {
    fault = co_await must(check_tool(call, schemas_, short_name(name), request.metadata()));
  } else if (family == "tool.restriction") {
    fault = check_restriction(call.target(), request.scoped(), request.metadata());
  } else if (family == "tool.mode") {
    fault = check_mode(call.target(), request.scoped(), request.op() == "add", request.metadata());
  }
  if (fault) throw Failure(fault.code, fault.message);
}

ToolFault ToolAdmission::check_restriction(keel_scope scope, bool scoped,
                                           ValueView metadata) const {
  const ValueView allow = metadata["allow"];
  const ValueView deny = metadata["deny"];
  if (!scoped) {
    return {"INVALID_RESTRICTION",
            "a restriction is registered in the scope of an agent; leave a tool out of the "
            "deployment to withhold it from all"};
  }
  if (!allow.is_array() && deny.empty()) {
    return {"INVALID_RESTRICTION",
            "a restriction needs allow, deny or both; this one says nothing"};
  }
  std::vector<std::string> inherited;
  for (const ServiceEntry& entry : must(context_.layers("tool", scope))) {
    if (entry.layer.id == scope.id) continue;
    std::string name(short_name(entry.name));
    if (std::find(inherited.begin(), inherited.end(), name) == inherited.end()) {
      inherited.push_back(std::move(name));
    }
  }
  for (const ValueView names : {allow, deny}) {
    for (const ValueView name : names.items()) {
      if (name.text() == kReservedName) {
        return {"RESERVED_NAME", "run_code cannot be named in a restriction"};
      }
      if (std::find(inherited.begin(), inherited.end(), name.text()) != inherited.end()) continue;
      std::string known;
      for (const std::string& one : inherited) known += (known.empty() ? "" : ", ") + one;
      return {"INVALID_RESTRICTION", "the scope does not inherit a tool \"" +
                                         std::string(name.text()) + "\"; it inherits " +
                                         (known.empty() ? "none" : known)};
    }
  }
  return {};
}

ToolFault ToolAdmission::check_mode(keel_scope scope, bool scoped, bool is_new,
                                    ValueView metadata) const {
  if (!scoped) {
    return {
        "INVALID_TOOL",
        "a mode is registered in the scope of an agent; set config.mode of agent/tools for all"};
  }
  if (metadata["mode"].text() != "native") {
    return {"INVALID_TOOL", "mode \"" + std::string(metadata["mode"].text()) +
                                "\" is not supported; expected native"};
  }
  for (const ServiceEntry& entry : must(context_.layers("tool.mode", scope))) {
    if (!is_new || entry.layer.id != scope.id) continue;
    return {"INVALID_TOOL", "the scope has a mode already: " + entry.name};
  }
  return {};
}

}  // namespace keel::agent_tools
