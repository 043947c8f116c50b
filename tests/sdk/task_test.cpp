// SPDX-License-Identifier: MIT
//
// Coroutines by themselves: no kernel, and on whatever compiler and level the tree is built with.
#include "keel/task.hpp"

#include <catch2/catch.hpp>
#include <coroutine>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "keel/all.hpp"

using namespace keel;

namespace {

/// Remembers that a task has ended.
class Sink : public detail::TaskSink {
 public:
  bool told = false;
  void finished() noexcept override { told = true; }
};

/// Something to wait for that the test lets go on.
class Gate {
 public:
  class Awaiter {
   public:
    explicit Awaiter(Gate& gate) : gate_(&gate) {}
    Awaiter(Awaiter&& other) noexcept : gate_(other.gate_) {}
    ~Awaiter() {
      if (waits_) ++gate_->abandoned;
    }
    bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<> handle) {
      waits_ = true;
      gate_->waiting.push_back(handle);
    }
    Expected<int> await_resume() {
      waits_ = false;
      if (gate_->failure) return tl::make_unexpected(*gate_->failure);
      return gate_->value;
    }

   private:
    Gate* gate_;
    bool waits_ = false;
  };

  Awaiter wait() { return Awaiter(*this); }
  void open() {
    for (std::coroutine_handle<> handle : std::exchange(waiting, {})) handle.resume();
  }

  int value = 7;
  std::optional<Error> failure;
  int abandoned = 0;
  std::vector<std::coroutine_handle<>> waiting;
};

/// Counts the living ones, and notices when one is destroyed twice.
class Probe {
 public:
  explicit Probe(int& living) : living_(&living), alive_(true) { ++*living_; }
  Probe(const Probe& other) : living_(other.living_), alive_(true) { ++*living_; }
  Probe(Probe&& other) noexcept : living_(other.living_), alive_(true) { ++*living_; }
  Probe& operator=(const Probe&) = delete;
  Probe& operator=(Probe&&) = delete;
  ~Probe() {
    CHECK(alive_);
    alive_ = false;
    --*living_;
  }

 private:
  int* living_;
  bool alive_;
};

template <typename T>
Expected<T> result_of(Task<T> task) {
  Sink sink;
  REQUIRE(task.start(sink));
  return task.take();
}

Task<int> number(int value) { co_return value; }
Task<int> failing() { co_return fail("NO", "not today"); }
Task<void> nothing() { co_return; }

}  // namespace

TEST_CASE("a task is lazy and gives its value", "[task]") {
  bool ran = false;
  const auto make = [](bool& flag) -> Task<std::string> {
    flag = true;
    co_return "text";
  };
  Task<std::string> task = make(ran);
  CHECK_FALSE(ran);
  const Expected<std::string> result = result_of(std::move(task));
  CHECK(ran);
  REQUIRE(result);
  CHECK(*result == "text");
}

TEST_CASE("co_return takes a value, a failure, an error or an Expected", "[task]") {
  enum class What { kValue, kFail, kError, kExpected };
  const auto make = [](What what) -> Task<std::string> {
    switch (what) {
      case What::kValue:
        co_return "v";
      case What::kFail:
        co_return fail("CODE", "message");
      case What::kError:
        co_return Error::failed("CODE", "message");
      case What::kExpected:
        break;
    }
    Expected<std::string> whole = "whole";
    co_return whole;
  };
  CHECK(result_of(make(What::kValue)).value() == "v");
  CHECK(result_of(make(What::kFail)).error().code == "CODE");
  CHECK(result_of(make(What::kError)).error().message == "message");
  CHECK(result_of(make(What::kExpected)).value() == "whole");
}

TEST_CASE("co_await of a task gives its Expected; must() gives its value or ends the coroutine",
          "[task]") {
  const auto plain = []() -> Task<int> {
    const Expected<int> failed = co_await failing();
    const Expected<int> fine = co_await number(3);
    co_return failed ? 0 : *fine;
  };
  CHECK(result_of(plain()).value() == 3);

  int after = 0;
  const auto chain = [](int& steps) -> Task<int> {
    const int value = co_await must(number(4));
    ++steps;
    co_await must(failing());
    ++steps;
    co_return value;
  };
  const Expected<int> result = result_of(chain(after));
  REQUIRE_FALSE(result);
  CHECK(result.error().code == "NO");
  CHECK(after == 1);
}

