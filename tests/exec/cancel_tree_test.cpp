// SPDX-License-Identifier: MIT
#include "core/exec/cancel_tree.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

#include "allocation_count.hpp"
#include "core/exec/frame.hpp"
#include "exec_fixture.hpp"

using keel::Value;
using keel::core::CancelTree;
using keel::core::Exec;
using keel::core::Frame;
using keel::test::ExecFixture;

namespace {

struct TreeFixture : ExecFixture {
  CancelTree tree{exec};

  std::string cause(keel_token token) { return std::string(tree.cause(token).text()); }
};

}  // namespace

TEST_CASE("cancel: a token is set once, and keeps its first cause") {
  TreeFixture f;
  const keel_token token = f.tree.token();
  REQUIRE(token.id != 0);
  CHECK_FALSE(f.tree.cancelled(token));
  CHECK(f.tree.cause(token).is_absent());
  CHECK(f.tree.cancel(token, "first"));
  CHECK_FALSE(f.tree.cancel(token, "second"));
  CHECK(f.tree.cancelled(token));
  CHECK(f.cause(token) == "first");
}

TEST_CASE("cancel: token {0} is never set, and strange tokens answer no") {
  TreeFixture f;
  const keel_token real = f.tree.token();
  for (const keel_token token : {keel_token{0}, keel_token{UINT64_MAX}, keel_token{1},
                                 keel_token{real.id + (std::uint64_t{2} << 32U)}}) {
    CHECK_FALSE(f.tree.cancel(token, "x"));
    CHECK_FALSE(f.tree.cancelled(token));
    CHECK(f.tree.cause(token).is_absent());
    CHECK_FALSE(f.tree.retain(token));
    CHECK_FALSE(f.tree.drop(token));
    CHECK(f.tree.on_cancel(token, [] {}) == 0);
  }
  CHECK(f.tree.token(keel_token{UINT64_MAX}).id == 0);
  CHECK(f.tree.size() == 1);
}

TEST_CASE("cancel: goes down the tree and not up or aside") {
  TreeFixture f;
  const keel_token root = f.tree.token();
  const keel_token left = f.tree.token(root);
  const keel_token right = f.tree.token(root);
  const keel_token leaf = f.tree.token(left);
  CHECK(f.tree.cancel(left, "left"));
  CHECK_FALSE(f.tree.cancelled(root));
  CHECK_FALSE(f.tree.cancelled(right));
  CHECK(f.cause(leaf) == "left");
  CHECK(f.tree.cancel(root, "root"));
  CHECK(f.cause(left) == "left");
  CHECK(f.cause(leaf) == "left");
  CHECK(f.cause(right) == "root");
  CHECK(f.cause(f.tree.token(leaf)) == "left");
}

TEST_CASE("cancel: a fused token is set when either is") {
  TreeFixture f;
  const keel_token a = f.tree.token();
  const keel_token b = f.tree.token();
  const keel_token fused = f.tree.fuse(a, b);
  const keel_token below = f.tree.token(fused);
  REQUIRE(fused.id != a.id);
  REQUIRE(fused.id != b.id);
  SECTION("by the first") {
    CHECK(f.tree.cancel(a, "a"));
    CHECK(f.cause(fused) == "a");
    CHECK(f.tree.cancel(b, "b"));
    CHECK(f.cause(below) == "a");
  }
  SECTION("by the second") {
    CHECK(f.tree.cancel(b, "b"));
    CHECK(f.cause(fused) == "b");
    CHECK(f.cause(below) == "b");
    CHECK_FALSE(f.tree.cancelled(a));
  }
  SECTION("by a common root, reached on both ways") {
    TreeFixture g;
    const keel_token root = g.tree.token();
    const keel_token x = g.tree.token(root);
    const keel_token y = g.tree.token(root);
    const keel_token both = g.tree.fuse(x, y);
    int runs = 0;
    g.tree.on_cancel(both, [&] { ++runs; });
    CHECK(g.tree.drop(x));
    CHECK(g.tree.drop(y));
    CHECK(g.tree.drop(both));
    CHECK(g.tree.size() == 4);
    CHECK(g.tree.cancel(root, "root"));
    CHECK(g.tree.size() == 1);
    g.exec.poll_once();
    CHECK(runs == 1);
  }
}

