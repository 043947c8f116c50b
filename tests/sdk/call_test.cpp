// SPDX-License-Identifier: MIT
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "sdk_fixture.hpp"

using namespace keel;
using namespace keel::testing;

namespace {

struct Echo {
  std::string text;
  explicit Echo(ValueView in) : text(in["text"].text()) {}
};

/// A method of every shape that a handler may have.
class Shapes {
 public:
  explicit Shapes(Context context) : context_(std::move(context)) {}
  Context context() const { return context_; }

  void none() { ++calls; }
  Value with_call(Call call) { return Value(call.ordinal()); }
  Value with_view(Call, ValueView in) { return Value::share(in["x"]); }
  Message with_message(Call, MessageView in) { return Message(Value(in.ref_count())); }
  std::string with_contract_view(Call, Echo in) { return in.text; }
  Expected<Value> expected(Call, ValueView in) {
    if (in.is_null()) return fail("NULL", "null is not welcome");
    return Value::share(in);
  }
  Expected<void> nothing(Call, ValueView in) {
    if (in.is_true()) return fail("TRUE", "true is not welcome");
    return {};
  }
  Value throws() { throw std::runtime_error("from a method"); }
  Task<Value> task(Call call, ValueView in) {
    co_await must(call.sleep_for(0));
    co_return Value::share(in["x"]);
  }
  Task<void> task_by_reference(const Call& call, const MessageView& in) {
    co_await must(call.sleep_for(0));
    seen = std::string(in["x"].text());
    co_await must(call.sleep_for(0));
  }
  Task<Value> task_in_place() { co_return 1; }
  Task<Value> task_throws(Call call) {
    co_await must(call.sleep_for(0));
    throw std::runtime_error("from a coroutine");
  }

  static constexpr Methods kMethods{method<0, &Shapes::none>,
                                    method<1, &Shapes::with_call>,
                                    method<2, &Shapes::with_view>,
                                    method<3, &Shapes::with_message>,
                                    method<4, &Shapes::expected>,
                                    method<5, &Shapes::nothing>,
                                    method<6, &Shapes::throws>,
                                    method<7, &Shapes::task>,
                                    method<8, &Shapes::task_by_reference>,
                                    method<9, &Shapes::task_in_place>,
                                    method<10, &Shapes::task_throws>,
                                    method<12, &Shapes::with_contract_view>};

  int calls = 0;
  std::string seen;

 private:
  Context context_;
};

Task<Message> invoke(Context context, Ref& target, std::uint32_t ordinal, Value in = {}) {
  Message message(std::move(in));
  co_return co_await must(context.invoke(target, ordinal, std::move(message)));
}

}  // namespace

TEST_CASE("handlers of every shape answer through one service", "[call]") {
  SdkFixture fixture;
  SdkFixture::Side& owner = fixture.add("owner");
  SdkFixture::Side& user = fixture.add("user");
  Shapes shapes(owner.context());
  Registration published =
      must(owner.context().publish("shape/all", object({{"a", 1}}), Shapes::kMethods, &shapes));
  Ref ref = must(user.context().resolve("shape/all"));
  CHECK(must(user.context().metadata(ref))["a"].integer_or(0) == 1);
  const auto call = [&](std::uint32_t ordinal, Value in = {}) {
    return fixture.run(user, invoke(user.context(), ref, ordinal, std::move(in)));
  };

  CHECK(call(0)->value().is_absent());
  CHECK(shapes.calls == 1);
  CHECK(call(1)->value().integer_or(0) == 1);
  CHECK(call(2, object({{"x", "y"}}))->value().text() == "y");
  CHECK(call(3)->value().integer_or(-1) == 0);
  CHECK(call(4, Value("v"))->value().text() == "v");
  CHECK(call(4, Value(nullptr)).error().code == "NULL");
  CHECK(call(5, Value(false))->value().is_absent());
  CHECK(call(5, Value(true)).error().code == "TRUE");
  CHECK(call(6).error().code == "EXCEPTION");
  CHECK(call(6).error().message == "from a method");
  CHECK(call(7, object({{"x", "late"}}))->value().text() == "late");
  CHECK(call(8, object({{"x", "kept"}})));
  CHECK(shapes.seen == "kept");
  CHECK(call(9)->value().integer_or(0) == 1);
  CHECK(call(10).error().message == "from a coroutine");
  CHECK(call(11).error().code == "UNIMPLEMENTED");
  CHECK(call(12, object({{"text", "view"}}))->value().text() == "view");
  CHECK(call(13).error().status == KEEL_UNIMPLEMENTED);
  CHECK(owner.host->faults.exceptions == 0);
  CHECK(owner.host->faults.protocol == 0);
  CHECK(fixture.kernel->calls().pending_count() == 0);
}

