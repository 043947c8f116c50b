// SPDX-License-Identifier: MIT
#include "tool_check.hpp"

#include <optional>

namespace keel::agent_tools {

Task<ToolFault> check_tool(Call call, const SchemaClient& schemas, std::string_view name,
                           ValueView metadata) {
  const std::string tool = "tool \"" + std::string(name) + "\"";
  if (name == kReservedName) {
    co_return ToolFault{"RESERVED_NAME", tool + ": the name is reserved; choose another"};
  }
  const ValueView limit = metadata["timeoutMs"];
  if (!limit.is_absent() && !(limit.number().value_or(0) > 0)) {
    co_return ToolFault{"INVALID_TOOL", tool + ": timeoutMs must be above 0 milliseconds"};
  }
  const ValueView parameters = metadata["parameters"];
  if (parameters["type"].text() != "object") {
    co_return ToolFault{"INVALID_TOOL", tool + ": parameters must be a schema of type object"};
  }
  if (!metadata["rawParameters"].is_true()) {
    const std::string faults = co_await must(schemas.schema_faults(call, parameters));
    if (!faults.empty()) {
      co_return ToolFault{"UNSUPPORTED_SCHEMA",
                          tool + ": parameters: " + faults +
                              "; a tool that checks its own arguments may say rawParameters"};
    }
  }
  const std::string faults =
      co_await must(schemas.schema_faults(call, metadata["output"]["schema"]));
  if (!faults.empty()) {
    co_return ToolFault{"UNSUPPORTED_SCHEMA", tool + ": output.schema: " + faults};
  }
  co_return ToolFault{};
}

}  // namespace keel::agent_tools
