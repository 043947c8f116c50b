// SPDX-License-Identifier: MIT
//
// The same toy in every language, as real libraries in a real host.
#include <catch2/catch.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "plugin_host/plugin_host.hpp"

using namespace keel;
using namespace keel::testing;

namespace {

enum Method : std::uint32_t { kEcho, kAdd, kFail, kLater, kStream, kSeen };

/// KEEL_TEST_TOYS is a list like "c cpp rust".
std::vector<std::string> languages() {
  std::vector<std::string> names;
  std::string text = KEEL_TEST_TOYS;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t to = std::min(text.find(' ', from), text.size());
    names.push_back(text.substr(from, to - from));
    from = to + 1;
  }
  return names;
}

std::string deployment() {
  std::string text;
  for (const std::string& language : languages()) {
    text += "[[row]]\nid = \"" + language + "\"\nplugin = \"toy/" + language + "\"\n";
  }
  return text;
}

Task<std::string> read_numbers(StreamReader reader) {
  std::int64_t next = 0;
  while (true) {
    const std::optional<Message> item = co_await must(reader.next());
    if (!item) break;
    if ((*item)["n"].integer_or(-1) != next) co_await fail("ORDER", "a number is out of place");
    ++next;
  }
  co_return std::to_string(next) + " of " + std::to_string(reader.end()["count"].integer_or(-1));
}

Task<Message> shape(Context context, bool inner_waits) {
  const keel_event event = must(context.event("toy/shape"));
  Message in(object({{"seed", "s"}}));
  co_return co_await must(context.dispatch_or(
      event, {0}, std::move(in), [inner_waits](Call call, ValueView got) -> Task<Value> {
        const Value words = array({Value::share(got["seed"])});
        if (inner_waits) co_await must(call.sleep_for(0));
        co_return object({{"words", words}});
      }));
}

}  // namespace

TEST_CASE("every toy answers every method", "[toy]") {
  PluginHost host(deployment());
  REQUIRE(host.boot_error() == "");
  for (const std::string& language : languages()) {
    const std::string name = "toy/" + language;
    INFO(name);
    const Value tree = object({{"text", "x"}, {"list", array({1, 2.5, nullptr, true})}});
    const Message echo = must(host.call(name, kEcho, Message(tree)));
    CHECK(to_json(echo.value()) == to_json(tree));

    const Message sum = must(host.call(name, kAdd, object({{"a", 40}, {"b", 2}})));
    CHECK(sum["sum"].integer_or(0) == 42);
    CHECK(host.call(name, kAdd, object({{"a", "40"}, {"b", 2}})).error().code == "BAD_ARGUMENTS");

    const Error failure = host.call(name, kFail, object({{"message", "as asked"}})).error();
    CHECK(failure.status == KEEL_FAILED);
    CHECK(failure.code == "TOY");
    CHECK(failure.message == "as asked");

    const Message later = must(host.call(name, kLater, object({{"ms", 2}, {"value", tree}})));
    CHECK(to_json(later.value()) == to_json(tree));

    CHECK(host.call(name, kSeen + 1).error().status == KEEL_UNIMPLEMENTED);
  }
}

TEST_CASE("every toy streams more than a window, and stops when its reader goes", "[toy]") {
  PluginHost host(deployment());
  REQUIRE(host.boot_error() == "");
  for (const std::string& language : languages()) {
    const std::string name = "toy/" + language;
    INFO(name);
    for (const std::int64_t count : {0, 1, 1000}) {
      Message opened = must(host.call(name, kStream, object({{"count", count}})));
      REQUIRE(opened.ref_count() == 1);
      const std::string text = std::to_string(count);
      CHECK(host.await(read_numbers(StreamReader(opened.take_ref(0)))).value() ==
            text + " of " + text);
    }
    Message opened = must(host.call(name, kStream, object({{"count", 100'000}})));
    opened.take_ref(0).reset();
    host.drain();
  }
  CHECK(host.kernel().streams().open_count() == 0);
}

TEST_CASE("every toy hears events and adds its word to the waterfall", "[toy]") {
  PluginHost host(deployment());
  REQUIRE(host.boot_error() == "");
  const keel_event event = must(host.ctx().event("toy/event"));
  for (std::int64_t n = 1; n <= 3; ++n) must(host.ctx().emit(event, {0}, object({{"n", n}})));
  for (const std::string& language : languages()) {
    INFO(language);
    const Message seen = must(host.call("toy/" + language, kSeen));
    CHECK(seen["events"].integer_or(0) == 3);
    CHECK(seen["sum"].integer_or(0) == 6);
  }
  // Listeners of one order go by their row: the first row is the outermost, so its word is last.
  std::string expected = "s";
  const std::vector<std::string> names = languages();
  for (auto name = names.rbegin(); name != names.rend(); ++name) expected += " " + *name;
  for (const bool inner_waits : {false, true}) {
    const Message shaped = must(host.await(shape(host.ctx(), inner_waits)));
    std::string words;
    for (const ValueView word : shaped["words"].items()) {
      if (!words.empty()) words += ' ';
      words += word.text();
    }
    CHECK(words == expected);
  }
}

TEST_CASE("a call that a toy has deferred is answered when the toy is stopped", "[toy]") {
  PluginHost host(deployment());
  REQUIRE(host.boot_error() == "");
  for (const std::string& language : languages()) {
    const std::string name = "toy/" + language;
    INFO(name);
    std::optional<Expected<Message>> result;
    const auto ask = [](Context context, std::string service,
                        std::optional<Expected<Message>>& into) -> Task<void> {
      const Ref toy = must(context.resolve(service));
      Message in(object({{"ms", 3'600'000}, {"value", 1}}));
      Expected<Message> answer = co_await context.invoke(toy, kLater, std::move(in));
      into.emplace(std::move(answer));
    };
    host.ctx().spawn(ask(host.ctx(), name, result));
    host.drain();
    CHECK_FALSE(result);
    bool stopped = false;
    host.host().supervisor().stop_row(language, [&stopped] { stopped = true; });
    host.run_until([&] { return stopped && result.has_value(); });
    CHECK_FALSE(*result);
  }
}
