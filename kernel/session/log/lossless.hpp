// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "keel/value.hpp"

namespace keel::session {

/// Why a value cannot be kept in a log.
struct LossyPlace {
  std::string path;   ///< "data.content[2].bytes"
  std::string found;  ///< "bytes", "negative zero", ...
};

/// The first part of `value` that would not come back from JSON text as it was: bytes, an absent
/// value, negative zero, a number that is not finite. Nothing when all of it would. Uses no call
/// stack for nesting. `root` names the value in paths.
std::optional<LossyPlace> find_lossy(ValueView value, std::string_view root = "data");

}  // namespace keel::session
