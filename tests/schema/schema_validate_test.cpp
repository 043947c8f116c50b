// SPDX-License-Identifier: MIT
#include <atomic>
#include <cstdlib>
#include <limits>
#include <new>
#include <string>

#include <catch2/catch.hpp>

#include "core/schema/schema.hpp"
#include "json_text.hpp"

using keel::Value;
using keel::ValueView;
using keel::core::Dialect;
using keel::core::Schema;
using keel::test::compiled;
using keel::test::faults;
using keel::test::json;

TEST_CASE("schema: no type and no constraint accepts any JSON") {
  const auto value = GENERATE("null", "true", "1", "1.5", "\"x\"", "[1,[2]]", "{\"a\":{}}");
  CHECK(faults("{}", value).empty());
  CHECK(faults("{}", value, Dialect::kTool).empty());
}

TEST_CASE("schema: wrong types say what was expected and found") {
  CHECK(faults(R"({"type":"string"})", "1") == "arguments: expected string, found integer");
  CHECK(faults(R"({"type":"object"})", "[]") == "arguments: expected object, found array");
  CHECK(faults(R"({"type":"array"})", "null") == "arguments: expected array, found null");
  CHECK(faults(R"({"type":"boolean"})", "\"true\"") == "arguments: expected boolean, found string");
  CHECK(faults(R"({"type":"null"})", "false") == "arguments: expected null, found boolean");
  CHECK(faults(R"({"type":"number"})", "\"1\"") == "arguments: expected number, found string");
  CHECK(faults(compiled(R"({"type":"string"})"), ValueView()) ==
        "arguments: expected string, found absent");
}

TEST_CASE("schema: an integer is a number without fraction") {
  const Schema schema = compiled(R"({"type":"integer"})");
  CHECK(faults(schema, Value(3)).empty());
  CHECK(faults(schema, Value(3.0)).empty());
  CHECK(faults(schema, Value(std::numeric_limits<std::uint64_t>::max())).empty());
  CHECK(faults(schema, Value(1e300)).empty());
  CHECK(faults(schema, Value(3.5)) == "arguments: expected integer, found the fraction 3.5");
}

TEST_CASE("schema: -0 and what JSON cannot carry") {
  const std::string lossy = "arguments: -0 and numbers that are not finite cannot be kept as JSON";
  CHECK(faults(compiled(R"({"type":"number"})"), Value(-0.0)) == lossy);
  CHECK(faults(compiled(R"({"type":"integer"})"), Value(-0.0)) == lossy);
  CHECK(faults(compiled("{}", Dialect::kTool), Value(-0.0)) == lossy);
  const Value deep = keel::object({{"a", keel::array({1, Value::bytes_of("x"), -0.0})}});
  CHECK(faults(compiled("{}", Dialect::kTool), deep) ==
        "a[1]: bytes cannot be kept as JSON; "
        "a[2]: -0 and numbers that are not finite cannot be kept as JSON");
  CHECK(faults(compiled("{}"), deep).empty());
}

TEST_CASE("schema: lossless faults come last and are not repeated") {
  const Schema schema =
      compiled(R"({"type":"object","properties":{"n":{"type":"number"},"s":{"type":"string"}}})",
               Dialect::kTool);
  const Value value = keel::object({{"x", Value::bytes_of("x")}, {"n", -0.0}, {"s", 1}});
  CHECK(faults(schema, value) ==
        "n: -0 and numbers that are not finite cannot be kept as JSON; "
        "s: expected string, found integer; x: bytes cannot be kept as JSON");
}

TEST_CASE("schema: all violations come in walk order with paths") {
  const Schema schema = compiled(R"({
    "type":"object","additionalProperties":false,"required":["z","a"],
    "properties":{
      "z":{"type":"string"},
      "a":{"type":"object","required":["b"],"properties":{
        "b":{"type":"array","items":{"type":"integer"}}}},
      "m":{"type":"string","enum":["x","y"]},
      "k":{"type":"integer","const":7}}})");
  CHECK(faults(schema, json(R"({"k":8,"a":{"b":[1,"2",3,null]},"m":"w","extra":1})")) ==
        "z: missing required property; "
        "k: expected 7, found 8; "
        "a.b[1]: expected integer, found string; "
        "a.b[3]: expected integer, found null; "
        "m: expected one of \"x\", \"y\", found \"w\"; "
        "extra: is not a declared property; expected one of z, a, m, k");
  CHECK(faults(schema, json(R"({"z":"s","a":{}})")) == "a.b: missing required property");
}

TEST_CASE("schema: an object is open unless it says otherwise") {
  CHECK(faults(R"({"type":"object","properties":{"a":{}}})", R"({"b":1})").empty());
  CHECK(faults(R"({"type":"object","additionalProperties":true})", R"({"b":1})").empty());
  CHECK(faults(R"({"type":"object","additionalProperties":false})", R"({"b":1})") ==
        "b: is not a declared property; it has no properties");
}

