// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace keel::bench {

/// How often the calling thread has asked the heap for memory, by whatever function, in whatever
/// library. Always 0 in instrumented builds, which have a heap of their own.
std::uint64_t allocations();

/// False where allocations() cannot count.
bool counts_allocations();

}  // namespace keel::bench