TEST_CASE("a coroutine that never waits takes no completion", "[call]") {
  SdkFixture fixture;
  SdkFixture::Side& owner = fixture.add("owner");
  Shapes shapes(owner.context());
  Registration published =
      must(owner.context().publish("shape/all", {}, Shapes::kMethods, &shapes));
  Ref ref = must(owner.context().resolve("shape/all"));
  keel_msg in{};
  keel_msg out{};
  CHECK(detail::call_api().invoke(owner.context().raw(), nullptr, ref.raw(), 9, &in, nullptr, &out,
                                  nullptr, nullptr, nullptr) == KEEL_OK);
  CHECK(ValueView(out.value).integer_or(0) == 1);
}

TEST_CASE("a handler undoes its own registration while it runs", "[call]") {
  SdkFixture fixture;
  SdkFixture::Side& side = fixture.add("side");
  Registration registration;
  int heard = 0;
  // Text on the heap of the closure: reading it after the undo would be a fault.
  registration = must(side.context().listen(
      "test/event", 0, [&heard, &registration, text = std::string(100, 'x')](Call, ValueView) {
        registration.undo();
        heard += static_cast<int>(text.size());
      }));
  const keel_event event = must(side.context().event("test/event"));
  must(side.context().emit(event, {0}, Message(1)));
  must(side.context().emit(event, {0}, Message(1)));
  CHECK(heard == 100);
}

TEST_CASE("a capturing lambda may be a coroutine handler and outlive its registration", "[call]") {
  SdkFixture fixture;
  SdkFixture::Side& side = fixture.add("side");
  Registration registration = must(side.context().publish(
      "shape/late", {}, [text = std::string(100, 'x')](Call call) -> Task<Value> {
        co_await must(call.sleep_for(0));
        co_return text;
      }));
  Ref ref = must(side.context().resolve("shape/late"));
  std::string got;
  const auto ask = [](Context context, Ref& target, std::string& into) -> Task<void> {
    const Message answer = co_await must(context.invoke(target, 0));
    into = std::string(answer.value().text());
  };
  side.context().spawn(ask(side.context(), ref, got));
  registration.undo();
  fixture.run_until([&] { return !got.empty(); });
  CHECK(got == std::string(100, 'x'));
}

TEST_CASE("nested calls inherit target, initiator, trace and cancellation", "[call]") {
  SdkFixture fixture;
  SdkFixture::Side& inner = fixture.add("inner");
  SdkFixture::Side& outer = fixture.add("outer");
  SdkFixture::Side& user = fixture.add("user");
  const OwnedScope scope = must(user.context().begin_scope({0}, "agent"));
  std::uint64_t trace = 0;
  keep(inner.context().publish("shape/inner", {}, [&trace](Call call) -> Task<Value> {
    trace = call.trace()[1];
    const Expected<void> slept = co_await call.sleep_for(3'600'000);
    co_return object({{"target", call.target().id},
                      {"initiator", call.initiator().id},
                      {"cancelled", call.cancelled()},
                      {"status", slept ? KEEL_OK : slept.error().status}});
  }));
  std::uint64_t outer_trace = 0;
  keep(outer.context().publish("shape/outer", {}, [&outer_trace](Call call) -> Task<Message> {
    outer_trace = call.trace()[1];
    const Ref next = must(call.resolve("shape/inner"));
    co_return co_await must(call.invoke(next, 0));
  }));

  CancelSource stop = must(user.context().token());
  CallOptions options;
  options.target = scope.raw();
  options.initiator = scope.raw();
  options.cancel = stop.raw();
  Ref ref = must(user.context().resolve("shape/outer"));
  std::optional<Expected<Message>> result;
  const auto ask = [](Context context, Ref& target, CallOptions& with,
                      std::optional<Expected<Message>>& into) -> Task<void> {
    Expected<Message> answer = co_await context.invoke(target, 0, {}, with);
    into.emplace(std::move(answer));
  };
  user.context().spawn(ask(user.context(), ref, options, result));
  fixture.drain();
  REQUIRE_FALSE(result);
  must(stop.cancel("enough"));
  fixture.run_until([&] { return result.has_value(); });
  REQUIRE(*result);
  const Message& answer = **result;
  CHECK(answer["target"].integer_or(0) == static_cast<std::int64_t>(scope.raw().id));
  CHECK(answer["initiator"].integer_or(0) == static_cast<std::int64_t>(scope.raw().id));
  CHECK(answer["cancelled"].is_true());
  CHECK(answer["status"].integer_or(0) == KEEL_CANCELLED);
  CHECK(trace != 0);
  CHECK(trace == outer_trace);
}

