// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "keel/value.hpp"

namespace keel::proc_local {

/// Which variables of the host a child does not get.
struct EnvironmentRules {
  /// Upper case; a name that holds one of them, in any case, is left out.
  std::vector<std::string> secret_words;
  /// Names that are passed on all the same.
  std::vector<std::string> passed;
};

/// The environment of a child: that of the host without its secrets and without KEEL_*, with
/// variables that keep programs from asking, paging and colouring, and over it `own` (name: text,
/// or null to remove). Each entry is "NAME=value".
std::vector<std::string> child_environment(const char* const* host, const EnvironmentRules& rules,
                                           ValueView own);

/// Value of a variable in such a list; empty when there is none.
std::string_view variable(const std::vector<std::string>& environment, std::string_view name);

}  // namespace keel::proc_local