TEST_CASE("schema: names that are not words are quoted in paths") {
  const Schema schema = compiled(R"({"type":"object","properties":{"a b":{"type":"object",
    "properties":{"x\"y":{"type":"string"}}}}})");
  CHECK(faults(schema, json(R"({"a b":{"x\"y":1}})")) ==
        R"(["a b"]["x\"y"]: expected string, found integer)");
}

TEST_CASE("schema: oneOf wants exactly one, and says how many match") {
  const auto schema = R"({"oneOf":[{"type":"number"},{"type":"integer"},{"type":"string"}]})";
  CHECK(faults(schema, "\"a\"").empty());
  CHECK(faults(schema, "1.5").empty());
  CHECK(faults(schema, "1") == "arguments: must match exactly one of 3 alternatives, matches 2");
  CHECK(faults(schema, "null") == "arguments: must match exactly one of 3 alternatives, matches 0");
  const auto nested = R"({"type":"array","items":{"oneOf":[
      {"oneOf":[{"type":"string"},{"type":"null"}]},
      {"type":"object","properties":{"a":{"oneOf":[{"type":"integer"},{"type":"boolean"}]}},
       "required":["a"]}]}})";
  CHECK(faults(nested, R"(["a",null,{"a":1},{"a":true}])").empty());
  CHECK(faults(nested, R"([{"a":"x"},{}])") ==
        "[0]: must match exactly one of 2 alternatives, matches 0; "
        "[1]: must match exactly one of 2 alternatives, matches 0");
}

TEST_CASE("schema: limits of numbers") {
  const auto schema = R"({"type":"integer","minimum":-2,"maximum":18446744073709551615})";
  CHECK(faults(schema, "-2").empty());
  CHECK(faults(schema, "18446744073709551615").empty());
  CHECK(faults(schema, "-3") == "arguments: expected at least -2, found -3");
  CHECK(faults(schema, "1e30") == "arguments: expected at most 18446744073709551615, found 1e+30");
  const auto exact = R"({"type":"integer","maximum":9007199254740992})";
  CHECK(faults(exact, "9007199254740993") ==
        "arguments: expected at most 9007199254740992, found 9007199254740993");
}

TEST_CASE("schema: limits of texts, bytes and lists") {
  const auto text = R"({"type":"string","minLength":2,"maxLength":3})";
  CHECK(faults(text, "\"\xC3\xA9\xC3\xA9\xC3\xA9\"").empty());
  CHECK(faults(text, "\"a\"") == "arguments: expected at least 2 characters, found 1");
  CHECK(faults(text, "\"abcd\"") == "arguments: expected at most 3 characters, found 4");
  const auto list = R"({"type":"array","minItems":1,"maxItems":2})";
  CHECK(faults(list, "[]") == "arguments: expected at least 1 items, found 0");
  CHECK(faults(list, "[1,2,3]") == "arguments: expected at most 2 items, found 3");
  const Schema bytes = compiled(R"({"type":"bytes","maxLength":2})");
  CHECK(faults(bytes, Value::bytes_of("ab")).empty());
  CHECK(faults(bytes, Value::bytes_of("abc")) == "arguments: expected at most 2 bytes, found 3");
  CHECK(faults(bytes, Value("ab")) == "arguments: expected bytes, found string");
}

TEST_CASE("schema: patterns") {
  const auto schema = R"({"type":"string","pattern":"^[a-z][a-z0-9_]*$"})";
  CHECK(faults(schema, "\"ab_1\"").empty());
  CHECK(faults(schema, "\"1ab\"") ==
        "arguments: expected text that matches /^[a-z][a-z0-9_]*$/, found \"1ab\"");
}

TEST_CASE("schema: secrets are not shown") {
  const auto schema = R"({"type":"string","pattern":"^sk-","x-secret":true})";
  const std::string message = faults(schema, "\"hunter2\"");
  CHECK(message.find("hunter2") == std::string::npos);
  CHECK(message.find("a secret that does not match") != std::string::npos);
}

TEST_CASE("schema: long values are shortened in messages") {
  const std::string text =
      faults(R"({"type":"string","const":"a"})", "\"" + std::string(10'000, 'x') + "\"");
  CHECK(text.size() < 120);
  CHECK(text.find("...\"") != std::string::npos);
}

TEST_CASE("schema: an open enum lets other values of the type through") {
  const auto schema = R"({"type":"string","enum":["a"],"x-open":true})";
  CHECK(faults(schema, "\"a\"").empty());
  CHECK(faults(schema, "\"z\"").empty());
  CHECK(faults(schema, "1") == "arguments: expected string, found integer");
}

namespace {

constexpr auto kBlocks = R"({"discriminator":"type","oneOf":[
    {"type":"object","required":["type","text"],"properties":{
      "type":{"type":"string","const":"text"},"text":{"type":"string"}}},
    {"type":"object","required":["type","data"],"properties":{
      "type":{"type":"string","enum":["image","photo"]},"data":{"type":"string"}}}]%})";

