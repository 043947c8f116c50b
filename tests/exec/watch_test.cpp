// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

#include <array>
#include <cerrno>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "core/exec/exec.hpp"
#include "core/exec/fd_set.hpp"
#include "core/exec/owned_fd.hpp"
#include "exec_fixture.hpp"

using keel::core::Exec;
using keel::core::FdSet;
using keel::core::kWatchRead;
using keel::core::kWatchWrite;
using keel::core::OwnedFd;
using keel::core::WatchId;
using keel::test::ExecFixture;

namespace {

/// Two connected sockets, both non-blocking.
struct Sockets {
  OwnedFd ours;
  OwnedFd theirs;

  Sockets() {
    int fds[2];
    REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, fds) == 0);
    ours = OwnedFd(fds[0]);
    theirs = OwnedFd(fds[1]);
  }
};

void put(const OwnedFd& fd, const std::string& text) {
  REQUIRE(::write(fd.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size()));
}

std::string take(int fd) {
  std::array<char, 64> text;
  const ssize_t size = ::read(fd, text.data(), text.size());
  return size > 0 ? std::string(text.data(), static_cast<std::size_t>(size)) : std::string();
}

/// A child that runs `body` and ends by it.
pid_t start_child(const std::function<void()>& body) {
  const pid_t pid = ::fork();
  REQUIRE(pid >= 0);
  if (pid == 0) {
    body();
    ::_exit(99);
  }
  return pid;
}

/// Waits until the child has ended, without reaping it.
void await_end(pid_t pid) {
  siginfo_t info;
  REQUIRE(::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOWAIT) == 0);
}

}  // namespace

TEST_CASE("watch: a descriptor is reported as long as it is ready") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  Sockets pair;
  int calls = 0;
  std::string got;
  const auto watch = exec.watch_fd(pair.ours.get(), kWatchRead, [&](std::uint32_t events) {
    CHECK(events == kWatchRead);
    CHECK(exec.in_frame());
    if (++calls == 3) got = take(pair.ours.get());
  });
  REQUIRE(watch);
  CHECK_FALSE(exec.poll_once());
  put(pair.theirs, "hello");
  // Not read at first: reported again.
  CHECK(exec.run_until([&] { return !got.empty(); }));
  CHECK(calls == 3);
  CHECK(got == "hello");
  for (int i = 0; i < 5; ++i) exec.poll_once();
  CHECK(calls == 3);
  put(pair.theirs, "again");
  CHECK(exec.run_until([&] { return calls > 3; }));
  CHECK(exec.unwatch(*watch));
  CHECK_FALSE(exec.unwatch(*watch));
  const int seen = calls;
  for (int i = 0; i < 5; ++i) exec.poll_once();
  CHECK(calls == seen);
}

TEST_CASE("watch: writing, and both at once") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  Sockets pair;
  std::uint32_t seen = 0;
  const auto watch = exec.watch_fd(pair.ours.get(), kWatchRead | kWatchWrite,
                                   [&](std::uint32_t events) { seen = events; });
  REQUIRE(watch);
  CHECK(exec.run_until([&] { return seen != 0; }));
  CHECK(seen == kWatchWrite);
  put(pair.theirs, "x");
  CHECK(exec.run_until([&] { return seen == (kWatchRead | kWatchWrite); }));
}

TEST_CASE("watch: a hang-up counts as what is watched") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  Sockets pair;
  std::uint32_t seen = 0;
  REQUIRE(exec.watch_fd(pair.ours.get(), kWatchRead, [&](std::uint32_t events) { seen = events; }));
  pair.theirs = OwnedFd();
  CHECK(exec.run_until([&] { return seen != 0; }));
  CHECK(seen == kWatchRead);
}

TEST_CASE("watch: unwatch inside the callback, and of another that is ready, too") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  Sockets a;
  Sockets b;
  put(a.theirs, "a");
  put(b.theirs, "b");
  int calls = 0;
  WatchId first = 0;
  WatchId second = 0;
  const auto held = std::make_shared<int>(0);
  const auto end_both = [&, held](std::uint32_t) {
    ++calls;
    CHECK(exec.unwatch(first));
    CHECK(exec.unwatch(second));
    ++*held;
  };
  first = exec.watch_fd(a.ours.get(), kWatchRead, end_both).value();
  second = exec.watch_fd(b.ours.get(), kWatchRead, end_both).value();
  CHECK(exec.run_until([&] { return calls > 0; }));
  for (int i = 0; i < 5; ++i) exec.poll_once();
  CHECK(calls == 1);
  CHECK(*held == 1);
  CHECK(held.use_count() == 2);
}

