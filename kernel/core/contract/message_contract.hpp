// SPDX-License-Identifier: MIT
// What one message, in either direction, consists of.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/schema/schema.hpp"
#include "keel/abi.h"
#include "keel/value.hpp"

namespace keel::core {

/// One reference beside the value; its place in the list is its index in the message.
struct RefContract {
  std::string name;
  std::string interface;  ///< "agent@0"; empty when the contract does not say (streams, leases)
  bool optional = false;  ///< may be missing at the end, or zero
};

/// The value and the references of a message. Immutable; any thread.
struct MessageContract {
  std::optional<Schema> value;  ///< nothing: the message carries no value
  bool value_optional = false;  ///< the value may be absent all the same
  std::vector<RefContract> refs;

  /// Whether check() would find nothing. Allocates only where Schema::matches does.
  bool fits(ValueView message, std::span<const keel_ref> references) const;

  /// Faults of the value, below `root`, then of the references, named "refs[i]".
  std::vector<Violation> check(ValueView message, std::span<const keel_ref> references,
                               std::string_view root) const;
};

}  // namespace keel::core
