// SPDX-License-Identifier: MIT
#include <string>
#include <utility>
#include <vector>

#include "sdk_fixture.hpp"

using namespace keel;
using namespace keel::testing;

TEST_CASE("a registration is undone with its object, or lives with the context once detached",
          "[registration]") {
  SdkFixture fixture;
  SdkFixture::Side& side = fixture.add("side");
  const keel_event event = must(side.context().event("test/event"));
  int heard = 0;
  {
    const Registration short_lived =
        must(side.context().listen("test/event", 0, [&heard] { ++heard; }));
    must(side.context().emit(event, {0}, Message(1)));
    CHECK(heard == 1);
  }
  must(side.context().emit(event, {0}, Message(1)));
  CHECK(heard == 1);
  keep(side.context().listen("test/event", 0, [&heard] { heard += 10; }));
  must(side.context().emit(event, {0}, Message(1)));
  CHECK(heard == 11);
  fixture.stop(side);
  CHECK(fixture.kernel->bus().listener_count() == 0);
}

TEST_CASE("listening to an unknown event fails and names it", "[registration]") {
  SdkFixture fixture;
  SdkFixture::Side& side = fixture.add("side");
  const Expected<Registration> refused = side.context().listen("no/such", 0, [] {});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().status == KEEL_UNIMPLEMENTED);
  CHECK(refused.error().message.find("no/such") != std::string::npos);
}

TEST_CASE("a name is taken once in a layer; metadata changes in place", "[registration]") {
  SdkFixture fixture;
  SdkFixture::Side& side = fixture.add("side");
  const Context context = side.context();
  const Registration first =
      must(context.publish("shape/one", object({{"v", 1}}), [] { return Value(1); }));
  const Expected<Registration> second = context.publish("shape/one", {}, [] { return Value(2); });
  REQUIRE_FALSE(second);
  CHECK(second.error().status == KEEL_REFUSED);
  const Ref ref = must(context.resolve("shape/one"));
  must(context.update(first, object({{"v", 2}})));
  CHECK(must(context.metadata(ref))["v"].integer_or(0) == 2);
}

TEST_CASE("a publish set is all or none", "[registration]") {
  SdkFixture fixture;
  SdkFixture::Side& side = fixture.add("side");
  const Context context = side.context();
  Registration old = must(context.publish("shape/old", {}, [] { return Value(0); }));
  const Registration taken = must(context.publish("shape/taken", {}, [] { return Value(0); }));
  {
    PublishSet set(context);
    set.add("shape/a", {}, [] { return Value(1); });
    set.add("shape/taken", {}, [] { return Value(2); });
    set.remove(old);
    const auto refused = set.commit();
    REQUIRE_FALSE(refused);
    CHECK_FALSE(context.resolve("shape/a"));
    CHECK(context.resolve("shape/old"));
    CHECK(old);
  }
  PublishSet set(context);
  set.add("shape/a", {}, [] { return Value(1); });
  set.add("shape/b", {}, [] { return Value(2); });
  set.remove(old);
  set.update(taken, object({{"v", 5}}));
  std::vector<Registration> added = must(set.commit());
  REQUIRE(added.size() == 2);
  CHECK_FALSE(old);
  CHECK_FALSE(context.resolve("shape/old"));
  CHECK(context.layers("shape")->size() == 3);
  added.clear();
  CHECK(context.layers("shape")->size() == 1);
  CHECK(must(context.metadata(context.layers("shape")->front().ref))["v"].integer_or(0) == 5);
}

