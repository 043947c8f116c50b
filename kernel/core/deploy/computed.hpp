// SPDX-License-Identifier: MIT
// Resolving computed values: late, when the row that holds them starts.
#pragma once

#include <filesystem>
#include <span>

#include "core/deploy/command.hpp"
#include "core/deploy/environment.hpp"
#include "core/deploy/origin.hpp"
#include "core/deploy/paths.hpp"
#include "core/deploy/row.hpp"
#include "core/deploy/secret_set.hpp"
#include "keel/error.hpp"
#include "keel/value.hpp"

namespace keel::core {

/// What computed values resolve against. Borrowed; must live as long as the call.
struct ResolveContext {
  const Environment& environment;
  const HomePaths& home;
  std::filesystem::path working_directory;
  /// Of the composition that the row belongs to: relative files start at the folder of their layer.
  std::span<const ConfigLayer> layers;
  /// Must not throw. May block: then resolve on the pool.
  CommandRunner run_command;
  CommandLimits command_limits;
  /// Told of every secret before it is given to anyone.
  SecretSet& secrets;
};

/// A larger file is no setting.
inline constexpr std::size_t kLargestComputedFile = 1024 * 1024;

/// The config of `row` with every computed value resolved; an empty table when it has none. A
/// variable takes the kind of its default: a number or a truth value is read from its text. The
/// first failure is returned; it names row, place and path, and never a value. Any thread; reads
/// the disk and runs commands.
Expected<Value> resolve_config(const Row& row, const ResolveContext& context);

/// Whether the row itself is disabled: false when nothing says so. Text counts as true when it is
/// "true", "1", "yes" or "on", as false when it is "false", "0", "no", "off" or empty.
Expected<bool> resolve_disabled(const Row& row, const ResolveContext& context);

}  // namespace keel::core
