// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <random>
#include <vector>

#include <catch2/catch.hpp>

#include "core/exec/exec.hpp"
#include "core/exec/frame.hpp"
#include "core/exec/timer_heap.hpp"
#include "exec_fixture.hpp"

using keel::core::Exec;
using keel::core::Frame;
using keel::core::Job;
using keel::core::TimerHeap;
using keel::core::TimerId;
using keel::test::ExecFixture;

TEST_CASE("timer: runs once, not before its time") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  const std::int64_t start = Exec::now_ms();
  std::int64_t ran_at = 0;
  int runs = 0;
  const TimerId id = exec.timer(15, 0, [&] {
    ran_at = Exec::now_ms();
    ++runs;
  });
  CHECK(exec.run_until([&] { return runs > 0; }));
  CHECK(ran_at - start >= 15);
  CHECK_FALSE(exec.cancel_timer(id));
  CHECK_FALSE(exec.poll_once());
  CHECK(runs == 1);
}

TEST_CASE("timer: due times order, then the order of making") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  std::vector<int> order;
  exec.timer(5, 0, [&] { order.push_back(5); });
  exec.timer(0, 0, [&] { order.push_back(0); });
  exec.timer(-7, 0, [&] { order.push_back(1); });
  exec.timer(2, 0, [&] { order.push_back(2); });
  CHECK(exec.run_until([&] { return order.size() == 4; }));
  CHECK(order == std::vector<int>{0, 1, 2, 5});
}

TEST_CASE("timer: delay 0 runs after the next poll, not in the same pass") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  int first = 0;
  int second = 0;
  exec.timer(0, 0, [&] {
    ++first;
    exec.timer(0, 0, [&] { ++second; });
  });
  { Frame frame(exec); }
  CHECK(first == 0);
  exec.poll_once();
  CHECK(first == 1);
  CHECK(second == 0);
  exec.poll_once();
  CHECK(second == 1);
}

TEST_CASE("timer: one cancelled while it is due does not run") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  bool second_ran = false;
  bool cancelled = false;
  TimerId second = 0;
  exec.timer(0, 0, [&] { cancelled = exec.cancel_timer(second); });
  second = exec.timer(0, 0, [&] { second_ran = true; });
  CHECK(exec.run_until([&] { return cancelled; }));
  exec.poll_once();
  CHECK_FALSE(second_ran);
}

TEST_CASE("timer: one cancelled by a ready job between two due timers does not run") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  bool second_ran = false;
  TimerId second = 0;
  bool cancelled = false;
  exec.timer(0, 0, [&] { exec.ready([&] { cancelled = exec.cancel_timer(second); }); });
  second = exec.timer(0, 0, [&] { second_ran = true; });
  CHECK(exec.run_until([&] { return cancelled; }));
  exec.poll_once();
  CHECK_FALSE(second_ran);
}

TEST_CASE("timer: a one-shot timer is gone when it runs") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  TimerId id = 0;
  bool ran = false;
  bool cancelled = true;
  id = exec.timer(0, 0, [&] {
    cancelled = exec.cancel_timer(id);
    ran = true;
  });
  CHECK(exec.run_until([&] { return ran; }));
  CHECK_FALSE(cancelled);
}

TEST_CASE("timer: a periodic timer goes on until it is cancelled, also by itself") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  const auto held = std::make_shared<int>(0);
  TimerId id = 0;
  bool cancelled = false;
  const std::int64_t start = Exec::now_ms();
  id = exec.timer(0, 2, [&, held] {
    if (++*held < 5) return;
    cancelled = exec.cancel_timer(id);
    // The captures live until the job returns.
    ++*held;
  });
  CHECK(exec.run_until([&] { return cancelled; }));
  CHECK(*held == 6);
  CHECK(held.use_count() == 1);
  CHECK(Exec::now_ms() - start >= 8);
  CHECK_FALSE(exec.cancel_timer(id));
}

TEST_CASE("timer: a period that throws goes on") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  const TimerId id = exec.timer(0, 1, [] { throw 1; });
  CHECK(exec.run_until([&] { return fixture.faults.size() == 3; }));
  CHECK(exec.cancel_timer(id));
}

TEST_CASE("timer: an earlier timer shortens a wait; a cancelled one does not end it") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  bool done = false;
  const TimerId far = exec.timer(std::numeric_limits<std::int64_t>::max(), 0, [] {});
  const TimerId near = exec.timer(1, 0, [] {});
  exec.poll_once();
  exec.timer(8, 0, [&] { done = true; });
  CHECK(exec.cancel_timer(near));
  const std::int64_t start = Exec::now_ms();
  CHECK(exec.run_until([&] { return done; }));
  CHECK(Exec::now_ms() - start >= 7);
  CHECK(exec.cancel_timer(far));
}

TEST_CASE("timer heap: agrees with sorting through random use") {
  using Clock = TimerHeap::Clock;
  struct Model {
    int due;
    int order;
    TimerId id;
  };
  std::mt19937 random(11);
  TimerHeap heap;
  std::vector<Model> model;
  const Clock::time_point epoch;
  const auto at = [&](int ms) { return epoch + std::chrono::milliseconds(ms); };
  for (int i = 0; i < 3000; ++i) {
    if (random() % 3 != 0 || model.empty()) {
      const int due = static_cast<int>(random() % 500);
      model.push_back({due, i, heap.add(at(due), {}, Job())});
    } else {
      const std::size_t which = random() % model.size();
      REQUIRE(heap.cancel(model[which].id));
      REQUIRE_FALSE(heap.cancel(model[which].id));
      model.erase(model.begin() + static_cast<std::ptrdiff_t>(which));
    }
  }
  std::sort(model.begin(), model.end(), [](const Model& a, const Model& b) {
    return a.due != b.due ? a.due < b.due : a.order < b.order;
  });
  for (const Model& expected : model) {
    REQUIRE(heap.next_due() == at(expected.due));
    REQUIRE_FALSE(heap.take_due(at(expected.due - 1), heap.mark()).has_value());
    const auto due = heap.take_due(at(expected.due), heap.mark());
    REQUIRE(due.has_value());
    REQUIRE(due->id == expected.id);
  }
  CHECK(heap.empty());
}

TEST_CASE("timer heap: a period skips what passed unseen and does not repeat within a pass") {
  using Clock = TimerHeap::Clock;
  TimerHeap heap;
  const Clock::time_point start;
  const std::chrono::milliseconds ms(1);
  const TimerId id = heap.add(start + 10 * ms, 10 * ms, Job());
  const std::uint64_t mark = heap.mark();
  auto due = heap.take_due(start + 10 * ms, mark);
  REQUIRE(due.has_value());
  heap.give_back(id, std::move(due->job));
  CHECK(heap.next_due() == start + 20 * ms);
  due = heap.take_due(start + 95 * ms, heap.mark());
  REQUIRE(due.has_value());
  heap.give_back(id, std::move(due->job));
  CHECK(heap.next_due() == start + 105 * ms);
  CHECK_FALSE(heap.take_due(start + 200 * ms, mark).has_value());
}
