// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "keel/error.hpp"
#include "keel/value.hpp"

namespace keel::agent_prompt {

/// The place of the tools that an order does not name.
inline constexpr std::string_view kUnlistedTools = "<unlisted-tools>";

/// The order of tools in requests: as configured, or by name in the order of bytes.
class ToolOrder {
 public:
  /// By name.
  ToolOrder() = default;
  /// From the config's toolOrder; absent: by name. Error CONFIG: the marker is not there exactly
  /// once, or a name stands twice.
  static Expected<ToolOrder> read(ValueView names);

  /// The names that the order lists and `known` has not.
  std::vector<std::string> missing_from(const std::vector<std::string>& known) const;
  /// Sorts tool schemas. Listed ones that are not there are passed over.
  void sort(std::vector<Value>& tools) const;

 private:
  /// With the marker; empty: by name.
  std::vector<std::string> names_;
};

}  // namespace keel::agent_prompt
