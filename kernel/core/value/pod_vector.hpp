// A growable array of plain data that reports a lack of memory instead of throwing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <utility>

namespace keel::core::value {

/// Grows by doubling; keeps its memory on clear(). A failed growth changes nothing.
template <typename T>
class PodVector {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  PodVector() = default;
  PodVector(const PodVector&) = delete;
  PodVector& operator=(const PodVector&) = delete;
  ~PodVector() { std::free(data_); }

  [[nodiscard]] bool push(const T& item) noexcept {
    if (size_ == capacity_ && !grow(size_ + 1)) return false;
    data_[size_++] = item;
    return true;
  }

  /// Room for `count` > 0 more items at the end, or nullptr. add() makes them part of the array.
  T* room(std::size_t count) noexcept {
    if (count > capacity_ - size_ && !grow_by(count)) return nullptr;
    return data_ + size_;
  }
  void add(std::size_t count) noexcept { size_ += count; }

  /// `count` > 0 new items at the end, not initialised, or nullptr.
  T* extend(std::size_t count) noexcept {
    T* items = room(count);
    if (items != nullptr) size_ += count;
    return items;
  }

  [[nodiscard]] bool append(const T* items, std::size_t count) noexcept {
    if (count == 0) return true;
    T* target = extend(count);
    if (target == nullptr) return false;
    std::memcpy(target, items, count * sizeof(T));
    return true;
  }

  T& back() noexcept { return data_[size_ - 1]; }
  T& operator[](std::size_t index) noexcept { return data_[index]; }
  const T& operator[](std::size_t index) const noexcept { return data_[index]; }
  T* data() noexcept { return data_; }
  const T* data() const noexcept { return data_; }
  T* begin() noexcept { return data_; }
  T* end() noexcept { return data_ + size_; }
  std::size_t size() const noexcept { return size_; }
  std::size_t capacity_bytes() const noexcept { return capacity_ * sizeof(T); }
  bool empty() const noexcept { return size_ == 0; }
  void pop() noexcept { --size_; }
  void truncate(std::size_t size) noexcept { size_ = size; }
  void clear() noexcept { size_ = 0; }

  /// Hands the memory to the caller, who frees it with std::free. The array is empty afterwards.
  T* take() noexcept {
    size_ = 0;
    capacity_ = 0;
    return std::exchange(data_, nullptr);
  }
  void free_memory() noexcept { std::free(take()); }

 private:
  [[gnu::noinline]] bool grow_by(std::size_t count) noexcept {
    if (count > SIZE_MAX / sizeof(T) - size_) return false;
    return grow(size_ + count);
  }

  [[gnu::noinline]] bool grow(std::size_t least) noexcept {
    std::size_t capacity = capacity_ < kFirst ? kFirst : capacity_;
    while (capacity < least) {
      if (capacity > SIZE_MAX / sizeof(T) / 2) return false;
      capacity *= 2;
    }
    void* data = std::realloc(static_cast<void*>(data_), capacity * sizeof(T));
    if (data == nullptr) return false;
    data_ = static_cast<T*>(data);
    capacity_ = capacity;
    return true;
  }

  static constexpr std::size_t kFirst = sizeof(T) >= 256 ? 1 : 512 / sizeof(T);

  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace keel::core::value
