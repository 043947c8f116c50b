// SPDX-License-Identifier: MIT
#include "core/exec/worker_pool.hpp"

#include <pthread.h>
#include <signal.h>

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

#include "core/exec/exec.hpp"
#include "exec_fixture.hpp"

using keel::core::WorkerPool;

namespace {

void ignore_fault(std::string_view) {}

}  // namespace

TEST_CASE("pool: runs every job, on no more threads than allowed") {
  std::mutex mutex;
  std::set<std::thread::id> threads;
  std::atomic<int> done{0};
  {
    WorkerPool pool({.max_threads = 3}, ignore_fault);
    for (int i = 0; i < 500; ++i) {
      REQUIRE(pool.submit([&] {
        {
          const std::lock_guard lock(mutex);
          threads.insert(std::this_thread::get_id());
        }
        ++done;
        done.notify_all();
      }));
    }
    for (int seen = done; seen < 500; seen = done) done.wait(seen);
    CHECK(pool.queued() == 0);
    CHECK(pool.threads() <= 3);
  }
  CHECK(threads.size() <= 3);
  CHECK(threads.count(std::this_thread::get_id()) == 0);
}

TEST_CASE("pool: jobs that wait for each other run at the same time, up to the limit") {
  WorkerPool pool({.max_threads = 4}, ignore_fault);
  CHECK(pool.threads() == 0);
  std::atomic<int> arrived{0};
  std::atomic<int> left{0};
  for (int i = 0; i < 4; ++i) {
    REQUIRE(pool.submit([&] {
      ++arrived;
      arrived.notify_all();
      for (int seen = arrived; seen < 4; seen = arrived) arrived.wait(seen);
      ++left;
      left.notify_all();
    }));
  }
  for (int seen = left; seen < 4; seen = left) left.wait(seen);
  CHECK(pool.threads() == 4);
}

TEST_CASE("pool: what a job throws is reported, and the thread goes on") {
  std::vector<std::string> faults;
  std::atomic<bool> done{false};
  WorkerPool pool({.max_threads = 1}, [&](std::string_view what) { faults.emplace_back(what); });
  REQUIRE(pool.submit([] { throw std::runtime_error("broken"); }));
  REQUIRE(pool.submit([] { throw 1; }));
  REQUIRE(pool.submit([&] {
    done = true;
    done.notify_all();
  }));
  done.wait(false);
  CHECK(faults == std::vector<std::string>{"broken", "an exception that is no std::exception"});
  CHECK(pool.threads() == 1);
}

TEST_CASE("pool: ends by finishing what runs and dropping what waits") {
  std::atomic<bool> running{false};
  std::atomic<bool> ending{false};
  bool finished = false;
  const auto held = std::make_shared<int>(0);
  auto pool = std::make_unique<WorkerPool>(WorkerPool::Options{.max_threads = 1}, ignore_fault);
  REQUIRE(pool->submit([&] {
    running = true;
    running.notify_all();
    ending.wait(false);
    finished = true;
  }));
  running.wait(false);
  // Its end tells the first job that the pool has begun to end.
  struct Dropped {
    explicit Dropped(std::atomic<bool>& to_tell) : told(to_tell) {}
    std::atomic<bool>& told;
    ~Dropped() {
      told = true;
      told.notify_all();
    }
  };
  REQUIRE(pool->submit([held, dropped = std::make_unique<Dropped>(ending)] { ++*held; }));
  CHECK(pool->queued() == 1);
  pool.reset();
  CHECK(finished);
  CHECK(*held == 0);
  CHECK(held.use_count() == 1);
}

TEST_CASE("pool: idle threads end, and new ones start") {
  WorkerPool pool({.max_threads = 2, .idle_time = std::chrono::milliseconds(1)}, ignore_fault);
  for (int round = 0; round < 3; ++round) {
    std::atomic<bool> done{false};
    REQUIRE(pool.submit([&] {
      done = true;
      done.notify_all();
    }));
    done.wait(false);
    while (pool.threads() != 0) std::this_thread::yield();
  }
}

TEST_CASE("pool: threads are named and leave signals to others") {
  WorkerPool pool({.max_threads = 1, .name = "a name that is too long"}, ignore_fault);
  std::array<char, 16> name{};
  sigset_t mask;
  std::atomic<bool> done{false};
  REQUIRE(pool.submit([&] {
    pthread_getname_np(pthread_self(), name.data(), name.size());
    pthread_sigmask(SIG_BLOCK, nullptr, &mask);
    done = true;
    done.notify_all();
  }));
  done.wait(false);
  CHECK(std::string(name.data()) == "a name that i-1");
  CHECK(sigismember(&mask, SIGINT) == 1);
  CHECK(sigismember(&mask, SIGUSR1) == 1);
  CHECK(sigismember(&mask, SIGSEGV) == 0);
  sigset_t own;
  pthread_sigmask(SIG_BLOCK, nullptr, &own);
  CHECK(sigismember(&own, SIGINT) == 0);
}

TEST_CASE("pool: work comes back to the kernel thread by a post") {
  keel::test::ExecFixture fixture;
  WorkerPool pool({}, ignore_fault);
  std::thread::id worker;
  std::thread::id back;
  REQUIRE(pool.submit([&, poster = fixture.exec.poster()] {
    worker = std::this_thread::get_id();
    poster.post([&] { back = std::this_thread::get_id(); });
  }));
  CHECK(fixture.exec.run_until([&] { return back != std::thread::id(); }));
  CHECK(back == std::this_thread::get_id());
  CHECK(worker != back);
}
