// SPDX-License-Identifier: MIT
// Objects named by handles that can be stale but never wrong.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

#include "core/exec/stable_slab.hpp"

namespace keel::core {

/// Owns objects and names each by a 64-bit id: slot in the low half, generation in the high half.
/// An id is never 0 and is never given out twice: a slot whose generations are used up is not used
/// again. Objects keep their address. All operations take constant time; memory of erased objects
/// is reused, not returned. One thread.
///
/// Constructors, destructors and visitors may use the table: an object is no longer found while it
/// is being destroyed, and not found yet while it is being constructed.
template <typename T>
class SlotTable {
 public:
  SlotTable() = default;
  SlotTable(const SlotTable&) = delete;
  SlotTable& operator=(const SlotTable&) = delete;
  ~SlotTable() { clear(); }

  /// Makes an object and gives its id. What the constructor throws passes through and leaves no
  /// trace.
  template <typename... Args>
  std::uint64_t emplace(Args&&... args) {
    const std::uint32_t index = take_slot();
    Slot& slot = slots_[index];
    try {
      ::new (static_cast<void*>(slot.storage)) T(std::forward<Args>(args)...);
    } catch (...) {
      give_slot(index);
      throw;
    }
    ++slot.generation;
    ++live_;
    return id_of(index);
  }

  /// The object, or nullptr when the id is stale, foreign or 0.
  T* get(std::uint64_t id) {
    Slot* const slot = find(id);
    return slot == nullptr ? nullptr : slot->object();
  }
  const T* get(std::uint64_t id) const {
    Slot* const slot = find(id);
    return slot == nullptr ? nullptr : slot->object();
  }

  /// Destroys the object. False when the id is stale, foreign or 0.
  bool erase(std::uint64_t id) {
    Slot* const slot = find(id);
    if (slot == nullptr) return false;
    ++slot->generation;
    --live_;
    std::destroy_at(slot->object());
    // The generation is 0 after 2^31 lives: one more would repeat old ids.
    if (slot->generation != 0) give_slot(static_cast<std::uint32_t>(id));
    return true;
  }

  std::size_t size() const { return live_; }
  bool empty() const { return live_ == 0; }

  /// Calls visit(id, object) for each object in slot order, which is no order of age. The visitor
  /// may erase any object; one made meanwhile may or may not be visited.
  template <typename Visit>
  void for_each(Visit&& visit) {
    for (std::uint32_t index = 0; index < slots_.size(); ++index) {
      Slot& slot = slots_[index];
      if (slot.is_live()) visit(id_of(index), *slot.object());
    }
  }
  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (std::uint32_t index = 0; index < slots_.size(); ++index) {
      const Slot& slot = slots_[index];
      if (slot.is_live()) visit(id_of(index), *slot.object());
    }
  }

  /// Destroys all objects.
  void clear() {
    for (std::uint32_t index = 0; index < slots_.size(); ++index) {
      if (slots_[index].is_live()) erase(id_of(index));
    }
  }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  // Odd generations are alive, so no id is 0 and a free slot matches no id.
  struct Slot {
    std::uint32_t generation = 0;
    std::uint32_t next_free = kNone;
    alignas(T) std::byte storage[sizeof(T)];

    bool is_live() const { return (generation & 1U) != 0; }
    T* object() { return std::launder(reinterpret_cast<T*>(storage)); }
    const T* object() const { return std::launder(reinterpret_cast<const T*>(storage)); }
  };

  std::uint64_t id_of(std::uint32_t index) const {
    return (std::uint64_t{slots_[index].generation} << 32U) | index;
  }

  Slot* find(std::uint64_t id) const {
    const auto index = static_cast<std::uint32_t>(id);
    if (index >= slots_.size()) return nullptr;
    Slot& slot = slots_[index];
    const auto generation = static_cast<std::uint32_t>(id >> 32U);
    return slot.generation == generation && slot.is_live() ? &slot : nullptr;
  }

  std::uint32_t take_slot() {
    if (first_free_ == kNone) return slots_.grow();
    const std::uint32_t index = first_free_;
    first_free_ = slots_[index].next_free;
    return index;
  }

  void give_slot(std::uint32_t index) {
    slots_[index].next_free = first_free_;
    first_free_ = index;
  }

  StableSlab<Slot> slots_;
  std::uint32_t first_free_ = kNone;
  std::size_t live_ = 0;
};

}  // namespace keel::core
