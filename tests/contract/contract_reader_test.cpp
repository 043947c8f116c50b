// SPDX-License-Identifier: MIT
#include <string>

#include <catch2/catch.hpp>

#include "contract_text.hpp"
#include "core/contract/contract_registry.hpp"

using keel::core::ContractHold;
using keel::core::ContractRegistry;
using keel::core::DispatchMode;
using keel::test::added;
using keel::test::contract_json;
using keel::test::errors_of;
using keel::test::fixture;

namespace {

/// Errors of a contract "c" 0.1 with these members, without the name and origin that start each
/// line.
std::string errors(std::string_view members) {
  std::string text = errors_of(contract_json("c", "0.1", members));
  const std::string start = "contract c@0.1 from test: ";
  for (std::size_t at = text.find(start); at != std::string::npos; at = text.find(start)) {
    text.erase(at, start.size());
  }
  return text;
}

std::string method(std::string_view text) {
  return R"("interfaces":{"i":{"doc":"d","methods":[)" + std::string(text) + "]}}";
}

std::string event(std::string_view text) {
  return R"("events":{"c/e":{"doc":"d",)" + std::string(text) + "}}";
}

}  // namespace

TEST_CASE("contract: every part of a contract file is read") {
  ContractRegistry registry;
  const ContractHold hold = added(registry, fixture("parcel.json"), "parcel.json");
  const auto& contract = hold.contract();
  CHECK(contract.name == "parcel");
  CHECK(contract.id == "parcel@0");
  CHECK(contract.version == "parcel@0.1");
  CHECK(contract.origin == "parcel.json");
  CHECK(contract.hash.size() == 64);
  CHECK(contract.types.size() == 6);

  const auto* service = registry.interface("parcel-service@0");
  REQUIRE(service != nullptr);
  REQUIRE(service->methods.size() == 3);
  const auto* send = service->method(0);
  REQUIRE(send != nullptr);
  CHECK(send == service->method("send"));
  CHECK(send->doc == "Sends one parcel.");
  CHECK(send->params.value.has_value());
  REQUIRE(send->params.refs.size() == 1);
  CHECK(send->params.refs[0].name == "watcher");
  CHECK(send->params.refs[0].interface == "parcel-watcher@0");
  CHECK(send->params.refs[0].optional);
  CHECK(send->may_fail_with("TOO_HEAVY"));
  CHECK_FALSE(send->may_fail_with("OTHER"));
  CHECK_FALSE(send->orphanable);
  CHECK_FALSE(send->stream.has_value());
  const auto* track = service->method("track");
  REQUIRE(track != nullptr);
  CHECK(track->orphanable);
  REQUIRE(track->stream.has_value());
  CHECK(track->stream->item.has_value());
  CHECK(track->stream->end.has_value());
  REQUIRE(track->result.refs.size() == 1);
  CHECK(track->result.refs[0].name == "stream");
  CHECK(service->method("owner")->result.value_optional);
  CHECK(service->method(3) == nullptr);
  CHECK(service->method("nobody") == nullptr);

  const auto* carrier = registry.family("carrier");
  REQUIRE(carrier != nullptr);
  CHECK(carrier->interface == "parcel-service@0");
  CHECK(carrier->owner == "parcel/dispatcher");
  CHECK(carrier->admit);
  CHECK(carrier->check_metadata(keel::test::json(R"({"name":"x"})")).empty());
  CHECK(keel::core::to_text(carrier->check_metadata(keel::test::json("{}"))) ==
        "name: missing required property");

  const auto* pack = registry.event("parcel/pack");
  REQUIRE(pack != nullptr);
  CHECK(pack->mode == DispatchMode::kWaterfall);
  CHECK(pack->replaceable == std::vector<std::string>{"parcel"});
  CHECK_FALSE(pack->replaces_all);
  CHECK(pack->bands.at("audit") == -2000);
  CHECK(pack->scoped);
  const auto* admit = registry.event("parcel/sent/admit");
  REQUIRE(admit != nullptr);
  CHECK(admit->mode == DispatchMode::kSerial);
  CHECK(admit->first_answer);
  CHECK(admit->fail_closed);
  CHECK(admit->timeout_ms == 15000);
  CHECK_FALSE(admit->scoped);
  CHECK(admit->result.value_optional);

  const auto* lost = registry.durable("parcel/lost");
  REQUIRE(lost != nullptr);
  CHECK(lost->data->matches(keel::test::json(R"({"id":"p"})")));
  CHECK(lost->ignorable);
  CHECK(lost->standalone);
  CHECK_FALSE(lost->surface);

  const auto* content = registry.open_union("content");
  REQUIRE(content != nullptr);
  CHECK(content->discriminator == "type");
  CHECK(content->tags == std::vector<std::string>{"box", "letter"});
  CHECK(registry.open_union("outcome") == nullptr);
}

