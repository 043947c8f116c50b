// SPDX-License-Identifier: MIT
#include <optional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "contract_text.hpp"
#include "core/contract/contract_registry.hpp"

using keel::Value;
using keel::core::ContractHold;
using keel::core::ContractRegistry;
using keel::test::added;
using keel::test::contract_json;
using keel::test::errors_of;
using keel::test::fixture;
using keel::test::json;

namespace {

constexpr auto kEvent = R"("events":{"a/e":{"doc":"d","mode":"emit"}})";
constexpr auto kWaterfall = R"("events":{"a/e":{"doc":"d","mode":"waterfall"}})";

std::vector<ContractRegistry::Source> sources(const std::vector<std::string>& texts) {
  std::vector<ContractRegistry::Source> list;
  for (const std::string& text : texts) {
    list.push_back({json(text), "source " + std::to_string(list.size())});
  }
  return list;
}

}  // namespace

TEST_CASE("contract registry: white space does not make another content, anything else does") {
  ContractRegistry registry;
  const std::string text = contract_json("a", "0.1", kEvent);
  const ContractHold first = added(registry, text, "first.json");
  std::string spaced;
  for (const char c : text) spaced += c == ',' ? std::string(",\n  ") : std::string(1, c);
  CHECK(errors_of(registry, spaced, "second.json") == "added");
  const std::string errors =
      errors_of(registry, contract_json("a", "0.1", kWaterfall), "third.json");
  CHECK(errors.find(
            "contract a@0.1 from third.json: version: expected the content that contract a@0.1 "
            "from first.json has, ") == 0);
  CHECK(errors.find("needs a new version") != std::string::npos);
}

TEST_CASE("contract registry: holds are counted, the last one takes the contract out") {
  ContractRegistry registry;
  std::optional<ContractHold> first = added(registry, contract_json("a", "0.1", kEvent));
  ContractHold second = added(registry, contract_json("a", "0.1", kEvent));
  const auto* event = registry.event("a/e");
  REQUIRE(event != nullptr);
  first.reset();
  CHECK(registry.event("a/e") == event);
  const std::uint64_t before = registry.generation();
  second.reset();
  CHECK(registry.event("a/e") == nullptr);
  CHECK(registry.contract("a@0") == nullptr);
  CHECK(registry.generation() > before);
  // What a look-up gave stays readable, and comes back with the same content.
  CHECK(event->name == "a/e");
  const ContractHold third = added(registry, contract_json("a", "0.1", kEvent));
  CHECK(registry.event("a/e") == event);
}

TEST_CASE("contract registry: once a version is gone another content may take it") {
  ContractRegistry registry;
  std::optional<ContractHold> hold = added(registry, contract_json("a", "0.1", kEvent));
  hold.reset();
  const ContractHold changed = added(registry, contract_json("a", "0.1", kWaterfall));
  CHECK(registry.event("a/e")->mode == keel::core::DispatchMode::kWaterfall);
}

TEST_CASE("contract registry: a hold moves") {
  ContractRegistry registry;
  ContractHold hold = added(registry, contract_json("a", "0.1"));
  ContractHold other = std::move(hold);
  CHECK_FALSE(hold);  // NOLINT(bugprone-use-after-move): that is what is tested
  hold = ContractHold();
  CHECK(registry.contract("a@0") != nullptr);
  other = ContractHold();
  CHECK(registry.contract("a@0") == nullptr);
}

TEST_CASE("contract registry: a name of another contract is refused with both names") {
  ContractRegistry registry;
  const std::string everything = R"("interfaces":{"thing":{"doc":"d","methods":[]}},
    "families":{"fam":{"doc":"d"}},"events":{"x/e":{"doc":"d","mode":"emit"}},
    "durable":{"x/d":{"doc":"d","data":{}}})";
  const ContractHold hold = added(registry, contract_json("one", "0.1", everything), "one.json");
  CHECK(
      errors_of(registry, contract_json("two", "1.0", everything), "two.json") ==
      "contract two@1.0 from two.json: events[\"x/e\"]: belongs to contract one@0.1 from one.json; "
      "choose another name\n"
      "contract two@1.0 from two.json: families.fam: belongs to contract one@0.1 from one.json; "
      "choose another name\n"
      "contract two@1.0 from two.json: durable[\"x/d\"]: belongs to contract one@0.1 from "
      "one.json; "
      "choose another name\n"
      "contract two@1.0 from two.json: interfaces.thing: belongs to contract one@0.1 from "
      "one.json; "
      "choose another name");
  CHECK(registry.contract("two@1") == nullptr);
}

