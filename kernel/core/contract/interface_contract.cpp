// SPDX-License-Identifier: MIT
#include "core/contract/interface_contract.hpp"

#include <algorithm>

namespace keel::core {

bool MethodContract::may_fail_with(std::string_view code) const {
  return std::any_of(errors.begin(), errors.end(), [&](const std::string& declared) {
    return declared == "*" || declared == code;
  });
}

const MethodContract* InterfaceContract::method(std::uint32_t ordinal) const {
  return ordinal < methods.size() ? &methods[ordinal] : nullptr;
}

const MethodContract* InterfaceContract::method(std::string_view method_name) const {
  const auto found =
      std::find_if(methods.begin(), methods.end(),
                   [&](const MethodContract& method) { return method.name == method_name; });
  return found == methods.end() ? nullptr : &*found;
}

}  // namespace keel::core
