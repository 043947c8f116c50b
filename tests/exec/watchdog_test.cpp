// SPDX-License-Identifier: MIT
#include "core/exec/watchdog.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

#include "core/exec/frame.hpp"
#include "core/exec/pulse.hpp"
#include "exec_fixture.hpp"
#include "keel/value.hpp"

using keel::Key;
using keel::core::Exec;
using keel::core::Frame;
using keel::core::FrameLabel;
using keel::core::Pulse;
using keel::core::Stall;
using keel::core::Watchdog;
using keel::test::ExecFixture;

namespace {

using std::chrono::milliseconds;

/// Collects reports, and lets the kernel thread wait for them.
class Reports {
 public:
  Watchdog::Handler handler() {
    return [this](const Stall& stall) {
      const std::lock_guard lock(mutex_);
      stalls_.push_back(stall);
      changed_.notify_all();
    };
  }

  void await(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return stalls_.size() >= count; });
  }

  std::vector<Stall> all() {
    const std::lock_guard lock(mutex_);
    return stalls_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Stall> stalls_;
};

constexpr Watchdog::Options kFast{
    .threshold = milliseconds(20), .interval = milliseconds(2), .stack_wait = milliseconds(5000)};

// For tests in which nothing is reported: a busy machine may keep a thread from running for a
// while.
constexpr Watchdog::Options kPatient{
    .threshold = milliseconds(150), .interval = milliseconds(5), .stack_wait = milliseconds(5000)};

FrameLabel label_of(const char* instance, const char* call) {
  return {Key(instance).raw(), Key(call).raw(), 3, 7};
}

std::string text_of(keel_key key) {
  return std::string(keel::detail::to_view(keel::detail::value_api().key_text(key)));
}

__attribute__((noinline)) void block_in_a_named_function(Reports& reports, std::size_t count) {
  reports.await(count);
  // Keeps the call from becoming a jump, which would leave this function out of the stack.
  asm volatile("");
}

}  // namespace

TEST_CASE("watchdog: names the innermost frame, with the stack") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  Reports reports;
  {
    const Watchdog watchdog(exec.pulse(), kFast, reports.handler());
    Frame outer(exec, label_of("agent", "agent/loop"));
    Frame inner(exec, label_of("slow", "tool/sleepy"));
    block_in_a_named_function(reports, 1);
  }
  const std::vector<Stall> stalls = reports.all();
  REQUIRE(stalls.size() == 1);
  const Stall& stall = stalls[0];
  CHECK(text_of(stall.label.instance) == "slow");
  CHECK(text_of(stall.label.call) == "tool/sleepy");
  CHECK(stall.label.generation == 3);
  CHECK(stall.label.ordinal == 7);
  CHECK(stall.duration >= kFast.threshold);
  std::string stack;
  for (const std::string& line : stall.stack) stack += line + "\n";
  INFO(stack);
  CHECK(stack.find("block_in_a_named_function") != std::string::npos);
}

TEST_CASE("watchdog: after an inner frame has ended, the outer one is named") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  Reports reports;
  {
    const Watchdog watchdog(exec.pulse(), kFast, reports.handler());
    Frame outer(exec, label_of("agent", "agent/loop"));
    { Frame inner(exec, label_of("quick", "tool/quick")); }
    reports.await(1);
  }
  CHECK(text_of(reports.all().at(0).label.instance) == "agent");
}

TEST_CASE("watchdog: reports each stall once, and the next one again") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  Reports reports;
  // A second watchdog with three times the patience tells when the first has had time to repeat
  // itself.
  Reports patient;
  {
    const Watchdog watchdog(exec.pulse(), kFast, reports.handler());
    auto slow = kFast;
    slow.threshold = 3 * kFast.threshold;
    const Watchdog slow_watchdog(exec.pulse(), slow, patient.handler());
    {
      Frame frame(exec, label_of("first", "x"));
      reports.await(1);
      patient.await(1);
    }
    CHECK(reports.all().size() == 1);
    Frame frame(exec, label_of("second", "x"));
    reports.await(2);
  }
  const std::vector<Stall> stalls = reports.all();
  REQUIRE(stalls.size() == 2);
  CHECK(text_of(stalls[0].label.instance) == "first");
  CHECK(text_of(stalls[1].label.instance) == "second");
}

TEST_CASE("watchdog: a job that blocks is noticed; a busy loop of short ones is not") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  Reports reports;
  {
    const Watchdog watchdog(exec.pulse(), kPatient, reports.handler());
    // Twice the threshold without a pause, but never long in one job.
    const std::int64_t start = Exec::now_ms();
    std::uint64_t jobs = 0;
    std::function<void()> chain = [&] {
      ++jobs;
      exec.ready([&] { chain(); });
    };
    exec.ready([&] { chain(); });
    exec.run_until([&] { return Exec::now_ms() - start >= 2 * kPatient.threshold.count(); });
    CHECK(reports.all().empty());
    exec.post([&] { reports.await(1); });
    exec.run_until([&] { return !reports.all().empty(); });
  }
  CHECK(reports.all().size() == 1);
  CHECK(reports.all()[0].label.instance == nullptr);
}

TEST_CASE("watchdog: a thread that waits for work is not stalled") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  Reports reports;
  bool done = false;
  const Watchdog watchdog(exec.pulse(), kPatient, reports.handler());
  exec.timer(2 * kPatient.threshold.count(), 0, [&] { done = true; });
  CHECK(exec.run_until([&] { return done; }));
  CHECK(reports.all().empty());
}

TEST_CASE("watchdog: off, it does nothing") {
  ExecFixture fixture;
  Reports reports;
  auto off = kFast;
  off.threshold = milliseconds(0);
  Reports other;
  {
    const Watchdog watchdog(fixture.exec.pulse(), off, reports.handler());
    const Watchdog witness(fixture.exec.pulse(), kFast, other.handler());
    Frame frame(fixture.exec);
    other.await(1);
  }
  CHECK(reports.all().empty());
}

TEST_CASE("pulse: a label read from another thread is never a mixture") {
  Pulse pulse;
  std::atomic<bool> ending{false};
  std::atomic<int> readings{0};
  std::atomic<bool> mixed{false};
  const auto key = [](std::uint32_t n) {
    return reinterpret_cast<keel_key>(std::uintptr_t{n} * 16);
  };
  std::thread reader([&] {
    while (!ending) {
      const Pulse::Reading reading = pulse.read();
      const std::uint32_t n = reading.label.generation;
      if (reading.label.instance != key(n) || reading.label.call != key(n) ||
          reading.label.ordinal != n) {
        mixed = true;
      }
      readings.fetch_add(1);
      readings.notify_one();
    }
  });
  for (std::uint32_t n = 0; n < 200000 || readings < 100; ++n) {
    const FrameLabel label{key(n), key(n), n, n};
    pulse.begin(label);
    pulse.relabel(label);
    pulse.end();
  }
  ending = true;
  reader.join();
  CHECK_FALSE(mixed);
}
