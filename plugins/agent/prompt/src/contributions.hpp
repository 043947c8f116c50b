// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "keel/sdk.hpp"

namespace keel::agent_prompt {

/// Something registered for the prompt: a section, a context, a variable, a source of tools.
struct Contribution {
  /// Without the family.
  std::string name;
  double order = 0;
  Value metadata;
  Ref ref;
};

/// What one scope contributes to its prompt, as registered: the nearest of each name, texts not
/// computed yet. Kernel thread.
struct Contributions {
  /// By order, then by name.
  std::vector<Contribution> sections;
  /// By order, then by name; without the suppressed ones.
  std::vector<Contribution> contexts;
  std::vector<Contribution> variables;
  std::vector<Contribution> tool_sources;

  bool suppresses_all = false;
  std::unordered_set<std::string> suppressed;

  bool is_suppressed(std::string_view context) const {
    return suppresses_all || suppressed.count(std::string(context)) != 0;
  }

  static Contributions read(const Context& context, keel_scope scope);
};

}  // namespace keel::agent_prompt
