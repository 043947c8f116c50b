// SPDX-License-Identifier: MIT
// Storage that grows without moving what is in it.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace keel::core {

/// Default-constructed elements, numbered from 0, at addresses that stay the same until the slab
/// ends. Chunks double in size, so a small slab is small. One thread grows; any thread may look up
/// an element (synchronise what is inside the element by other means).
template <typename T>
class StableSlab {
 public:
  /// Elements are numbered below this.
  static constexpr std::uint32_t kMaxSize = 1U << 31U;

  StableSlab() = default;
  StableSlab(const StableSlab&) = delete;
  StableSlab& operator=(const StableSlab&) = delete;
  ~StableSlab() {
    for (std::atomic<T*>& chunk : chunks_) delete[] chunk.load(std::memory_order_relaxed);
  }

  /// Number of elements. Owner thread.
  std::uint32_t size() const { return size_; }

  /// Adds one element and gives its number. Owner thread. Throws std::bad_alloc.
  std::uint32_t grow() {
    if (size_ == kMaxSize) throw std::bad_alloc();
    const std::size_t chunk = chunk_of(size_);
    if (chunks_[chunk].load(std::memory_order_relaxed) == nullptr) {
      chunks_[chunk].store(new T[chunk_size(chunk)], std::memory_order_release);
    }
    return size_++;
  }

  /// The element of that number; it must exist. Owner thread.
  T& operator[](std::uint32_t index) const {
    assert(index < size_ && "a slab index beyond what was grown");
    const std::size_t chunk = chunk_of(index);
    return chunks_[chunk].load(std::memory_order_relaxed)[index - chunk_begin(chunk)];
  }

  /// The element's address, or nullptr when its chunk does not exist. Any thread.
  T* find(std::uint32_t index) const {
    if (index >= kMaxSize) return nullptr;
    const std::size_t chunk = chunk_of(index);
    T* const begin = chunks_[chunk].load(std::memory_order_acquire);
    return begin == nullptr ? nullptr : begin + (index - chunk_begin(chunk));
  }

 private:
  static constexpr unsigned kFirstBits = 4;
  static constexpr std::size_t kChunks = 32 - kFirstBits;

  // Chunk 0 holds the first 16 elements, and each later chunk as many as all before it.
  static std::size_t chunk_of(std::uint32_t index) {
    const auto width = static_cast<std::size_t>(std::bit_width(index));
    return width <= kFirstBits ? 0 : width - kFirstBits;
  }
  static std::uint32_t chunk_begin(std::size_t chunk) {
    return chunk == 0 ? 0 : 1U << (kFirstBits + chunk - 1);
  }
  static std::size_t chunk_size(std::size_t chunk) {
    return chunk == 0 ? std::size_t{1} << kFirstBits : std::size_t{1} << (kFirstBits + chunk - 1);
  }

  std::array<std::atomic<T*>, kChunks> chunks_{};
  std::uint32_t size_ = 0;
};

}  // namespace keel::core
