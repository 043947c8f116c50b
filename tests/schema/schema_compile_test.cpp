// SPDX-License-Identifier: MIT
#include <string>

#include <catch2/catch.hpp>

#include "core/schema/schema.hpp"
#include "json_text.hpp"

using keel::Value;
using keel::ValueView;
using keel::core::Dialect;
using keel::core::Schema;
using keel::test::faults_of_schema;
using keel::test::json;

namespace {

std::string tool(std::string_view text) { return faults_of_schema(text, Dialect::kTool); }
std::string contract(std::string_view text) { return faults_of_schema(text, Dialect::kContract); }

}  // namespace

TEST_CASE("schema: the supported subset compiles in both dialects") {
  const auto text = GENERATE(
      R"({})", R"({"description":"any","title":"t","default":{"a":[1]},"examples":[1,"x"]})",
      R"({"type":"object"})",
      R"({"type":"object","properties":{"a":{"type":"string"},"b":{}},"required":["a"],)"
      R"("additionalProperties":false})",
      R"({"type":"array"})", R"({"type":"array","items":{"type":"array","items":{}}})",
      R"({"type":"string","enum":["a","b"],"const":"a"})", R"({"type":"integer","enum":[1,2]})",
      R"({"type":"integer","const":1.0})", R"({"type":"null","const":null})",
      R"({"type":"boolean","enum":[true]})",
      R"({"oneOf":[{"type":"string"},{"type":"null"}],"description":"d"})");
  CHECK(tool(text) == "compiles");
  CHECK(contract(text) == "compiles");
}

TEST_CASE("schema: every rejection names its place") {
  const auto both = [](std::string_view text, const std::string& expected) {
    INFO(text);
    CHECK(tool(text) == expected);
    CHECK(contract(text).substr(0, expected.find("null")) ==
          expected.substr(0, expected.find("null")));
  };
  both(R"("x")", R"(schema: expected a schema, which is an object, found "x")");
  both(R"({"type":"object","propertys":{}})", "schema.propertys: this keyword is not supported");
  both(R"({"allOf":[]})", "schema.allOf: this keyword is not supported");
  both(
      R"({"type":["string","null"]})",
      "schema.type: expected one of object, array, string, number, integer, boolean, null, found a "
      "list; a schema has exactly one type");
  both(R"({"type":"strin"})",
       "schema.type: expected one of object, array, string, number, integer, boolean, null, found "
       "\"strin\"");
  both(R"({"properties":{}})", "schema.properties: constrains a schema that has no \"type\"");
  both(R"({"enum":["a"]})", "schema.enum: constrains a schema that has no \"type\"");
  both(R"({"type":"array","properties":{}})", "schema.properties: does not apply to type array");
  both(R"({"type":"object","items":{}})", "schema.items: does not apply to type object");
  both(R"({"type":"object","enum":[{}]})", "schema.enum: does not apply to type object");
  both(R"({"type":"object","properties":[]})",
       "schema.properties: expected an object of schemas, found an array of 0 items");
  both(R"({"type":"object","required":"a"})",
       "schema.required: expected a list of names, found \"a\"");
  both(R"({"type":"object","properties":{"a":{}},"required":["a","b",1,"a"]})",
       "schema.required[1]: the required property \"b\" is not declared in \"properties\"; "
       "schema.required[2]: expected a name, found 1; schema.required[3]: \"a\" is listed twice");
  both(R"({"type":"object","additionalProperties":{}})",
       "schema.additionalProperties: expected true or false, found an object");
  both(R"({"type":"array","items":[{}]})",
       "schema.items: expected a schema, which is an object, found an array of 1 items");
  both(R"({"type":"string","enum":[]})",
       "schema.enum: expected a list of at least one value, found an array of 0 items");
  both(R"({"type":"string","enum":["a",1]})", "schema.enum[1]: expected string, found integer");
  both(R"({"type":"integer","const":1.5})",
       "schema.const: expected integer, found the fraction 1.5");
  both(R"({"type":"string","enum":["a"],"const":"b"})", "schema.const: \"b\" is not in \"enum\"");
  both(R"({"oneOf":[{}]})",
       "schema.oneOf: expected a list of at least two schemas, found an array of 1 items");
  both(R"({"oneOf":[{},{}],"type":"object"})",
       "schema.type: nothing that constrains may stand beside \"oneOf\"");
  both(R"({"description":1,"title":[]})",
       "schema.description: expected text, found 1; schema.title: expected text, found an array of "
       "0 "
       "items");
}

