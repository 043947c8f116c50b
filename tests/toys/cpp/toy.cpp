// SPDX-License-Identifier: MIT
//
// The toy in C++: tests/toys/toy.json through the SDK.
#include <cstdint>
#include <string>
#include <utility>

#include "keel/sdk.hpp"

namespace {

class Toy : public keel::Plugin {
 public:
  using Plugin::Plugin;

  void start() {
    keel::keep(context().publish("toy/cpp", keel::object({{"language", "cpp"}}), kMethods, this));
    keel::keep(context().listen("toy/event", 0, this, &Toy::on_event));
    keel::keep(context().listen("toy/shape", 0, this, &Toy::on_shape));
  }

 private:
  keel::Value echo(keel::Call, keel::ValueView in) { return keel::Value::share(in); }

  keel::Expected<keel::Value> add(keel::Call, keel::ValueView in) {
    const auto a = in["a"].integer();
    const auto b = in["b"].integer();
    if (!a || !b) return keel::fail("BAD_ARGUMENTS", "add: a and b must be integers");
    return keel::object({{"sum", *a + *b}});
  }

  keel::Expected<void> fail(keel::Call, keel::ValueView in) {
    return keel::fail("TOY", std::string(in["message"].text()));
  }

  keel::Task<keel::Value> later(keel::Call call, keel::ValueView in) {
    co_await keel::must(call.sleep_for(in["ms"].integer_or(0)));
    co_return keel::Value::share(in["value"]);
  }

  keel::Message stream(keel::Call call, keel::ValueView in) {
    keel::NewStream stream = keel::must(keel::StreamWriter::open(call.context()));
    context().spawn(pump(std::move(stream.writer), in["count"].integer_or(0)));
    return keel::Message(keel::object({})).with(std::move(stream.reader));
  }

  keel::Task<void> pump(keel::StreamWriter writer, std::int64_t count) {
    for (std::int64_t n = 0; n < count; ++n) {
      const keel::Expected<void> room = co_await writer.room();
      if (!room) co_return;
      writer.push(keel::object({{"n", n}}));
    }
    writer.finish(keel::object({{"count", count}}));
  }

  keel::Value seen() { return keel::object({{"events", events_}, {"sum", sum_}}); }

  void on_event(keel::Call, keel::ValueView in) {
    ++events_;
    sum_ += in["n"].integer_or(0);
  }

  keel::Task<keel::Value> on_shape(keel::Call call) {
    const keel::Message inner = co_await keel::must(call.next());
    keel::Builder words;
    words.begin_object().name("words").begin_array();
    for (const keel::ValueView word : inner["words"].items()) words.put(word);
    words.put("cpp").end().end();
    co_return words.finish_or_absent();
  }

  static constexpr keel::Methods kMethods{
      keel::method<0, &Toy::echo>,  keel::method<1, &Toy::add>,    keel::method<2, &Toy::fail>,
      keel::method<3, &Toy::later>, keel::method<4, &Toy::stream>, keel::method<5, &Toy::seen>};

  std::int64_t events_ = 0;
  std::int64_t sum_ = 0;
};

}  // namespace

KEEL_PLUGIN(Toy, KEEL_PLUGIN_ID, KEEL_PLUGIN_VERSION)
