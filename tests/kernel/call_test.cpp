// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>
#include <thread>

#include "kernel_fixture.hpp"

using namespace keel;
using namespace keel::testing;

namespace {

keel_ref make_object(core::Instance& owner, Method& method, keel_run dropped = nullptr,
                     std::uint32_t methods = 4) {
  keel_ref ref{0};
  REQUIRE(keel_host_call_api.object(owner.ctx, detail::to_str("test@0"), methods, &Method::call,
                                    &method, dropped, &ref, nullptr) == KEEL_OK);
  return ref;
}

}  // namespace

TEST_CASE("a call answered in place has no continuation", "[call]") {
  KernelFixture fixture;
  core::Instance& callee = fixture.add_instance("callee");
  core::Instance& caller = fixture.add_instance("caller");
  Method echo([](const keel_call* call, std::uint32_t ordinal, const keel_msg* in, keel_msg* out) {
    CHECK(call->size == sizeof(keel_call));
    CHECK(ordinal == 2);
    out->value = Value::share(ValueView(in->value)).release();
    return KEEL_OK;
  });
  const keel_ref ref = make_object(callee, echo);
  const Value text("hello");
  keel_msg in{};
  in.value = text.raw();
  keel_msg out{};
  Outcome outcome;
  REQUIRE(keel_host_call_api.invoke(caller.ctx, nullptr, ref, 2, &in, nullptr, &out, &Outcome::done,
                                    &outcome, nullptr) == KEEL_OK);
  CHECK(Value::take(out.value).text() == "hello");
  fixture.drain();
  CHECK_FALSE(outcome.settled);
  CHECK(keel_host_call_api.invoke(caller.ctx, nullptr, ref, 4, &in, nullptr, &out, nullptr, nullptr,
                                  nullptr) == KEEL_UNIMPLEMENTED);
  Value::take(out.value);
}

TEST_CASE("a deferred call settles once, from any thread; a second settle is refused and counted",
          "[call]") {
  KernelFixture fixture;
  core::Instance& callee = fixture.add_instance("callee");
  core::Instance& caller = fixture.add_instance("caller");
  keel_completion completion{};
  Method later([&](const keel_call* call, std::uint32_t, const keel_msg*, keel_msg*) {
    const keel_call* kept = keel_host_call_api.defer(call, &completion);
    REQUIRE(kept != nullptr);
    CHECK(keel_host_call_api.defer(call, &completion) == nullptr);
    return KEEL_PENDING;
  });
  const keel_ref ref = make_object(callee, later);
  keel_msg out{};
  Outcome outcome;
  REQUIRE(keel_host_call_api.invoke(caller.ctx, nullptr, ref, 0, nullptr, nullptr, &out,
                                    &Outcome::done, &outcome, nullptr) == KEEL_PENDING);
  std::thread worker([&] {
    keel_msg answer{};
    answer.value = Value("from a thread").release();
    CHECK(keel_host_call_api.settle(completion, KEEL_OK, &answer) == KEEL_OK);
    keel_msg again{};
    again.value = Value("again").release();
    CHECK(keel_host_call_api.settle(completion, KEEL_OK, &again) == KEEL_REFUSED);
  });
  worker.join();
  fixture.drain();
  REQUIRE(outcome.settled);
  CHECK(outcome.status == KEEL_OK);
  CHECK(outcome.value.text() == "from a thread");
  CHECK(fixture.kernel->calls().late_settles() == 1);
  CHECK(fixture.kernel->calls().pending_count() == 0);
}

TEST_CASE("a continuation never runs inside settle", "[call]") {
  KernelFixture fixture;
  core::Instance& callee = fixture.add_instance("callee");
  core::Instance& caller = fixture.add_instance("caller");
  keel_completion completion{};
  Method later([&](const keel_call* call, std::uint32_t, const keel_msg*, keel_msg*) {
    keel_host_call_api.defer(call, &completion);
    keel_msg answer{};
    CHECK(keel_host_call_api.settle(completion, KEEL_OK, &answer) == KEEL_OK);
    return KEEL_PENDING;
  });
  const keel_ref ref = make_object(callee, later);
  Outcome outcome;
  bool settled_inside = true;
  Method outer([&](auto...) {
    keel_msg out{};
    CHECK(keel_host_call_api.invoke(caller.ctx, nullptr, ref, 0, nullptr, nullptr, &out,
                                    &Outcome::done, &outcome, nullptr) == KEEL_PENDING);
    settled_inside = outcome.settled;
    return KEEL_OK;
  });
  const keel_ref outer_ref = make_object(caller, outer);
  keel_msg out{};
  CHECK(keel_host_call_api.invoke(callee.ctx, nullptr, outer_ref, 0, nullptr, nullptr, &out,
                                  nullptr, nullptr, nullptr) == KEEL_OK);
  CHECK_FALSE(settled_inside);
  fixture.drain();
  CHECK(outcome.settled);
}

