// SPDX-License-Identifier: MIT
// From layers to the rows that a process mounts.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/deploy/deployment_settings.hpp"
#include "core/deploy/origin.hpp"
#include "core/deploy/row.hpp"
#include "core/deploy/toml_file.hpp"
#include "keel/error.hpp"

namespace keel::core {

/// What a deployment is made of, in the order in which it applies.
struct DeploymentLayers {
  DeploymentFile base;
  std::vector<PatchFile> patches;  ///< Home's first, then --patch files in the order given.
  std::vector<std::string> sets;   ///< "row.path=literal", in the order given.
  /// Absolute. Where relative paths in `sets` start: the working directory.
  std::filesystem::path set_directory;
};

/// The rows that boot, and where each of their settings comes from. Shares nothing with the layers.
struct Composition {
  std::vector<ConfigLayer> layers;  ///< Origin::layer is an index into it; 0 is the deployment.
  DeploymentSettings settings;
  std::vector<Row> rows;
  /// Patches that matched nothing, and so on: sentences that begin with a place.
  std::vector<std::string> warnings;
};

/// Applies the layers in one pass.
///
/// A patch with `insert` appends its rows to the group that its id names, or to the root; later
/// patches can change them. Any other patch replaces fields of the row that its id names, each
/// whole. A patch whose row does not exist, or is another plugin than the patch says, is skipped
/// with a warning. Sets come last, each changes one place: a field of the row (plugin, library,
/// sha256, disabled, isolation, watch, isolate) when the path is its name, else a place in config
/// ("row.config.x" says so in full).
///
/// Fails on two rows with one id, on rows whose fields do not go together, on a set that names no
/// row.
Expected<Composition> compose(const DeploymentLayers& layers);

/// Where the layers of a process are.
struct DeploymentSources {
  std::filesystem::path deployment;
  /// Home's config.toml, which may be absent from the disk; nothing leaves home out.
  std::optional<std::filesystem::path> home_patches;
  std::vector<std::filesystem::path> patches;
  std::vector<std::string> sets;
  std::filesystem::path working_directory;
};

/// Reads the files and composes them. Any thread; reads the disk.
Expected<Composition> load_composition(const DeploymentSources& sources);

/// The row at "outer:inner", or null.
const Row* find_row(const Composition& composition, std::string_view address);

}  // namespace keel::core
