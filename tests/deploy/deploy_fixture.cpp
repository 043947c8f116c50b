// SPDX-License-Identifier: MIT
#include "deploy_fixture.hpp"

#include <catch2/catch.hpp>

using namespace keel::core;  // NOLINT(google-build-using-namespace): the tests are about these
                             // names

namespace deploy_test {

DeploymentFile deployment(std::string_view toml) {
  auto file = parse_deployment(toml, "/deploy/base.toml");
  if (!file) FAIL(file.error().message);
  return std::move(*file);
}

PatchFile patches(std::string_view toml, std::string_view name, ConfigLayerKind kind) {
  auto file = parse_patches(toml, "/deploy/" + std::string(name), kind);
  if (!file) FAIL(file.error().message);
  return std::move(*file);
}

std::string deployment_error(std::string_view toml) {
  const auto file = parse_deployment(toml, "/deploy/base.toml");
  if (file) FAIL("accepted: " << toml.substr(0, 200));
  return file.error().message;
}

std::string patches_error(std::string_view toml) {
  const auto file = parse_patches(toml, "/deploy/patch.toml");
  if (file) FAIL("accepted: " << toml.substr(0, 200));
  return file.error().message;
}

namespace {

keel::Expected<Composition> try_compose(const Layers& layers) {
  return compose({deployment(layers.base), layers.patches, layers.sets, "/work"});
}

}  // namespace

Composition composed(const Layers& layers) {
  auto composition = try_compose(layers);
  if (!composition) FAIL(composition.error().message);
  return std::move(*composition);
}

keel::Error compose_error(const Layers& layers) {
  const auto composition = try_compose(layers);
  if (composition) FAIL("composed");
  return composition.error();
}

const Row& row(const Composition& composition, std::string_view address) {
  const Row* found = find_row(composition, address);
  if (found == nullptr) FAIL("no row " << address);
  return *found;
}

std::string config(const Composition& composition, std::string_view address) {
  return keel::to_json(row(composition, address).config);
}

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace deploy_test