TEST_CASE("destroying a coroutine forgets its call and cancels what it called", "[call]") {
  SdkFixture fixture;
  SdkFixture::Side& inner = fixture.add("inner");
  SdkFixture::Side& outer = fixture.add("outer");
  SdkFixture::Side& user = fixture.add("user");
  bool cancelled = false;
  keep(inner.context().publish("shape/inner", {}, [&cancelled](Call call) -> Task<void> {
    const Expected<void> slept = co_await call.sleep_for(3'600'000);
    cancelled = !slept && slept.error().status == KEEL_CANCELLED;
  }));
  keep(outer.context().publish("shape/outer", {}, [](Call call) -> Task<Message> {
    const Ref next = must(call.resolve("shape/inner"));
    co_return co_await must(call.invoke(next, 0));
  }));
  Ref ref = must(user.context().resolve("shape/outer"));
  {
    class Sink : public detail::TaskSink {
     public:
      void finished() noexcept override {}
    } sink;
    Task<Message> task = invoke(user.context(), ref, 0);
    REQUIRE_FALSE(task.start(sink));
  }
  fixture.drain();
  CHECK(cancelled);
  CHECK(fixture.kernel->calls().pending_count() == 0);
}

TEST_CASE("arguments and references stay valid in a coroutine after the method has returned",
          "[call]") {
  SdkFixture fixture;
  SdkFixture::Side& owner = fixture.add("owner");
  SdkFixture::Side& user = fixture.add("user");
  keep(owner.context().publish("shape/target", {}, [](Call) { return Value("target"); }));
  keep(owner.context().publish("shape/uses_ref", {}, [](Call call, MessageView in) -> Task<Value> {
    co_await must(call.sleep_for(0));
    const std::string text(in["text"].text());
    const Message answer = co_await must(call.invoke(in.ref(0), 0));
    co_return text + std::string(answer.value().text());
  }));
  const auto ask = [](Context context) -> Task<Message> {
    const Ref uses = must(context.resolve("shape/uses_ref"));
    Ref target = must(context.resolve("shape/target"));
    Message in = Message(object({{"text", "to the "}})).with(std::move(target));
    co_return co_await must(context.invoke(uses, 0, std::move(in)));
  };
  CHECK(fixture.run(user, ask(user.context()))->value().text() == "to the target");
}

TEST_CASE("a waterfall listener answers for the chain, changes arguments, or only forwards",
          "[call]") {
  SdkFixture fixture;
  SdkFixture::Side& side = fixture.add("side");
  int forwarded = 0;
  keep(side.context().listen("test/shape", 1, [](Call call, ValueView in) -> Task<Value> {
    Message argument(std::string(in.text()) + "1");
    const Message inner = co_await must(call.next(std::move(argument)));
    co_return std::string(inner.value().text()) + "a";
  }));
  keep(side.context().listen("test/shape", 2, [&forwarded](Call call) {
    ++forwarded;
    return call.forward();
  }));
  keep(side.context().listen("test/shape", 3, [](Call call, ValueView in) {
    return call.forward(Message(std::string(in.text()) + "3"));
  }));
  const keel_event event = must(side.context().event("test/shape"));
  bool pending = false;
  const auto dispatch = [](Context context, keel_event of, bool& waits) -> Task<Message> {
    Message in("0");
    co_return co_await must(context.dispatch_or(of, {0}, std::move(in),
                                                [&waits](Call call, ValueView got) -> Task<Value> {
                                                  const std::string text(got.text());
                                                  if (waits) co_await must(call.sleep_for(0));
                                                  co_return text + "f";
                                                }));
  };
  CHECK(fixture.run(side, dispatch(side.context(), event, pending))->value().text() == "013fa");
  pending = true;
  CHECK(fixture.run(side, dispatch(side.context(), event, pending))->value().text() == "013fa");
  CHECK(forwarded == 2);
  CHECK(fixture.kernel->calls().pending_count() == 0);
}

