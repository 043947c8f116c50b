// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include "kernel_fixture.hpp"

using namespace keel;
using namespace keel::testing;

namespace {

struct Published {
  std::int32_t status;
  keel_reg reg;
  Value why;
};

Published publish(keel_ctx ctx, std::string_view name, Method& method) {
  keel_publication entry{};
  entry.size = sizeof(entry);
  entry.op = KEEL_PUBLISH_ADD;
  entry.name = detail::to_str(name);
  entry.method = &Method::call;
  entry.self = &method;
  entry.method_count = 1;
  keel_value why{0, 0};
  const std::int32_t status = keel_host_service_api.publish(ctx, &entry, 1, &why);
  return {status, entry.reg, Value::take(why)};
}

std::string call(KernelFixture& fixture, keel_ctx ctx, keel_scope scope, std::string_view name) {
  static_cast<void>(fixture);
  keel_ref ref{0};
  if (keel_host_service_api.resolve(ctx, scope, detail::to_str(name), &ref) != KEEL_OK)
    return "none";
  keel_msg out{};
  keel_host_call_api.invoke(ctx, nullptr, ref, 0, nullptr, nullptr, &out, nullptr, nullptr,
                            nullptr);
  keel_host_call_api.ref_drop(ctx, ref);
  return std::string(Value::take(out.value).text());
}

Method answering(std::string text) {
  return Method([text](const keel_call*, std::uint32_t, const keel_msg*, keel_msg* out) {
    out->value = Value(text).release();
    return KEEL_OK;
  });
}

}  // namespace

TEST_CASE("a scoped entry shadows the global one in either registration order, for that scope only",
          "[service]") {
  KernelFixture fixture;
  fixture.kernel->services().declare_family({"toy", nullptr, {}, {}, false});
  core::Instance& instance = fixture.add_instance("one");
  keel_scope scope{0};
  REQUIRE(keel_host_call_api.scope_begin(instance.ctx, {0}, detail::to_str("agent"), &scope,
                                         nullptr) == KEEL_OK);
  keel_ctx scoped{};
  REQUIRE(keel_host_call_api.ctx_in_scope(instance.ctx, scope, &scoped) == KEEL_OK);
  Method global = answering("global");
  Method local = answering("local");
  const bool global_first = GENERATE(true, false);
  if (global_first) REQUIRE(publish(instance.ctx, "toy/a", global).status == KEEL_OK);
  REQUIRE(publish(scoped, "toy/a", local).status == KEEL_OK);
  if (!global_first) REQUIRE(publish(instance.ctx, "toy/a", global).status == KEEL_OK);
  CHECK(call(fixture, instance.ctx, {0}, "toy/a") == "global");
  CHECK(call(fixture, instance.ctx, scope, "toy/a") == "local");
  keel_host_call_api.scope_end(instance.ctx, scope);
  CHECK(call(fixture, instance.ctx, scope, "toy/a") == "global");
}

TEST_CASE("a second provider in one layer is rejected naming the first", "[service]") {
  KernelFixture fixture;
  fixture.kernel->services().declare_family({"toy", nullptr, {}, {}, false});
  core::Instance& first = fixture.add_instance("first");
  core::Instance& second = fixture.add_instance("second");
  Method method = answering("x");
  REQUIRE(publish(first.ctx, "toy/a", method).status == KEEL_OK);
  const Published refused = publish(second.ctx, "toy/a", method);
  CHECK(refused.status == KEEL_REFUSED);
  CHECK(refused.why["code"].text() == "NAME_TAKEN");
  CHECK(refused.why["message"].text().find("test/first") != std::string_view::npos);
  CHECK(refused.why["message"].text().find("per agent") != std::string_view::npos);
}

TEST_CASE("publish is all or nothing", "[service]") {
  KernelFixture fixture;
  fixture.kernel->services().declare_family({"toy", nullptr, {}, {}, false});
  core::Instance& instance = fixture.add_instance("one");
  Method method = answering("x");
  keel_publication set[2]{};
  for (keel_publication& entry : set) {
    entry.size = sizeof(entry);
    entry.method = &Method::call;
    entry.self = &method;
    entry.method_count = 1;
  }
  set[0].name = detail::to_str("toy/a");
  set[1].name = detail::to_str("nofamily/b");
  keel_value why{0, 0};
  CHECK(keel_host_service_api.publish(instance.ctx, set, 2, &why) == KEEL_REFUSED);
  CHECK(Value::take(why)["message"].text().find("no contract declares the family \"nofamily\"") !=
        std::string_view::npos);
  CHECK(fixture.kernel->services().live_count() == 0);
  CHECK(fixture.kernel->contexts().registration_count() == 0);
}

TEST_CASE("two isolated groups each see their own provider of the same service name", "[service]") {
  KernelFixture fixture;
  fixture.kernel->services().declare_family({"toy", nullptr, {}, {}, false});
  core::Instance& left = fixture.add_instance("left");
  core::Instance& right = fixture.add_instance("right");
  core::Instance& outside = fixture.add_instance("outside");
  left.realms = {{"toy/a", "left"}};
  right.realms = {{"toy/a", "right"}};
  Method for_left = answering("left");
  Method for_right = answering("right");
  REQUIRE(publish(left.ctx, "toy/a", for_left).status == KEEL_OK);
  REQUIRE(publish(right.ctx, "toy/a", for_right).status == KEEL_OK);
  CHECK(call(fixture, left.ctx, {0}, "toy/a") == "left");
  CHECK(call(fixture, right.ctx, {0}, "toy/a") == "right");
  CHECK(call(fixture, outside.ctx, {0}, "toy/a") == "none");
}

TEST_CASE("a reference to a withdrawn service answers unavailable; tables are empty afterwards",
          "[service]") {
  KernelFixture fixture;
  fixture.kernel->services().declare_family({"toy", nullptr, {}, {}, false});
  core::Instance& instance = fixture.add_instance("one");
  Method method = answering("x");
  const Published entry = publish(instance.ctx, "toy/a", method);
  keel_ref ref{0};
  REQUIRE(keel_host_service_api.resolve(instance.ctx, {0}, detail::to_str("toy/a"), &ref) ==
          KEEL_OK);
  REQUIRE(keel_host_call_api.undo(instance.ctx, entry.reg) == KEEL_OK);
  CHECK(keel_host_call_api.undo(instance.ctx, entry.reg) == KEEL_REFUSED);
  keel_msg out{};
  CHECK(keel_host_call_api.invoke(instance.ctx, nullptr, ref, 0, nullptr, nullptr, &out, nullptr,
                                  nullptr, nullptr) == KEEL_UNAVAILABLE);
  Value::take(out.value);
  keel_host_call_api.ref_drop(instance.ctx, ref);
  CHECK(fixture.kernel->services().live_count() == 0);
  CHECK(fixture.kernel->contexts().registration_count() == 0);
  CHECK(fixture.kernel->contexts().ref_count() == 0);
}
