// SPDX-License-Identifier: MIT
// Where a setting comes from: the layer, and the place in its file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace keel::core {

enum class ConfigLayerKind : std::uint8_t {
  kDeployment,  ///< The base: the rows of the deployment file.
  kHome,        ///< config.toml of the user's home.
  kPatch,       ///< One --patch file.
  kSet,         ///< One --set option.
};

/// One of the ordered sources of a deployment. Later ones win.
struct ConfigLayer {
  ConfigLayerKind kind = ConfigLayerKind::kDeployment;
  /// The path as the user named it; for --set the option without its literal, which may be a
  /// secret.
  std::string name;
  /// Absolute. Where the relative paths of this layer start.
  std::filesystem::path directory;
};

/// A place in a layer. Lines and columns count from 1; line 0 means the layer as a whole.
struct Origin {
  std::uint32_t layer = 0;
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  friend bool operator==(const Origin&, const Origin&) = default;
};

/// "deployment", "home", "patch", "set"
std::string_view layer_kind_name(ConfigLayerKind kind);

/// "file:line:column", or the layer's name alone when there is no line.
std::string place_of(const ConfigLayer& layer, const Origin& origin);

/// The same with the layer looked up; "" when `origin` names none of `layers`.
std::string place_of(std::span<const ConfigLayer> layers, const Origin& origin);

}  // namespace keel::core
