// SPDX-License-Identifier: MIT
// One type of session event, as it is stored.
#pragma once

#include <optional>
#include <string>

#include "core/schema/schema.hpp"

namespace keel::core {

struct DurableContract {
  std::string type;  ///< "prompt/blocked"
  std::string doc;
  std::optional<Schema> data;  ///< always there once the contract is read
  bool surface = false;        ///< part of the model's view of the session
  bool ignorable = false;      ///< a reader that does not know it may skip it
  bool standalone = false;     ///< may be appended outside a turn
};

}  // namespace keel::core