TEST_CASE("must() of an Expected works inside and outside of coroutines", "[task]") {
  const auto inside = [](Expected<int> given) -> Task<int> { co_return must(given) + 1; };
  CHECK(result_of(inside(4)).value() == 5);
  CHECK(result_of(inside(fail("X", "y"))).error().code == "X");
  CHECK_THROWS_AS(must(Expected<int>(fail("X", "y"))), Failure);
}

TEST_CASE("a Task<void> ends, falls off its end, or fails by co_await fail()", "[task]") {
  CHECK(result_of(nothing()));
  const auto falls = [](bool fails) -> Task<void> {
    if (fails) co_await fail("VOID", "failed");
  };
  CHECK(result_of(falls(false)));
  CHECK(result_of(falls(true)).error().code == "VOID");
  const auto outer = [&falls]() -> Task<int> {
    co_await must(falls(false));
    co_await must(falls(true));
    co_return 1;
  };
  CHECK(result_of(outer()).error().code == "VOID");
}

TEST_CASE("an exception inside a task becomes the error EXCEPTION with what()", "[task]") {
  const auto throws = [](int kind) -> Task<int> {
    if (kind == 0) throw std::runtime_error("out of luck");
    if (kind == 1) throw 42;
    if (kind == 2) throw Failure("OWN", "thrown on purpose");
    co_return 1;
  };
  const Expected<int> known = result_of(throws(0));
  CHECK(known.error().code == "EXCEPTION");
  CHECK(known.error().message == "out of luck");
  CHECK(result_of(throws(1)).error().code == "EXCEPTION");
  CHECK(result_of(throws(2)).error().code == "OWN");
  CHECK(result_of(throws(3)).value() == 1);
}

TEST_CASE("a task that waits goes on later and tells its sink", "[task]") {
  Gate gate;
  const auto waits = [](Gate& at) -> Task<int> {
    const int first = co_await must(at.wait());
    const int second = co_await must(at.wait());
    co_return first + second;
  };
  const auto outer = [&waits](Gate& at) -> Task<int> {
    const Expected<int> inner = co_await waits(at);
    co_return *inner * 2;
  };
  Sink sink;
  Task<int> task = outer(gate);
  REQUIRE_FALSE(task.start(sink));
  gate.open();
  CHECK_FALSE(sink.told);
  gate.open();
  REQUIRE(sink.told);
  CHECK(task.take().value() == 28);
}

TEST_CASE("a failure behind a wait reaches the outermost task through must()", "[task]") {
  Gate gate;
  gate.failure = Error::failed("GATE", "closed for good");
  const auto inner = [](Gate& at) -> Task<int> { co_return co_await must(at.wait()); };
  const auto middle = [&inner](Gate& at) -> Task<int> {
    const int value = co_await must(inner(at));
    co_return value;
  };
  Sink sink;
  Task<int> task = middle(gate);
  REQUIRE_FALSE(task.start(sink));
  gate.open();
  REQUIRE(sink.told);
  CHECK(task.take().error().code == "GATE");
}

TEST_CASE("destroying a waiting task releases all it holds, at every depth", "[task]") {
  Gate gate;
  int living = 0;
  const auto inner = [](Gate& at, Probe) -> Task<int> { co_return co_await must(at.wait()); };
  const auto outer = [&inner](Gate& at, Probe probe) -> Task<int> {
    Probe local = probe;
    co_return co_await must(inner(at, local));
  };
  Sink sink;
  {
    Task<int> task = outer(gate, Probe(living));
    REQUIRE_FALSE(task.start(sink));
    CHECK(living >= 3);
  }
  CHECK(living == 0);
  CHECK(gate.abandoned == 1);
  CHECK_FALSE(sink.told);
}

