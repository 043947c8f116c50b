// SPDX-License-Identifier: MIT
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include "sdk_fixture.hpp"

using namespace keel;
using namespace keel::testing;

TEST_CASE("a posted function runs on the kernel thread, from whatever thread it was posted",
          "[exec]") {
  SdkFixture fixture;
  SdkFixture::Side& side = fixture.add("side");
  const Context context = side.context();
  std::thread::id ran;
  std::thread worker([&context, &ran] {
    context.post([&ran, text = std::string(100, 'x')] { ran = std::this_thread::get_id(); });
  });
  worker.join();
  fixture.run_until([&] { return ran != std::thread::id(); });
  CHECK(ran == std::this_thread::get_id());
}

TEST_CASE("a post is dropped with its context", "[exec]") {
  SdkFixture fixture;
  SdkFixture::Side& side = fixture.add("side");
  ScopedContext scoped = must(side.context().in_scope({0}));
  auto alive = std::make_shared<int>(0);
  CHECK(scoped->post([alive] { ++*alive; }));
  scoped.end();
  fixture.drain();
  CHECK(*alive == 0);
  CHECK(alive.use_count() == 1);
  CHECK_FALSE(scoped->post([alive] { ++*alive; }));
  CHECK(alive.use_count() == 1);
}

TEST_CASE("a posted closure lives as long as the coroutine that it starts", "[exec]") {
  SdkFixture fixture;
  SdkFixture::Side& side = fixture.add("side");
  std::string got;
  side.context().post(
      [&got, context = side.context(), text = std::string(100, 'x')]() -> Task<void> {
        co_await must(context.sleep_for(0));
        got = text;
      });
  fixture.run_until([&] { return !got.empty(); });
  CHECK(got == std::string(100, 'x'));
}

TEST_CASE("timers run once or repeatedly and end with their registration", "[exec]") {
  SdkFixture fixture;
  SdkFixture::Side& side = fixture.add("side");
  int once = 0;
  int many = 0;
  auto alive = std::make_shared<int>(0);
  keep(side.context().after(1, [&once, alive] { ++once; }));
  Registration never = must(side.context().after(3'600'000, [alive] {}));
  Registration every = must(side.context().every(1, [&many] { ++many; }));
  fixture.run_until([&] { return once == 1 && many >= 3; });
  CHECK(alive.use_count() == 2);
  never.undo();
  CHECK(alive.use_count() == 1);
  every.undo();
  const int before = many;
  keep(side.context().after(5, [&once] { ++once; }));
  fixture.run_until([&] { return once == 2; });
  CHECK(many == before);
}

TEST_CASE("a timer callback may be a coroutine, and may throw", "[exec]") {
  SdkFixture fixture;
  SdkFixture::Side& side = fixture.add("side");
  bool done = false;
  keep(side.context().after(0, [&done, context = side.context()]() -> Task<void> {
    co_await must(context.sleep_for(0));
    done = true;
  }));
  keep(side.context().after(0, [] { throw std::runtime_error("from a timer"); }));
  fixture.run_until([&] { return done; });
  CHECK(fixture.logged("from a timer"));
  CHECK(side.host->faults.exceptions == 0);
}

TEST_CASE("sleep ends by time or by cancellation", "[exec]") {
  SdkFixture fixture;
  SdkFixture::Side& side = fixture.add("side");
  CancelSource stop = must(side.context().token());
  const auto sleep = [](Context context, std::int64_t ms, CancelToken token) -> Task<void> {
    co_await must(context.sleep_for(ms, token));
  };
  CHECK(fixture.run(side, sleep(side.context(), 1, stop)));
  keep(side.context().after(1, [&stop] { must(stop.cancel("up")); }));
  CHECK(fixture.run(side, sleep(side.context(), 3'600'000, stop)).error().status == KEEL_CANCELLED);
  CHECK(fixture.run(side, sleep(side.context(), 3'600'000, stop)).error().status == KEEL_CANCELLED);
  CHECK_FALSE(stop.cancel("again"));
}

TEST_CASE("cancelled() waits for a token and gives the cause; tokens form a tree", "[exec]") {
  SdkFixture fixture;
  SdkFixture::Side& side = fixture.add("side");
  CancelSource root = must(side.context().token());
  CancelSource below = must(side.context().token(root));
  int told = 0;
  keep(side.context().on_cancel(below, [&told] { ++told; }));
  const auto wait = [](Context context, CancelToken token) -> Task<Value> {
    co_return co_await must(context.cancelled(token));
  };
  keep(side.context().after(0, [&root] { must(root.cancel("the cause")); }));
  CHECK(fixture.run(side, wait(side.context(), below))->text() == "the cause");
  CHECK(below.cancelled());
  fixture.drain();
  CHECK(told == 1);
  CHECK(fixture.run(side, wait(side.context(), below))->text() == "the cause");
}