TEST_CASE(
    "PENDING without defer, host statuses and malformed messages become faults that name the "
    "plugin",
    "[call]") {
  KernelFixture fixture;
  core::Instance& callee = fixture.add_instance("callee");
  core::Instance& caller = fixture.add_instance("caller");
  std::int32_t status = KEEL_OK;
  std::uint32_t refs = 0;
  std::uint64_t kind = 0;
  Method bad([&](const keel_call*, std::uint32_t, const keel_msg*, keel_msg* out) {
    out->ref_count = refs;
    out->value.head = kind;
    return status;
  });
  const keel_ref ref = make_object(callee, bad);
  const auto call = [&] {
    keel_msg out{};
    const std::int32_t result = keel_host_call_api.invoke(caller.ctx, nullptr, ref, 0, nullptr,
                                                          nullptr, &out, nullptr, nullptr, nullptr);
    const Value value = Value::take(out.value);
    CHECK(value["code"].text() == "PLUGIN_FAULT");
    CHECK(value["message"].text().find("test/callee (row callee, generation 1)") !=
          std::string_view::npos);
    return result;
  };
  status = KEEL_PENDING;
  CHECK(call() == KEEL_FAILED);
  status = KEEL_CANCELLED;
  CHECK(call() == KEEL_FAILED);
  status = 4711;
  CHECK(call() == KEEL_FAILED);
  status = KEEL_OK;
  refs = 4000000000U;
  CHECK(call() == KEEL_FAILED);
  refs = 0;
  kind = 77;
  CHECK(call() == KEEL_FAILED);
  CHECK(callee.faults.protocol == 5);
}

TEST_CASE("references in an outcome become the caller's; the last drop tells the owner", "[call]") {
  KernelFixture fixture;
  core::Instance& owner = fixture.add_instance("owner");
  core::Instance& caller = fixture.add_instance("caller");
  struct State {
    int dropped = 0;
  };
  static State state;
  state = {};
  Method object_body([](auto...) { return KEEL_OK; });
  Method give([&](const keel_call*, std::uint32_t, const keel_msg*, keel_msg* out) {
    out->refs[0] = make_object(owner, object_body, [](void*) { ++state.dropped; });
    out->ref_count = 1;
    return KEEL_OK;
  });
  const keel_ref giver = make_object(owner, give);
  keel_msg out{};
  REQUIRE(keel_host_call_api.invoke(caller.ctx, nullptr, giver, 0, nullptr, nullptr, &out, nullptr,
                                    nullptr, nullptr) == KEEL_OK);
  REQUIRE(out.ref_count == 1);
  const keel_ref given = out.refs[0];
  keel_ref copy{0};
  REQUIRE(keel_host_call_api.ref_dup(caller.ctx, given, &copy) == KEEL_OK);
  keel_host_call_api.ref_drop(caller.ctx, given);
  fixture.drain();
  CHECK(state.dropped == 0);
  CHECK(keel_host_call_api.invoke(caller.ctx, nullptr, given, 0, nullptr, nullptr, &out, nullptr,
                                  nullptr, nullptr) == KEEL_UNAVAILABLE);
  Value::take(out.value);
  CHECK(keel_host_call_api.invoke(caller.ctx, nullptr, copy, 0, nullptr, nullptr, &out, nullptr,
                                  nullptr, nullptr) == KEEL_OK);
  keel_host_call_api.ref_drop(caller.ctx, copy);
  fixture.drain();
  CHECK(state.dropped == 1);
}

