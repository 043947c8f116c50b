// SPDX-License-Identifier: MIT
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "sdk_fixture.hpp"

using namespace keel;
using namespace keel::testing;

namespace {

Task<void> pump(StreamWriter writer, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) {
    const Expected<void> room = co_await writer.room();
    if (!room) co_return;
    Message item(i);
    writer.push(std::move(item));
  }
  Message end("the end");
  writer.finish(std::move(end));
}

Task<std::string> read_all(StreamReader reader) {
  std::int64_t count = 0;
  std::int64_t sum = 0;
  while (true) {
    const std::optional<Message> item = co_await must(reader.next());
    if (!item) break;
    ++count;
    sum += item->value().integer_or(0);
  }
  co_return std::to_string(count) + " " + std::to_string(sum) + " " +
      std::string(reader.end().value().text());
}

}  // namespace

TEST_CASE("a stream carries more items than its window, in order, and its end", "[stream]") {
  SdkFixture fixture;
  SdkFixture::Side& side = fixture.add("side");
  NewStream stream = must(StreamWriter::open(side.context(), {4, 0}));
  side.context().spawn(pump(std::move(stream.writer), 1000));
  CHECK(fixture.run(side, read_all(StreamReader(std::move(stream.reader)))).value() ==
        "1000 499500 the end");
  CHECK(side.host->faults.stream_pushes == 0);
  fixture.drain();
  CHECK(fixture.kernel->streams().open_count() == 0);
}