TEST_CASE("contract registry: two majors live side by side") {
  ContractRegistry registry;
  const auto interface = [](std::string_view method) {
    return R"("interfaces":{"a":{"doc":"d","methods":[{"name":")" + std::string(method) +
           R"(","doc":"d"}]}},)" + kEvent;
  };
  const ContractHold old = added(registry, contract_json("a", "0.3", interface("before")));
  std::optional<ContractHold> next = added(registry, contract_json("a", "1.0", interface("after")));
  CHECK(registry.interface("a@0")->methods[0].name == "before");
  CHECK(registry.interface("a@1")->methods[0].name == "after");
  CHECK(registry.event("a/e") == &next->contract().events.at("a/e"));
  next.reset();
  CHECK(registry.interface("a@1") == nullptr);
  CHECK(registry.event("a/e") == &old.contract().events.at("a/e"));
}

TEST_CASE("contract registry: an event that two majors share must fit both") {
  ContractRegistry registry;
  const ContractHold old = added(registry, contract_json("a", "0.1", kEvent), "old.json");
  CHECK(errors_of(registry, contract_json("a", "1.0", kWaterfall), "new.json") ==
        "contract a@1.0 from new.json: events[\"a/e\"].mode: does not fit contract a@0.1 from "
        "old.json: version 1.0 against 0.1: was emit before, is waterfall; give what has changed a "
        "new "
        "name");
}

TEST_CASE("contract registry: a newer minor answers for the older one while it is there") {
  ContractRegistry registry;
  const std::string more =
      R"("events":{"a/e":{"doc":"d","mode":"emit"},"a/new":{"doc":"d","mode":"serial"}})";
  const bool newer_first = GENERATE(false, true);
  std::optional<ContractHold> older;
  std::optional<ContractHold> newer;
  if (newer_first) newer = added(registry, contract_json("a", "0.2", more));
  older = added(registry, contract_json("a", "0.1", kEvent));
  if (!newer_first) newer = added(registry, contract_json("a", "0.2", more));

  CHECK(registry.contract("a@0")->minor == 2);
  CHECK(registry.event("a/new") != nullptr);
  CHECK(registry.event("a/e") == &newer->contract().events.at("a/e"));
  newer.reset();
  CHECK(registry.contract("a@0")->minor == 1);
  CHECK(registry.event("a/new") == nullptr);
  CHECK(registry.event("a/e") == &older->contract().events.at("a/e"));
}

TEST_CASE("contract registry: a newer minor that took something away is refused, in either order") {
  ContractRegistry registry;
  const bool newer_first = GENERATE(false, true);
  const std::string older = contract_json("a", "0.1", kEvent);
  const std::string newer = contract_json("a", "0.2");
  const ContractHold hold = added(registry, newer_first ? newer : older, "first.json");
  const std::string errors = errors_of(registry, newer_first ? older : newer, "second.json");
  CHECK(errors.find("events[\"a/e\"]: does not fit contract") != std::string::npos);
  CHECK(errors.find("version 0.2 against 0.1: was there before") != std::string::npos);
}