TEST_CASE("cancel: fusing makes no token when one of the two is enough") {
  TreeFixture f;
  const keel_token a = f.tree.token();
  const keel_token b = f.tree.token();
  const keel_token child = f.tree.token(a);
  CHECK(f.tree.fuse({0}, {0}).id == 0);
  CHECK(f.tree.fuse(a, {0}).id == a.id);
  CHECK(f.tree.fuse({0}, a).id == a.id);
  CHECK(f.tree.fuse(a, a).id == a.id);
  CHECK(f.tree.fuse(a, child).id == child.id);
  CHECK(f.tree.fuse(child, a).id == child.id);
  CHECK(f.tree.size() == 3);
  CHECK(f.tree.cancel(b, "b"));
  CHECK(f.tree.fuse(a, b).id == b.id);
  CHECK(f.tree.fuse(b, a).id == b.id);
  // Each answer above is one more holder.
  for (int i = 0; i < 3; ++i) CHECK(f.tree.drop(a));
  CHECK_FALSE(f.tree.cancelled(a));
  CHECK(f.tree.drop(a));
  CHECK_FALSE(f.tree.drop(a));
}

TEST_CASE("cancel: a token lives while it is held, and while tokens below it live") {
  TreeFixture f;
  const keel_token root = f.tree.token();
  const keel_token middle = f.tree.token(root);
  const keel_token leaf = f.tree.token(middle);
  CHECK(f.tree.retain(leaf));
  CHECK(f.tree.drop(middle));
  CHECK(f.tree.size() == 3);
  CHECK(f.tree.drop(leaf));
  CHECK(f.tree.cancel(root, "root"));
  // Set, so nothing hangs below the middle any more.
  CHECK(f.tree.size() == 2);
  CHECK(f.cause(leaf) == "root");
  CHECK(f.tree.drop(leaf));
  CHECK_FALSE(f.tree.cancelled(leaf));
  CHECK(f.tree.cause(leaf).is_absent());
  CHECK(f.tree.drop(root));
  CHECK(f.tree.size() == 0);
}

TEST_CASE("cancel: a reused slot is another token") {
  TreeFixture f;
  const keel_token old = f.tree.token();
  CHECK(f.tree.cancel(old, "old"));
  CHECK(f.tree.drop(old));
  const keel_token fresh = f.tree.token();
  CHECK(static_cast<std::uint32_t>(fresh.id) == static_cast<std::uint32_t>(old.id));
  CHECK_FALSE(f.tree.cancelled(fresh));
  CHECK_FALSE(f.tree.cancelled(old));
  CHECK(f.tree.cause(fresh).is_absent());
  CHECK_FALSE(f.tree.drop(old));
  CHECK(f.tree.cancel(fresh, "fresh"));
  CHECK_FALSE(f.tree.cancelled(old));
}

TEST_CASE("cancel: callbacks run once, by the ready queue, in order") {
  TreeFixture f;
  std::vector<std::string> order;
  const keel_token root = f.tree.token();
  const keel_token first = f.tree.token(root);
  const keel_token second = f.tree.token(root);
  f.tree.on_cancel(second, [&] { order.emplace_back("second"); });
  f.tree.on_cancel(first, [&] { order.emplace_back("first"); });
  f.tree.on_cancel(root, [&] { order.emplace_back("root 1"); });
  f.tree.on_cancel(root, [&] { order.emplace_back("root 2"); });
  {
    Frame frame(f.exec);
    CHECK(f.tree.cancel(root, nullptr));
    CHECK(order.empty());
    f.tree.on_cancel(first, [&] { order.emplace_back("late"); });
    CHECK(order.empty());
  }
  CHECK(order == std::vector<std::string>{"root 1", "root 2", "first", "second", "late"});
}

