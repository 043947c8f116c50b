// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "keel/contracts/tools.hpp"
#include "keel/sdk.hpp"
#include "schema_client.hpp"
#include "tool_check.hpp"

namespace keel::agent_tools {

/// Decides what may be registered in the families tool, tool.restriction and tool.mode. Answers at
/// once: a registration does not wait. Kernel thread.
class ToolAdmission {
 public:
  ToolAdmission(Context context, const SchemaClient& schemas)
      : context_(std::move(context)), schemas_(schemas) {}

  /// What the kernel asks; fails with the reason.
  Task<void> decide(Call call, contracts::tools::ToolsAdmitParamsView request) const;

 private:
  ToolFault check_restriction(keel_scope scope, bool scoped, ValueView metadata) const;
  ToolFault check_mode(keel_scope scope, bool scoped, bool is_new, ValueView metadata) const;

  Context context_;
  const SchemaClient& schemas_;
};

}  // namespace keel::agent_tools