TEST_CASE("watch: several watches of one descriptor each get their events") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  Sockets pair;
  int reads = 0;
  int writes = 0;
  const auto reading = exec.watch_fd(pair.ours.get(), kWatchRead, [&](std::uint32_t) { ++reads; });
  const auto writing =
      exec.watch_fd(pair.ours.get(), kWatchWrite, [&](std::uint32_t) { ++writes; });
  REQUIRE(reading);
  REQUIRE(writing);
  CHECK(exec.run_until([&] { return writes > 0; }));
  CHECK(reads == 0);
  put(pair.theirs, "x");
  CHECK(exec.run_until([&] { return reads > 0; }));
  CHECK(exec.unwatch(*writing));
  const int writes_then = writes;
  const int reads_then = reads;
  CHECK(exec.run_until([&] { return reads > reads_then; }));
  CHECK(writes == writes_then);
}

TEST_CASE("watch: refuses what cannot be watched") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  Sockets pair;
  const auto error = [&](int fd, std::uint32_t events) {
    const auto watch = exec.watch_fd(fd, events, [](std::uint32_t) {});
    return watch ? 0 : watch.error().value();
  };
  CHECK(error(-1, kWatchRead) == EBADF);
  CHECK(error(pair.ours.get(), 0) == EINVAL);
  CHECK(error(pair.ours.get(), 4) == EINVAL);
  const OwnedFd file(::open("/proc/self/exe", O_RDONLY | O_CLOEXEC));
  CHECK(error(file.get(), kWatchRead) == EPERM);
  CHECK(error(pair.ours.get(), kWatchRead) == 0);
}

TEST_CASE("watch: survives a descriptor closed by mistake, and its number used again") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  Sockets pair;
  const int number = pair.ours.get();
  int stale_calls = 0;
  const auto stale = exec.watch_fd(number, kWatchRead, [&](std::uint32_t) { ++stale_calls; });
  REQUIRE(stale);
  put(pair.theirs, "x");
  bool duplicated = false;
  OwnedFd duplicate;
  SECTION("the file is gone") {}
  SECTION("the file lives on in a duplicate") {
    duplicate = OwnedFd(::dup(number));
    duplicated = true;
  }
  pair.ours = OwnedFd();
  Sockets again;
  if (again.ours.get() != number) {
    REQUIRE(::dup3(again.ours.get(), number, O_CLOEXEC) == number);
    again.ours = OwnedFd(number);
  }
  int fresh_calls = 0;
  const auto fresh = exec.watch_fd(number, kWatchRead, [&](std::uint32_t) { ++fresh_calls; });
  REQUIRE(fresh);
  for (int i = 0; i < 5; ++i) exec.poll_once();
  CHECK(stale_calls == 0);
  CHECK(fresh_calls == 0);
  put(again.theirs, "y");
  CHECK(exec.run_until([&] { return fresh_calls > 0; }));
  CHECK(take(number) == "y");
  CHECK(stale_calls == 0);
  CHECK(exec.unwatch(*stale));
  // The new watch is not taken for the old one.
  fresh_calls = 0;
  put(again.theirs, "z");
  CHECK(exec.run_until([&] { return fresh_calls > 0; }));
  CHECK(take(number) == "z");
  if (duplicated) CHECK(take(duplicate.get()) == "x");
  CHECK(exec.unwatch(*fresh));
}

