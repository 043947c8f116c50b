// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace keel::bench {

/// What the budgets were made for, beside where this runs.
struct Machine {
  unsigned cpus = 0;
  /// Of one core, seen from a chain of multiplications that take three cycles each.
  double gigahertz = 0;
  /// CPU time that this thread got of the time that went by while it wanted all.
  double share = 0;
  std::string model;
  /// Why budgets do not gate here; empty: they do.
  std::string unlike;
};

/// Takes about a tenth of a second.
Machine look_at_machine();

}  // namespace keel::bench