TEST_CASE("pool runs on a worker and gives result, failure or exception back", "[exec]") {
  SdkFixture fixture;
  SdkFixture::Side& side = fixture.add("side");
  const auto work = [](Context context) -> Task<std::string> {
    const std::thread::id here = std::this_thread::get_id();
    const std::thread::id there =
        co_await must(context.pool([] { return std::this_thread::get_id(); }));
    CHECK(there != here);
    CHECK(std::this_thread::get_id() == here);
    const Expected<int> failed =
        co_await context.pool([]() -> Expected<int> { return fail("WORK", "no"); });
    CHECK(failed.error().code == "WORK");
    const Expected<void> thrown =
        co_await context.pool([] { throw std::runtime_error("from a worker"); });
    CHECK(thrown.error().message == "from a worker");
    auto text = std::make_unique<std::string>(100, 'x');
    auto use = [owned = std::move(text)] { return *owned; };
    co_return co_await must(context.pool(use));
  };
  CHECK(fixture.run(side, work(side.context())).value() == std::string(100, 'x'));
}

TEST_CASE("a coroutine may go while its worker is busy", "[exec]") {
  SdkFixture fixture;
  SdkFixture::Side& side = fixture.add("side");
  std::atomic<bool> go{false};
  std::atomic<bool> through{false};
  const auto work = [](Context context, std::atomic<bool>& wait,
                       std::atomic<bool>& done) -> Task<void> {
    auto busy = [&wait, &done, text = std::string(100, 'x')] {
      while (!wait) std::this_thread::yield();
      done = text.size() == 100;
    };
    co_await must(context.pool(busy));
  };
  class Sink : public detail::TaskSink {
   public:
    void finished() noexcept override {}
  } sink;
  {
    Task<void> task = work(side.context(), go, through);
    REQUIRE_FALSE(task.start(sink));
  }
  go = true;
  while (!through) std::this_thread::yield();
  fixture.stop(side);
}

TEST_CASE("descriptors and children are watched", "[exec]") {
  SdkFixture fixture;
  SdkFixture::Side& side = fixture.add("side");
  std::array<int, 2> ends{};
  REQUIRE(pipe(ends.data()) == 0);
  std::string got;
  Registration watch = must(side.context().watch_fd(ends[0], KEEL_WATCH_READ,
                                                    [&got](std::int32_t fd, std::uint32_t events) {
                                                      CHECK((events & KEEL_WATCH_READ) != 0);
                                                      char byte = 0;
                                                      if (read(fd, &byte, 1) == 1) got += byte;
                                                    }));
  REQUIRE(write(ends[1], "ab", 2) == 2);
  fixture.run_until([&] { return got == "ab"; });
  watch.undo();
  close(ends[0]);
  close(ends[1]);

  const auto child = [](Context context, int code) -> Task<std::int32_t> {
    const pid_t pid = fork();
    if (pid == 0) _exit(code);
    co_return co_await must(context.child_ended(pid));
  };
  const std::int32_t status = fixture.run(side, child(side.context(), 3)).value();
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 3);

  std::int32_t heard = -1;
  const pid_t pid = fork();
  if (pid == 0) _exit(5);
  keep(
      side.context().watch_child(pid, [&heard](std::int32_t wait_status) { heard = wait_status; }));
  fixture.run_until([&] { return heard >= 0; });
  CHECK(WEXITSTATUS(heard) == 5);
}

TEST_CASE("a signal wakes its waiters in order, from the ready queue", "[exec]") {
  SdkFixture fixture;
  SdkFixture::Side& side = fixture.add("side");
  Signal signal(side.context());
  std::string order;
  const auto wait = [](Signal& on, std::string& into, char name) -> Task<void> {
    co_await on.wait();
    into += name;
  };
  side.context().spawn(wait(signal, order, 'a'));
  side.context().spawn(wait(signal, order, 'b'));
  {
    class Sink : public detail::TaskSink {
     public:
      void finished() noexcept override {}
    } sink;
    Task<void> gone = wait(signal, order, 'x');
    REQUIRE_FALSE(gone.start(sink));
    signal.pulse();
    CHECK(order.empty());
  }
  fixture.drain();
  CHECK(order == "ab");
  side.context().spawn(wait(signal, order, 'c'));
  fixture.drain();
  CHECK(order == "ab");
  signal.set();
  fixture.drain();
  CHECK(order == "abc");
  side.context().spawn(wait(signal, order, 'd'));
  CHECK(order == "abcd");
}
