// SPDX-License-Identifier: MIT
//
// Coroutines of plugins. A method or listener that has to wait returns a Task and awaits:
//
//   keel::Task<keel::Message> fetch(keel::Call call, keel::ValueView in) {
//     keel::Message request = keel::object({{"url", in["url"].text()}});
//     keel::Message page = co_await keel::must(call.invoke(http_, http::kFetch,
//     std::move(request))); if (page["status"].integer_or(0) != 200) co_return keel::fail("HTTP",
//     "the page is not there"); co_return page;
//   }
//
// How to fail: `co_return keel::fail(code, message)`; in a Task<void>, which has no result to
// return, `co_await keel::fail(code, message)`. Both end the coroutine. How to pass a failure on:
// `co_await keel::must(x)` gives the value or ends the coroutine with the error of x; without
// must(), `co_await x` gives an Expected. must() also takes a plain Expected: `Ref tool =
// keel::must(context().resolve(..))`.
//
// Rules for GCC 12, which destroys some temporaries inside an awaited expression twice. Give a
// name, before the co_await, to
//   - a lambda that captures anything but references, pointers and numbers,
//   - an aggregate (a struct made with braces) and an initialiser list, so also object({...}) and
//   array({...}),
//   - the result of ?: with class types.
// Other temporaries are fine: `co_await call.invoke(ref, 0, Message(text))`. A capturing lambda may
// be a coroutine only if the closure outlives it; the SDK keeps the handlers given to listen() and
// publish() as long as their coroutines run.
//
// A Task runs on the kernel thread. One that never waits costs a frame from the instance's
// FramePool and nothing else.
#pragma once

#include <coroutine>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "keel/error.hpp"
#include "keel/frame_pool.hpp"
#include "keel/instance.hpp"

namespace keel {

template <typename T = void>
class Task;

namespace detail {

/// Told once when a task that did not end in place has ended.
class TaskSink {
 public:
  virtual void finished() noexcept = 0;

 protected:
  ~TaskSink() = default;
};

/// Which instance a coroutine belongs to, seen from one of its parameters (the object comes first
/// for a member function). Call, Context and Plugin have overloads; every other class may offer
/// `keel::Context context() const`.
template <typename Argument>
FramePool* frames_of(const Argument& argument) {
  if constexpr (requires { argument.keel_frames(); }) {
    return argument.keel_frames();
  } else if constexpr (requires { argument.context().keel_frames(); }) {
    return argument.context().keel_frames();
  } else {
    static_cast<void>(argument);
    return nullptr;
  }
}

/// One parameter of a coroutine, of any type, seen as the pool that its frame should come from.
/// operator new takes these instead of being a template: GCC would warn that it does not match
/// operator delete.
class FrameSource {
 public:
  template <typename Argument>
  FrameSource(const Argument& argument) : frames_(frames_of(argument)) {}  // NOLINT: any argument

  FramePool* frames() const { return frames_; }

 private:
  FramePool* frames_;
};

inline FramePool* first_of(std::initializer_list<FrameSource> sources) {
  for (const FrameSource& source : sources) {
    if (source.frames() != nullptr) return source.frames();
  }
  return nullptr;
}

class TaskPromiseBase {
 public:
  class FinalAwaiter {
   public:
    bool await_ready() const noexcept { return false; }
    template <typename Promise>
    void await_suspend(std::coroutine_handle<Promise> handle) const noexcept {
      handle.promise().complete();
    }
    void await_resume() const noexcept {}
  };

  std::suspend_always initial_suspend() const noexcept { return {}; }
  FinalAwaiter final_suspend() const noexcept { return {}; }

  // The frame comes from the pool of the first parameters that know one; with more parameters, from
  // the heap.
  static void* operator new(std::size_t size) { return FramePool::allocate(nullptr, size); }
  static void* operator new(std::size_t size, FrameSource a) {
    return FramePool::allocate(a.frames(), size);
  }
  static void* operator new(std::size_t size, FrameSource a, FrameSource b) {
    return FramePool::allocate(first_of({a, b}), size);
  }
  static void* operator new(std::size_t size, FrameSource a, FrameSource b, FrameSource c) {
    return FramePool::allocate(first_of({a, b, c}), size);
  }
  static void* operator new(std::size_t size, FrameSource a, FrameSource b, FrameSource c,
                            FrameSource d) {
    return FramePool::allocate(first_of({a, b, c, d}), size);
  }
  static void* operator new(std::size_t size, FrameSource a, FrameSource b, FrameSource c,
                            FrameSource d, FrameSource e) {
    return FramePool::allocate(first_of({a, b, c, d, e}), size);
  }
  static void* operator new(std::size_t size, FrameSource a, FrameSource b, FrameSource c,
                            FrameSource d, FrameSource e, FrameSource f) {
    return FramePool::allocate(first_of({a, b, c, d, e, f}), size);
  }
  static void operator delete(void* frame, std::size_t size) noexcept {
    FramePool::free(frame, size);
  }

  /// Runs until the first wait. True when the task has ended already; otherwise `sink` is told
  /// later.
  bool start(std::coroutine_handle<> self, TaskSink& sink) {
    sink_ = &sink;
    starting_ = true;
    self.resume();
    starting_ = false;
    return done_;
  }

  bool done() const { return done_; }

