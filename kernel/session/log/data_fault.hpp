// SPDX-License-Identifier: MIT
// What no event's data may be, whatever its type.
#pragma once

#include <optional>
#include <string_view>

#include "keel/error.hpp"

namespace keel::session {

/// Data that nests so deeply that the event could not be put into arrays and messages.
std::optional<Error> find_depth_fault(std::string_view type, ValueView data);

/// Data that JSON text would not keep as it is (find_lossy).
std::optional<Error> find_lossy_fault(std::string_view type, ValueView data);

}  // namespace keel::session
