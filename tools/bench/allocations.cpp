// SPDX-License-Identifier: MIT
//
// The program's own malloc stands before the C library's for every library of the process.
#include "allocations.hpp"

#include <cerrno>
#include <cstddef>

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define KEEL_BENCH_COUNTS 1
#else
#define KEEL_BENCH_COUNTS 0
#endif

namespace keel::bench {

namespace {

thread_local std::uint64_t count = 0;

}  // namespace

std::uint64_t allocations() { return count; }
bool counts_allocations() { return KEEL_BENCH_COUNTS == 1; }

}  // namespace keel::bench

#if KEEL_BENCH_COUNTS

extern "C" {

void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

__attribute__((visibility("default"))) void* malloc(std::size_t size) {
  ++keel::bench::count;
  return __libc_malloc(size);
}
__attribute__((visibility("default"))) void* calloc(std::size_t items, std::size_t size) {
  ++keel::bench::count;
  return __libc_calloc(items, size);
}
__attribute__((visibility("default"))) void* realloc(void* memory, std::size_t size) {
  ++keel::bench::count;
  return __libc_realloc(memory, size);
}
__attribute__((visibility("default"))) void* memalign(std::size_t alignment, std::size_t size) {
  ++keel::bench::count;
  return __libc_memalign(alignment, size);
}
__attribute__((visibility("default"))) void* aligned_alloc(std::size_t alignment,
                                                           std::size_t size) {
  ++keel::bench::count;
  return __libc_memalign(alignment, size);
}
__attribute__((visibility("default"))) int posix_memalign(void** memory, std::size_t alignment,
                                                          std::size_t size) {
  ++keel::bench::count;
  void* const got = __libc_memalign(alignment, size);
  if (got == nullptr) return ENOMEM;
  *memory = got;
  return 0;
}

}  // extern "C"

#endif
