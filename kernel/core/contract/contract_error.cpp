// SPDX-License-Identifier: MIT
#include "core/contract/contract_error.hpp"

namespace keel::core {

std::string ContractError::text() const {
  std::string text = contract.empty() ? "contract" : "contract " + contract;
  text += " from " + origin + ": ";
  if (!place.empty()) text += place + ": ";
  return text + message;
}

std::string to_text(const std::vector<ContractError>& errors) {
  std::string text;
  for (const ContractError& error : errors) {
    if (!text.empty()) text += '\n';
    text += error.text();
  }
  return text;
}

}  // namespace keel::core
