// SPDX-License-Identifier: MIT
// Fills the defaults of configuration.
#pragma once

#include <cstdint>
#include <vector>

#include "core/schema/schema_program.hpp"
#include "keel/value.hpp"

namespace keel::core {

/// Copies one value and adds what is missing. Parts in which nothing is missing are shared, not
/// copied.
class DefaultFiller {
 public:
  Value run(const SchemaProgram& program, std::uint32_t node, ValueView value);

 private:
  struct Frame {
    const SchemaProgram* program = nullptr;
    const SchemaNode* node = nullptr;
    ValueView value;
    std::size_t next =
        0;  ///< own members or items first, then declared properties that are missing
    std::uint32_t default_depth = 0;
  };

  /// Puts `value` into the builder, or pushes a frame for it.
  void put(const SchemaProgram& program, std::uint32_t node, ValueView value,
           std::uint32_t default_depth);
  void step();
  void step_object(const Frame& frame);

  Builder builder_;
  std::vector<Frame> frames_;
};

}  // namespace keel::core
