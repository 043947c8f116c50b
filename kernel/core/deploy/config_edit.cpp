// SPDX-License-Identifier: MIT
#include "core/deploy/config_edit.hpp"

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "core/deploy/computed_form.hpp"

namespace keel::core {

namespace {

/// `parent` with the child that `step` names replaced, or added as the last one.
Value with_child(ValueView parent, std::string_view step, ValueView child) {
  const std::optional<std::size_t> place = child_index(parent, step);
  Builder builder;
  if (parent.is_array()) {
    builder.begin_array();
    for (std::size_t i = 0; i < parent.size(); ++i) {
      builder.put(place == i ? child : parent.at(i));
    }
    if (!place) builder.put(child);
    builder.end();
    return builder.finish_or_absent();
  }
  builder.begin_object();
  for (std::size_t i = 0; i < parent.size(); ++i) {
    const auto [name, member] = parent.member(i);
    builder.member(name, place == i ? child : member);
  }
  if (!place) builder.member(step, child);
  builder.end();
  return builder.finish_or_absent();
}

std::optional<std::string> find_obstacle(ValueView parent, std::string_view step,
                                         std::span<const std::string> parent_path) {
  const std::string where = parent_path.empty() ? "config" : "config." + path_text(parent_path);
  if (looks_computed(parent)) return where + " is a computed value: set it as a whole";
  if (parent.is_object()) return {};
  if (!parent.is_array())
    return where + " is no table but " + std::string(kind_name(parent.kind()));
  if (child_index(parent, step) || step == std::to_string(parent.size())) return {};
  return where + " is an array of " + std::to_string(parent.size()) +
         ": the step behind it is an index, or the length to append";
}

}  // namespace

tl::expected<ConfigEdit, std::string> set_at_path(ValueView root, const OriginTree& origins,
                                                  std::span<const std::string> path, ValueView leaf,
                                                  const Origin& origin) {
  const Value empty = object({});
  ValueView base = root;
  OriginTree base_origins = origins;
  if (!root.is_object()) {
    base = empty;
    base_origins = OriginTree::uniform(base, origin);
  }

  // The values on the way that exist, outermost first; the last one takes the change.
  std::vector<ValueView> way{base};
  while (true) {
    const std::string& step = path[way.size() - 1];
    if (auto obstacle = find_obstacle(way.back(), step, path.first(way.size() - 1))) {
      return tl::make_unexpected(std::move(*obstacle));
    }
    const std::optional<std::size_t> index = child_index(way.back(), step);
    if (!index || way.size() == path.size()) break;
    way.push_back(child_at(way.back(), *index));
  }

  Value changed = Value::share(leaf);
  for (std::size_t i = path.size(); i > way.size(); --i) {
    changed = with_child(empty, path[i - 1], changed);
  }
  base_origins.replace(base, path.first(way.size()), OriginTree::uniform(changed, origin));
  for (std::size_t i = way.size(); i > 0; --i)
    changed = with_child(way[i - 1], path[i - 1], changed);
  return ConfigEdit{std::move(changed), std::move(base_origins)};
}

}  // namespace keel::core
