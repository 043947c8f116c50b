// SPDX-License-Identifier: MIT
#include <chrono>
#include <string>

#include <catch2/catch.hpp>

#include "core/schema/schema.hpp"
#include "json_text.hpp"

using keel::Builder;
using keel::Value;
using keel::ValueView;
using keel::core::Dialect;
using keel::core::Schema;
using keel::core::Violation;
using keel::test::compiled;
using keel::test::faults;
using keel::test::json;

namespace {

constexpr int kDepth = 9'990;

Value nested_arrays(int depth, ValueView inner) {
  Builder builder;
  for (int i = 0; i < depth; ++i) builder.begin_array();
  builder.put(inner);
  for (int i = 0; i < depth; ++i) builder.end();
  return builder.finish_or_absent();
}

Value nested_objects(int depth, std::string_view name, ValueView inner) {
  Builder builder;
  for (int i = 0; i < depth; ++i) builder.begin_object().name(name);
  builder.put(inner);
  for (int i = 0; i < depth; ++i) builder.end();
  return builder.finish_or_absent();
}

/// {"type":"array","items":{"type":"array","items":...}}
Value nested_items(int depth, ValueView inner) {
  Builder builder;
  for (int i = 0; i < depth; ++i) builder.begin_object().member("type", "array").name("items");
  builder.put(inner);
  for (int i = 0; i < depth; ++i) builder.end();
  return builder.finish_or_absent();
}

}  // namespace

TEST_CASE("Deep (10000 levels) schema, argument and value trees validate without stack overflow") {
  const Value leaf = json(R"({"type":"integer"})");
  const Value text = nested_items(kDepth, leaf);
  REQUIRE(text.is_object());
  const auto dialect = GENERATE(Dialect::kTool, Dialect::kContract);
  const Schema schema = compiled(static_cast<ValueView>(text), dialect);
  CHECK(faults(schema, nested_arrays(kDepth, Value(1))).empty());
  const auto violations = schema.validate(nested_arrays(kDepth, Value("x")));
  REQUIRE(violations.size() == 1);
  CHECK(violations[0].message == "expected integer, found string");
  CHECK(violations[0].path.starts_with("[0][0]"));
  CHECK(violations[0].path.ends_with("[0][0]"));
  CHECK(violations[0].path.find("...") != std::string::npos);
  CHECK(violations[0].path.size() <= 2 * keel::core::kMaxPathSize);
}

TEST_CASE("schema: a deep faulty schema is reported at its place") {
  const Value bad = json(R"({"type":"wrong"})");
  const Value text = nested_items(kDepth, bad);
  const auto result = Schema::compile(text, Dialect::kTool);
  REQUIRE_FALSE(result.has_value());
  REQUIRE(result.error().size() == 1);
  CHECK(result.error()[0].path.starts_with("schema.items.items"));
  CHECK(result.error()[0].path.ends_with(".items.type"));
}

TEST_CASE("schema: deep oneOf, properties and recursive types") {
  Builder builder;
  const Value null_type = json(R"({"type":"null"})");
  for (int i = 0; i < 4'000; ++i) builder.begin_object().name("oneOf").begin_array();
  builder.put(static_cast<ValueView>(json(R"({"type":"string"})")));
  for (int i = 0; i < 4'000; ++i) {
    builder.put(
        static_cast<ValueView>(i == 0 ? null_type : json(R"({"type":"boolean","const":true})")));
    builder.end().end();
  }
  const Value one_ofs = builder.finish_or_absent();
  const Schema deep_one_of = compiled(static_cast<ValueView>(one_ofs), Dialect::kTool);
  CHECK(deep_one_of.matches(Value("x")));
  CHECK_FALSE(deep_one_of.matches(Value(1)));

  const Value types = json(R"({"T":{"type":"object","additionalProperties":false,
      "properties":{"n":{"$ref":"#/types/T"}}}})");
  const Value root = json(R"({"$ref":"#/types/T"})");
  const auto recursive =
      Schema::compile(root, Dialect::kContract,
                      [&](std::string_view, std::string_view type) { return types[type]; });
  REQUIRE(recursive.has_value());
  CHECK(faults(*recursive, nested_objects(kDepth, "n", json("{}"))).empty());
  CHECK(recursive->validate(nested_objects(kDepth, "n", Value(1))).size() == 1);
  CHECK(recursive->with_defaults(nested_objects(kDepth, "n", json("{}"))).is_object());
}