TEST_CASE("cancel: a removed callback does not run, also when it is queued") {
  TreeFixture f;
  std::vector<int> ran;
  const auto held = std::make_shared<int>(0);
  const keel_token token = f.tree.token();
  std::vector<CancelTree::RegId> ids;
  for (int i = 0; i < 5; ++i) {
    ids.push_back(f.tree.on_cancel(token, [&ran, held, i] { ran.push_back(i); }));
  }
  CHECK(f.tree.remove(ids[2]));
  CHECK(f.tree.remove(ids[0]));
  CHECK_FALSE(f.tree.remove(ids[0]));
  {
    Frame frame(f.exec);
    CHECK(f.tree.cancel(token, "x"));
    CHECK(f.tree.remove(ids[4]));
  }
  CHECK(ran == std::vector<int>{1, 3});
  CHECK(held.use_count() == 1);
  CHECK_FALSE(f.tree.remove(ids[1]));
  CHECK_FALSE(f.tree.remove(0));
}

TEST_CASE("cancel: a registration keeps its token") {
  TreeFixture f;
  const keel_token root = f.tree.token();
  const keel_token token = f.tree.token(root);
  int runs = 0;
  const auto id = f.tree.on_cancel(token, [&] { ++runs; });
  CHECK(f.tree.drop(token));
  CHECK(f.tree.size() == 2);
  SECTION("until it is removed") {
    CHECK(f.tree.remove(id));
    CHECK(f.tree.size() == 1);
  }
  SECTION("and is told through it") {
    CHECK(f.tree.cancel(root, "x"));
    CHECK(f.tree.size() == 1);
    f.exec.poll_once();
    CHECK(runs == 1);
  }
}

TEST_CASE("cancel: a callback may use the tree") {
  TreeFixture f;
  const keel_token token = f.tree.token();
  const keel_token other = f.tree.token();
  CancelTree::RegId id = 0;
  std::vector<std::string> order;
  id = f.tree.on_cancel(token, [&] {
    CHECK_FALSE(f.tree.remove(id));
    CHECK(f.tree.drop(token));
    CHECK(f.tree.cancel(other, "chain"));
    order.emplace_back("one");
  });
  f.tree.on_cancel(other, [&] { order.emplace_back("two"); });
  CHECK(f.tree.cancel(token, "x"));
  f.exec.poll_once();
  CHECK(order == std::vector<std::string>{"one", "two"});
}

TEST_CASE("cancel: 100,000 tokens deep") {
  TreeFixture f;
  constexpr int kDepth = 100000;
  const keel_token root = f.tree.token();
  keel_token last = root;
  for (int i = 0; i < kDepth; ++i) {
    const keel_token next = f.tree.token(last);
    if (last.id != root.id) REQUIRE(f.tree.drop(last));
    last = next;
  }
  CHECK(f.tree.size() == kDepth + 1);
  SECTION("set from the top") {
    CHECK(f.tree.cancel(root, "deep"));
    CHECK(f.cause(last) == "deep");
    CHECK(f.tree.size() == 2);
  }
  SECTION("freed from the bottom") {
    CHECK(f.tree.drop(last));
    CHECK(f.tree.size() == 1);
    CHECK(f.tree.drop(root));
    CHECK(f.tree.size() == 0);
  }
}

TEST_CASE("cancel: 100,000 tokens wide") {
  TreeFixture f;
  const keel_token root = f.tree.token();
  std::vector<keel_token> tokens;
  for (int i = 0; i < 100000; ++i) tokens.push_back(f.tree.token(root));
  // Some of them leave from the middle of the list.
  for (std::size_t i = 0; i < tokens.size(); i += 3) REQUIRE(f.tree.drop(tokens[i]));
  CHECK(f.tree.cancel(root, "wide"));
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    REQUIRE(f.tree.cancelled(tokens[i]) == (i % 3 != 0));
  }
}

