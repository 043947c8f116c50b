// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include "kernel_fixture.hpp"

using namespace keel;
using namespace keel::testing;

namespace {

keel_reg listen(keel_ctx ctx, keel_event event, std::int32_t order, Method& method) {
  keel_reg registration{0};
  keel_value why{0, 0};
  REQUIRE(keel_host_bus_api.listen(ctx, event, order, &Method::call, &method, &registration,
                                   &why) == KEEL_OK);
  return registration;
}

keel_msg message(const Value& value) {
  keel_msg in{};
  in.value = value.raw();
  return in;
}

}  // namespace

TEST_CASE("emit runs listeners in order: order, row, registration", "[bus]") {
  KernelFixture fixture;
  fixture.declare("test/ping", core::EventMode::kEmit);
  const keel_event event = fixture.event("test/ping");
  core::Instance& late_row = fixture.add_instance("late", 2);
  core::Instance& early_row = fixture.add_instance("early", 1);
  std::string order;
  Method a([&](auto...) {
    order += 'a';
    return KEEL_OK;
  });
  Method b([&](auto...) {
    order += 'b';
    return KEEL_OK;
  });
  Method c([&](auto...) {
    order += 'c';
    return KEEL_OK;
  });
  Method d([&](auto...) {
    order += 'd';
    return KEEL_OK;
  });
  listen(late_row.ctx, event, 0, a);
  listen(early_row.ctx, event, 0, b);
  listen(early_row.ctx, event, 0, c);
  listen(late_row.ctx, event, -5, d);
  const keel_msg in{};
  REQUIRE(keel_host_bus_api.emit(fixture.kernel->host_ctx(), nullptr, event, {0}, &in) == KEEL_OK);
  CHECK(order == "dbca");
}

TEST_CASE("a listener added or removed during a dispatch does not change that dispatch", "[bus]") {
  KernelFixture fixture;
  fixture.declare("test/ping", core::EventMode::kEmit);
  const keel_event event = fixture.event("test/ping");
  core::Instance& instance = fixture.add_instance("one");
  std::string order;
  Method added([&](auto...) {
    order += 'n';
    return KEEL_OK;
  });
  keel_reg removed{0};
  Method first([&](auto...) {
    order += 'f';
    if (order.size() == 1) {
      listen(instance.ctx, event, 10, added);
      CHECK(keel_host_call_api.undo(instance.ctx, removed) == KEEL_OK);
    }
    return KEEL_OK;
  });
  Method second([&](auto...) {
    order += 's';
    return KEEL_OK;
  });
  listen(instance.ctx, event, 0, first);
  removed = listen(instance.ctx, event, 1, second);
  const keel_msg in{};
  keel_host_bus_api.emit(fixture.kernel->host_ctx(), nullptr, event, {0}, &in);
  // A removed listener is skipped at once: its code may be gone.
  CHECK(order == "f");
  keel_host_bus_api.emit(fixture.kernel->host_ctx(), nullptr, event, {0}, &in);
  CHECK(order == "ffn");
}

TEST_CASE(
    "in a contained emit, listener 1 throwing and listener 2 failing still lets listener 3 run",
    "[bus]") {
  KernelFixture fixture;
  fixture.declare("test/ping", core::EventMode::kEmit);
  const keel_event event = fixture.event("test/ping");
  core::Instance& instance = fixture.add_instance("one");
  bool third = false;
  Method throwing([](auto...) -> std::int32_t { throw std::runtime_error("first broke"); });
  Method failing([](const keel_call*, std::uint32_t, const keel_msg*, keel_msg* out) {
    out->value = object({{"code", "X"}, {"message", "second broke"}}).release();
    return KEEL_FAILED;
  });
  Method last([&](auto...) {
    third = true;
    return KEEL_OK;
  });
  listen(instance.ctx, event, 0, throwing);
  listen(instance.ctx, event, 1, failing);
  listen(instance.ctx, event, 2, last);
  const keel_msg in{};
  keel_host_bus_api.emit(fixture.kernel->host_ctx(), nullptr, event, {0}, &in);
  CHECK(third);
  CHECK(fixture.logged("first broke"));
  CHECK(fixture.logged("second broke"));
  CHECK(fixture.logged("test/one (row one, generation 1)"));
}

