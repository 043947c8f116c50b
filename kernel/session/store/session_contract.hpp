// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace keel::session {

/// Text of the contract session@0, as it lies in the SDK: embedded when the host is built.
std::string_view session_contract();

}  // namespace keel::session
