// SPDX-License-Identifier: MIT
#include "allocation_count.hpp"

#include <cstdlib>
#include <new>

namespace {

constexpr std::uint64_t kNever = UINT64_MAX;

thread_local std::uint64_t count = 0;
thread_local std::uint64_t failing = kNever;

}  // namespace

namespace keel::test {

std::uint64_t allocations() { return count; }

FailingAllocation::FailingAllocation(std::uint64_t number) { failing = count + number; }
FailingAllocation::~FailingAllocation() { failing = kNever; }

}  // namespace keel::test

void* operator new(std::size_t size) {
  if (count++ == failing) throw std::bad_alloc();
  if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
// The sanitizers bring array forms that do not come by the plain ones.
void* operator new[](std::size_t size) { return operator new(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++count;
  return std::malloc(size == 0 ? 1 : size);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