TEST_CASE("the stop protocol settles what is pending and lets nobody wait", "[call][stop]") {
  KernelFixture fixture;
  core::Instance& callee = fixture.add_instance("callee");
  core::Instance& caller = fixture.add_instance("caller");
  callee.table.lifecycle = [](void*, const keel_call*, std::uint32_t, const keel_msg*, keel_msg*) {
    return KEEL_OK;
  };
  keel_completion completion{};
  bool cancelled = false;
  Method never([&](const keel_call* call, std::uint32_t, const keel_msg*, keel_msg*) {
    const keel_call* kept = keel_host_call_api.defer(call, &completion);
    keel_host_exec_api.on_cancel(
        kept->ctx, kept->cancel, [](void* user) { *static_cast<bool*>(user) = true; }, &cancelled,
        nullptr);
    return KEEL_PENDING;
  });
  const keel_ref ref = make_object(callee, never);
  keel_ref held{0};
  REQUIRE(keel_host_call_api.ref_dup(caller.ctx, ref, &held) == KEEL_OK);
  keel_msg out{};
  Outcome outcome;
  REQUIRE(keel_host_call_api.invoke(caller.ctx, nullptr, held, 0, nullptr, nullptr, &out,
                                    &Outcome::done, &outcome, nullptr) == KEEL_PENDING);
  core::Lifecycle lifecycle(*fixture.kernel);
  bool stopped = false;
  core::StopReport report;
  lifecycle.stop(callee, [&](core::StopReport given) {
    stopped = true;
    report = std::move(given);
  });
  REQUIRE(fixture.kernel->exec().run_until([&] { return stopped; }));
  CHECK(cancelled);
  CHECK(report.destroyed);
  CHECK(callee.state == core::InstanceState::kDestroyed);
  REQUIRE(outcome.settled);
  CHECK(outcome.status == KEEL_UNAVAILABLE);
  CHECK(fixture.logged("still pending"));
  // The late settle of a stopped plugin is refused, counted, and reaches nobody.
  keel_msg late{};
  late.value = Value("late").release();
  CHECK(keel_host_call_api.settle(completion, KEEL_OK, &late) == KEEL_REFUSED);
  CHECK(keel_host_call_api.invoke(caller.ctx, nullptr, held, 0, nullptr, nullptr, &out, nullptr,
                                  nullptr, nullptr) == KEEL_UNAVAILABLE);
  Value::take(out.value);
}

TEST_CASE("undo runs in reverse order, awaits pending steps, and survives a failing one",
          "[call][stop]") {
  KernelFixture fixture;
  core::Instance& instance = fixture.add_instance("one");
  instance.table.lifecycle = [](void*, const keel_call*, std::uint32_t, const keel_msg*,
                                keel_msg*) { return KEEL_OK; };
  std::string order;
  keel_completion second{};
  Method first_undo([&](auto...) {
    order += '1';
    return KEEL_OK;
  });
  Method second_undo([&](const keel_call* call, std::uint32_t, const keel_msg*, keel_msg*) {
    order += '2';
    keel_host_call_api.defer(call, &second);
    return KEEL_PENDING;
  });
  Method third_undo([&](auto...) -> std::int32_t {
    order += '3';
    throw std::runtime_error("third is broken");
  });
  for (Method* method : {&first_undo, &second_undo, &third_undo}) {
    REQUIRE(keel_host_call_api.effect(instance.ctx, detail::to_str("step"), &Method::call, method,
                                      nullptr) == KEEL_OK);
  }
  core::Lifecycle lifecycle(*fixture.kernel);
  bool stopped = false;
  lifecycle.stop(instance, [&](const core::StopReport&) { stopped = true; });
  REQUIRE(fixture.kernel->exec().run_until([&] { return order == "32"; }));
  CHECK_FALSE(stopped);
  keel_msg done{};
  REQUIRE(keel_host_call_api.settle(second, KEEL_OK, &done) == KEEL_OK);
  REQUIRE(fixture.kernel->exec().run_until([&] { return stopped; }));
  CHECK(order == "321");
  CHECK(fixture.logged("third is broken"));
  CHECK(keel_host_call_api.effect(instance.ctx, detail::to_str("late"), &Method::call, &first_undo,
                                  nullptr) == KEEL_INACTIVE);
}
