// SPDX-License-Identifier: MIT
#include "core/contract/event_contract.hpp"

#include <algorithm>

namespace keel::core {

std::string_view dispatch_mode_name(DispatchMode mode) {
  switch (mode) {
    case DispatchMode::kEmit:
      return "emit";
    case DispatchMode::kSerial:
      return "serial";
    case DispatchMode::kParallel:
      return "parallel";
    case DispatchMode::kWaterfall:
      return "waterfall";
  }
  return "unknown";
}

std::vector<Violation> EventContract::check_replacement(ValueView before, ValueView after) const {
  if (replaces_all || before == after) return {};
  if (!before.is_object() || !after.is_object()) {
    return {{"params", "is fixed: next() may not replace it"}};
  }
  std::vector<Violation> violations;
  const auto is_fixed = [this](std::string_view member) {
    return std::find(replaceable.begin(), replaceable.end(), member) == replaceable.end();
  };
  const auto refuse = [&](std::string_view member) {
    if (is_fixed(member)) {
      violations.push_back({std::string(member), "is fixed: next() may not replace it"});
    }
  };
  for (const auto& [member, value] : before.members()) {
    if (!(after[member] == value)) refuse(member);
  }
  for (const auto& [member, value] : after.members()) {
    if (!before.has(member)) refuse(member);
  }
  return violations;
}

}  // namespace keel::core