TEST_CASE("a task releases what it holds before its waiter goes on", "[task]") {
  Gate gate;
  int living = 0;
  const auto inner = [](Gate& at, Probe) -> Task<int> { co_return co_await must(at.wait()); };
  const auto outer = [&inner](Gate& at, int& count) -> Task<int> {
    Probe probe(count);
    const Expected<int> ignored = co_await inner(at, probe);
    co_return count;
  };
  Sink sink;
  Task<int> task = outer(gate, living);
  REQUIRE_FALSE(task.start(sink));
  gate.open();
  CHECK(task.take().value() == 1);
  CHECK(living == 0);
}

TEST_CASE("a named task is awaited like a temporary one, once", "[task]") {
  const auto outer = []() -> Task<int> {
    Task<int> named = number(5);
    const Expected<int> value = co_await named;
    co_return *value;
  };
  CHECK(result_of(outer()).value() == 5);
}

TEST_CASE("a million awaits in a row use no stack", "[task]") {
  const auto loop = []() -> Task<int> {
    int sum = 0;
    for (int i = 0; i < 1'000'000; ++i) sum += co_await must(number(1));
    co_return sum;
  };
  CHECK(result_of(loop()).value() == 1'000'000);
}

TEST_CASE("temporaries around a co_await are destroyed exactly once", "[task]") {
  Gate gate;
  int living = 0;
  const auto inner = [](Gate& at, Probe, std::string text) -> Task<std::string> {
    const Expected<int> value = co_await at.wait();
    co_return text + std::to_string(*value);
  };
  const auto outer = [&inner](Gate& at, int& count) -> Task<std::string> {
    const Probe probe(count);
    const std::string longer(64, 'x');
    const Expected<std::string> first = co_await inner(at, probe, longer);
    const std::string second = co_await must(inner(at, probe, longer + "y"));
    co_return *first + second;
  };
  Sink sink;
  Task<std::string> task = outer(gate, living);
  REQUIRE_FALSE(task.start(sink));
  gate.open();
  gate.open();
  REQUIRE(sink.told);
  const std::string x(64, 'x');
  CHECK(task.take().value() == x + "7" + x + "y7");
  CHECK(living == 0);
}

TEST_CASE("all() runs tasks side by side and keeps their order", "[task]") {
  Gate gate;
  const auto waits = [](Gate& at, int add) -> Task<int> {
    co_return co_await must(at.wait()) + add;
  };
  const auto outer = [&waits](Gate& at) -> Task<std::string> {
    std::vector<Task<int>> tasks;
    tasks.push_back(waits(at, 1));
    tasks.push_back(failing());
    tasks.push_back(waits(at, 2));
    tasks.push_back(number(3));
    const std::vector<Expected<int>> results = co_await all(std::move(tasks));
    std::string text;
    for (const Expected<int>& result : results) {
      text += result ? std::to_string(*result) : result.error().code;
      text += ' ';
    }
    co_return text;
  };
  Sink sink;
  Task<std::string> task = outer(gate);
  REQUIRE_FALSE(task.start(sink));
  CHECK(gate.waiting.size() == 2);
  gate.open();
  REQUIRE(sink.told);
  CHECK(task.take().value() == "8 NO 9 3 ");
}

TEST_CASE("all() of nothing, and of tasks that do not wait, does not wait", "[task]") {
  const auto outer = [](int count) -> Task<std::size_t> {
    std::vector<Task<int>> tasks;
    for (int i = 0; i < count; ++i) tasks.push_back(number(i));
    const std::vector<Expected<int>> results = co_await all(std::move(tasks));
    co_return results.size();
  };
  CHECK(result_of(outer(0)).value() == 0);
  CHECK(result_of(outer(3)).value() == 3);
}

TEST_CASE("a pool gives a block back to the next frame of its size", "[task]") {
  FramePool pool;
  void* first = FramePool::allocate(&pool, 100);
  FramePool::free(first, 100);
  void* second = FramePool::allocate(&pool, 90);
#if !defined(KEEL_FRAME_POOL_OFF)
  CHECK(second == first);
#endif
  void* large = FramePool::allocate(&pool, 100'000);
  void* heap = FramePool::allocate(nullptr, 100);
  CHECK(reinterpret_cast<std::uintptr_t>(large) % alignof(std::max_align_t) == 0);
  FramePool::free(second, 90);
  FramePool::free(large, 100'000);
  FramePool::free(heap, 100);
}