TEST_CASE("cancelling a waterfall reaches its innermost function through listeners that wait",
          "[call]") {
  SdkFixture fixture;
  SdkFixture::Side& side = fixture.add("side");
  keep(side.context().listen(
      "test/shape", 1, [](Call call) -> Task<Message> { co_return co_await must(call.next()); }));
  keep(side.context().listen("test/shape", 2, [](Call call) { return call.forward(); }));
  const keel_event event = must(side.context().event("test/shape"));
  CancelSource stop = must(side.context().token());
  std::optional<Expected<Message>> result;
  const auto dispatch = [](Context context, keel_event of, keel_token token,
                           std::optional<Expected<Message>>& into) -> Task<void> {
    CallOptions options;
    options.cancel = token;
    Message in("0");
    Expected<Message> answer = co_await context.dispatch_or(
        of, {0}, std::move(in),
        [](Call call) -> Task<void> { co_await must(call.sleep_for(3'600'000)); }, options);
    into.emplace(std::move(answer));
  };
  side.context().spawn(dispatch(side.context(), event, stop.raw(), result));
  fixture.drain();
  REQUIRE_FALSE(result);
  must(stop.cancel("enough"));
  fixture.run_until([&] { return result.has_value(); });
  CHECK(result->error().code == "cancelled");
}

TEST_CASE("an object is called through its reference and destroyed with the last one", "[call]") {
  SdkFixture fixture;
  SdkFixture::Side& owner = fixture.add("owner");
  SdkFixture::Side& user = fixture.add("user");
  struct Counter {
    explicit Counter(bool& gone) : gone_(gone) {}
    ~Counter() { gone_ = true; }
    Value next(Call) { return ++count_; }

   private:
    bool& gone_;
    int count_ = 0;
  };
  bool gone = false;
  keep(owner.context().publish("shape/counters", {}, [&gone](Call call) -> Expected<Message> {
    Ref object = must(call.context().object("counter@0", std::make_unique<Counter>(gone),
                                            Methods{method<0, &Counter::next>}));
    return Message(Value()).with(std::move(object));
  }));
  const auto use = [](Context context) -> Task<std::int64_t> {
    const Ref counters = must(context.resolve("shape/counters"));
    Message made = co_await must(context.invoke(counters, 0));
    const Ref counter = made.take_ref(0);
    co_await must(context.invoke(counter, 0));
    const Message second = co_await must(context.invoke(counter, 0));
    co_return second.value().integer_or(0);
  };
  CHECK(fixture.run(user, use(user.context())).value() == 2);
  fixture.run_until([&] { return gone; });
}

TEST_CASE("stopping an instance ends its coroutines and gives its callers an answer", "[call]") {
  SdkFixture fixture;
  SdkFixture::Side& owner = fixture.add("owner");
  SdkFixture::Side& user = fixture.add("user");
  int living = 0;
  struct Guard {
    int& count;
    explicit Guard(int& of) : count(of) { ++count; }
    ~Guard() { --count; }
  };
  keep(owner.context().publish("shape/stuck", {}, [&living](Call call) -> Task<void> {
    const Guard guard(living);
    // Deaf to cancellation.
    const Signal never(call.context());
    co_await never.wait();
  }));
  Ref ref = must(user.context().resolve("shape/stuck"));
  std::optional<Expected<Message>> result;
  const auto ask = [](Context context, Ref& target,
                      std::optional<Expected<Message>>& into) -> Task<void> {
    Expected<Message> answer = co_await context.invoke(target, 0);
    into.emplace(std::move(answer));
  };
  user.context().spawn(ask(user.context(), ref, result));
  fixture.drain();
  REQUIRE(living == 1);
  fixture.stop(owner);
  REQUIRE(result);
  CHECK(result->error().status == KEEL_UNAVAILABLE);
  CHECK(living == 0);
}

TEST_CASE("a failure of background work is logged", "[call]") {
  SdkFixture fixture;
  SdkFixture::Side& side = fixture.add("side");
  const auto fails = []() -> Task<void> { co_await fail("BROKEN", "the work failed"); };
  side.context().spawn(fails());
  CHECK(fixture.logged("BROKEN: the work failed"));
}
