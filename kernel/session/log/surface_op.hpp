// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace keel::session {

/// What an event does to the surface. `start` and `end` (both inclusive) are seqs of current
/// surface nodes and count for kReplace only.
struct SurfaceOp {
  enum class Kind : std::uint8_t {
    kNone,     ///< A log-only event.
    kAppend,   ///< Joins the surface at its end.
    kReplace,  ///< Takes the place of the nodes from `start` to `end`.
  };

  Kind kind = Kind::kNone;
  std::int64_t start = 0;
  std::int64_t end = 0;

  static constexpr SurfaceOp none() { return {}; }
  static constexpr SurfaceOp append() { return {Kind::kAppend, 0, 0}; }
  static constexpr SurfaceOp replace(std::int64_t start, std::int64_t end) {
    return {Kind::kReplace, start, end};
  }

  friend bool operator==(const SurfaceOp&, const SurfaceOp&) = default;
};

}  // namespace keel::session
