// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include <stdexcept>
#include <string>
#include <utility>

#include "llm_fixture.hpp"

namespace keel::testing {

TEST_CASE_METHOD(LlmFixture, "a call streams the adapter's chunks as they are") {
  const std::vector<Value> chunks = stream(options());
  REQUIRE(chunks.size() == 2);
  CHECK(chunks[0] == text("Hi"));
  CHECK(chunks[1] == finish("stop"));
  CHECK(adapter.last_options["provider"].text() == "fake");
  CHECK(adapter.last_options["messages"].size() == 1);
}

TEST_CASE_METHOD(LlmFixture, "failures of the adapter give exactly one terminal finish") {
  const Error server =
      Error::failed("SERVER", "overloaded", object({{"status", 503}, {"requestId", "r-1"}}));
  SECTION("before the first chunk") {
    adapter.stream_error = server;
    const std::vector<Value> chunks = stream(options());
    CHECK(chunks.size() == 1);
    CHECK(outcome(chunks) == "error SERVER");
    CHECK(to_json(chunks.back()["reason"]["failure"]) ==
          R"({"message":"overloaded","code":"SERVER","status":503,"requestId":"r-1"})");
  }
  SECTION("while it prepares") {
    adapter.prepare_error = Error::failed("MISSING_CREDENTIAL", "no key");
    CHECK(outcome(stream(options())) == "error MISSING_CREDENTIAL");
  }
  SECTION("after three deltas") {
    adapter.chunks = {text("a"), text("b"), text("c")};
    adapter.end_error = server;
    const std::vector<Value> chunks = stream(options());
    CHECK(chunks.size() == 4);
    CHECK(all_text(chunks) == "abc");
    CHECK(outcome(chunks) == "error SERVER");
  }
  SECTION("an end without a finish") {
    adapter.chunks = {text("a")};
    CHECK(outcome(stream(options())) == "error STREAM_CLOSED");
  }
  SECTION("a chunk of no known type") {
    adapter.chunks = {text("a"), object({{"type", "surprise"}}), text("b"), finish("stop")};
    const std::vector<Value> chunks = stream(options());
    CHECK(outcome(chunks) == "error MALFORMED_RESPONSE");
    CHECK(all_text(chunks) == "a");
  }
  SECTION("a finish without a reason") {
    adapter.chunks = {object({{"type", "finish"}})};
    CHECK(outcome(stream(options())) == "error MALFORMED_RESPONSE");
  }
  SECTION("an error finish without a failure") {
    adapter.chunks = {finish("error")};
    CHECK(outcome(stream(options())) == "error MALFORMED_RESPONSE");
  }
  SECTION("chunks behind the finish are dropped") {
    adapter.chunks = {text("a"), finish("stop"), text("b"), finish("stop")};
    const std::vector<Value> chunks = stream(options());
    CHECK(chunks.size() == 2);
    CHECK(outcome(chunks) == "stop");
    host->run_until([&] { return host->logged("2 chunks behind its finish"); });
  }
  SECTION("no adapter") { CHECK(outcome(stream(options("nowhere"))) == "error NO_ADAPTER"); }
  SECTION("an adapter that broke unforeseen is UNKNOWN") {
    adapter.stream_error = Error::failed("EXCEPTION", "std::bad_alloc");
    CHECK(outcome(stream(options())) == "error UNKNOWN");
  }
  SECTION("facts that are not sound are dropped") {
    adapter.stream_error =
        Error::failed("SERVER", "overloaded", object({{"status", 9999}, {"requestId", "r-1"}}));
    CHECK(to_json(stream(options()).back()["reason"]["failure"]) ==
          R"({"message":"overloaded","code":"SERVER"})");
  }
  SECTION("facts of another code are dropped") {
    adapter.stream_error =
        Error::failed("SERVER", "overloaded", object({{"code", "AUTH"}, {"status", 401}}));
    CHECK(to_json(stream(options()).back()["reason"]["failure"]) ==
          R"({"message":"overloaded","code":"SERVER"})");
  }
}

TEST_CASE_METHOD(LlmFixture, "the adapter's own finish of kind error passes as it is") {
  const Value failure = object({{"message", "no more"}, {"code", "QUOTA"}, {"status", 402}});
  const Value reason = object({{"kind", "error"}, {"failure", failure}});
  adapter.chunks = {object({{"type", "finish"}, {"reason", reason}})};
  CHECK(stream(options()).back()["reason"] == reason);
}

TEST_CASE_METHOD(LlmFixture, "caller abort gives aborted, a provider error does not") {
  CancelSource stop = must(host.ctx().token());
  SECTION("abort while the adapter streams") {
    adapter.chunks = {text("half")};
    adapter.hangs = true;
    adapter.end_error = Error::failed("TRANSPORT", "the socket was closed");
    Message opened = must(open(options(), stop.raw()));
    must(stop.cancel(object({{"kind", "user"}})));
    const std::vector<Value> chunks = read(std::move(opened));
    CHECK(all_text(chunks) == "half");
    CHECK(outcome(chunks) == "aborted TRANSPORT");
  }
  SECTION("abort before") {
    adapter.stream_error = Error::failed("ABORTED", "given up");
    must(stop.cancel(object({})));
    CHECK(outcome(stream(options(), stop.raw())) == "aborted ABORTED");
  }
  SECTION("a code that says so") {
    adapter.stream_error = Error::failed("ABORTED", "given up");
    CHECK(outcome(stream(options(), stop.raw())) == "aborted ABORTED");
  }
  SECTION("no abort") {
    adapter.end_error = Error::failed("TRANSPORT", "the socket was closed");
    adapter.chunks.clear();
    CHECK(outcome(stream(options(), stop.raw())) == "error TRANSPORT");
  }
}

TEST_CASE_METHOD(LlmFixture, "a listener's failure is the caller's to see, not a finish") {
  keep(host.ctx().listen("llm/stream", 0,
                         [](Call) -> Value { throw std::runtime_error("listener broke"); }));
  const auto opened = open(options());
  REQUIRE_FALSE(opened);
  CHECK(opened.error().message == "listener broke");
  CHECK(adapter.times_streamed == 0);
}

TEST_CASE_METHOD(LlmFixture, "a listener may answer with a stream of its own, or with none") {
  SECTION("its own") {
    keep(host.ctx().listen("llm/stream", 0, [this](Call) {
      NewStream own = must(StreamWriter::open(host.ctx()));
      own.writer.push(Message(text("replayed")));
      own.writer.push(Message(finish("stop")));
      own.writer.finish();
      return Message(object({})).with(std::move(own.reader));
    }));
    CHECK(all_text(stream(options())) == "replayed");
    CHECK(adapter.times_streamed == 0);
  }
  SECTION("none") {
    keep(host.ctx().listen("llm/stream", 0, [](Call) { return object({}); }));
    CHECK(open(options()).error().code == "NO_STREAM");
  }
}

TEST_CASE_METHOD(LlmFixture, "a listener may reroute a request, but not one that the loop built") {
  FakeAdapter other(host.ctx());
  other.chunks = {text("other"), finish("stop")};
  keep(other.publish(host.ctx(), "other"));
  bool saw_mark = false;
  keep(host.ctx().listen("llm/stream", 0, [&](Call call, ValueView in) -> Task<Message> {
    saw_mark = in["loopBuilt"].is_true();
    Message rerouted(object({{"options", options("other")},
                             {"loopBuilt", Value::share(in["loopBuilt"])},
                             {"prepared", Value::share(in["prepared"])}}));
    co_return co_await must(call.next(std::move(rerouted)));
  }));
  CHECK(all_text(stream(options())) == "other");
  CHECK_FALSE(saw_mark);
  const auto refused = open(options("fake", object({{"loopBuilt", true}})));
  CHECK(refused.error().code == "READ_ONLY_REQUEST");
  CHECK(saw_mark);
}

TEST_CASE_METHOD(LlmFixture, "the mark of the loop does not reach the adapter") {
  CHECK(outcome(stream(options("fake", object({{"loopBuilt", true}})))) == "stop");
  CHECK_FALSE(adapter.last_options.has("loopBuilt"));
}

TEST_CASE_METHOD(LlmFixture, "a reader that goes early stops the adapter, also a silent one") {
  adapter.chunks = {text("a")};
  adapter.hangs = true;
  Message opened = must(open(options()));
  host->drain();
  CHECK(adapter.streams_ended == 0);
  opened = Message();
  host->run_until([&] { return adapter.streams_ended == 1; });
}

TEST_CASE_METHOD(LlmFixture, "many chunks pass a slow reader one by one") {
  adapter.chunks.clear();
  std::string expected;
  for (int i = 0; i < 1000; ++i) {
    adapter.chunks.push_back(text(std::to_string(i) + ","));
    expected += std::to_string(i) + ",";
  }
  adapter.chunks.push_back(finish("stop"));
  CHECK(all_text(stream(options())) == expected);
}

TEST_CASE_METHOD(LlmFixture, "an adapter that only streams is enough") {
  FakeAdapter bare(host.ctx());
  bare.chunks = {text("bare"), finish("stop")};
  keep(bare.publish_bare(host.ctx(), "bare"));
  CHECK(all_text(stream(options("bare"))) == "bare");
  const Message models = must(
      host->call("llm/runtime", llm::Llm::kListModels, Message(object({{"provider", "bare"}}))));
  CHECK(models["models"].empty());
}

}  // namespace keel::testing
