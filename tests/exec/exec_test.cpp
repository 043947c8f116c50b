// SPDX-License-Identifier: MIT
#include "core/exec/exec.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

#include "allocation_count.hpp"
#include "core/exec/frame.hpp"
#include "exec_fixture.hpp"

using keel::core::Exec;
using keel::core::Frame;
using keel::core::Poster;
using keel::core::TimerId;
using keel::test::ExecFixture;

namespace {

/// Readies itself for ever, until told to end.
struct EndlessChain {
  Exec& exec;
  bool ended = false;
  std::uint64_t steps = 0;

  void step() {
    ++steps;
    if (!ended) exec.ready([this] { step(); });
  }
};

}  // namespace

TEST_CASE("exec: a job readied inside a frame runs after the outermost frame") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  std::vector<std::string> order;
  {
    Frame outer(exec);
    CHECK(exec.in_frame());
    {
      Frame inner(exec);
      exec.ready([&] { order.emplace_back("job"); });
      order.emplace_back("inner");
    }
    order.emplace_back("outer");
  }
  CHECK_FALSE(exec.in_frame());
  CHECK(order == std::vector<std::string>{"inner", "outer", "job"});
}

TEST_CASE("exec: the ready queue is first in, first out, across jobs that ready more") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  std::vector<int> order;
  bool framed = false;
  {
    Frame frame(exec);
    exec.ready([&] {
      framed = exec.in_frame();
      order.push_back(1);
      exec.ready([&] { order.push_back(3); });
      Frame nested(exec);
      exec.ready([&] { order.push_back(4); });
    });
    exec.ready([&] { order.push_back(2); });
  }
  CHECK(framed);
  CHECK(order == std::vector<int>{1, 2, 3, 4});
}

TEST_CASE("exec: ready jobs run before the next poll") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  std::vector<std::string> order;
  exec.timer(0, 0, [&] {
    order.emplace_back("timer");
    exec.ready([&] { order.emplace_back("its continuation"); });
    exec.timer(0, 0, [&] { order.emplace_back("next pass"); });
    exec.post([&] { order.emplace_back("post"); });
  });
  exec.timer(0, 0, [&] { order.emplace_back("second timer"); });
  REQUIRE(exec.run_until([&] { return order.size() == 5; }));
  CHECK(order[0] == "timer");
  CHECK(order[1] == "its continuation");
  CHECK(order[2] == "second timer");
  CHECK(order[3] == "post");
  CHECK(order[4] == "next pass");
}

TEST_CASE("exec: jobs readied outside a frame run in the next pass") {
  ExecFixture fixture;
  bool ran = false;
  fixture.exec.ready([&] { ran = true; });
  CHECK_FALSE(ran);
  CHECK(fixture.exec.poll_once());
  CHECK(ran);
  CHECK_FALSE(fixture.exec.poll_once());
}

TEST_CASE("exec: a million jobs in a chain need no stack") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  EndlessChain chain{exec};
  exec.ready([&] { chain.step(); });
  CHECK(exec.run_until([&] { return chain.steps >= 1000000; }));
}

TEST_CASE("exec: an endless chain lets a timer, a post and a stop through") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  EndlessChain chain{exec};
  bool timer = false;
  bool posted = false;
  {
    Frame frame(exec);
    chain.step();
  }
  const std::uint64_t after_frame = chain.steps;
  CHECK(after_frame <= 257);
  exec.timer(1, 0, [&] { timer = true; });
  std::thread other([&] { exec.post([&] { posted = true; }); });
  CHECK(exec.run_until([&] { return timer && posted; }));
  other.join();
  CHECK(chain.steps > after_frame);
  std::thread stopper([&] { exec.stop(); });
  exec.run();
  stopper.join();
}

TEST_CASE("exec: at most 256 jobs run between polls") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  EndlessChain chain{exec};
  exec.ready([&] { chain.step(); });
  exec.poll_once();
  std::uint64_t last = chain.steps;
  for (int pass = 0; pass < 20; ++pass) {
    exec.poll_once();
    REQUIRE(chain.steps > last);
    REQUIRE(chain.steps - last <= 256);
    last = chain.steps;
  }
}

TEST_CASE("exec: a flood of posts does not hold up a timer") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  bool timer = false;
  std::uint64_t posts = 0;
  std::function<void()> flood = [&] {
    ++posts;
    if (!timer) exec.post([&] { flood(); });
  };
  for (int i = 0; i < 1000; ++i) exec.post([&] { flood(); });
  exec.timer(0, 0, [&] { timer = true; });
  CHECK(exec.run_until([&] { return timer; }));
  CHECK(posts <= 600);
}

TEST_CASE("exec: posts of each thread run in order, on the kernel thread") {
  constexpr int kThreads = 4;
  constexpr int kPosts = 20000;
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  std::vector<int> next(kThreads, 0);
  int total = 0;
  bool in_order = true;
  bool on_kernel_thread = true;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < kPosts; ++i) {
        exec.post([&, t, i] {
          in_order = in_order && next[static_cast<std::size_t>(t)]++ == i;
          on_kernel_thread = on_kernel_thread && exec.in_kernel_thread() && exec.in_frame();
          ++total;
        });
      }
    });
  }
  CHECK(exec.run_until([&] { return total == kThreads * kPosts; }));
  for (std::thread& thread : threads) thread.join();
  CHECK(in_order);
  CHECK(on_kernel_thread);
}

