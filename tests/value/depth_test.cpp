// Deep nesting and long chains: nothing here may need the call stack.
#include <catch2/catch.hpp>

#include <string>

#include "core/value/document.hpp"
#include "keel/value.hpp"

using keel::Builder;
using keel::ParseMode;
using keel::Value;

namespace {

constexpr int kMax = 10000;

std::string nested_text(int depth, std::string_view open, std::string_view close,
                        std::string_view inner) {
  std::string text;
  for (int i = 0; i < depth; ++i) text += open;
  text += inner;
  for (int i = 0; i < depth; ++i) text += close;
  return text;
}

}  // namespace

TEST_CASE("10,000 levels are parsed, printed, compared and detached") {
  for (const bool objects : {false, true}) {
    const std::string text =
        objects ? nested_text(kMax, "{\"a\":", "}", "1") : nested_text(kMax, "[", "]", "1");
    const auto one = keel::parse_json(text);
    const auto two = keel::parse_json(text, ParseMode::kLenient);
    REQUIRE(one.has_value());
    REQUIRE(two.has_value());
    CHECK(keel::core::value::depth_of(one->raw()) == kMax);
    CHECK(keel::to_json(*one) == text);
    CHECK(*one == *two);
    const Value inner = Value::share(objects ? (*one)["a"] : one->at(0));
    const Value alone = inner.detached();
    CHECK(alone.raw().body != inner.raw().body);
    CHECK(alone == inner);
    const auto other = keel::parse_json(objects ? nested_text(kMax, "{\"a\":", "}", "2")
                                                : nested_text(kMax, "[", "]", "2"));
    CHECK(*one != *other);
    CHECK(keel::to_json(*one, 1).size() > text.size());
  }
}

TEST_CASE("10,001 levels are refused") {
  for (const ParseMode mode : {ParseMode::kStrict, ParseMode::kLenient}) {
    const auto parsed = keel::parse_json(nested_text(kMax + 1, "[", "]", ""), mode);
    REQUIRE_FALSE(parsed.has_value());
    CHECK_THAT(parsed.error().message, Catch::Contains("nested deeper than 10000 levels"));
    CHECK(parsed.error().offset == kMax);
  }
  Builder builder;
  for (int i = 0; i <= kMax; ++i) builder.begin_array();
  for (int i = 0; i <= kMax; ++i) builder.end();
  const auto [value, error] = builder.finish();
  REQUIRE(error.has_value());
  CHECK_THAT(error->message, Catch::Contains("nested deeper"));
  CHECK_FALSE(keel::parse_json(std::string(1000000, '[')).has_value());
  CHECK_FALSE(keel::parse_json(nested_text(500000, "{\"a\":", "", "")).has_value());
}

TEST_CASE("embedding counts levels") {
  const Value deepest = *keel::parse_json(nested_text(kMax - 1, "[", "]", "7"));
  Builder fits;
  fits.begin_array().put(deepest).end();
  const Value full = fits.finish().first;
  REQUIRE_FALSE(full.is_absent());
  CHECK(keel::core::value::depth_of(full.raw()) == kMax);

  Builder too_deep;
  too_deep.begin_array().put(full).end();
  const auto [value, error] = too_deep.finish();
  REQUIRE(error.has_value());
  CHECK_THAT(error->message, Catch::StartsWith("$[0]: nested deeper"));

  // A shallow part of a deep document is shallow.
  Builder part;
  part.begin_array().put(*keel::parse_json("[[1]]")).put(full.at(0)).end();
  CHECK_FALSE(part.finish().first.is_absent());
}

TEST_CASE("a chain of a million documents is released without recursion") {
  // Each document embeds only a text of the one before, so that no nesting limit applies.
  const std::string text(100, 't');
  Value last = *keel::parse_json("[\"" + text + "\"]");
  for (int i = 0; i < 1000000; ++i) {
    Builder builder;
    builder.begin_array().put(text).put(last.at(0)).end();
    Value next = builder.finish().first;
    if (next.is_absent()) FAIL("document " << i << " was not built");
    last = std::move(next);
  }
  CHECK(last.at(1).text() == text);
  last = Value();
  CHECK(last.is_absent());
}

TEST_CASE("a chain of nested documents at the limit is released without recursion") {
  Value last = *keel::parse_json("[]");
  for (int i = 1; i < kMax; ++i) {
    Builder builder;
    builder.begin_array().put(last).end();
    last = builder.finish().first;
  }
  CHECK(keel::core::value::depth_of(last.raw()) == kMax);
  CHECK(keel::to_json(last) == nested_text(kMax, "[", "]", ""));
  CHECK(last.detached().raw().body == last.raw().body);
}
