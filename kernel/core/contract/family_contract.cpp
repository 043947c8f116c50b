// SPDX-License-Identifier: MIT
#include "core/contract/family_contract.hpp"

namespace keel::core {

std::vector<Violation> FamilyContract::check_metadata(ValueView value) const {
  if (metadata) return metadata->validate(value, "metadata");
  if (value.is_absent()) return {};
  return {{"metadata", "expected none, for the family \"" + name + "\" declares none, found " +
                           std::string(kind_name(value.kind()))}};
}

}  // namespace keel::core
