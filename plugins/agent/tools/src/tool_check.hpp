// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "keel/sdk.hpp"
#include "schema_client.hpp"

namespace keel::agent_tools {

/// The name that the pipeline keeps for itself.
inline constexpr std::string_view kReservedName = "run_code";

/// Why something may not be registered.
struct ToolFault {
  /// Of the contract's errors; empty when all is well.
  std::string code;
  std::string message;

  explicit operator bool() const { return !code.empty(); }
};

/// The name without its family: "read" of "tool/read".
inline std::string_view short_name(std::string_view service) {
  return service.substr(service.find('/') + 1);
}

/// What the metadata's own schema could not see: schemas that the pipeline cannot check values by,
/// a time limit that is none, a reserved name.
Task<ToolFault> check_tool(Call call, const SchemaClient& schemas, std::string_view name,
                           ValueView metadata);

}  // namespace keel::agent_tools
