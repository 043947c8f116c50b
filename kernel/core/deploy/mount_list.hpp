// SPDX-License-Identifier: MIT
// The rows of a composition as the loader takes them: groups dissolved, `disabled` decided.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/deploy/compose.hpp"
#include "core/deploy/computed.hpp"
#include "core/deploy/row.hpp"
#include "keel/error.hpp"

namespace keel::core {

/// One plugin row. Borrows from the composition.
struct MountRow {
  const Row* row = nullptr;
  bool disabled = false;
  /// Address of the row that says so: itself or a group around it.
  std::string disabled_by;
  /// Services that resolve in a name table of their own here, each with the name of that table:
  /// "outer:inner" for a private one of that group, "=label" for a shared one. The innermost group
  /// that isolates a service decides.
  std::map<std::string, std::string> realms;
};

/// The plugin rows of `composition` in order. A disabled group disables every row in it, whose own
/// `disabled` is then not resolved. Fails when a computed `disabled` cannot be resolved.
Expected<std::vector<MountRow>> mount_list(const Composition& composition,
                                           const ResolveContext& context);

}  // namespace keel::core
