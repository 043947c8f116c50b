// When two values say the same.
#pragma once

#include "keel/abi.h"

namespace keel::core::value {

/// Numbers by value whatever their kind, strings and bytes by content, arrays in order, objects by
/// members in any order. Allocates only below 64 levels of nesting; false when that fails. Any
/// thread.
bool equal(keel_value a, keel_value b) noexcept;

}  // namespace keel::core::value
