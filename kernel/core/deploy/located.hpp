// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "core/deploy/origin_tree.hpp"
#include "keel/value.hpp"

namespace keel::core {

/// A borrowed value together with its origins: what the readers of rows and patches walk over.
/// Valid as long as the document that it looks into.
class Located {
 public:
  Located(ValueView value, const OriginTree& origins, std::size_t node = 0)
      : value_(value), origins_(&origins), node_(node) {}

  ValueView value() const { return value_; }
  Origin origin() const { return origins_->node(node_).value; }
  /// Of the name in front of the value.
  Origin key() const { return origins_->node(node_).key; }
  OriginTree origins() const { return origins_->subtree(node_); }

  /// Items of an array or members of an object, with their names ("" for items).
  std::vector<std::pair<std::string_view, Located>> children() const {
    std::vector<std::pair<std::string_view, Located>> out;
    std::size_t node = node_ + 1;
    for (std::size_t i = 0; i < value_.size(); ++i) {
      const std::string_view name =
          value_.is_object() ? value_.member(i).first : std::string_view();
      out.emplace_back(name, Located(child_at(value_, i), *origins_, node));
      node = origins_->next_sibling(node);
    }
    return out;
  }

 private:
  ValueView value_;
  const OriginTree* origins_;
  std::size_t node_;
};

}  // namespace keel::core
