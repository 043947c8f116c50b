// SPDX-License-Identifier: MIT
// How the things of contracts are named.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace keel::core {

/// "agent", "llm.adapter": contracts, interfaces, families, open unions.
bool is_dotted_name(std::string_view name);
/// "agent/inbox/enqueue": events and durable types.
bool is_slashed_name(std::string_view name);
/// "when_idle": methods, references, bands.
bool is_member_name(std::string_view name);
/// "ContentBlock": types.
bool is_type_name(std::string_view name);
/// "AGENT_BUSY", "rate-limit": error codes.
bool is_error_code(std::string_view name);
/// "agent@0".
bool is_interface_reference(std::string_view name);

struct ContractVersion {
  std::uint32_t major = 0;
  std::uint32_t minor = 0;
};

/// "0.1": two whole numbers without leading zeros.
std::optional<ContractVersion> parse_contract_version(std::string_view text);

}  // namespace keel::core