TEST_CASE("schema: all violations are listed, in walk order, with paths") {
  CHECK(
      tool(R"({"type":"object","x":1,"properties":{
           "a":{"type":"strin"},
           "b c":{"type":"array","items":{"minimum":1}},
           "d":{"oneOf":[{"type":"x"},{"oneOf":[]}]}},"required":["z"]})") ==
      "schema.x: this keyword is not supported; "
      "schema.required[0]: the required property \"z\" is not declared in \"properties\"; "
      "schema.properties.a.type: expected one of object, array, string, number, integer, boolean, "
      "null, found \"strin\"; "
      "schema.properties[\"b c\"].items.minimum: this keyword is not supported in the schema of a "
      "tool; "
      "schema.properties.d.oneOf[0].type: expected one of object, array, string, number, integer, "
      "boolean, null, found \"x\"; "
      "schema.properties.d.oneOf[1].oneOf: expected a list of at least two schemas, found an array "
      "of 0 items");
}

TEST_CASE("schema: annotations of tools must be lossless JSON") {
  const Value negative_zero = keel::object({{"default", -0.0}});
  CHECK(keel::core::to_text(Schema::compile(negative_zero, Dialect::kTool).error()) ==
        "schema.default: expected JSON without bytes and -0");
  const Value bytes = keel::object({{"examples", keel::array({Value::bytes_of("x")})}});
  CHECK(keel::core::to_text(Schema::compile(bytes, Dialect::kTool).error()) ==
        "schema.examples: expected JSON without bytes and -0");
}

TEST_CASE("schema: what only contracts know is refused for tools") {
  const auto text = GENERATE(
      R"({"type":"integer","minimum":1})", R"({"type":"integer","maximum":1})",
      R"({"type":"string","minLength":1})", R"({"type":"string","maxLength":1})",
      R"({"type":"string","pattern":"a"})", R"({"type":"array","minItems":1})",
      R"({"type":"array","maxItems":1})", R"({"type":"string","enum":["a"],"x-open":true})",
      R"({"type":"string","x-id":"CallId"})", R"({"type":"string","x-secret":true})",
      R"({"oneOf":[{"type":"object","properties":{"t":{"type":"string","const":"a"}},"required":["t"]},)"
      R"({"type":"object","properties":{"t":{"type":"string","const":"b"}},"required":["t"]}],)"
      R"("discriminator":"t","open":true,"x-union":"u"})");
  CHECK(contract(text) == "compiles");
  CHECK(tool(text).find("this keyword is not supported in the schema of a tool") !=
        std::string::npos);
}

TEST_CASE("schema: contract keywords are checked") {
  CHECK(contract(R"({"type":"integer","minimum":"1"})") ==
        "schema.minimum: expected a number, found \"1\"");
  CHECK(contract(R"({"type":"string","minLength":-1})") ==
        "schema.minLength: expected a whole number from 0 up, found -1");
  CHECK(contract(R"({"type":"string","minItems":1})") ==
        "schema.minItems: does not apply to type string");
  CHECK(contract(R"({"type":"string","pattern":"("})") ==
        "schema.pattern: the pattern \"(\" unmatched '(', at byte 1");
  CHECK(contract(R"({"type":"string","x-open":true})") ==
        "schema.x-open: stands only beside \"enum\" without \"const\"");
  CHECK(contract(R"({"type":"string","x-id":1})") ==
        "schema.x-id: expected the name of an id type, found 1");
  CHECK(contract(R"({"oneOf":[{},{}],"open":true})") ==
        "schema.open: stands only beside \"discriminator\"");
  CHECK(contract(R"({"discriminator":"t","x-union":"u","oneOf":[
           {"type":"object","properties":{"t":{"type":"string","const":"a"}},"required":["t"]},
           {"type":"object","properties":{"t":{"type":"string","const":"b"}},"required":["t"]}]})") ==
        "schema.x-union: stands only beside \"open\": true");
  CHECK(contract(R"({"type":"tuple"})").find("boolean, null, bytes") != std::string::npos);
}

