// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "keel/value.hpp"
#include "session/log/surface_op.hpp"

namespace keel::session {

/// One event that somebody wants to append. Views are borrowed for the call.
struct AppendRequest {
  std::string_view type;
  /// Shared by the log from then on; any JSON.
  Value data;
  /// Milliseconds since 1970.
  std::int64_t time = 0;
  SurfaceOp surface;
  /// Absent: not recorded.
  std::optional<std::span<const std::int64_t>> sources;
  /// A reader that does not know the type may skip the event.
  bool ignorable = false;
  /// Opens no turn and joins an open one: for log-only types that stand alone.
  bool out_of_band = false;
  /// The caller holds the agent's maintenance lease: a replace between turns is allowed.
  bool maintenance = false;
};

}  // namespace keel::session