TEST_CASE("watch: a descriptor closed before its unwatch does not keep the loop busy") {
  FdSet fds;
  Sockets pair;
  Sockets more;
  const OwnedFd duplicate(::dup(pair.ours.get()));
  const int number = pair.ours.get();
  REQUIRE_FALSE(fds.add(1, number, kWatchRead));
  REQUIRE_FALSE(fds.add(2, more.ours.get(), kWatchRead));
  pair.ours = OwnedFd();
  fds.remove(1, number);
  put(pair.theirs, "x");
  // The system goes on to report the duplicate's file, under a number that nobody can take out.
  fds.collect(std::nullopt);
  CHECK_FALSE(fds.has_ready());
  CHECK(fds.renewals() == 1);
  fds.collect(std::chrono::nanoseconds(0));
  CHECK_FALSE(fds.has_ready());
  put(more.theirs, "y");
  fds.collect(std::nullopt);
  const auto ready = fds.next();
  REQUIRE(ready.has_value());
  CHECK(ready->watch == 2);
  CHECK(ready->events == kWatchRead);
  CHECK_FALSE(fds.has_ready());
  CHECK(fds.renewals() == 1);
}

TEST_CASE("watch: one that is always ready leaves others their turn") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  Sockets busy;
  REQUIRE(exec.watch_fd(busy.ours.get(), kWatchWrite, [](std::uint32_t) {}));
  Sockets quiet;
  bool read = false;
  bool timer = false;
  bool posted = false;
  REQUIRE(exec.watch_fd(quiet.ours.get(), kWatchRead, [&](std::uint32_t) { read = true; }));
  exec.timer(1, 0, [&] { timer = true; });
  ssize_t written = 0;
  std::thread other([&exec, &posted, &written, fd = quiet.theirs.get()] {
    exec.post([&posted] { posted = true; });
    written = ::write(fd, "x", 1);
  });
  CHECK(exec.run_until([&] { return read && timer && posted; }));
  other.join();
  CHECK(written == 1);
}

TEST_CASE("watch: many ready descriptors with an endless chain of jobs are all served") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  constexpr std::size_t kPairs = 100;
  std::vector<Sockets> pairs(kPairs);
  std::vector<int> calls(kPairs, 0);
  for (std::size_t i = 0; i < kPairs; ++i) {
    REQUIRE(exec.watch_fd(pairs[i].ours.get(), kWatchWrite,
                          [&calls, i](std::uint32_t) { ++calls[i]; }));
  }
  std::function<void()> chain = [&] { exec.ready([&] { chain(); }); };
  exec.ready([&] { chain(); });
  CHECK(exec.run_until([&] {
    for (const int count : calls) {
      if (count == 0) return false;
    }
    return true;
  }));
}

TEST_CASE("child: exit status, once") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  int ended = 0;
  int status = 0;
  Sockets pair;
  const int child_end = pair.theirs.get();
  const pid_t pid = start_child([child_end] {
    char go = 0;
    while (::read(child_end, &go, 1) < 0) {
    }
    ::_exit(42);
  });
  const auto watch = exec.watch_child(pid, [&](auto result) {
    ++ended;
    status = result.value();
  });
  REQUIRE(watch);
  for (int i = 0; i < 3; ++i) exec.poll_once();
  CHECK(ended == 0);
  put(pair.ours, "g");
  CHECK(exec.run_until([&] { return ended > 0; }));
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 42);
  CHECK_FALSE(exec.unwatch(*watch));
  // Reaped: it is nobody's child any more.
  CHECK(::waitpid(pid, nullptr, WNOHANG) == -1);
  CHECK(errno == ECHILD);
  const auto again = exec.watch_child(pid, [](auto) {});
  REQUIRE_FALSE(again);
  CHECK(again.error().value() == ECHILD);
  CHECK(ended == 1);
}

TEST_CASE("child: killed by a signal") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  std::optional<int> status;
  const pid_t pid = start_child([] {
    for (;;) ::pause();
  });
  REQUIRE(exec.watch_child(pid, [&](auto result) { status = result.value(); }));
  REQUIRE(::kill(pid, SIGKILL) == 0);
  CHECK(exec.run_until([&] { return status.has_value(); }));
  CHECK(WIFSIGNALED(*status));
  CHECK(WTERMSIG(*status) == SIGKILL);
}

TEST_CASE("child: one that has ended already") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  std::optional<int> status;
  const pid_t pid = start_child([] { ::_exit(3); });
  await_end(pid);
  REQUIRE(exec.watch_child(pid, [&](auto result) { status = result.value(); }));
  CHECK_FALSE(status.has_value());
  CHECK(exec.run_until([&] { return status.has_value(); }));
  CHECK(WEXITSTATUS(*status) == 3);
}

