// SPDX-License-Identifier: MIT
// Whether a value is JSON and nothing else.
#pragma once

#include <functional>
#include <string>

#include "keel/value.hpp"

namespace keel::core {

/// True when `value` holds neither bytes nor -0, at any depth. Allocates only for values that nest
/// deep.
bool is_lossless(ValueView value);

/// Calls `report(path, message)` for each place where it is not, in walk order.
void find_lossy(ValueView value, std::string_view root,
                const std::function<void(std::string path, std::string message)>& report);

}  // namespace keel::core
