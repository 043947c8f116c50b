// SPDX-License-Identifier: MIT
#include "core/deploy/compose.hpp"

#include <utility>

#include "core/deploy/composer.hpp"

namespace keel::core {

Expected<Composition> compose(const DeploymentLayers& layers) {
  Composer composer;
  if (auto error = composer.start(layers.base)) return tl::make_unexpected(std::move(*error));
  for (const PatchFile& file : layers.patches) {
    if (auto error = composer.apply(file)) return tl::make_unexpected(std::move(*error));
  }
  for (const std::string& option : layers.sets) {
    if (auto error = composer.apply_set(option, layers.set_directory)) {
      return tl::make_unexpected(std::move(*error));
    }
  }
  return composer.finish();
}

Expected<Composition> load_composition(const DeploymentSources& sources) {
  DeploymentLayers layers;
  Expected<DeploymentFile> base = read_deployment(sources.deployment);
  if (!base) return tl::make_unexpected(std::move(base.error()));
  layers.base = std::move(*base);
  if (sources.home_patches) {
    Expected<std::optional<PatchFile>> home = read_home_patches(*sources.home_patches);
    if (!home) return tl::make_unexpected(std::move(home.error()));
    if (*home) layers.patches.push_back(std::move(**home));
  }
  for (const std::filesystem::path& path : sources.patches) {
    Expected<PatchFile> file = read_patches(path);
    if (!file) return tl::make_unexpected(std::move(file.error()));
    layers.patches.push_back(std::move(*file));
  }
  layers.sets = sources.sets;
  layers.set_directory = sources.working_directory;
  return compose(layers);
}

const Row* find_row(const Composition& composition, std::string_view address) {
  const Row* found = nullptr;
  for_each_row(composition.rows, [&](const Row& row) {
    if (row.address == address) found = &row;
  });
  return found;
}

}  // namespace keel::core
