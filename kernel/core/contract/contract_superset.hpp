// SPDX-License-Identifier: MIT
// Whether a contract may replace an older version of itself.
#pragma once

#include <string>
#include <vector>

#include "core/contract/contract.hpp"
#include "core/contract/member_reader.hpp"
#include "core/contract/schema_superset.hpp"

namespace keel::core {

/// Compares two versions of one contract. Within a major version the newer one may add optional
/// members, methods at the end, error codes, events, families, durable types, types and variants.
class ContractSuperset {
 public:
  ContractSuperset(const Contract& older, const Contract& newer);

  /// For a newer minor version: nothing of the older one is missing or changed.
  std::vector<Violation> minor_faults();
  /// For a newer major version that lives beside the older one: events, families, durable types and
  /// variants are known by name alone, so what both declare must fit both.
  std::vector<Violation> shared_faults();

 private:
  void compare_interface(const InterfaceContract& older, const InterfaceContract& newer,
                         const std::string& name);
  void compare_method(const MethodContract& older, const MethodContract& newer,
                      const std::string& place, ValueView older_text, ValueView newer_text);
  void compare_event(const EventContract& older, const EventContract& newer);
  void compare_family(const FamilyContract& older, const FamilyContract& newer);
  void compare_durable(const DurableContract& older, const DurableContract& newer);
  void compare_refs(const std::vector<RefContract>& older, const std::vector<RefContract>& newer,
                    const std::string& place);
  void compare_schema(ValueView older, ValueView newer, const std::string& place,
                      std::string_view member);
  void same(bool equal, const std::string& place, std::string_view member);

  template <typename T, typename Compare>
  void compare_map(const NameMap<T>& older, const NameMap<T>& newer, std::string_view where,
                   bool all, const Compare& compare);

  const Contract& older_;
  const Contract& newer_;
  FaultList faults_;
  SchemaSuperset schemas_;
};

}  // namespace keel::core
