// SPDX-License-Identifier: MIT
// This thread's allocations, counted and made to fail: operator new is replaced in this test
// binary.
#pragma once

#include <cstdint>

namespace keel::test {

std::uint64_t allocations();

/// While it lives, the allocation of that number (the next one is 0) throws std::bad_alloc.
class FailingAllocation {
 public:
  explicit FailingAllocation(std::uint64_t number);
  ~FailingAllocation();
  FailingAllocation(const FailingAllocation&) = delete;
  FailingAllocation& operator=(const FailingAllocation&) = delete;
};

}  // namespace keel::test