TEST_CASE("cancel: agrees with a model through random trees") {
  struct Model {
    keel_token token;
    std::vector<std::size_t> parents;
    int cause = -1;
  };
  std::mt19937 random(3);
  for (int round = 0; round < 50; ++round) {
    TreeFixture f;
    std::vector<Model> model;
    std::size_t callbacks_expected = 0;
    std::size_t callbacks = 0;
    for (int step = 0; step < 200; ++step) {
      const auto pick = [&] { return random() % model.size(); };
      const std::uint32_t what = random() % 10;
      if (model.empty() || what < 3) {
        model.push_back({f.tree.token(), {}, -1});
      } else if (what < 6) {
        const std::size_t parent = pick();
        model.push_back({f.tree.token(model[parent].token), {parent}, model[parent].cause});
      } else if (what < 9) {
        const std::size_t a = pick();
        const std::size_t b = pick();
        const keel_token fused = f.tree.fuse(model[a].token, model[b].token);
        const int cause = model[a].cause >= 0 ? model[a].cause : model[b].cause;
        model.push_back({fused, {a, b}, cause});
      } else {
        const std::size_t top = pick();
        const bool set_before = model[top].cause >= 0;
        REQUIRE(f.tree.cancel(model[top].token, step) == !set_before);
        if (set_before) continue;
        // A fused answer may be the very token: compare by token, not by row.
        for (Model& m : model) {
          if (m.token.id == model[top].token.id) m.cause = step;
        }
        for (bool changed = true; changed;) {
          changed = false;
          for (Model& m : model) {
            for (const std::size_t parent : m.parents) {
              if (m.cause >= 0 || model[parent].cause < 0) continue;
              m.cause = model[parent].cause;
              changed = true;
            }
          }
        }
      }
      REQUIRE(model.back().token.id != 0);
    }
    for (const Model& m : model) {
      REQUIRE(f.tree.cancelled(m.token) == (m.cause >= 0));
      REQUIRE(f.tree.cause(m.token).integer_or(-1) == m.cause);
      f.tree.on_cancel(m.token, [&] { ++callbacks; });
      if (m.cause >= 0) ++callbacks_expected;
    }
    while (f.exec.poll_once()) {
    }
    REQUIRE(callbacks == callbacks_expected);
    for (const Model& m : model) REQUIRE(f.tree.drop(m.token));
    for (const Model& m : model) f.tree.cancel(m.token, "end");
    while (f.exec.poll_once()) {
    }
    REQUIRE(f.tree.size() == 0);
    REQUIRE(callbacks == model.size());
  }
}

TEST_CASE("cancel: making and dropping tokens allocates nothing once warm") {
  TreeFixture f;
  const keel_token root = f.tree.token();
  const keel_token other = f.tree.token();
  const auto round = [&] {
    const keel_token child = f.tree.token(root);
    const keel_token fused = f.tree.fuse(child, other);
    REQUIRE(f.tree.drop(child));
    REQUIRE(f.tree.drop(fused));
  };
  for (int i = 0; i < 20; ++i) round();
  const auto before = keel::test::allocations();
  for (int i = 0; i < 100; ++i) {
    const keel_token child = f.tree.token(root);
    const keel_token fused = f.tree.fuse(child, other);
    f.tree.drop(child);
    f.tree.drop(fused);
  }
  CHECK(keel::test::allocations() == before);
  CHECK(f.tree.size() == 2);
}

TEST_CASE("cancel: other threads may read tokens that come, go and are set") {
  TreeFixture f;
  std::atomic<std::uint64_t> shown{0};
  std::atomic<bool> ending{false};
  std::atomic<int> set_seen{0};
  std::atomic<bool> wrong{false};
  std::vector<std::thread> readers;
  for (int t = 0; t < 2; ++t) {
    readers.emplace_back([&] {
      while (!ending) {
        const keel_token token{shown.load()};
        const Value cause = f.tree.cause(token);
        if (!cause.is_absent() && cause.text() != "a cause that needs a document") wrong = true;
        if (f.tree.cancelled(token)) set_seen.fetch_add(1);
      }
    });
  }
  const Value cause("a cause that needs a document");
  keel_token last{0};
  for (int i = 0; i < 20000; ++i) {
    const keel_token token = f.tree.token(i % 2 == 0 ? keel_token{0} : last);
    shown = token.id;
    f.tree.cancel(token, cause);
    if (last.id != 0) f.tree.drop(last);
    last = token;
  }
  // The last one stays set for the readers to see.
  while (set_seen == 0) std::this_thread::yield();
  ending = true;
  for (std::thread& reader : readers) reader.join();
  CHECK_FALSE(wrong);
}