TEST_CASE("a waterfall listener that returns without next prevents all later ones and the default",
          "[bus]") {
  KernelFixture fixture;
  fixture.declare("test/shape", core::EventMode::kWaterfall);
  const keel_event event = fixture.event("test/shape");
  core::Instance& instance = fixture.add_instance("one");
  std::string order;
  Method outer([&](const keel_call* call, std::uint32_t, const keel_msg*, keel_msg* out) {
    order += 'o';
    const std::int32_t status =
        keel_host_bus_api.next(call, nullptr, nullptr, out, nullptr, nullptr, nullptr);
    CHECK(status == KEEL_OK);
    CHECK(ValueView(out->value).text() == "cut");
    return status;
  });
  Method cutting([&](const keel_call*, std::uint32_t, const keel_msg*, keel_msg* out) {
    order += 'c';
    out->value = Value("cut").release();
    return KEEL_OK;
  });
  Method later([&](auto...) {
    order += 'l';
    return KEEL_OK;
  });
  Method fallback([&](auto...) {
    order += 'd';
    return KEEL_OK;
  });
  listen(instance.ctx, event, 0, outer);
  listen(instance.ctx, event, 1, cutting);
  listen(instance.ctx, event, 2, later);
  const keel_msg in{};
  keel_msg out{};
  REQUIRE(keel_host_bus_api.dispatch(instance.ctx, nullptr, event, {0}, &in, nullptr, &Method::call,
                                     &fallback, &out, nullptr, nullptr, nullptr) == KEEL_OK);
  CHECK(Value::take(out.value).text() == "cut");
  CHECK(order == "oc");
}

TEST_CASE("each call of next runs the same downstream chain again, so that retry wrappers compose",
          "[bus]") {
  KernelFixture fixture;
  fixture.declare("test/shape", core::EventMode::kWaterfall, {"n"});
  const keel_event event = fixture.event("test/shape");
  core::Instance& instance = fixture.add_instance("one");
  int inner_runs = 0;
  int fallback_runs = 0;
  Method retrying([&](const keel_call* call, std::uint32_t, const keel_msg*, keel_msg* out) {
    std::int32_t status = KEEL_OK;
    for (int i = 0; i < 3; ++i) {
      Value::take(std::exchange(out->value, keel_value{0, 0}));
      status = keel_host_bus_api.next(call, nullptr, nullptr, out, nullptr, nullptr, nullptr);
    }
    return status;
  });
  Method inner([&](const keel_call* call, std::uint32_t, const keel_msg*, keel_msg* out) {
    ++inner_runs;
    return keel_host_bus_api.next(call, nullptr, nullptr, out, nullptr, nullptr, nullptr);
  });
  Method fallback([&](const keel_call*, std::uint32_t, const keel_msg* in, keel_msg* out) {
    ++fallback_runs;
    out->value = Value(ValueView(in->value)["n"].integer_or(-1)).release();
    return KEEL_OK;
  });
  listen(instance.ctx, event, 0, retrying);
  listen(instance.ctx, event, 1, inner);
  const Value args = object({{"n", 7}});
  const keel_msg in = message(args);
  keel_msg out{};
  REQUIRE(keel_host_bus_api.dispatch(instance.ctx, nullptr, event, {0}, &in, nullptr, &Method::call,
                                     &fallback, &out, nullptr, nullptr, nullptr) == KEEL_OK);
  CHECK(ValueView(out.value).integer_or(0) == 7);
  CHECK(inner_runs == 3);
  CHECK(fallback_runs == 3);
}