std::string blocks(std::string_view more) {
  std::string text = kBlocks;
  text.replace(text.find('%'), 1, more);
  return text;
}

}  // namespace

TEST_CASE("schema: a discriminator picks the branch, whose faults are then named") {
  const std::string closed = blocks("");
  CHECK(faults(closed, R"({"type":"text","text":"x"})").empty());
  CHECK(faults(closed, R"({"type":"photo","data":"x"})").empty());
  CHECK(faults(closed, R"({"type":"text","text":1})") == "text: expected string, found integer");
  CHECK(faults(closed, R"({"type":"image"})") == "data: missing required property");
  CHECK(faults(closed, R"({"text":"x"})") == "type: missing required property");
  CHECK(faults(closed, R"({"type":1})") == "type: expected string, found integer");
  CHECK(faults(closed, "1") == "arguments: expected object, found integer");
  CHECK(faults(closed, R"({"type":"audio"})") ==
        "type: expected one of \"image\", \"photo\", \"text\", found \"audio\"");
}

TEST_CASE("schema: an open union lets unknown tags through and nothing else") {
  const std::string open = blocks(R"(,"open":true)");
  CHECK(faults(open, R"({"type":"audio","what":["ever"]})").empty());
  CHECK(faults(open, R"({"type":"text","text":1})") == "text: expected string, found integer");
  CHECK(faults(open, R"({"text":"x"})") == "type: missing required property");
  CHECK(faults(open, "[]") == "arguments: expected object, found array");
}

TEST_CASE("schema: recursive types check at every level") {
  const Value types = json(R"({"Tree":{"type":"object","required":["v"],"properties":{
      "v":{"type":"integer"},"kids":{"type":"array","items":{"$ref":"#/types/Tree"}}}}})");
  const Value root = json(R"({"$ref":"#/types/Tree"})");
  const auto schema =
      Schema::compile(root, Dialect::kContract,
                      [&](std::string_view, std::string_view type) { return types[type]; });
  REQUIRE(schema.has_value());
  CHECK(faults(*schema, json(R"({"v":1,"kids":[{"v":2,"kids":[]},{"v":3}]})")).empty());
  CHECK(faults(*schema, json(R"({"v":1,"kids":[{"v":2,"kids":[{"v":"x"}]},{}]})")) ==
        "kids[0].kids[0].v: expected integer, found string; kids[1].v: missing required property");
}

TEST_CASE("schema: the schema outlives the value it was compiled from") {
  auto schema = [] {
    const Value text = json(R"({"type":"object","properties":{"name":{"type":"string",
        "enum":["alpha","beta"]}},"required":["name"]})");
    return compiled(static_cast<ValueView>(text));
  }();
  CHECK(faults(schema, json(R"({"name":"gamma"})")) ==
        "name: expected one of \"alpha\", \"beta\", found \"gamma\"");
}

TEST_CASE("schema: declares_member sees through references") {
  const Value types = json(R"({"P":{"type":"object","properties":{"config":{}}}})");
  const Value root = json(R"({"$ref":"#/types/P"})");
  const auto schema =
      Schema::compile(root, Dialect::kContract,
                      [&](std::string_view, std::string_view type) { return types[type]; });
  REQUIRE(schema.has_value());
  CHECK(schema->declares_member("config"));
  CHECK_FALSE(schema->declares_member("other"));
  CHECK_FALSE(compiled(R"({"type":"array"})").declares_member("config"));
}

namespace {

std::atomic<std::size_t> allocations{0};

}  // namespace

void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size == 0 ? 1 : size);
}
void* operator new(std::size_t size) {
  if (void* memory = operator new(size, std::nothrow)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }

TEST_CASE("schema: a match allocates nothing") {
  const Schema schema = compiled(R"({"type":"object","additionalProperties":false,
    "required":["turn","step","content"],"properties":{"turn":{"type":"integer","minimum":0},
    "step":{"type":"integer"},"id":{"type":"string","pattern":"^[a-z]+$"},
    "content":{"type":"array","items":)" +
                                 blocks(R"(,"open":true)") + "}}}");
  const Value value = json(R"({"turn":1,"step":2,"id":"abc",
    "content":[{"type":"text","text":"x"},{"type":"audio"}]})");
  const std::size_t before = allocations.load();
  const bool matches = schema.matches(value);
  const std::size_t after = allocations.load();
  CHECK(matches);
  CHECK(after == before);
}
