// SPDX-License-Identifier: MIT
// Where schemas outside the compiled one are found.
#pragma once

#include <functional>
#include <string_view>

#include "keel/value.hpp"

namespace keel::core {

class Schema;

/// Gives the schema of type `type` of contract `contract` ("session@0"; empty for the contract
/// being compiled when that has no name), or absent when there is none. The view must live until
/// the compilation ends.
using RefResolver = std::function<ValueView(std::string_view contract, std::string_view type)>;

/// Variants of open unions that other contracts declare, asked while values are checked.
class UnionVariants {
 public:
  virtual ~UnionVariants() = default;
  /// Null when nobody declares the tag. The schema must live as long as the program that asks for
  /// it.
  virtual const Schema* find_variant(std::string_view union_name, std::string_view tag) const = 0;
};

}  // namespace keel::core
