// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace keel::core {

/// Life of a slot in an AtomicSlab, kept in the low byte of its word beside the generation.
enum class SlotState : std::uint8_t {
  kFree,
  kOpen,
  kSettling,  ///< a thread is writing the outcome: it holds nothing else, the wait is short
  kSettled,
  kClosed,
};

/// Slots that any thread may look up and change the state of, while only the kernel thread takes
/// and frees them. Slots never move and are never given back before the slab goes, so a stale id
/// finds another generation, not freed memory. T derives from AtomicSlab<T>::Slot.
template <typename T>
class AtomicSlab {
 public:
  struct Slot {
    /// generation << 8 | SlotState
    std::atomic<std::uint64_t> word{1U << 8};
    std::uint32_t index = 0;
  };

  AtomicSlab() = default;
  AtomicSlab(const AtomicSlab&) = delete;
  AtomicSlab& operator=(const AtomicSlab&) = delete;
  ~AtomicSlab() {
    for (auto& chunk : chunks_) delete chunk.load(std::memory_order_relaxed);
  }

  /// An open slot. Kernel thread. Null when 2^22 slots are in use or memory is out.
  T* take() {
    if (free_.empty() && !grow()) return nullptr;
    T* slot = free_.back();
    free_.pop_back();
    const std::uint64_t generation = slot->word.load(std::memory_order_relaxed) >> 8;
    slot->word.store(generation << 8 | static_cast<std::uint64_t>(SlotState::kOpen),
                     std::memory_order_release);
    ++in_use_;
    return slot;
  }

  /// Ends the slot's generation. Kernel thread.
  void free(T* slot) {
    const std::uint64_t generation = (slot->word.load(std::memory_order_relaxed) >> 8) + 1;
    slot->word.store((generation & kGenerations) << 8, std::memory_order_release);
    free_.push_back(slot);
    --in_use_;
  }

  /// The name of an open slot: generation << 32 | index + 1; never 0.
  static std::uint64_t id_of(const T& slot) {
    return (slot.word.load(std::memory_order_relaxed) >> 8) << 32 | (slot.index + 1U);
  }

  /// The slot of that id in whatever state, or null when its generation has ended. Any thread.
  T* find(std::uint64_t id) const {
    T* slot = at(static_cast<std::uint32_t>(id));
    if (slot == nullptr) return nullptr;
    const std::uint64_t word = slot->word.load(std::memory_order_acquire);
    if (word >> 8 != id >> 32 || static_cast<SlotState>(word & 0xff) == SlotState::kFree)
      return nullptr;
    return slot;
  }

  /// Moves the slot of that id from one state to another; false when it was not there. Any thread.
  static bool change(T& slot, std::uint64_t id, SlotState from, SlotState to) {
    const std::uint64_t generation = (id >> 32) << 8;
    std::uint64_t expected = generation | static_cast<std::uint64_t>(from);
    return slot.word.compare_exchange_strong(expected, generation | static_cast<std::uint64_t>(to),
                                             std::memory_order_acq_rel);
  }

  static SlotState state_of(const T& slot) {
    return static_cast<SlotState>(slot.word.load(std::memory_order_acquire) & 0xff);
  }

  /// Visits every slot that is taken. Kernel thread; the visitor may free slots.
  template <typename Visit>
  void each(Visit visit) {
    for (std::uint32_t chunk = 0; chunk < used_chunks_; ++chunk) {
      for (T& slot : *chunks_[chunk].load(std::memory_order_relaxed)) {
        if (state_of(slot) != SlotState::kFree) visit(slot);
      }
    }
  }

  std::size_t in_use() const { return in_use_; }

 private:
  /// 31 bits: the top bit of an id is free for whoever has to tell two slabs apart.
  static constexpr std::uint64_t kGenerations = 0x7fffffffU;
  static constexpr std::uint32_t kChunk = 256;
  static constexpr std::uint32_t kChunks = 16384;
  using Chunk = std::array<T, kChunk>;

  T* at(std::uint32_t number) const {
    if (number == 0 || number > kChunk * kChunks) return nullptr;
    Chunk* chunk = chunks_[(number - 1) / kChunk].load(std::memory_order_acquire);
    return chunk == nullptr ? nullptr : &(*chunk)[(number - 1) % kChunk];
  }

  bool grow() {
    if (used_chunks_ == kChunks) return false;
    auto chunk = std::make_unique<Chunk>();
    free_.reserve(free_.size() + kChunk);
    for (std::uint32_t i = kChunk; i-- > 0;) {
      (*chunk)[i].index = used_chunks_ * kChunk + i;
      free_.push_back(&(*chunk)[i]);
    }
    chunks_[used_chunks_++].store(chunk.release(), std::memory_order_release);
    return true;
  }

  std::array<std::atomic<Chunk*>, kChunks> chunks_{};
  std::vector<T*> free_;
  std::uint32_t used_chunks_ = 0;
  std::size_t in_use_ = 0;
};

}  // namespace keel::core
