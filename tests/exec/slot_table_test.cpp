// SPDX-License-Identifier: MIT
#include "core/exec/slot_table.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <catch2/catch.hpp>

using keel::core::SlotTable;

namespace {

/// Runs a function when it is destroyed.
struct OnEnd {
  std::function<void()> run;

  explicit OnEnd(std::function<void()> f) : run(std::move(f)) {}
  OnEnd(const OnEnd&) = delete;
  OnEnd& operator=(const OnEnd&) = delete;
  ~OnEnd() {
    if (run) run();
  }
};

struct Picky {
  explicit Picky(bool fail) {
    if (fail) throw std::runtime_error("no");
  }
};

}  // namespace

TEST_CASE("slot table: finds what it holds and nothing else") {
  SlotTable<std::string> table;
  CHECK(table.get(0) == nullptr);
  CHECK(table.get(UINT64_MAX) == nullptr);
  const std::uint64_t a = table.emplace("a");
  const std::uint64_t b = table.emplace("b");
  REQUIRE(a != 0);
  REQUIRE(a != b);
  CHECK(*table.get(a) == "a");
  CHECK(*table.get(b) == "b");
  CHECK(table.get(a + (std::uint64_t{1} << 32U)) == nullptr);
  CHECK(table.get(a - (std::uint64_t{1} << 32U)) == nullptr);
  CHECK(table.size() == 2);
  CHECK(table.erase(a));
  CHECK_FALSE(table.erase(a));
  CHECK_FALSE(table.erase(0));
  CHECK(table.get(a) == nullptr);
  CHECK(*table.get(b) == "b");
  CHECK(table.size() == 1);
}

TEST_CASE("slot table: a reused slot gets another id, and the old one stays stale") {
  SlotTable<int> table;
  std::unordered_set<std::uint64_t> seen;
  std::uint64_t first = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t id = table.emplace(i);
    if (i == 0) first = id;
    REQUIRE(static_cast<std::uint32_t>(id) == static_cast<std::uint32_t>(first));
    REQUIRE(seen.insert(id).second);
    REQUIRE(table.erase(id));
    REQUIRE(table.get(first) == nullptr);
  }
}

TEST_CASE("slot table: objects keep their address while it grows") {
  SlotTable<std::uint64_t> table;
  std::vector<std::pair<std::uint64_t, const std::uint64_t*>> made;
  for (std::uint64_t i = 0; i < 100000; ++i) {
    const std::uint64_t id = table.emplace(i);
    made.emplace_back(id, table.get(id));
  }
  for (std::uint64_t i = 0; i < made.size(); ++i) {
    REQUIRE(table.get(made[i].first) == made[i].second);
    REQUIRE(*made[i].second == i);
  }
}

TEST_CASE("slot table: agrees with a map through random use") {
  std::mt19937 random(7);
  SlotTable<std::string> table;
  std::unordered_map<std::uint64_t, std::string> model;
  std::vector<std::uint64_t> ids;
  for (int i = 0; i < 50000; ++i) {
    if (ids.empty() || random() % 2 == 0) {
      const std::string text = "object " + std::to_string(i);
      const std::uint64_t id = table.emplace(text);
      REQUIRE(model.emplace(id, text).second);
      ids.push_back(id);
      continue;
    }
    const std::uint64_t id = ids[random() % ids.size()];
    REQUIRE(table.erase(id) == (model.erase(id) == 1));
  }
  for (const std::uint64_t id : ids) {
    const auto found = model.find(id);
    const std::string* const object = table.get(id);
    REQUIRE((object != nullptr) == (found != model.end()));
    if (object != nullptr) REQUIRE(*object == found->second);
  }
  std::size_t visited = 0;
  table.for_each([&](std::uint64_t id, const std::string& text) {
    ++visited;
    REQUIRE(model.at(id) == text);
  });
  CHECK(visited == model.size());
  CHECK(table.size() == model.size());
}

TEST_CASE("slot table: a visitor may erase any object") {
  SlotTable<int> table;
  std::vector<std::uint64_t> ids;
  for (int i = 0; i < 100; ++i) ids.push_back(table.emplace(i));
  int visited = 0;
  table.for_each([&](std::uint64_t id, int value) {
    ++visited;
    CHECK(table.erase(id));
    if (value % 2 == 0) CHECK(table.erase(ids[static_cast<std::size_t>(value) + 1]));
  });
  CHECK(visited == 50);
  CHECK(table.empty());
}

TEST_CASE("slot table: a destructor may use the table") {
  SlotTable<OnEnd> table;
  std::uint64_t self = 0;
  std::uint64_t other = table.emplace(std::function<void()>());
  std::uint64_t made = 0;
  bool found_itself = true;
  self = table.emplace([&] {
    found_itself = table.get(self) != nullptr;
    table.erase(other);
    made = table.emplace(std::function<void()>());
  });
  CHECK(table.erase(self));
  CHECK_FALSE(found_itself);
  CHECK(table.get(other) == nullptr);
  CHECK(table.get(made) != nullptr);
  CHECK(table.get(self) == nullptr);
  CHECK(table.size() == 1);
}

TEST_CASE("slot table: a constructor that throws leaves no trace") {
  SlotTable<Picky> table;
  CHECK_THROWS_AS(table.emplace(true), std::runtime_error);
  CHECK(table.empty());
  const std::uint64_t id = table.emplace(false);
  CHECK(static_cast<std::uint32_t>(id) == 0);
  CHECK(table.get(id) != nullptr);
}

TEST_CASE("slot table: destroys what is left, once") {
  int ended = 0;
  {
    SlotTable<OnEnd> table;
    for (int i = 0; i < 40; ++i) table.emplace([&ended] { ++ended; });
    table.clear();
    CHECK(ended == 40);
    CHECK(table.empty());
    for (int i = 0; i < 3; ++i) table.emplace([&ended] { ++ended; });
  }
  CHECK(ended == 43);
}