TEST_CASE("contract registry: contracts refer to one another, in any order, all or none") {
  ContractRegistry registry;
  const bool turned = GENERATE(false, true);
  auto list = turned ? sources({fixture("gift.json"), fixture("parcel.json")})
                     : sources({fixture("parcel.json"), fixture("gift.json")});
  {
    const auto holds = registry.add_all(list);
    if (!holds) FAIL(keel::core::to_text(holds.error()));
    CHECK(holds->size() == 2);
    CHECK(registry.unresolved().empty());
    const auto* given = registry.event("gift/given");
    REQUIRE(given != nullptr);
    CHECK(keel::core::to_text(given->params.check(json(R"({"parcel":{"id":"p","speed":"slow",
          "to":{"streetName":"x","zip":"1"},"content":[]}})"),
                                                  {}, "params")) ==
          "parcel.to.zip: expected text that matches /^[0-9]{5}$/, found \"1\"");
  }
  CHECK(registry.contracts().empty());

  list.push_back(
      {json(contract_json("bad", "0.1", R"("types":{"T":{"$ref":"#/types/U"}})")), "bad"});
  const auto failed = registry.add_all(list);
  REQUIRE_FALSE(failed.has_value());
  CHECK(keel::core::to_text(failed.error()) ==
        "contract bad@0.1 from bad: types.T.$ref: there is no type \"U\" in contract \"bad@0\"");
  CHECK(registry.contracts().empty());
}

TEST_CASE("contract registry: a conflict inside a batch leaves nothing behind") {
  ContractRegistry registry;
  const auto failed = registry.add_all(
      sources({contract_json("a", "0.1", kEvent), contract_json("b", "0.1", kEvent)}));
  REQUIRE_FALSE(failed.has_value());
  CHECK(keel::core::to_text(failed.error()) ==
        "contract b@0.1 from source 1: events[\"a/e\"]: belongs to contract a@0.1 from source 0; "
        "choose "
        "another name");
  CHECK(registry.contracts().empty());
  CHECK(registry.event("a/e") == nullptr);
  CHECK(errors_of(registry, contract_json("b", "0.1", kEvent)) == "added");
}

TEST_CASE("contract registry: a reference to a contract that is not here is named") {
  ContractRegistry registry;
  CHECK(errors_of(registry, fixture("gift.json")) ==
        "contract gift@0.1 from test: types.Gift.properties.parcel.$ref: there is no type "
        "\"Parcel\" in "
        "contract \"parcel@0\"");
}

TEST_CASE("contract registry: a plugin-declared variant is checked wherever the union is") {
  ContractRegistry registry;
  const ContractHold parcel = added(registry, fixture("parcel.json"), "parcel.json");
  const auto check = [&](std::string_view content) {
    const auto& type = parcel.contract().types.at("Content");
    const auto violations = type.validate(json(content), "content");
    CHECK(type.matches(json(content)) == violations.empty());
    return keel::core::to_text(violations);
  };
  CHECK(check(R"({"type":"toy"})").empty());
  std::optional<ContractHold> gift = added(registry, fixture("gift.json"), "gift.json");
  CHECK(check(R"({"type":"toy"})") == "minAge: missing required property");
  CHECK(check(R"({"type":"toy","minAge":3})").empty());
  CHECK(check(R"({"type":"box","parts":[{"type":"toy","minAge":-1}]})") ==
        "parts[0].minAge: expected at least 0, found -1");
  CHECK(check(R"({"type":"unknown"})").empty());
  CHECK(registry.tag_owner("content", "toy")->name == "gift");
  CHECK(registry.tag_owner("content", "letter")->name == "parcel");
  CHECK(registry.tag_owner("content", "unknown") == nullptr);
  CHECK(registry.tag_owner("nothing", "toy") == nullptr);
  gift.reset();
  CHECK(check(R"({"type":"toy"})").empty());
}

TEST_CASE("contract registry: a second owner of the tag is refused with both names") {
  ContractRegistry registry;
  const ContractHold parcel = added(registry, fixture("parcel.json"), "parcel.json");
  const ContractHold gift = added(registry, fixture("gift.json"), "gift.json");
  const auto extends = [](std::string_view tag) {
    return contract_json("other", "0.1",
                         R"("extends":{"content":{")" + std::string(tag) +
                             R"(":{"type":"object","required":["type"],"properties":{
        "type":{"type":"string","const":")" +
                             std::string(tag) + R"("}}}}})");
  };
  CHECK(
      errors_of(registry, extends("toy"), "other.json") ==
      "contract other@0.1 from other.json: extends.content.toy: belongs to contract gift@0.1 from "
      "gift.json; choose another name");
  CHECK(
      errors_of(registry, extends("letter"), "other.json") ==
      "contract other@0.1 from other.json: extends.content.letter: belongs to contract parcel@0.1 "
      "from parcel.json, which declares the union; choose another tag");
  CHECK(errors_of(registry, extends("coal"), "other.json") == "added");
}

