// SPDX-License-Identifier: MIT
// The two kinds of files: deployments and patches.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "core/deploy/deployment_settings.hpp"
#include "core/deploy/origin.hpp"
#include "core/deploy/row.hpp"
#include "core/deploy/row_patch.hpp"
#include "keel/error.hpp"

namespace keel::core {

/// A deployment: [[row]] tables and at most one [deployment] table. Origins are of layer 0.
struct DeploymentFile {
  ConfigLayer layer;
  DeploymentSettings settings;
  std::vector<Row> rows;
};

/// A patch file: [[patch]] tables. Origins are of layer 0; compose() gives them their layer.
struct PatchFile {
  ConfigLayer layer;
  std::vector<RowPatch> patches;
};

/// Reads a deployment file. Fails on what cannot be read or parsed, on unknown keys, and when there
/// is no key `row` at all (a deployment without rows says `row = []`). Relative paths in it start
/// at its folder. Any thread; reads the disk.
Expected<DeploymentFile> read_deployment(const std::filesystem::path& path);

/// Reads a patch file. Fails like read_deployment; the key `patch` must exist, `patch = []` is
/// enough.
Expected<PatchFile> read_patches(const std::filesystem::path& path,
                                 ConfigLayerKind kind = ConfigLayerKind::kPatch);

/// Home's patch file, which alone may be absent: nothing then.
Expected<std::optional<PatchFile>> read_home_patches(const std::filesystem::path& path);

/// The same from text. `path` need not exist: it names the text and tells where relative paths
/// start.
Expected<DeploymentFile> parse_deployment(std::string_view text, const std::filesystem::path& path);
Expected<PatchFile> parse_patches(std::string_view text, const std::filesystem::path& path,
                                  ConfigLayerKind kind = ConfigLayerKind::kPatch);

}  // namespace keel::core
