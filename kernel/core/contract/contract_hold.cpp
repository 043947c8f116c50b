// SPDX-License-Identifier: MIT
#include "core/contract/contract_hold.hpp"

#include "core/contract/contract_registry.hpp"

namespace keel::core {

void ContractHold::reset() {
  if (contract_ != nullptr) registry_->release(*contract_);
  registry_ = nullptr;
  contract_ = nullptr;
}

}  // namespace keel::core
