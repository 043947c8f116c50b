// SPDX-License-Identifier: MIT
// Each allocation of an operation fails in turn: the operation throws and has done nothing, or
// succeeds.
#include <sys/eventfd.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <vector>

#include <catch2/catch.hpp>

#include "allocation_count.hpp"
#include "core/exec/cancel_tree.hpp"
#include "core/exec/exec.hpp"
#include "core/exec/owned_fd.hpp"
#include "exec_fixture.hpp"

using keel::core::CancelTree;
using keel::core::Exec;
using keel::core::kWatchRead;
using keel::core::OwnedFd;
using keel::core::WatchId;
using keel::test::ExecFixture;
using keel::test::FailingAllocation;

namespace {

/// True when `operation` went through, false when it ran out of memory.
bool goes_through(std::uint64_t failing, const std::function<void()>& operation) {
  const FailingAllocation failure(failing);
  try {
    operation();
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

}  // namespace

TEST_CASE("out of memory: a cancel tells all or nothing") {
  std::uint64_t failing = 0;
  for (bool done = false; !done; ++failing) {
    ExecFixture fixture;
    CancelTree tree(fixture.exec);
    int told = 0;
    const keel_token root = tree.token();
    const keel_token leaf = tree.token(tree.token(root));
    for (int i = 0; i < 200; ++i) tree.on_cancel(i % 2 == 0 ? root : leaf, [&told] { ++told; });
    done = goes_through(failing, [&] { tree.cancel(root, 1); });
    REQUIRE(tree.cancelled(root) == done);
    REQUIRE(tree.cancelled(leaf) == done);
    while (fixture.exec.poll_once()) {
    }
    REQUIRE(told == (done ? 200 : 0));
    REQUIRE(tree.cancel(root, 2) == !done);
    while (fixture.exec.poll_once()) {
    }
    REQUIRE(told == 200);
  }
  CHECK(failing > 1);
}

TEST_CASE("out of memory: a registration is made or not") {
  std::uint64_t failing = 0;
  for (bool done = false; !done; ++failing) {
    ExecFixture fixture;
    CancelTree tree(fixture.exec);
    const keel_token token = tree.token();
    tree.cancel(token, 1);
    const auto held = std::make_shared<int>(0);
    done = goes_through(failing, [&] { tree.on_cancel(token, [held] { ++*held; }); });
    REQUIRE(held.use_count() == (done ? 2 : 1));
    while (fixture.exec.poll_once()) {
    }
    REQUIRE(*held == (done ? 1 : 0));
    REQUIRE(held.use_count() == 1);
  }
  CHECK(failing > 1);
}

TEST_CASE("out of memory: a timer, a post and a watch are made or not") {
  const OwnedFd fd(::eventfd(1, EFD_CLOEXEC));
  const auto held = std::make_shared<int>(0);
  using Operation = std::function<void(Exec&)>;
  std::optional<WatchId> watch;
  const std::vector<Operation> operations = {
      [&](Exec& exec) { exec.timer(0, 0, [held] { ++*held; }); },
      [&](Exec& exec) { exec.post([held] { ++*held; }); },
      [&](Exec& exec) { exec.ready([held] { ++*held; }); },
      [&](Exec& exec) {
        watch = exec.watch_fd(fd.get(), kWatchRead,
                              [&, held](std::uint32_t) {
                                ++*held;
                                exec.unwatch(*watch);
                              })
                    .value();
      },
  };
  for (const Operation& operation : operations) {
    std::uint64_t failing = 0;
    for (bool done = false; !done; ++failing) {
      ExecFixture fixture;
      *held = 0;
      done = goes_through(failing, [&] { operation(fixture.exec); });
      while (fixture.exec.poll_once()) {
      }
      REQUIRE(*held == (done ? 1 : 0));
      // It can be done afterwards.
      operation(fixture.exec);
      while (fixture.exec.poll_once()) {
      }
      REQUIRE(*held == (done ? 2 : 1));
    }
    CHECK(failing > 1);
  }
}