TEST_CASE("schema: deep values under an open schema are searched for what JSON cannot carry") {
  const Schema any = compiled("{}", Dialect::kTool);
  CHECK(faults(any, nested_arrays(kDepth, Value(1))).empty());
  CHECK(any.validate(nested_objects(kDepth, "a", Value(-0.0))).size() == 1);
}

TEST_CASE("schema: a value with a million faults gives a bounded list") {
  const Schema schema = compiled(R"({"type":"array","items":{"type":"string"}})");
  Builder builder;
  builder.begin_array();
  for (int i = 0; i < 1'000'000; ++i) builder.put(i);
  builder.end();
  const Value value = builder.finish_or_absent();
  const auto violations = schema.validate(value);
  REQUIRE(violations.size() == keel::core::kMaxViolations + 1);
  CHECK(violations[0] == Violation{"[0]", "expected string, found integer"});
  CHECK(violations.back().message == "and 999000 more faults that are not listed");
}

TEST_CASE("schema: long names cannot make long paths") {
  const std::string name(100'000, 'n');
  const Schema schema = compiled(R"({"type":"object","additionalProperties":false})");
  const auto violations = schema.validate(keel::object({{name, 1}}));
  REQUIRE(violations.size() == 1);
  CHECK(violations[0].path.size() < keel::core::kMaxPathSize);
}

TEST_CASE("schema: a huge schema compiles and finds its members") {
  Builder builder;
  builder.begin_object().member("type", "object").member("additionalProperties", false);
  builder.name("properties").begin_object();
  for (int i = 0; i < 100'000; ++i) {
    builder.name("p" + std::to_string(i)).begin_object().member("type", "integer").end();
  }
  builder.end().end();
  const Value text = builder.finish_or_absent();
  const Schema schema = compiled(static_cast<ValueView>(text), Dialect::kTool);
  CHECK(faults(schema, json(R"({"p0":1,"p99999":2})")).empty());
  CHECK(schema.validate(json(R"({"p5":"x","p100000":2})")).size() == 2);
}

TEST_CASE("schema: a chain of shared oneOf branches takes linear time") {
  // Each type offers its successor twice: without kept answers 2^60 checks.
  constexpr int kTypes = 60;
  Builder builder;
  builder.begin_object();
  for (int i = 0; i < kTypes; ++i) {
    const std::string next = "#/types/T" + std::to_string(i + 1);
    builder.name("T" + std::to_string(i)).begin_object().name("oneOf").begin_array();
    for (const char* member : {"a", "b"}) {
      builder.begin_object().member("type", "object").name("properties").begin_object();
      builder.name("n").begin_object().member("$ref", next).end();
      builder.name(member).begin_object().member("type", "string").end();
      builder.end().name("required").begin_array().put(member).end().end();
    }
    builder.end().end();
  }
  builder.name("T" + std::to_string(kTypes)).begin_object().member("type", "null").end().end();
  const Value types = builder.finish_or_absent();
  const Value root = json(R"({"$ref":"#/types/T0"})");
  const auto schema =
      Schema::compile(root, Dialect::kContract,
                      [&](std::string_view, std::string_view type) { return types[type]; });
  REQUIRE(schema.has_value());

  Value value(nullptr);
  for (int i = 0; i < kTypes; ++i) value = keel::object({{"n", value}, {"b", "x"}});
  CHECK(faults(*schema, value).empty());
  value = Value(1);
  for (int i = 0; i < kTypes; ++i) value = keel::object({{"n", value}, {"b", "x"}});
  CHECK(faults(*schema, value) == "arguments: must match exactly one of 2 alternatives, matches 0");
}

TEST_CASE("schema: a schema that nests deeper than values can is refused, not followed") {
  const auto text = [] {
    std::string json_text;
    for (int i = 0; i < 20'000; ++i) json_text += R"({"type":"array","items":)";
    json_text += "{}";
    json_text += std::string(20'000, '}');
    return json_text;
  }();
  CHECK_FALSE(keel::parse_json(text).has_value());
}
