// SPDX-License-Identifier: MIT
#include <string>

#include <catch2/catch.hpp>

#include "core/schema/schema.hpp"
#include "json_text.hpp"

using keel::Value;
using keel::core::Schema;
using keel::test::compiled;
using keel::test::json;

namespace {

std::string filled(const Schema& schema, std::string_view value) {
  return keel::to_json(schema.with_defaults(json(value)));
}

}  // namespace

TEST_CASE("schema: defaults fill missing members, at any depth, and keep what is there") {
  const Schema schema = compiled(R"({"type":"object","properties":{
      "mode":{"type":"string","default":"native"},
      "limit":{"type":"integer","default":10},
      "plain":{"type":"string"},
      "inner":{"type":"object","properties":{"on":{"type":"boolean","default":true}}},
      "list":{"type":"array","items":{"type":"object","properties":{"n":{"type":"integer","default":1}}}},
      "made":{"type":"object","default":{},"properties":{"deep":{"type":"null","default":null}}}}})");
  CHECK(filled(schema, "{}") == R"({"mode":"native","limit":10,"made":{"deep":null}})");
  CHECK(filled(schema, R"({"limit":3,"other":[1],"inner":{},"list":[{},{"n":5}]})") ==
        R"({"limit":3,"other":[1],"inner":{"on":true},"list":[{"n":1},{"n":5}],)"
        R"("mode":"native","made":{"deep":null}})");
}

TEST_CASE("schema: defaults follow the branch that the value takes") {
  const Schema tagged = compiled(R"({"discriminator":"k","open":true,"oneOf":[
      {"type":"object","required":["k"],"properties":{"k":{"type":"string","const":"a"},
        "x":{"type":"integer","default":1}}},
      {"type":"object","required":["k"],"properties":{"k":{"type":"string","const":"b"},
        "y":{"type":"integer","default":2}}}]})");
  CHECK(filled(tagged, R"({"k":"a"})") == R"({"k":"a","x":1})");
  CHECK(filled(tagged, R"({"k":"b"})") == R"({"k":"b","y":2})");
  CHECK(filled(tagged, R"({"k":"c"})") == R"({"k":"c"})");
  const Schema either = compiled(R"({"oneOf":[{"type":"string"},
      {"type":"object","properties":{"x":{"type":"integer","default":1}}}]})");
  CHECK(filled(either, "\"s\"") == "\"s\"");
  CHECK(filled(either, "{}") == R"({"x":1})");
  CHECK(filled(either, "[{}]") == "[{}]");
}

TEST_CASE("schema: a value of the wrong shape comes back as it is") {
  const Schema schema =
      compiled(R"({"type":"object","properties":{"x":{"type":"integer","default":1}}})");
  CHECK(filled(schema, "[1]") == "[1]");
  CHECK(filled(schema, "null") == "null");
}

TEST_CASE("schema: a type whose default is itself stops") {
  const Value types = json(R"({"T":{"type":"object","properties":{
      "next":{"$ref":"#/types/T","default":{}}}}})");
  const Value root = json(R"({"$ref":"#/types/T"})");
  const auto schema =
      Schema::compile(root, keel::core::Dialect::kContract,
                      [&](std::string_view, std::string_view type) { return types[type]; });
  REQUIRE(schema.has_value());
  const Value result = schema->with_defaults(json("{}"));
  CHECK(result["next"]["next"].is_object());
  CHECK(keel::to_json(result).size() < 1000);
}
