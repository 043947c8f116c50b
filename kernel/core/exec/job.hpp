// SPDX-License-Identifier: MIT
// A piece of work for the kernel thread or a worker.
#pragma once

#include "core/exec/move_function.hpp"

namespace keel::core {

/// Move-only, 48 bytes of captures inline. What throws out of a job is caught and reported by
/// whoever runs it.
using Job = MoveFunction<void()>;

}  // namespace keel::core
