// SPDX-License-Identifier: MIT
// The origins of a value and of everything in it, beside the value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/deploy/origin.hpp"
#include "keel/value.hpp"

namespace keel::core {

/// One step of a path into a value: the name of a member, or the index of an item in decimal.
using ValuePath = std::vector<std::string>;

/// "http.headers.0", with steps quoted that a bare TOML key cannot hold.
std::string path_text(std::span<const std::string> path);

/// The origins of one value tree, in the order in which a walk meets its nodes (a node, then its
/// members or items). Every function that takes a value expects the one that this tree was made
/// for. Flat, because a file with one long key above many short ones must not cost their product.
class OriginTree {
 public:
  struct Node {
    Origin value;
    Origin key;              ///< Of the name in front of the value; equals `value` for items.
    std::uint32_t span = 1;  ///< Nodes of this subtree, itself included.
  };

  OriginTree() = default;
  explicit OriginTree(std::vector<Node> nodes) : nodes_(std::move(nodes)) {}
  /// Every node of `value` comes from the same place.
  static OriginTree uniform(ValueView value, const Origin& origin);

  bool empty() const { return nodes_.empty(); }
  std::size_t size() const { return nodes_.size(); }
  const Node& node(std::size_t index) const { return nodes_[index]; }
  std::size_t next_sibling(std::size_t index) const { return index + nodes_[index].span; }

  /// Index of the node at `path` below `root`; nothing when the value has no such path.
  std::optional<std::size_t> find(ValueView root, std::span<const std::string> path) const;
  /// Origin of the node at `path`, or of the nearest one above it.
  Origin nearest(ValueView root, std::span<const std::string> path) const;

  OriginTree subtree(std::size_t index) const;
  /// Puts `with` in the place of the node at the end of `path`, or adds it there as the last child
  /// of the node above. The node above must exist in `root`, the value before the change.
  void replace(ValueView root, std::span<const std::string> path, const OriginTree& with);
  /// Moves all nodes to layer `layer`.
  void set_layer(std::uint32_t layer);

 private:
  std::vector<Node> nodes_;
};

/// Index of the member or item that `step` names in `value`; nothing when there is none.
std::optional<std::size_t> child_index(ValueView value, std::string_view step);
/// Member or item `index` of an object or array.
ValueView child_at(ValueView value, std::size_t index);

}  // namespace keel::core