TEST_CASE("contract registry: a union of another contract and its tags are refused") {
  ContractRegistry registry;
  const ContractHold parcel = added(registry, fixture("parcel.json"), "parcel.json");
  const std::string text = fixture("parcel.json");
  const keel::Value document = json(text);
  const std::string types =
      keel::to_json(keel::object({{"Content", Value::share(document["types"]["Content"])}}));
  CHECK(errors_of(registry, contract_json("other", "0.1", "\"types\":" + types)) ==
        "contract other@0.1 from test: types: the open union \"content\" belongs to contract "
        "parcel@0.1 "
        "from parcel.json; choose another name");
}

TEST_CASE("contract registry: a variant must carry its tag") {
  ContractRegistry registry;
  const ContractHold parcel = added(registry, fixture("parcel.json"));
  const auto variant = [](std::string_view schema) {
    return contract_json("other", "0.1",
                         R"("extends":{"content":{"coal":)" + std::string(schema) + "}}");
  };
  const std::string expected =
      "contract other@0.1 from test: extends.content.coal: expected an object that requires "
      "\"type\" "
      "with the const \"coal\"";
  CHECK(errors_of(registry, variant(R"({"type":"string"})")) == expected);
  CHECK(errors_of(registry, variant(R"({"type":"object","properties":{"type":{"type":"string",
      "const":"coal"}}})")) == expected);
  CHECK(errors_of(registry, variant(R"({"type":"object","required":["type"],"properties":{
      "type":{"type":"string","const":"toy"}}})")) == expected);
  // A variant that is the union again would never come to an end.
  CHECK(errors_of(registry, variant(R"({"$ref":"parcel@0#/types/Content"})")) == expected);
}

TEST_CASE("contract registry: interfaces that nobody declares are listed") {
  ContractRegistry registry;
  const ContractHold hold = added(registry, contract_json("a", "0.1", R"(
    "interfaces":{"a":{"doc":"d","methods":[{"name":"m","doc":"d",
      "param_refs":[{"name":"x","interface":"a@0"},{"name":"y","interface":"b@0"}]}]}},
    "families":{"f":{"doc":"d","interface":"c@1"}},
    "events":{"a/e":{"doc":"d","mode":"emit","refs":[{"name":"z","interface":"d@0"}]}})"));
  CHECK(
      keel::core::to_text(registry.unresolved()) ==
      "contract a@0.1 from test: interfaces.a.methods[0].param_refs[1]: no contract here declares "
      "the "
      "interface b@0\n"
      "contract a@0.1 from test: events[\"a/e\"].refs[0]: no contract here declares the interface "
      "d@0\n"
      "contract a@0.1 from test: families.f.interface: no contract here declares the interface "
      "c@1");
}

TEST_CASE("contract registry: the same content twice in one batch is one contract with two holds") {
  ContractRegistry registry;
  const std::string text = contract_json("a", "0.1", kEvent);
  auto holds = registry.add_all(sources({text, text}));
  REQUIRE(holds.has_value());
  CHECK(&holds->at(0).contract() == &holds->at(1).contract());
  holds->pop_back();
  CHECK(registry.event("a/e") != nullptr);
}

TEST_CASE("contract registry: deep contracts are read and compared without recursion") {
  // Each level of the schema is one of the document, which nests at most 10,000 deep.
  constexpr int kDepth = 9'900;
  const auto deep = [](std::string_view version, std::string_view leaf) {
    std::string schema;
    for (int i = 0; i < kDepth; ++i) schema += R"({"type":"array","items":)";
    schema += R"({"type":")" + std::string(leaf) + "\"}" + std::string(kDepth, '}');
    return contract_json("a", version, R"("types":{"T":)" + schema + "}");
  };
  ContractRegistry registry;
  const ContractHold older = added(registry, deep("0.1", "string"));
  CHECK(errors_of(registry, deep("0.2", "string")) == "added");
  const std::string errors = errors_of(registry, deep("0.2", "integer"));
  CHECK(errors.find("was \"string\" before, is \"integer\"") != std::string::npos);
}
