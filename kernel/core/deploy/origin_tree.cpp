// SPDX-License-Identifier: MIT
#include "core/deploy/origin_tree.hpp"

#include <charconv>
#include <utility>

#include "core/deploy/toml_text.hpp"

namespace keel::core {

std::string path_text(std::span<const std::string> path) {
  std::string text;
  for (const std::string& step : path) {
    if (!text.empty()) text += '.';
    text += toml_key(step);
  }
  return text;
}

ValueView child_at(ValueView value, std::size_t index) {
  return value.is_object() ? value.member(index).second : value.at(index);
}

std::optional<std::size_t> child_index(ValueView value, std::string_view step) {
  if (value.is_array()) {
    std::size_t index = 0;
    const auto [end, fault] = std::from_chars(step.data(), step.data() + step.size(), index);
    const bool whole = fault == std::errc() && end == step.data() + step.size();
    if (!whole || index >= value.size()) return std::nullopt;
    return index;
  }
  if (!value.is_object()) return std::nullopt;
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (value.member(i).first == step) return i;
  }
  return std::nullopt;
}

OriginTree OriginTree::uniform(ValueView value, const Origin& origin) {
  struct Frame {
    ValueView value;
    std::size_t next_child;
    std::size_t node;
  };
  std::vector<Node> nodes{{origin, origin, 1}};
  std::vector<Frame> open{{value, 0, 0}};
  while (!open.empty()) {
    Frame& top = open.back();
    if (top.next_child == top.value.size()) {
      nodes[top.node].span = static_cast<std::uint32_t>(nodes.size() - top.node);
      open.pop_back();
      continue;
    }
    const ValueView child = child_at(top.value, top.next_child++);
    nodes.push_back({origin, origin, 1});
    open.push_back({child, 0, nodes.size() - 1});
  }
  return OriginTree(std::move(nodes));
}

std::optional<std::size_t> OriginTree::find(ValueView root,
                                            std::span<const std::string> path) const {
  if (nodes_.empty()) return std::nullopt;
  std::size_t node = 0;
  ValueView value = root;
  for (const std::string& step : path) {
    const std::optional<std::size_t> index = child_index(value, step);
    if (!index) return std::nullopt;
    std::size_t child = node + 1;
    for (std::size_t i = 0; i < *index; ++i) child = next_sibling(child);
    node = child;
    value = child_at(value, *index);
  }
  return node;
}

Origin OriginTree::nearest(ValueView root, std::span<const std::string> path) const {
  while (true) {
    const std::optional<std::size_t> node = find(root, path);
    if (node) return nodes_[*node].value;
    if (path.empty()) return {};
    path = path.first(path.size() - 1);
  }
}

OriginTree OriginTree::subtree(std::size_t index) const {
  const auto begin = nodes_.begin() + static_cast<std::ptrdiff_t>(index);
  return OriginTree(std::vector<Node>(begin, begin + nodes_[index].span));
}

void OriginTree::replace(ValueView root, std::span<const std::string> path,
                         const OriginTree& with) {
  if (path.empty() || nodes_.empty()) {
    nodes_ = with.nodes_;
    return;
  }
  const std::optional<std::size_t> old = find(root, path);
  const std::size_t parent = find(root, path.first(path.size() - 1)).value_or(0);
  const std::size_t at = old ? *old : next_sibling(parent);
  const std::size_t removed = old ? nodes_[*old].span : 0;

  // The ancestors are the nodes before `at` whose subtree holds the parent.
  const auto grown = static_cast<std::uint32_t>(with.nodes_.size() - removed);
  for (std::size_t i = 0; i <= parent; ++i) {
    if (i + nodes_[i].span > parent) nodes_[i].span += grown;
  }
  const auto begin = nodes_.begin() + static_cast<std::ptrdiff_t>(at);
  const auto after = nodes_.erase(begin, begin + static_cast<std::ptrdiff_t>(removed));
  nodes_.insert(after, with.nodes_.begin(), with.nodes_.end());
}

void OriginTree::set_layer(std::uint32_t layer) {
  for (Node& node : nodes_) {
    node.value.layer = layer;
    node.key.layer = layer;
  }
}

}  // namespace keel::core