TEST_CASE("exec: a post wakes a loop that waits") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  // Ping and pong: each post is made while the loop has nothing else to do.
  std::atomic<int> asked{0};
  int answered = 0;
  std::thread other([&] {
    for (int i = 0; i < 200; ++i) {
      exec.post([&] {
        ++answered;
        asked.fetch_add(1);
        asked.notify_one();
      });
      asked.wait(i);
    }
  });
  CHECK(exec.run_until([&] { return answered == 200; }));
  other.join();
}

TEST_CASE("exec: a post after the end is refused and its job destroyed") {
  const auto held = std::make_shared<int>(0);
  std::optional<Poster> poster;
  {
    ExecFixture fixture;
    poster = fixture.exec.poster();
    CHECK(poster->post([held] { ++*held; }));
    CHECK(held.use_count() == 2);
  }
  // Queued and never run: dropped with the Exec.
  CHECK(held.use_count() == 1);
  CHECK_FALSE(poster->post([held] { ++*held; }));
  CHECK(held.use_count() == 1);
  CHECK(*held == 0);
}

TEST_CASE("exec: threads may post while it ends") {
  for (int round = 0; round < 20; ++round) {
    std::atomic<bool> started{false};
    std::atomic<bool> refused{false};
    std::thread other;
    {
      ExecFixture fixture;
      other = std::thread([&, poster = fixture.exec.poster()] {
        while (poster.post([] {})) {
          started = true;
          started.notify_one();
        }
        started = true;
        started.notify_one();
        refused = true;
      });
      started.wait(false);
      fixture.exec.poll_once();
    }
    other.join();
    CHECK(refused);
  }
}

TEST_CASE("exec: what owns queued jobs' captures may call in while they are dropped") {
  struct Tail {
    Exec* exec;
    int* ended;
    ~Tail() {
      exec->ready([] {});
      exec->post([] {});
      exec->cancel_timer(1);
      ++*ended;
    }
  };
  int ended = 0;
  {
    ExecFixture fixture;
    Exec& exec = fixture.exec;
    exec.ready([tail = std::make_unique<Tail>(Tail{&exec, &ended})] {});
    exec.post([tail = std::make_unique<Tail>(Tail{&exec, &ended})] {});
    ended = 0;
    for (int i = 0; i < 5; ++i) {
      auto tail = std::make_shared<Tail>(Tail{&exec, &ended});
      TimerId* const other = new TimerId(exec.timer(1000, 0, [tail] {}));
      exec.timer(500 + i, 0, [tail] {});
      delete other;
    }
    ended = 0;
  }
  CHECK(ended == 7);
}

TEST_CASE("exec: what a job throws is reported and goes no further") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  bool last = false;
  {
    Frame frame(exec);
    exec.ready([] { throw std::runtime_error("broken"); });
    exec.ready([] { throw 7; });
    exec.ready([&] { last = true; });
  }
  CHECK(last);
  CHECK_FALSE(exec.in_frame());
  exec.post([] { throw std::runtime_error("posted"); });
  exec.timer(0, 0, [] { throw std::runtime_error("timed"); });
  CHECK(exec.run_until([&] { return fixture.faults.size() == 4; }));
  CHECK(fixture.faults == std::vector<std::string>{
                              "ready job: broken",
                              "ready job: an exception that is no std::exception",
                              "posted job: posted",
                              "timer: timed",
                          });
}

TEST_CASE("exec: a frame that is left by an exception still drains") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  bool ran = false;
  CHECK_THROWS_AS(
      [&] {
        Frame frame(exec);
        exec.ready([&] { ran = true; });
        throw std::runtime_error("out");
      }(),
      std::runtime_error);
  CHECK(ran);
  CHECK_FALSE(exec.in_frame());
}

TEST_CASE("exec: stop ends the run under way or the next one, once") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  exec.stop();
  exec.run();
  exec.timer(0, 0, [&] { exec.stop(); });
  exec.run();
  std::thread other([&] { exec.stop(); });
  exec.run();
  other.join();
  exec.stop();
  CHECK_FALSE(exec.run_until([] { return false; }));
  bool ran = false;
  exec.post([&] { ran = true; });
  CHECK(exec.run_until([&] { return ran; }));
}

TEST_CASE("exec: the kernel thread is the one that runs it") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  CHECK(exec.in_kernel_thread());
  bool elsewhere = true;
  bool inside = false;
  std::thread runner([&] {
    elsewhere = exec.in_kernel_thread();
    exec.post([&] { inside = exec.in_kernel_thread(); });
    exec.run_until([&] { return inside; });
  });
  runner.join();
  CHECK_FALSE(elsewhere);
  CHECK(inside);
  CHECK_FALSE(exec.in_kernel_thread());
}

TEST_CASE("exec: ready, frames and their jobs allocate nothing once warm") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  int runs = 0;
  const auto burst = [&](int jobs) {
    {
      Frame frame(exec);
      for (int i = 0; i < jobs; ++i)
        exec.ready([&runs, &exec, i] { runs += exec.in_frame() ? i : 0; });
    }
    // A busy machine may have used up the budget.
    while (exec.poll_once()) {
    }
  };
  burst(200);
  const auto before = keel::test::allocations();
  for (int round = 0; round < 100; ++round) burst(200);
  CHECK(keel::test::allocations() == before);
  CHECK(runs == 101 * 19900);
}

TEST_CASE("exec: clocks") {
  const std::int64_t before = Exec::now_ms();
  CHECK(Exec::now_ms() >= before);
  // 2020-09-13, in milliseconds.
  CHECK(Exec::wall_ms() > 1600000000000);
}
