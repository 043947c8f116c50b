// SPDX-License-Identifier: MIT
#include "core/exec/job.hpp"

#include <array>
#include <memory>
#include <string>
#include <utility>

#include <catch2/catch.hpp>

#include "allocation_count.hpp"

using keel::core::Job;
using keel::core::MoveFunction;

TEST_CASE("job: runs what it holds, also after moves") {
  int runs = 0;
  Job job = [&runs] { ++runs; };
  job();
  Job other = std::move(job);
  CHECK_FALSE(static_cast<bool>(job));  // NOLINT: a moved-from job is empty
  REQUIRE(static_cast<bool>(other));
  other();
  job = std::move(other);
  job();
  CHECK(runs == 3);
  job = nullptr;
  CHECK_FALSE(static_cast<bool>(job));
}

TEST_CASE("job: holds captures that cannot be copied, and ends them once") {
  const auto alive = std::make_shared<int>(1);
  const std::weak_ptr<int> watch = alive;
  {
    Job job = [only = std::make_unique<std::shared_ptr<int>>(alive)] { ++**only; };
    job();
    Job moved = std::move(job);
    moved();
    CHECK(watch.use_count() == 2);
  }
  CHECK(*alive == 3);
  CHECK(watch.use_count() == 1);
}

TEST_CASE("job: 48 bytes of captures need no allocation, more do") {
  std::array<char, 48> small{};
  std::array<char, 49> large{};
  small[47] = 's';
  large[48] = 'l';
  const auto before = keel::test::allocations();
  Job fits = [small]() mutable { ++small[47]; };
  Job moved = std::move(fits);
  moved();
  CHECK(keel::test::allocations() == before);
  char seen = 0;
  MoveFunction<char()> does_not = [large] { return large[48]; };
  CHECK(keel::test::allocations() == before + 1);
  MoveFunction<char()> moved_large = std::move(does_not);
  CHECK(keel::test::allocations() == before + 1);
  seen = moved_large();
  CHECK(seen == 'l');
}

TEST_CASE("job: passes arguments and results") {
  MoveFunction<std::string(std::unique_ptr<std::string>, int)> repeat =
      [](std::unique_ptr<std::string> text, int times) {
        std::string all;
        for (int i = 0; i < times; ++i) all += *text;
        return all;
      };
  CHECK(repeat(std::make_unique<std::string>("ab"), 3) == "ababab");
}

TEST_CASE("job: assignment ends the old captures, which may look at the new job") {
  struct Owner {
    Job job;
    bool had_new = false;
  };
  Owner owner;
  owner.job = [tail = std::shared_ptr<Owner>(
                   &owner, [](Owner* o) { o->had_new = static_cast<bool>(o->job); })] {};
  owner.job = Job([] {});
  CHECK(owner.had_new);
}