TEST_CASE("next may replace what the contract calls replaceable and nothing else", "[bus]") {
  KernelFixture fixture;
  fixture.declare("test/shape", core::EventMode::kWaterfall, {"n"});
  const keel_event event = fixture.event("test/shape");
  core::Instance& instance = fixture.add_instance("one");
  Value replacement;
  std::int32_t status = KEEL_OK;
  Method changing([&](const keel_call* call, std::uint32_t, const keel_msg*, keel_msg* out) {
    const keel_msg changed = message(replacement);
    status = keel_host_bus_api.next(call, &changed, nullptr, out, nullptr, nullptr, nullptr);
    return status == KEEL_OK ? KEEL_OK : KEEL_FAILED;
  });
  Method fallback([](const keel_call*, std::uint32_t, const keel_msg* in, keel_msg* out) {
    out->value = Value::share(ValueView(in->value)).release();
    return KEEL_OK;
  });
  listen(instance.ctx, event, 0, changing);
  const Value args = object({{"n", 1}, {"fixed", "x"}});
  const keel_msg in = message(args);
  const auto dispatch = [&] {
    keel_msg out{};
    keel_host_bus_api.dispatch(instance.ctx, nullptr, event, {0}, &in, nullptr, &Method::call,
                               &fallback, &out, nullptr, nullptr, nullptr);
    return Value::take(out.value);
  };
  replacement = object({{"n", 2}, {"fixed", "x"}});
  CHECK(dispatch()["n"].integer_or(0) == 2);
  CHECK(status == KEEL_OK);
  replacement = object({{"n", 2}, {"fixed", "y"}});
  CHECK(dispatch()["message"].text().find("\"fixed\"") != std::string_view::npos);
  CHECK(status == KEEL_REFUSED);
}

TEST_CASE("serial stops at the first non-empty result where the contract declares one", "[bus]") {
  KernelFixture fixture;
  fixture.declare("test/ask", core::EventMode::kSerial, {}, true);
  fixture.declare("test/tell", core::EventMode::kSerial);
  core::Instance& instance = fixture.add_instance("one");
  int ran = 0;
  Method nothing([&](auto...) {
    ++ran;
    return KEEL_OK;
  });
  Method answer([&](const keel_call*, std::uint32_t, const keel_msg*, keel_msg* out) {
    ++ran;
    out->value = Value("yes").release();
    return KEEL_OK;
  });
  for (const char* name : {"test/ask", "test/tell"}) {
    listen(instance.ctx, fixture.event(name), 0, nothing);
    listen(instance.ctx, fixture.event(name), 1, answer);
    listen(instance.ctx, fixture.event(name), 2, nothing);
  }
  const keel_msg in{};
  keel_msg out{};
  REQUIRE(keel_host_bus_api.dispatch(instance.ctx, nullptr, fixture.event("test/ask"), {0}, &in,
                                     nullptr, nullptr, nullptr, &out, nullptr, nullptr,
                                     nullptr) == KEEL_OK);
  CHECK(Value::take(out.value).text() == "yes");
  CHECK(ran == 2);
  ran = 0;
  REQUIRE(keel_host_bus_api.dispatch(instance.ctx, nullptr, fixture.event("test/tell"), {0}, &in,
                                     nullptr, nullptr, nullptr, &out, nullptr, nullptr,
                                     nullptr) == KEEL_OK);
  CHECK(Value::take(out.value).is_absent());
  CHECK(ran == 3);
}

