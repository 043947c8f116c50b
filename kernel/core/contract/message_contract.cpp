// SPDX-License-Identifier: MIT
#include "core/contract/message_contract.hpp"

namespace keel::core {

namespace {

bool names_something(std::span<const keel_ref> references, std::size_t index) {
  return index < references.size() && references[index].id != 0;
}

std::vector<Violation> check_value(const MessageContract& contract, ValueView message,
                                   std::string_view root) {
  if (message.is_absent() && (contract.value_optional || !contract.value)) return {};
  if (contract.value) return contract.value->validate(message, root);
  return {{std::string(root), "expected no value, for the contract declares none, found " +
                                  std::string(kind_name(message.kind()))}};
}

}  // namespace

bool MessageContract::fits(ValueView message, std::span<const keel_ref> references) const {
  if (references.size() > refs.size()) return false;
  for (std::size_t i = 0; i < refs.size(); ++i) {
    if (!refs[i].optional && !names_something(references, i)) return false;
  }
  if (message.is_absent()) return value_optional || !value;
  return value && value->matches(message);
}

std::vector<Violation> MessageContract::check(ValueView message,
                                              std::span<const keel_ref> references,
                                              std::string_view root) const {
  if (fits(message, references)) return {};
  std::vector<Violation> violations = check_value(*this, message, root);
  if (references.size() > refs.size()) {
    violations.push_back({"refs", "expected at most " + std::to_string(refs.size()) +
                                      " references, found " + std::to_string(references.size())});
  }
  for (std::size_t i = 0; i < refs.size(); ++i) {
    if (refs[i].optional || names_something(references, i)) continue;
    violations.push_back({"refs[" + std::to_string(i) + "]",
                          "missing required reference \"" + refs[i].name + "\"" +
                              (refs[i].interface.empty() ? "" : " to a " + refs[i].interface)});
  }
  return violations;
}

}  // namespace keel::core
