// SPDX-License-Identifier: MIT
// Why a contract was refused.
#pragma once

#include <string>
#include <vector>

namespace keel::core {

/// One fault of a contract file. Complete for a reader who sees nothing else.
struct ContractError {
  std::string contract;  ///< "agent@0.1"; empty when the file does not get that far
  std::string origin;    ///< the file or plugin that the text came from
  std::string place;     ///< "events[\"agent/status\"].mode"
  std::string message;   ///< what was expected and found, and what to do

  std::string text() const;
};

/// One error a line.
std::string to_text(const std::vector<ContractError>& errors);

}  // namespace keel::core