TEST_CASE("schema: a discriminator needs branches that it can tell apart") {
  CHECK(contract(R"({"discriminator":"t","oneOf":[
           {"type":"object","properties":{"t":{"type":"string","const":"a"}},"required":["t"]},
           {"type":"object","properties":{"t":{"type":"string"}},"required":["t"]},
           {"type":"object","properties":{"t":{"type":"string","const":"b"}}},
           {"type":"string"}]})") ==
        "schema.oneOf[1]: expected an object that requires the member \"t\", the discriminator, "
        "with a "
        "\"const\" or closed \"enum\" of strings; "
        "schema.oneOf[2]: expected an object that requires the member \"t\", the discriminator, "
        "with a "
        "\"const\" or closed \"enum\" of strings; "
        "schema.oneOf[3]: expected an object that requires the member \"t\", the discriminator, "
        "with a "
        "\"const\" or closed \"enum\" of strings");
  CHECK(contract(R"({"discriminator":"t","oneOf":[
           {"type":"object","properties":{"t":{"type":"string","enum":["a","b"]}},"required":["t"]},
           {"type":"object","properties":{"t":{"type":"string","const":"b"}},"required":["t"]}]})") ==
        "schema.oneOf: two branches have the tag \"b\"");
}

TEST_CASE("schema: a default must satisfy its own schema") {
  CHECK(contract(
            R"({"type":"object","properties":{"a":{"type":"integer","maximum":3,"default":4}}})") ==
        "schema.properties.a.default: does not satisfy its own schema: the value: expected at most "
        "3, "
        "found 4");
}

namespace {

/// Compiles `root` beside a table of types {"Name": schema, "other@1": {"Name": schema}}.
std::string with_types(std::string_view root, std::string_view types) {
  const Value schema = json(root);
  const Value table = json(types);
  const auto resolver = [&](std::string_view contract, std::string_view type) -> ValueView {
    return contract.empty() ? table[type] : table[contract][type];
  };
  const auto result = Schema::compile(schema, Dialect::kContract, resolver);
  return result ? "compiles" : keel::core::to_text(result.error());
}

}  // namespace

TEST_CASE("schema: $ref finds types here and in other contracts") {
  CHECK(with_types(R"({"$ref":"#/types/A","description":"d"})", R"({"A":{"type":"string"}})") ==
        "compiles");
  CHECK(with_types(R"({"type":"array","items":{"$ref":"other@1#/types/B"}})",
                   R"({"other@1":{"B":{"$ref":"#/types/C"},"C":{}}})") == "compiles");
}

TEST_CASE("schema: a recursive type that makes progress compiles") {
  CHECK(with_types(R"({"$ref":"#/types/Tree"})",
                   R"({"Tree":{"type":"object","properties":{
                        "children":{"type":"array","items":{"$ref":"#/types/Tree"}}}}})") ==
        "compiles");
}

TEST_CASE("schema: broken references are named") {
  CHECK(with_types(R"({"$ref":"#/types/A"})", "{}") == "schema.$ref: there is no type \"A\"");
  CHECK(with_types(R"({"$ref":"other@1#/types/A"})", "{}") ==
        "schema.$ref: there is no type \"A\" in contract \"other@1\"");
  CHECK(with_types(R"({"$ref":"other@1#/types/A"})", R"({"other@1":{"A":{"$ref":"#/types/X"}}})") ==
        "other@1#/types/A.$ref: there is no type \"X\" in contract \"other@1\"");
  CHECK(with_types(R"({"$ref":"A"})", "{}") ==
        "schema.$ref: expected \"#/types/Name\" or \"contract@major#/types/Name\", found \"A\"");
  CHECK(with_types(R"({"$ref":3})", "{}") == "schema.$ref: expected text, found 3");
  CHECK(with_types(R"({"$ref":"#/types/A","type":"string"})", R"({"A":{}})") ==
        "schema.type: nothing that constrains may stand beside \"$ref\"");
  CHECK(faults_of_schema(R"({"$ref":"#/types/A"})") == "schema.$ref: there is no type \"A\"");
}

TEST_CASE("schema: cycles by $ref without progress are rejected") {
  CHECK(with_types(R"({"$ref":"#/types/A"})", R"({"A":{"$ref":"#/types/A"}})")
            .find("refers to itself and nothing else") != std::string::npos);
  CHECK(with_types(R"({"$ref":"#/types/A"})",
                   R"({"A":{"$ref":"#/types/B"},"B":{"$ref":"#/types/A"}})")
            .find("refers to itself and nothing else") != std::string::npos);
  CHECK(with_types(R"({"$ref":"#/types/A"})",
                   R"({"A":{"oneOf":[{"type":"string"},{"$ref":"#/types/B"}]},
                       "B":{"oneOf":[{"type":"null"},{"$ref":"#/types/A"}]}})")
            .find("this branch is the \"oneOf\" itself again") != std::string::npos);
}
