// SPDX-License-Identifier: MIT
// A callable that is owned, moved and never copied.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace keel::core {

template <typename Signature>
class MoveFunction;

/// std::function without copies: holds move-only captures, and up to kInlineSize bytes of them
/// without an allocation. Calling an empty one is a fault of the caller. Not thread-safe; may move
/// between threads.
template <typename Result, typename... Args>
class MoveFunction<Result(Args...)> {
 public:
  static constexpr std::size_t kInlineSize = 48;

  /// Whether callables of this type are stored without an allocation.
  template <typename F>
  static constexpr bool kFitsInline =
      sizeof(F) <= kInlineSize &&
      alignof(F) <= alignof(std::max_align_t) && std::is_nothrow_move_constructible_v<F>;

  MoveFunction() noexcept = default;
  MoveFunction(std::nullptr_t) noexcept {}  // NOLINT: reads like a null pointer

  template <typename F>
  requires(!std::same_as<std::decay_t<F>, MoveFunction> &&
           std::is_invocable_r_v<Result, std::decay_t<F>&, Args...>)
      MoveFunction(F&& callable) {  // NOLINT: any callable converts
    using Callable = std::decay_t<F>;
    if constexpr (kFitsInline<Callable>) {
      ::new (static_cast<void*>(storage_)) Callable(std::forward<F>(callable));
      ops_ = &kInlineOps<Callable>;
    } else {
      ::new (static_cast<void*>(storage_)) Callable*(new Callable(std::forward<F>(callable)));
      ops_ = &kHeapOps<Callable>;
    }
  }

  MoveFunction(MoveFunction&& other) noexcept { take(other); }
  MoveFunction& operator=(MoveFunction&& other) noexcept {
    if (this == &other) return *this;
    // The old callable may own what `other` lives in: it goes last.
    MoveFunction old(std::move(*this));
    take(other);
    return *this;
  }
  MoveFunction(const MoveFunction&) = delete;
  MoveFunction& operator=(const MoveFunction&) = delete;
  ~MoveFunction() {
    if (ops_ != nullptr) ops_->destroy(storage_);
  }

  explicit operator bool() const noexcept { return ops_ != nullptr; }

  Result operator()(Args... args) { return ops_->call(storage_, std::forward<Args>(args)...); }

 private:
  struct Ops {
    Result (*call)(void* storage, Args&&... args);
    /// Moves the callable from one storage to another and ends it in the first.
    void (*relocate)(void* from, void* to) noexcept;
    void (*destroy)(void* storage) noexcept;
  };

  template <typename Callable>
  static Callable& stored(void* storage) {
    return *std::launder(static_cast<Callable*>(storage));
  }

  template <typename Callable>
  static constexpr Ops kInlineOps{
      [](void* storage, Args&&... args) -> Result {
        return static_cast<Result>(stored<Callable>(storage)(std::forward<Args>(args)...));
      },
      [](void* from, void* to) noexcept {
        ::new (to) Callable(std::move(stored<Callable>(from)));
        std::destroy_at(&stored<Callable>(from));
      },
      [](void* storage) noexcept { std::destroy_at(&stored<Callable>(storage)); }};

  template <typename Callable>
  static constexpr Ops kHeapOps{
      [](void* storage, Args&&... args) -> Result {
        return static_cast<Result>((*stored<Callable*>(storage))(std::forward<Args>(args)...));
      },
      [](void* from, void* to) noexcept { ::new (to) Callable*(stored<Callable*>(from)); },
      [](void* storage) noexcept { delete stored<Callable*>(storage); }};

  void take(MoveFunction& other) noexcept {
    ops_ = std::exchange(other.ops_, nullptr);
    if (ops_ != nullptr) ops_->relocate(other.storage_, storage_);
  }

  alignas(std::max_align_t) std::byte storage_[kInlineSize];
  const Ops* ops_ = nullptr;
};

}  // namespace keel::core
