// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include <tl/expected.hpp>

#include "core/deploy/origin_tree.hpp"
#include "keel/value.hpp"

namespace keel::core {

/// A value with one place in it replaced, and its origins.
struct ConfigEdit {
  Value value;
  OriginTree origins;
};

/// `root` with `leaf`, which comes from `origin`, at `path`. Missing tables on the way are made;
/// the index of an array may be its length, which appends. `root` may be absent: an empty table
/// then. The error is a sentence without place: a step leads into something that is neither table
/// nor array, or into a computed value. `path` is not empty. No recursion.
tl::expected<ConfigEdit, std::string> set_at_path(ValueView root, const OriginTree& origins,
                                                  std::span<const std::string> path, ValueView leaf,
                                                  const Origin& origin);

}  // namespace keel::core