TEST_CASE("contract: what is not JSON is refused with line and column") {
  CHECK(errors_of("{\n \"contract\": ,}")
            .find("contract from test: line 2, column 14: expected JSON") == 0);
  CHECK(errors_of(R"({"contract":"a","contract":"b"})").find("expected JSON") != std::string::npos);
  CHECK(errors_of("\"\xFF\"").find("expected JSON") != std::string::npos);
  CHECK(errors_of(std::string((1U << 20U) + 1, ' ')) ==
        "contract from test: expected at most 1048576 bytes, found 1048577");
}

TEST_CASE("contract: name, version and doc are checked") {
  CHECK(errors_of("[]").find("expected an object with contract, version, doc") !=
        std::string::npos);
  CHECK(errors_of("{}") ==
        "contract @0.0 from test: contract: expected text, found nothing\n"
        "contract @0.0 from test: version: expected text, found nothing\n"
        "contract @0.0 from test: doc: expected text, found nothing");
  CHECK(errors_of(contract_json("Agent", "0.1")).find("contract: expected a name like") !=
        std::string::npos);
  for (const auto* version : {"1", "1.", ".1", "a.b", "1.2.3", "01.2", "-1.0", "99999999999.0"}) {
    INFO(version);
    CHECK(errors_of(contract_json("c", version)).find("version: expected major.minor") !=
          std::string::npos);
  }
  CHECK(errors_of(contract_json("llm.adapter", "12.34")) == "added");
}

TEST_CASE("contract: members that may not stand where they do are named") {
  CHECK(errors(R"("evnets":{})") ==
        "evnets: is not a member that may stand here; expected one of contract, version, doc, "
        "interfaces, families, events, durable, types, extends");
  CHECK(errors(R"("interfaces":{"i":{"doc":"d","methods":[],"method":[]}})")
            .find("interfaces.i.method: is not a member that may stand here") == 0);
  CHECK(
      errors(method(R"({"name":"m","doc":"d","param":{}})"))
          .find(
              "interfaces.i.methods[0].param: is not a member that may stand here; expected one of "
              "name, doc, params") == 0);
  CHECK(errors(R"("families":{"f":{"doc":"d","meta":{}}})")
            .find("families.f.meta: is not a member") == 0);
  CHECK(errors(event(R"("mode":"emit","payload":{})"))
            .find("events[\"c/e\"].payload: is not a member") == 0);
  CHECK(errors(R"("durable":{"c/d":{"doc":"d","data":{},"schema":{}}})")
            .find("durable[\"c/d\"].schema: is not a member") == 0);
  CHECK(errors(R"("types":[],"events":1)") ==
        "types: expected an object, found an array of 0 items\n"
        "events: expected an object, found 1");
}

TEST_CASE("contract: methods are checked") {
  CHECK(errors(R"("interfaces":{"i":{"doc":"d"}})") ==
        "interfaces.i.methods: expected a list of methods, found nothing");
  CHECK(errors(R"("interfaces":{"I":{"doc":"d","methods":[]}})")
            .find("interfaces.I: expected an interface name") == 0);
  CHECK(errors(method("1")).find("interfaces.i.methods[0]: expected an object with name, doc") ==
        0);
  CHECK(errors(method(R"({"doc":"d"})")) ==
        "interfaces.i.methods[0].name: expected text, found nothing");
  CHECK(errors(method(R"({"name":"Bad-name","doc":"d"})"))
            .find("interfaces.i.methods[0].name: expected a method name") == 0);
  CHECK(errors(method(R"({"name":"m","doc":"d"},{"name":"m","doc":"d"})")) ==
        "interfaces.i.methods[1]: two methods are called \"m\"");
  CHECK(
      errors(method(R"({"name":"m","doc":"d","errors":["A","A","b c",3,"*"]})")) ==
      "interfaces.i.methods[0].errors[1]: \"A\" is listed twice\n"
      "interfaces.i.methods[0].errors[2]: expected an error code like \"AGENT_BUSY\", or \"*\" for "
      "any, found \"b c\"\n"
      "interfaces.i.methods[0].errors[3]: expected an error code like \"AGENT_BUSY\", or \"*\" for "
      "any, found 3");
  CHECK(errors(method(R"({"name":"m","doc":"d","orphanable":1})")) ==
        "interfaces.i.methods[0].orphanable: expected true or false, found 1");
  CHECK(errors(method(R"({"name":"m","doc":"d","result_optional":true})")) ==
        "interfaces.i.methods[0].result_optional: stands only beside \"result\"");
  CHECK(errors(method(R"({"name":"m","doc":"d","stream":{}})")) ==
        "interfaces.i.methods[0].stream.item: expected a schema, found nothing");
  CHECK(errors(method(R"({"name":"m","doc":"d","params":{"type":"strin"}})"))
            .find("interfaces.i.methods[0].params.type: expected one of object") == 0);
}

TEST_CASE("contract: references are checked") {
  CHECK(errors(method(R"({"name":"m","doc":"d","param_refs":{}})")) ==
        "interfaces.i.methods[0].param_refs: expected a list, found an object");
  CHECK(errors(method(R"({"name":"m","doc":"d","result_refs":[{"interface":"agent"}]})")) ==
        "interfaces.i.methods[0].result_refs[0].name: expected text, found nothing\n"
        "interfaces.i.methods[0].result_refs[0].interface: expected name@major, like \"agent@0\", "
        "found \"agent\"");
  std::string nine = R"({"name":"a"})";
  for (int i = 0; i < 8; ++i) nine += R"(,{"name":"a"})";
  CHECK(errors(method(R"({"name":"m","doc":"d","param_refs":[)" + nine + "]}")) ==
        "interfaces.i.methods[0].param_refs: expected at most 8 references, found 9");
}

