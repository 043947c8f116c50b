// SPDX-License-Identifier: MIT
// One family of services.
#pragma once

#include <optional>
#include <string>

#include "core/schema/schema.hpp"

namespace keel::core {

struct FamilyContract {
  std::string name;
  std::string doc;
  std::string interface;           ///< "tool@0": what its services implement; empty: no methods
  std::optional<Schema> metadata;  ///< nothing: services publish none
  std::string owner;               ///< the service that all calls of others go through; empty: none
  bool admit = false;              ///< the owner may refuse publications

  std::vector<Violation> check_metadata(ValueView value) const;
};

}  // namespace keel::core