TEST_CASE("parallel reports every failure after the slowest listener settles", "[bus]") {
  KernelFixture fixture;
  fixture.declare("test/flush", core::EventMode::kParallel);
  const keel_event event = fixture.event("test/flush");
  core::Instance& instance = fixture.add_instance("one");
  keel_completion slow{};
  Method failing([](const keel_call*, std::uint32_t, const keel_msg*, keel_msg* out) {
    out->value = object({{"code", "A"}, {"message", "fast failure"}}).release();
    return KEEL_FAILED;
  });
  Method pending([&](const keel_call* call, std::uint32_t, const keel_msg*, keel_msg*) {
    REQUIRE(keel_host_call_api.defer(call, &slow) != nullptr);
    return KEEL_PENDING;
  });
  listen(instance.ctx, event, 0, pending);
  listen(instance.ctx, event, 1, failing);
  const keel_msg in{};
  keel_msg out{};
  Outcome outcome;
  REQUIRE(keel_host_bus_api.dispatch(instance.ctx, nullptr, event, {0}, &in, nullptr, nullptr,
                                     nullptr, &out, &Outcome::done, &outcome,
                                     nullptr) == KEEL_PENDING);
  fixture.drain();
  CHECK_FALSE(outcome.settled);
  keel_msg late{};
  late.value = object({{"code", "B"}, {"message", "slow failure"}}).release();
  REQUIRE(keel_host_call_api.settle(slow, KEEL_FAILED, &late) == KEEL_OK);
  fixture.drain();
  REQUIRE(outcome.settled);
  CHECK(outcome.status == KEEL_FAILED);
  const std::string text(outcome.value["message"].text());
  CHECK(text.find("fast failure") != std::string::npos);
  CHECK(text.find("slow failure") != std::string::npos);
  CHECK(outcome.value["data"].size() == 2);
}

TEST_CASE(
    "scopes: untagged hears all, tagged its own and what is below, descendants do not hear above",
    "[bus][scope]") {
  KernelFixture fixture;
  fixture.declare("test/ping", core::EventMode::kEmit);
  const keel_event event = fixture.event("test/ping");
  core::Instance& instance = fixture.add_instance("one");
  keel_scope parent{0};
  keel_scope child{0};
  keel_scope other{0};
  REQUIRE(keel_host_call_api.scope_begin(instance.ctx, {0}, detail::to_str("parent"), &parent,
                                         nullptr) == KEEL_OK);
  REQUIRE(keel_host_call_api.scope_begin(instance.ctx, parent, detail::to_str("child"), &child,
                                         nullptr) == KEEL_OK);
  REQUIRE(keel_host_call_api.scope_begin(instance.ctx, {0}, detail::to_str("other"), &other,
                                         nullptr) == KEEL_OK);
  std::string heard;
  Method untagged([&](auto...) {
    heard += 'u';
    return KEEL_OK;
  });
  Method on_parent([&](auto...) {
    heard += 'p';
    return KEEL_OK;
  });
  Method on_child([&](auto...) {
    heard += 'c';
    return KEEL_OK;
  });
  keel_ctx parent_ctx{};
  keel_ctx child_ctx{};
  REQUIRE(keel_host_call_api.ctx_in_scope(instance.ctx, parent, &parent_ctx) == KEEL_OK);
  REQUIRE(keel_host_call_api.ctx_in_scope(instance.ctx, child, &child_ctx) == KEEL_OK);
  listen(instance.ctx, event, 0, untagged);
  listen(parent_ctx, event, 0, on_parent);
  listen(child_ctx, event, 0, on_child);
  const keel_msg in{};
  const auto emit = [&](keel_scope target) {
    heard.clear();
    keel_host_bus_api.emit(instance.ctx, nullptr, event, target, &in);
    return heard;
  };
  CHECK(emit({0}) == "u");
  CHECK(emit(parent) == "up");
  CHECK(emit(child) == "upc");
  CHECK(emit(other) == "u");
  keel_host_call_api.scope_end(instance.ctx, child);
  CHECK(emit(child) == "u");
  keel_reg registration{0};
  CHECK(keel_host_bus_api.listen(child_ctx, event, 0, &Method::call, &on_child, &registration,
                                 nullptr) == KEEL_INACTIVE);
  CHECK(keel_host_call_api.scope_link(instance.ctx, parent, other, nullptr) == KEEL_OK);
  CHECK(keel_host_call_api.scope_link(instance.ctx, other, parent, nullptr) == KEEL_REFUSED);
}
