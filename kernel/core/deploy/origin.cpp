// SPDX-License-Identifier: MIT
#include "core/deploy/origin.hpp"

#include "core/deploy/deploy_error.hpp"

namespace keel::core {

std::string_view layer_kind_name(ConfigLayerKind kind) {
  switch (kind) {
    case ConfigLayerKind::kDeployment:
      return "deployment";
    case ConfigLayerKind::kHome:
      return "home";
    case ConfigLayerKind::kPatch:
      return "patch";
    case ConfigLayerKind::kSet:
      return "set";
  }
  return "unknown";
}

std::string place_of(const ConfigLayer& layer, const Origin& origin) {
  std::string place = printable(layer.name);
  if (origin.line == 0) return place;
  return place + ":" + std::to_string(origin.line) + ":" + std::to_string(origin.column);
}

std::string place_of(std::span<const ConfigLayer> layers, const Origin& origin) {
  if (origin.layer >= layers.size()) return {};
  return place_of(layers[origin.layer], origin);
}

}  // namespace keel::core
