// SPDX-License-Identifier: MIT
#include <array>
#include <string>

#include <catch2/catch.hpp>

#include "contract_text.hpp"
#include "core/contract/contract_registry.hpp"

using keel::Value;
using keel::ValueView;
using keel::core::ContractHold;
using keel::core::ContractRegistry;
using keel::core::MessageContract;
using keel::test::added;
using keel::test::contract_json;
using keel::test::json;

namespace {

std::string check(const MessageContract& contract, ValueView value,
                  std::span<const keel_ref> refs = {}) {
  const auto violations = contract.check(value, refs, "params");
  CHECK(contract.fits(value, refs) == violations.empty());
  return keel::core::to_text(violations);
}

}  // namespace

TEST_CASE("message contract: values and references in both directions") {
  ContractRegistry registry;
  const ContractHold hold =
      added(registry, contract_json("c", "0.1", R"("interfaces":{"i":{"doc":"d",
    "methods":[
      {"name":"plain","doc":"d"},
      {"name":"full","doc":"d","params":{"type":"string"},"result":{"type":"integer"},
       "result_optional":true,
       "param_refs":[{"name":"agent","interface":"i@0"},{"name":"setup","optional":true}]}]}})"));
  const auto* interface = registry.interface("i@0");
  const MessageContract& nothing = interface->method("plain")->params;
  CHECK(check(nothing, ValueView()).empty());
  CHECK(check(nothing, json("{}")) ==
        "params: expected no value, for the contract declares none, found object");
  const std::array<keel_ref, 1> one{{{7}}};
  CHECK(check(nothing, ValueView(), one) == "refs: expected at most 0 references, found 1");

  const MessageContract& params = interface->method("full")->params;
  const std::array<keel_ref, 2> two{{{7}, {0}}};
  CHECK(check(params, Value("x"), one).empty());
  CHECK(check(params, Value("x"), two).empty());
  CHECK(check(params, ValueView(), one) == "params: expected string, found absent");
  CHECK(check(params, Value(1)) ==
        "params: expected string, found integer; refs[0]: missing required reference \"agent\" to "
        "a i@0");
  const std::array<keel_ref, 1> zero{{{0}}};
  CHECK(check(params, Value("x"), zero) ==
        "refs[0]: missing required reference \"agent\" to a i@0");

  const MessageContract& result = interface->method("full")->result;
  CHECK(check(result, ValueView()).empty());
  CHECK(check(result, Value(1)).empty());
  CHECK(check(result, Value("x")) == "params: expected integer, found string");
}

TEST_CASE("event contract: next() replaces what it may and nothing else") {
  ContractRegistry registry;
  const ContractHold hold = added(registry, contract_json("c", "0.1", R"("events":{
    "c/some":{"doc":"d","mode":"waterfall","replace":["config"],
      "params":{"type":"object","properties":{"config":{},"turn":{}}}},
    "c/all":{"doc":"d","mode":"waterfall","replace":"*","params":{}},
    "c/none":{"doc":"d","mode":"waterfall","params":{}}})"));
  const auto change = [&](std::string_view event, std::string_view before, std::string_view after) {
    return keel::core::to_text(registry.event(event)->check_replacement(json(before), json(after)));
  };
  CHECK(change("c/some", R"({"config":1,"turn":2})", R"({"turn":2,"config":{"x":3}})").empty());
  CHECK(change("c/some", R"({"config":1,"turn":2})", R"({"config":1,"turn":3})") ==
        "turn: is fixed: next() may not replace it");
  CHECK(change("c/some", R"({"config":1,"turn":2})", R"({"config":1})") ==
        "turn: is fixed: next() may not replace it");
  CHECK(change("c/some", R"({"turn":2})", R"({"turn":2,"config":1,"more":1})") ==
        "more: is fixed: next() may not replace it");
  CHECK(change("c/some", R"({"turn":2})", "[1]") == "params: is fixed: next() may not replace it");
  CHECK(change("c/all", R"({"turn":2})", "[1]").empty());
  CHECK(change("c/none", "[1]", "[1]").empty());
  CHECK(change("c/none", "[1]", "[2]") == "params: is fixed: next() may not replace it");
}
