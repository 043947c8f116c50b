// SPDX-License-Identifier: MIT
// The right to use a contract.
#pragma once

#include <utility>

namespace keel::core {

class ContractRegistry;
struct Contract;

/// Keeps a contract in the registry: one for each plugin or file that brought it. The contract goes
/// with its last hold. Must not outlive the registry. Move only; the registry's thread.
class ContractHold {
 public:
  ContractHold() = default;
  ContractHold(ContractHold&& other) noexcept
      : registry_(std::exchange(other.registry_, nullptr)),
        contract_(std::exchange(other.contract_, nullptr)) {}
  ContractHold& operator=(ContractHold&& other) noexcept {
    std::swap(registry_, other.registry_);
    std::swap(contract_, other.contract_);
    return *this;
  }
  ContractHold(const ContractHold&) = delete;
  ContractHold& operator=(const ContractHold&) = delete;
  ~ContractHold() { reset(); }

  /// Gives the hold up.
  void reset();
  explicit operator bool() const { return contract_ != nullptr; }
  const Contract& contract() const { return *contract_; }

 private:
  friend class ContractRegistry;
  ContractHold(ContractRegistry* registry, const Contract* contract)
      : registry_(registry), contract_(contract) {}

  ContractRegistry* registry_ = nullptr;
  const Contract* contract_ = nullptr;
};

}  // namespace keel::core
