// SPDX-License-Identifier: MIT
// Deployments from text, as the tests write them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/deploy/compose.hpp"
#include "core/deploy/toml_file.hpp"

namespace deploy_test {

/// Read as "/deploy/base.toml"; fails the test when it is refused.
keel::core::DeploymentFile deployment(std::string_view toml);
/// Read as "/deploy/<name>".
keel::core::PatchFile patches(
    std::string_view toml, std::string_view name = "patch.toml",
    keel::core::ConfigLayerKind kind = keel::core::ConfigLayerKind::kPatch);
/// The message of the refusal of a deployment; fails the test when there is none.
std::string deployment_error(std::string_view toml);
std::string patches_error(std::string_view toml);

struct Layers {
  std::string base;
  std::vector<keel::core::PatchFile> patches;
  std::vector<std::string> sets;
};
/// Composes; fails the test when it is refused. Sets start at "/work".
keel::core::Composition composed(const Layers& layers);
keel::Error compose_error(const Layers& layers);

/// The row at `address`; fails the test when there is none.
const keel::core::Row& row(const keel::core::Composition& composition, std::string_view address);
/// Its config as JSON.
std::string config(const keel::core::Composition& composition, std::string_view address);

bool has(std::string_view text, std::string_view part);

}  // namespace deploy_test
