// SPDX-License-Identifier: MIT
#include <string>

#include <catch2/catch.hpp>

#include "contract_text.hpp"
#include "core/contract/contract_registry.hpp"

using keel::core::ContractHold;
using keel::core::ContractRegistry;
using keel::test::added;
using keel::test::contract_json;

namespace {

/// Errors of version 0.2 with `newer` members beside 0.1 with `older`, places and reasons only.
std::string change(std::string_view older, std::string_view newer) {
  ContractRegistry registry;
  const ContractHold hold = added(registry, contract_json("c", "0.1", older), "old");
  std::string text = keel::test::errors_of(registry, contract_json("c", "0.2", newer), "new");
  for (const std::string noise :
       {"contract c@0.2 from new: ",
        "does not fit contract c@0.1 from old: version 0.2 against 0.1: "}) {
    for (std::size_t at = text.find(noise); at != std::string::npos; at = text.find(noise)) {
      text.erase(at, noise.size());
    }
  }
  return text;
}

std::string type(std::string_view schema) { return R"("types":{"T":)" + std::string(schema) + "}"; }

std::string type_change(std::string_view older, std::string_view newer) {
  return change(type(older), type(newer));
}

std::string methods(std::string_view list) {
  return R"("interfaces":{"i":{"doc":"d","methods":[)" + std::string(list) + "]}}";
}

std::string event(std::string_view members) {
  return R"("events":{"c/e":{"doc":"d",)" + std::string(members) + "}}";
}

}  // namespace

TEST_CASE("contract superset: additions are fine") {
  CHECK(change(methods(R"({"name":"a","doc":"d"})"),
               methods(R"({"name":"a","doc":"better"},{"name":"b","doc":"d"})")) == "added");
  CHECK(type_change(
            R"({"type":"object","properties":{"a":{}},"required":["a"]})",
            R"({"type":"object","properties":{"b":{"type":"string"},"a":{}},"required":["a"],)"
            R"("description":"x"})") == "added");
  CHECK(type_change(R"({"type":"string","enum":["a"],"x-open":true})",
                    R"({"type":"string","enum":["b","a"],"x-open":true})") == "added");
  CHECK(change(event(R"("mode":"emit")"),
               R"("events":{"c/e":{"doc":"d","mode":"emit"},"c/f":{"doc":"d","mode":"serial"}},
                  "durable":{"c/d":{"doc":"d","data":{}}},"families":{"f":{"doc":"d"}})") ==
        "added");
  CHECK(change(methods(R"({"name":"a","doc":"d","errors":["A"]})"),
               methods(R"({"name":"a","doc":"d","errors":["B","A"],)"
                       R"("param_refs":[{"name":"r","optional":true}]})")) == "added");
}

TEST_CASE("contract superset: methods keep their place") {
  CHECK(change(methods(R"({"name":"a","doc":"d"},{"name":"b","doc":"d"})"),
               methods(R"({"name":"b","doc":"d"},{"name":"a","doc":"d"})")) ==
        "interfaces.i.methods[0]: was the method \"a\" before, is \"b\"; methods keep their place, "
        "new "
        "ones go to the end\n"
        "interfaces.i.methods[1]: was the method \"b\" before, is \"a\"; methods keep their place, "
        "new "
        "ones go to the end");
  CHECK(
      change(methods(R"({"name":"a","doc":"d"})"), methods("")) ==
      "interfaces.i.methods[0]: was the method \"a\" before, is missing; methods keep their place, "
      "new ones go to the end");
}

TEST_CASE("contract superset: what a method takes and gives does not change") {
  const std::string plain = methods(R"({"name":"a","doc":"d","errors":["A"]})");
  CHECK(change(plain, methods(R"({"name":"a","doc":"d","errors":[]})")) ==
        "interfaces.i.methods[0].errors: \"A\" was there before");
  CHECK(change(plain, methods(R"({"name":"a","doc":"d","errors":["A"],"orphanable":true})")) ==
        "interfaces.i.methods[0].orphanable: is not what it was before");
  CHECK(change(plain, methods(R"({"name":"a","doc":"d","errors":["A"],"params":{}})")) ==
        "interfaces.i.methods[0].params: there was no value here before");
  CHECK(change(plain,
               methods(R"({"name":"a","doc":"d","errors":["A"],"param_refs":[{"name":"x"}]})")) ==
        "interfaces.i.methods[0].param_refs[0]: is new and so must be optional");
  CHECK(change(methods(R"({"name":"a","doc":"d","result":{"type":"string"}})"),
               methods(R"({"name":"a","doc":"d","result":{"type":"integer"}})")) ==
        "interfaces.i.methods[0].result.type: was \"string\" before, is \"integer\"");
  CHECK(change(methods(R"({"name":"a","doc":"d","stream":{"item":{"type":"string"}}})"),
               methods(R"({"name":"a","doc":"d","stream":{"item":{"type":"null"}}})")) ==
        "interfaces.i.methods[0].stream.item.type: was \"string\" before, is \"null\"");
}

