// SPDX-License-Identifier: MIT
// One contract: what a family of plugins agrees on.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/contract/durable_contract.hpp"
#include "core/contract/event_contract.hpp"
#include "core/contract/family_contract.hpp"
#include "core/contract/interface_contract.hpp"
#include "core/schema/open_union.hpp"
#include "core/schema/schema.hpp"
#include "keel/value.hpp"

namespace keel::core {

template <typename T>
using NameMap = std::map<std::string, T, std::less<>>;

/// A contract file, read and compiled. Immutable, never moved: pointers to its parts live as long
/// as it does.
struct Contract {
  Contract() = default;
  Contract(const Contract&) = delete;
  Contract& operator=(const Contract&) = delete;

  std::string name;  ///< "agent"
  std::uint32_t major = 0;
  std::uint32_t minor = 0;
  std::string id;       ///< "agent@0"
  std::string version;  ///< "agent@0.1"
  std::string doc;
  std::string
      hash;  ///< SHA-256 of the content, hexadecimal; white space in the file does not count
  std::string origin;  ///< who brought it first

  NameMap<InterfaceContract> interfaces;  ///< by plain name, "agent"
  NameMap<EventContract> events;
  NameMap<FamilyContract> families;
  NameMap<DurableContract> durables;
  NameMap<Schema> types;
  NameMap<OpenUnion> unions;          ///< by name: open unions among its types
  NameMap<NameMap<Schema>> variants;  ///< by union, by tag: what it adds to open unions

  Value document;  ///< the file itself
};

}  // namespace keel::core
