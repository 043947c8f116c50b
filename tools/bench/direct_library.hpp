// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "listeners/direct.hpp"

namespace keel::bench {

/// One library of listeners that are called directly; mapped until the process ends. Throws
/// std::runtime_error when it is not there.
keel_bench_direct load_direct_library(const std::string& name);

}  // namespace keel::bench
