// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace keel::core {

/// Text of the contract that the kernel's core defines, as it lies in the SDK: embedded when the
/// host is built.
std::string_view kernel_contract();

}  // namespace keel::core