 private:
  /// The frame may be gone afterwards.
  void complete() noexcept {
    done_ = true;
    if (!starting_) sink_->finished();
  }

  TaskSink* sink_ = nullptr;
  bool starting_ = false;
  bool done_ = false;
};

template <typename T>
class TaskPromise : public TaskPromiseBase {
 public:
  Task<T> get_return_object();
  void unhandled_exception() noexcept { result_.emplace(tl::make_unexpected(caught_error())); }

  template <typename U = T>
  requires std::is_constructible_v<Expected<T>, U &&> void return_value(U&& value) {
    result_.emplace(std::forward<U>(value));
  }
  void return_value(Error error) { result_.emplace(tl::make_unexpected(std::move(error))); }

  Expected<T> take() {
    if (!result_) return fail("NO_RESULT", "the coroutine ended without co_return");
    return std::move(*result_);
  }

 private:
  std::optional<Expected<T>> result_;
};

template <>
class TaskPromise<void> : public TaskPromiseBase {
 public:
  Task<void> get_return_object();
  void unhandled_exception() noexcept { error_.emplace(caught_error()); }
  void return_void() const noexcept {}

  Expected<void> take() {
    if (error_) return tl::make_unexpected(std::move(*error_));
    return {};
  }

 private:
  std::optional<Error> error_;
};

/// co_await of a task: starts it, gives its Expected<T>.
template <typename T>
class TaskAwaiter final : private TaskSink {
 public:
  explicit TaskAwaiter(Task<T> task) : task_(std::move(task)) {}

  bool await_ready() const noexcept { return false; }
  bool await_suspend(std::coroutine_handle<> waiter) {
    waiter_ = waiter;
    return !task_.start(*this);
  }
  Expected<T> await_resume() { return task_.take(); }

 private:
  void finished() noexcept override { waiter_.resume(); }

  Task<T> task_;
  std::coroutine_handle<> waiter_;
};

}  // namespace detail

/// A coroutine that gives an Expected<T>. Lazy: it runs when it is awaited, once. Destroying one
/// that waits releases all it holds and forgets what it waits for. Move only. Kernel thread.
template <typename T>
class [[nodiscard]] Task {
 public:
  using promise_type = detail::TaskPromise<T>;
  using value_type = T;

  explicit Task(std::coroutine_handle<promise_type> handle = nullptr) : handle_(handle) {}
  Task(Task&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Task& operator=(Task&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;
  ~Task() { reset(); }

  /// Awaits the task, also a named one: its frame is used up.
  detail::TaskAwaiter<T> operator co_await() { return detail::TaskAwaiter<T>(std::move(*this)); }

  /// Without a coroutine around: runs until the first wait; true when it has ended, otherwise
  /// `sink` is told later.
  bool start(detail::TaskSink& sink) { return handle_.promise().start(handle_, sink); }
  /// The result of a task that has ended. Everything the coroutine held is released first.
  Expected<T> take() {
    Expected<T> result = handle_.promise().take();
    reset();
    return result;
  }
  void reset() {
    if (handle_) std::exchange(handle_, nullptr).destroy();
  }

 private:
  std::coroutine_handle<promise_type> handle_;
};

namespace detail {

template <typename T>
Task<T> TaskPromise<T>::get_return_object() {
  return Task<T>(std::coroutine_handle<TaskPromise<T>>::from_promise(*this));
}
inline Task<void> TaskPromise<void>::get_return_object() {
  return Task<void>(std::coroutine_handle<TaskPromise<void>>::from_promise(*this));
}

template <typename T>
inline constexpr bool is_task = false;
template <typename T>
inline constexpr bool is_task<Task<T>> = true;

/// Has the three functions of an awaiter.
template <typename T>
concept Awaiter = requires(T& awaiter, std::coroutine_handle<> handle) {
  awaiter.await_ready();
  awaiter.await_suspend(handle);
  awaiter.await_resume();
};

/// co_await must(x): the value, or the end of the enclosing coroutine.
template <Awaiter Inner>
class MustAwaiter {
 public:
  explicit MustAwaiter(Inner inner) : inner_(std::move(inner)) {}

  bool await_ready() { return inner_.await_ready(); }
  auto await_suspend(std::coroutine_handle<> handle) { return inner_.await_suspend(handle); }
  auto await_resume() { return must(inner_.await_resume()); }

 private:
  Inner inner_;
};

/// co_await fail(...): ends the enclosing coroutine.
class FailAwaiter {
 public:
  explicit FailAwaiter(Error error) : error_(std::move(error)) {}

  bool await_ready() const noexcept { return true; }
  void await_suspend(std::coroutine_handle<>) const noexcept {}
  [[noreturn]] void await_resume() { throw Failure(std::move(error_)); }

 private:
  Error error_;
};

}  // namespace detail

template <typename T>
[[nodiscard]] auto must(Task<T> task) {
  return detail::MustAwaiter<detail::TaskAwaiter<T>>(detail::TaskAwaiter<T>(std::move(task)));
}
template <detail::Awaiter Inner>
[[nodiscard]] auto must(Inner inner) {
  return detail::MustAwaiter<Inner>(std::move(inner));
}

/// `co_await keel::fail(code, message);` Found by the compiler through keel::Error.
inline detail::FailAwaiter operator co_await(tl::unexpected<Error> failure) {
  return detail::FailAwaiter(std::move(failure.value()));
}

}  // namespace keel