TEST_CASE("contract superset: objects keep their members") {
  const auto older =
      R"({"type":"object","properties":{"a":{"type":"array","items":{"type":"string"}},
      "b":{}},"required":["b"]})";
  CHECK(type_change(older, R"({"type":"object","properties":{"b":{}},"required":["b"]})") ==
        "types.T.properties.a: was there before");
  CHECK(type_change(older, R"({"type":"object","properties":{"a":{"type":"array",
      "items":{"type":"number"}},"b":{}},"required":["b"]})") ==
        "types.T.properties.a.items.type: was \"string\" before, is \"number\"");
  CHECK(type_change(older, R"({"type":"object","properties":{"a":{"type":"array",
      "items":{"type":"string"}},"b":{},"c":{}},"required":["c"]})") ==
        "types.T.required: \"b\" was required before\n"
        "types.T.required: \"c\" was not required before; what is new must be optional");
  CHECK(type_change(R"({"type":"object"})", R"({"type":"object","additionalProperties":false})") ==
        "types.T.additionalProperties: was open before");
  CHECK(type_change(R"({"type":"object","properties":{},"additionalProperties":false})",
                    R"({"type":"object","properties":{"a":{}},"additionalProperties":false})") ==
        "types.T.properties: a closed object takes no new members");
}

TEST_CASE("contract superset: closed enums, limits and unions do not change") {
  CHECK(type_change(R"({"type":"string","enum":["a","b"]})",
                    R"({"type":"string","enum":["a","c"]})") ==
        "types.T.enum: \"b\" was there before\n"
        "types.T.enum: \"c\" is new; only an open enum may grow");
  CHECK(type_change(R"({"type":"integer","minimum":1})", R"({"type":"integer","minimum":2})") ==
        "types.T.minimum: was 1 before, is 2");
  CHECK(type_change(R"({"type":"string","const":"a"})", R"({"type":"string"})") ==
        "types.T.const: was \"a\" before, is nothing");
  CHECK(type_change(R"({"oneOf":[{"type":"string"},{"type":"null"}]})",
                    R"({"oneOf":[{"type":"string"},{"type":"null"},{"type":"array"}]})") ==
        "types.T.oneOf: had 2 branches before, has 3; only an open union may grow");
  CHECK(type_change(R"({"oneOf":[{"type":"string"},{"type":"null"}]})", R"({"type":"string"})") ==
        "types.T.oneOf: was an alternative before");
}

TEST_CASE("contract superset: references are followed, also round and round") {
  const auto tree = [](std::string_view leaf) {
    return R"("types":{"Tree":{"type":"object","properties":{"kids":{"type":"array",
      "items":{"$ref":"#/types/Tree"}},"leaf":{"$ref":"#/types/Leaf"}}},"Leaf":{"type":")" +
           std::string(leaf) + R"("}},"events":{"c/e":{"doc":"d","mode":"emit",
      "params":{"$ref":"#/types/Tree"}}})";
  };
  CHECK(change(tree("string"), tree("string")) == "added");
  CHECK(change(tree("string"), tree("integer"))
            .find(".type: was \"string\" before, is \"integer\"") != std::string::npos);
  // A type may be given a name, or lose it, as long as it stays the same.
  CHECK(change(event(R"("mode":"emit","params":{"type":"string"})"),
               R"("types":{"S":{"type":"string"}},)" +
                   event(R"("mode":"emit","params":{"$ref":"#/types/S"})")) == "added");
}

TEST_CASE("contract superset: events keep mode, replaceable members, bands and flags") {
  const std::string older = event(
      R"("mode":"waterfall","params":{"type":"object","properties":{"a":{},"b":{}}},"replace":["a"],)"
      R"("bands":{"audit":-5})");
  CHECK(
      change(older,
             event(R"("mode":"serial","params":{"type":"object","properties":{"a":{},"b":{}}})")) ==
      "events[\"c/e\"].mode: was waterfall before, is serial\n"
      "events[\"c/e\"].result_optional: is not what it was before\n"
      "events[\"c/e\"].replace: is not what it was before\n"
      "events[\"c/e\"].bands.audit: is not what it was before");
  CHECK(
      change(older,
             event(R"("mode":"waterfall","params":{"type":"object","properties":{"a":{},"b":{}}},)"
                   R"("replace":["a","b"],"bands":{"audit":-5,"late":9},"fail_closed":true)")) ==
      "events[\"c/e\"].fail_closed: is not what it was before");
}

TEST_CASE("contract superset: families and durable types keep what they are") {
  CHECK(change(R"("families":{"f":{"doc":"d","interface":"a@0","owner":"x/y"}})",
               R"("families":{"f":{"doc":"d","interface":"b@0"}})") ==
        "families.f.interface: is not what it was before\n"
        "families.f.owner: is not what it was before");
  CHECK(change(R"("durable":{"c/d":{"doc":"d","data":{"type":"string"},"surface":true}})",
               R"("durable":{"c/d":{"doc":"d","data":{"type":"null"}}})") ==
        "durable[\"c/d\"].data.type: was \"string\" before, is \"null\"\n"
        "durable[\"c/d\"].surface: is not what it was before");
  CHECK(
      change(
          R"("durable":{"c/d":{"doc":"d","data":{}}},"families":{"f":{"doc":"d"}},"types":{"T":{}})",
          "") ==
      "types.T: was there before\n"
      "families.f: was there before\n"
      "durable[\"c/d\"]: was there before");
}