TEST_CASE("a worker thread pushes into a stream", "[stream]") {
  SdkFixture fixture;
  SdkFixture::Side& side = fixture.add("side");
  NewStream stream = must(StreamWriter::open(side.context(), {100'000, 1 << 30}));
  std::thread worker([&writer = stream.writer] {
    for (std::int64_t i = 0; i < 1000; ++i) writer.push(Message(i));
    writer.finish(Message("the end"));
  });
  CHECK(fixture.run(side, read_all(StreamReader(std::move(stream.reader)))).value() ==
        "1000 499500 the end");
  worker.join();
}

TEST_CASE("a failed or abandoned stream ends with an error behind its items", "[stream]") {
  SdkFixture fixture;
  SdkFixture::Side& side = fixture.add("side");
  const auto read = [](StreamReader reader, std::string& into) -> Task<void> {
    while (true) {
      const std::optional<Message> item = co_await must(reader.next());
      if (!item) break;
      into += "i";
    }
  };
  std::string got;
  NewStream failed = must(StreamWriter::open(side.context()));
  failed.writer.push(Message(1));
  CHECK(failed.writer.fail(Error::failed("PIPE", "it broke")));
  CHECK_FALSE(failed.writer.finish());
  CHECK(failed.writer.push(Message(2)) == Push::kRefused);
  CHECK(fixture.run(side, read(StreamReader(std::move(failed.reader)), got)).error().code ==
        "PIPE");
  CHECK(got == "i");
  NewStream abandoned = must(StreamWriter::open(side.context()));
  abandoned.writer.push(Message(1));
  { const StreamWriter gone = std::move(abandoned.writer); }
  CHECK(fixture.run(side, read(StreamReader(std::move(abandoned.reader)), got)).error().code ==
        "ABANDONED");
  CHECK(got == "ii");
}

TEST_CASE("a writer learns that its reader is gone", "[stream]") {
  SdkFixture fixture;
  SdkFixture::Side& side = fixture.add("side");
  NewStream stream = must(StreamWriter::open(side.context(), {2, 0}));
  CHECK(stream.writer.push(Message(1)) == Push::kOk);
  CHECK(stream.writer.push(Message(2)) == Push::kFull);
  std::optional<Expected<void>> room;
  const auto wait = [](StreamWriter& writer, std::optional<Expected<void>>& into) -> Task<void> {
    Expected<void> given = co_await writer.room();
    into.emplace(std::move(given));
  };
  side.context().spawn(wait(stream.writer, room));
  fixture.drain();
  CHECK_FALSE(room);
  stream.reader.reset();
  fixture.run_until([&] { return room.has_value(); });
  CHECK(room->error().status == KEEL_CLOSED);
  CHECK(stream.writer.closed());
  CHECK(stream.writer.push(Message(3)) == Push::kClosed);
}

TEST_CASE("end_taken waits until the reader has taken the end", "[stream]") {
  SdkFixture fixture;
  SdkFixture::Side& side = fixture.add("side");
  NewStream stream = must(StreamWriter::open(side.context()));
  stream.writer.push(Message(1));
  stream.writer.finish(Message("the end"));
  bool taken = false;
  const auto wait = [](StreamWriter& writer, bool& into) -> Task<void> {
    co_await must(writer.end_taken());
    into = true;
  };
  side.context().spawn(wait(stream.writer, taken));
  fixture.drain();
  CHECK_FALSE(taken);
  CHECK(fixture.run(side, read_all(StreamReader(std::move(stream.reader)))).value() ==
        "1 1 the end");
  fixture.run_until([&] { return taken; });
}

TEST_CASE("a typed stream gives values", "[stream]") {
  SdkFixture fixture;
  SdkFixture::Side& side = fixture.add("side");
  struct Number {
    std::int64_t n;
    explicit Number(const Value& value) : n(value.integer_or(-1)) {}
  };
  NewStream stream = must(StreamWriter::open(side.context()));
  for (std::int64_t i = 1; i <= 3; ++i) stream.writer.push(Message(i));
  stream.writer.finish();
  const auto read = [](Stream<Number> numbers) -> Task<std::int64_t> {
    std::int64_t sum = 0;
    while (true) {
      const std::optional<Number> number = co_await must(numbers.next());
      if (!number) break;
      sum += number->n;
    }
    co_return sum;
  };
  CHECK(fixture.run(side, read(Stream<Number>(std::move(stream.reader)))).value() == 6);
}

TEST_CASE("a reader whose coroutine goes while it waits lets another one wait", "[stream]") {
  SdkFixture fixture;
  SdkFixture::Side& side = fixture.add("side");
  NewStream stream = must(StreamWriter::open(side.context()));
  StreamReader reader(std::move(stream.reader));
  const auto next = [](StreamReader& from) -> Task<std::int64_t> {
    const std::optional<Message> item = co_await must(from.next());
    co_return item ? item->value().integer_or(0) : -1;
  };
  class Sink : public detail::TaskSink {
   public:
    void finished() noexcept override {}
  } sink;
  {
    Task<std::int64_t> gone = next(reader);
    REQUIRE_FALSE(gone.start(sink));
  }
  stream.writer.push(Message(5));
  const Expected<std::int64_t> got = fixture.run(side, next(reader));
  INFO((got ? std::string() : got.error().message));
  REQUIRE(got);
  CHECK(*got == 5);
}

TEST_CASE("a stream whose writer's instance is stopped says so behind its items", "[stream]") {
  SdkFixture fixture;
  SdkFixture::Side& owner = fixture.add("owner");
  SdkFixture::Side& user = fixture.add("user");
  keep(owner.context().publish("shape/stream", {}, [](Call call) -> Expected<Message> {
    NewStream stream = must(StreamWriter::open(call.context()));
    stream.writer.push(Message(1));
    const auto hold = [](Context context, StreamWriter writer) -> Task<void> {
      const Signal never(context);
      co_await never.wait();
      writer.finish();
    };
    call.context().spawn(hold(call.context(), std::move(stream.writer)));
    return Message(Value()).with(std::move(stream.reader));
  }));
  const auto open = [](Context context) -> Task<Message> {
    const Ref service = must(context.resolve("shape/stream"));
    co_return co_await must(context.invoke(service, 0));
  };
  Message opened = must(fixture.run(user, open(user.context())));
  fixture.stop(owner);
  const Expected<std::string> read = fixture.run(user, read_all(StreamReader(opened.take_ref(0))));
  REQUIRE_FALSE(read);
  CHECK(read.error().code == "ABANDONED");
}