TEST_CASE("layers lists a family from the far end of the chain", "[registration]") {
  SdkFixture fixture;
  SdkFixture::Side& side = fixture.add("side");
  const OwnedScope scope = must(side.context().begin_scope({0}, "agent"));
  const ScopedContext scoped = must(side.context().in_scope(scope.raw()));
  keep(scoped->publish("shape/near", object({{"n", 1}}), [] {}));
  keep(side.context().publish("shape/far", object({{"n", 2}}), [] {}));
  const std::vector<ServiceEntry> entries = must(side.context().layers("shape", scope.raw()));
  REQUIRE(entries.size() == 2);
  CHECK(entries[0].name == "shape/far");
  CHECK(entries[0].metadata["n"].integer_or(0) == 2);
  CHECK(entries[1].name == "shape/near");
  CHECK(entries[1].layer.id == scope.raw().id);
  CHECK(entries[1].depth == 0);
  CHECK(side.context().layers("shape")->size() == 1);
}

TEST_CASE("a scoped context ends with its scope, and its handlers with it", "[registration]") {
  SdkFixture fixture;
  SdkFixture::Side& side = fixture.add("side");
  OwnedScope scope = must(side.context().begin_scope({0}, "agent"));
  auto alive = std::make_shared<int>(0);
  Context inside = must(side.context().in_scope(scope.raw())).detach();
  keep(inside.listen("test/event", 0, [alive] { ++*alive; }));
  Registration held = must(inside.listen("test/event", 0, [alive] { ++*alive; }));
  CHECK(alive.use_count() == 3);
  CHECK(inside.scope().id == scope.raw().id);
  scope.end();
  fixture.drain();
  CHECK(alive.use_count() == 2);
  held.undo();
  CHECK(alive.use_count() == 1);
  const Expected<Registration> late = inside.listen("test/event", 0, [alive] {});
  REQUIRE_FALSE(late);
  CHECK(alive.use_count() == 1);
  CHECK(fixture.kernel->bus().listener_count() == 0);
}

TEST_CASE("undo steps run in reverse order when a context ends, and may wait", "[registration]") {
  SdkFixture fixture;
  SdkFixture::Side& side = fixture.add("side");
  std::string order;
  ScopedContext scoped = must(side.context().in_scope({0}));
  const Context context = scoped.context();
  keep(context.effect("first", [&order] { order += "1"; }));
  keep(context.effect("second", [&order, root = side.context()]() -> Task<void> {
    co_await must(root.sleep_for(0));
    order += "2";
  }));
  keep(context.effect("third", [&order] { order += "3"; }));
  scoped.end();
  fixture.run_until([&] { return order.size() == 3; });
  CHECK(order == "321");
}

TEST_CASE("state per scope is made on first use and destroyed with its scope", "[registration]") {
  SdkFixture fixture;
  SdkFixture::Side& side = fixture.add("side");
  static int living;
  living = 0;
  struct State {
    explicit State(const Context& context) : scope(context.scope()) {
      ++living;
      keep(context.listen("test/event", 0, [this] { ++heard; }));
    }
    ~State() { --living; }
    keel_scope scope;
    int heard = 0;
  };
  OwnedScope one = must(side.context().begin_scope({0}, "one"));
  OwnedScope two = must(side.context().begin_scope({0}, "two"));
  {
    PerScope<State> states(side.context());
    CHECK(states.find(one.raw()) == nullptr);
    State* first = must(states.get(one.raw()));
    CHECK(must(states.get(one.raw())) == first);
    CHECK(first->scope.id == one.raw().id);
    State* second = must(states.get(two.raw()));
    CHECK(second != first);
    const keel_event event = must(side.context().event("test/event"));
    must(side.context().emit(event, two.raw(), Message(1)));
    CHECK(first->heard == 0);
    CHECK(second->heard == 1);
    CHECK(living == 2);

    one.end();
    fixture.drain();
    CHECK(living == 1);
    CHECK(states.find(one.raw()) == nullptr);
    const OwnedScope three = must(side.context().begin_scope({0}, "three"));
    must(states.get(three.raw()));
    CHECK(states.size() == 2);
  }
  CHECK(living == 0);
  fixture.drain();
  CHECK(fixture.kernel->bus().listener_count() == 0);
}
