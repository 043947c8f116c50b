// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "keel/value.hpp"
#include "session/log/core_type.hpp"
#include "session/log/key_order.hpp"
#include "session/log/source_list.hpp"
#include "session/log/surface_op.hpp"

namespace keel::session {

/// One event before it is a record of a log: what a reader or a caller knows about it.
struct EventFields {
  /// Borrowed: from the value or line that was read, or from the caller.
  std::string_view type;
  CoreType core = CoreType::kOther;
  std::int64_t seq = 0;
  std::int64_t time = 0;
  Value data;
  bool ignorable = false;
  SurfaceOp surface;
  /// Absent and empty differ: an empty list on an assistant message is a stream known to be empty.
  std::optional<SourceList> sources;
  /// Empty: the standard order.
  KeyOrder order;
};

}  // namespace keel::session