TEST_CASE("contract: events are checked") {
  CHECK(errors(event(R"("mode":"emitt")")) ==
        "events[\"c/e\"].mode: expected one of emit, serial, parallel, waterfall, found \"emitt\"");
  CHECK(errors(event(R"("params":{})")) == "events[\"c/e\"].mode: expected text, found nothing");
  CHECK(errors(R"("events":{"C/e":{"doc":"d","mode":"emit"}})")
            .find("events[\"C/e\"]: expected an event name") == 0);
  CHECK(errors(event(R"("mode":"emit","result":{})")) ==
        "events[\"c/e\"].result: has a meaning only in mode serial or waterfall, found mode emit");
  CHECK(
      errors(event(R"("mode":"emit","timeout_ms":5,"fail_closed":true)")) ==
      "events[\"c/e\"].fail_closed: has a meaning only in mode serial, parallel or waterfall, "
      "found "
      "mode emit\n"
      "events[\"c/e\"].timeout_ms: has a meaning only in mode serial, parallel or waterfall, found "
      "mode emit");
  CHECK(errors(event(R"("mode":"waterfall","first_answer":true)")) ==
        "events[\"c/e\"].first_answer: has a meaning only in mode serial, found mode waterfall");
  CHECK(errors(event(R"("mode":"serial","replace":"*")"))
            .find("events[\"c/e\"].replace: has a meaning only in mode waterfall") == 0);
  CHECK(errors(event(R"("mode":"serial","timeout_ms":0)")) ==
        "events[\"c/e\"].timeout_ms: expected milliseconds from 1 up, found 0");
  CHECK(errors(event(R"("mode":"emit","bands":{"audit":"x","B":1,"late":3000000000})")) ==
        "events[\"c/e\"].bands.audit: expected a whole number of 32 bits, found \"x\"\n"
        "events[\"c/e\"].bands.B: expected a band name like \"audit\"\n"
        "events[\"c/e\"].bands.late: expected a whole number of 32 bits, found 3000000000");
}

TEST_CASE("contract: what next() may replace must be there") {
  const std::string params =
      R"("mode":"waterfall","params":{"type":"object","properties":{"config":{}}},)";
  CHECK(errors(event(params + R"("replace":["config"])")) == "added");
  CHECK(errors(event(params + R"("replace":"*")")) == "added");
  CHECK(errors(event(params + R"("replace":["*"])")) == "added");
  CHECK(errors(event(params + R"("replace":["confg"])")) ==
        "events[\"c/e\"].replace: \"confg\" is not a member of \"params\"");
  CHECK(errors(event(params + R"("replace":[1])"))
            .find("events[\"c/e\"].replace[0]: expected the name of a member") == 0);
  CHECK(errors(event(params + R"("replace":"config")"))
            .find("events[\"c/e\"].replace: expected a list of members") == 0);
  CHECK(errors(event(R"("mode":"waterfall","replace":"*")")) ==
        "events[\"c/e\"].replace: there are no \"params\" to replace");
}

TEST_CASE("contract: families, durable types and extensions are checked") {
  CHECK(errors(R"("families":{"f":{"doc":"d","interface":"tool","owner":"Not a service"}})") ==
        "families.f.interface: expected name@major, like \"tool@0\", found \"tool\"\n"
        "families.f.owner: expected the name of a service, like \"agent/tools\", found \"Not a "
        "service\"");
  CHECK(errors(R"("families":{"f":{"doc":"d","admit":true}})") ==
        "families.f.admit: stands only beside \"owner\", who admits");
  CHECK(errors(R"("durable":{"c/d":{"doc":"d"}})") ==
        "durable[\"c/d\"].data: expected a schema, found nothing");
  CHECK(errors(R"("extends":{"content":{}})") ==
        "extends.content: expected an object of schemas by tag, found an object");
  CHECK(errors(R"("extends":{"content":{"x":{}}})") ==
        "extends.content: no contract here declares this open union");
  CHECK(errors(R"("types":{"lower":{}})") ==
        "types.lower: expected a type name like \"ContentBlock\"");
}

TEST_CASE("contract: all faults of a file are listed") {
  CHECK(errors(R"("types":{"T":{"type":"x"}},"events":{"c/e":{"mode":"x"}},"zzz":1)") ==
        "zzz: is not a member that may stand here; expected one of contract, version, doc, "
        "interfaces, families, events, durable, types, extends\n"
        "events[\"c/e\"].doc: expected text, found nothing\n"
        "events[\"c/e\"].mode: expected one of emit, serial, parallel, waterfall, found \"x\"\n"
        "types.T.type: expected one of object, array, string, number, integer, boolean, null, "
        "bytes, found \"x\"");
}
