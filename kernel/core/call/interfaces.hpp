// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/call/calls.hpp"

namespace keel::core {

/// Interfaces by name ("agent@0"), as contracts declare them. Entries keep their address. Kernel
/// thread only.
class Interfaces {
 public:
  /// A second declaration of the same name adds methods at the end, never fewer.
  const InterfaceInfo* declare(InterfaceInfo info) {
    std::unique_ptr<InterfaceInfo>& entry = by_name_[info.name];
    if (entry == nullptr) entry = std::make_unique<InterfaceInfo>();
    info.key = Key(info.name).raw();
    *entry = std::move(info);
    return entry.get();
  }

  /// Null when no contract declares it.
  const InterfaceInfo* find(std::string_view name) const {
    const auto at = by_name_.find(std::string(name));
    return at == by_name_.end() ? nullptr : at->second.get();
  }

 private:
  std::unordered_map<std::string, std::unique_ptr<InterfaceInfo>> by_name_;
};

}  // namespace keel::core
