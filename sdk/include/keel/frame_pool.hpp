// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <new>

#if defined(__SANITIZE_ADDRESS__)
#define KEEL_FRAME_POOL_OFF 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define KEEL_FRAME_POOL_OFF 1
#endif
#endif

namespace keel {

/// Memory for coroutine frames and call records of one instance: a free list per size. An instance
/// runs the same few coroutines again and again, and a list costs a tenth of malloc. Kernel thread.
/// Off under the address sanitizer, which would not see the use of a freed frame.
class FramePool {
 public:
  FramePool() = default;
  FramePool(const FramePool&) = delete;
  FramePool& operator=(const FramePool&) = delete;
  ~FramePool() {
    for (FreeBlock* block : free_) {
      while (block != nullptr) {
        FreeBlock* next = block->next;
        ::operator delete(block);
        block = next;
      }
    }
  }

  /// Memory of `size` bytes from `pool`, or from the heap when there is no pool. Throws
  /// std::bad_alloc.
  static void* allocate(FramePool* pool, std::size_t size) {
    const std::size_t total = size + kHeader;
    void* block = pool != nullptr ? pool->take(total) : ::operator new(total);
    *static_cast<FramePool**>(block) = pool;
    return static_cast<std::byte*>(block) + kHeader;
  }
  /// Gives back what allocate() gave, with the same size.
  static void free(void* memory, std::size_t size) noexcept {
    void* block = static_cast<std::byte*>(memory) - kHeader;
    FramePool* pool = *static_cast<FramePool**>(block);
    if (pool != nullptr) {
      pool->give(block, size + kHeader);
    } else {
      ::operator delete(block);
    }
  }

 private:
  struct FreeBlock {
    FreeBlock* next;
  };

  /// Keeps the memory behind it aligned for every type.
  static constexpr std::size_t kHeader = __STDCPP_DEFAULT_NEW_ALIGNMENT__;
  static constexpr std::size_t kStep = 64;
  static constexpr std::size_t kSizes = 32;
  /// Blocks kept per size; a burst beyond that goes back to the heap.
  static constexpr std::size_t kKept = 64;

  void* take(std::size_t size) {
    const std::size_t place = (size - 1) / kStep;
#if !defined(KEEL_FRAME_POOL_OFF)
    if (place < kSizes) {
      if (FreeBlock* block = free_[place]; block != nullptr) {
        free_[place] = block->next;
        --kept_[place];
        return block;
      }
    }
#endif
    return ::operator new((place + 1) * kStep);
  }

  void give(void* block, std::size_t size) noexcept {
#if !defined(KEEL_FRAME_POOL_OFF)
    const std::size_t place = (size - 1) / kStep;
    if (place < kSizes && kept_[place] < kKept) {
      free_[place] = new (block) FreeBlock{free_[place]};
      ++kept_[place];
      return;
    }
#else
    static_cast<void>(size);
#endif
    ::operator delete(block);
  }

  std::array<FreeBlock*, kSizes> free_{};
  std::array<std::size_t, kSizes> kept_{};
};

}  // namespace keel