TEST_CASE("child: only the one that is watched is reaped") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  const pid_t other = start_child([] { ::_exit(1); });
  const pid_t watched = start_child([] { ::_exit(2); });
  await_end(other);
  bool ended = false;
  REQUIRE(exec.watch_child(watched, [&](auto) { ended = true; }));
  CHECK(exec.run_until([&] { return ended; }));
  int status = 0;
  CHECK(::waitpid(other, &status, WNOHANG) == other);
  CHECK(WEXITSTATUS(status) == 1);
}

TEST_CASE("child: what is no child is refused, one reaped by somebody else is reported") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  const auto error = [&](pid_t pid) {
    const auto watch = exec.watch_child(pid, [](auto) {});
    return watch ? 0 : watch.error().value();
  };
  CHECK(error(::getpid()) == ECHILD);
  CHECK(error(::getppid()) == ECHILD);
  CHECK(error(0) == ECHILD);
  CHECK(error(-5) == ECHILD);
  const pid_t pid = start_child([] { ::_exit(1); });
  std::optional<int> problem;
  REQUIRE(
      exec.watch_child(pid, [&](auto result) { problem = result ? 0 : result.error().value(); }));
  REQUIRE(::waitpid(pid, nullptr, 0) == pid);
  CHECK(exec.run_until([&] { return problem.has_value(); }));
  CHECK(*problem == ECHILD);
}

TEST_CASE("child: unwatch leaves the child to the caller") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  const pid_t pid = start_child([] { ::_exit(8); });
  bool ended = false;
  const auto watch = exec.watch_child(pid, [&](auto) { ended = true; });
  REQUIRE(watch);
  CHECK(exec.unwatch(*watch));
  int status = 0;
  CHECK(::waitpid(pid, &status, 0) == pid);
  CHECK(WEXITSTATUS(status) == 8);
  for (int i = 0; i < 3; ++i) exec.poll_once();
  CHECK_FALSE(ended);
}

TEST_CASE("signal: reported on the kernel thread, each time, until unwatch") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  std::vector<int> seen;
  int others = 0;
  const std::array<int, 2> signals{SIGUSR1, SIGUSR2};
  const auto watch = exec.watch_signals(signals, [&](int signal) {
    CHECK(exec.in_frame());
    seen.push_back(signal);
  });
  const auto second = exec.watch_signals(std::array<int, 1>{SIGUSR1}, [&](int) { ++others; });
  REQUIRE(watch);
  REQUIRE(second);
  REQUIRE(::kill(::getpid(), SIGUSR1) == 0);
  CHECK(exec.run_until([&] { return seen.size() == 1 && others == 1; }));
  REQUIRE(::kill(::getpid(), SIGUSR2) == 0);
  CHECK(exec.run_until([&] { return seen.size() == 2; }));
  CHECK(seen == std::vector<int>{SIGUSR1, SIGUSR2});
  CHECK(others == 1);
  CHECK(exec.unwatch(*watch));
  REQUIRE(::kill(::getpid(), SIGUSR1) == 0);
  CHECK(exec.run_until([&] { return others == 2; }));
  CHECK(seen.size() == 2);
  CHECK(exec.unwatch(*second));
  struct sigaction action {};
  REQUIRE(::sigaction(SIGUSR1, nullptr, &action) == 0);
  CHECK(action.sa_handler == SIG_DFL);
}

TEST_CASE("signal: gets through an endless chain of jobs") {
  ExecFixture fixture;
  Exec& exec = fixture.exec;
  bool seen = false;
  REQUIRE(exec.watch_signals(std::array<int, 1>{SIGUSR1}, [&](int) { seen = true; }));
  std::function<void()> chain = [&] { exec.ready([&] { chain(); }); };
  exec.ready([&] { chain(); });
  REQUIRE(::kill(::getpid(), SIGUSR1) == 0);
  CHECK(exec.run_until([&] { return seen; }));
}

TEST_CASE("signal: refuses what is no signal") {
  ExecFixture fixture;
  const auto watch = fixture.exec.watch_signals(std::array<int, 1>{4711}, [](int) {});
  REQUIRE_FALSE(watch);
  CHECK(watch.error().value() == EINVAL);
}
