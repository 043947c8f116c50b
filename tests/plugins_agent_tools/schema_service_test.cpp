// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include <string>
#include <utility>

#include "keel/contracts/kernel.hpp"
#include "keel/sdk.hpp"
#include "plugin_host/plugin_host.hpp"

namespace keel::testing {
namespace {

using contracts::kernel::Schema;

Expected<Message> check(PluginHost& host, const char* schema, const char* dialect = nullptr) {
  Message in(object(
      {{"schema", json(schema)}, {"dialect", dialect == nullptr ? Value() : Value(dialect)}}));
  return host.call("kernel/schema", Schema::kCheck, std::move(in));
}

Expected<Message> validate(PluginHost& host, const Value& schema, const Value& value) {
  Message in(object({{"schema", schema}, {"value", value}, {"root", "arguments"}}));
  return host.call("kernel/schema", Schema::kValidate, std::move(in));
}

}  // namespace

TEST_CASE("kernel/schema says what is wrong with a schema") {
  PluginHost host("row = []");
  REQUIRE(host.boot_error() == "");
  CHECK(must(check(host, R"({"type": "string"})"))["violations"].empty());
  const Message faults = must(check(host, R"({"type": "string", "pattern": "a+"})"));
  CHECK(faults["violations"].size() == 1);
  CHECK(must(check(host, R"({"type": "string", "pattern": "a+"})", "extended"))["violations"]
            .empty());
  CHECK(check(host, "{}", "other").error().code == "DIALECT");
}

TEST_CASE("kernel/schema says what is wrong with a value") {
  PluginHost host("row = []");
  const Value schema =
      json(R"({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]})");
  CHECK(must(validate(host, schema, object({{"n", 1}})))["violations"].empty());
  const Message faults = must(validate(host, schema, object({})));
  REQUIRE(faults["violations"].size() == 1);
  CHECK(faults["violations"].at(0)["path"].text() == "n");
  CHECK(must(validate(host, schema, Value("x")))["violations"].at(0)["path"].text() == "arguments");
  CHECK(validate(host, json(R"({"type": "?"})"), Value(1)).error().code == "INVALID_SCHEMA");
}

TEST_CASE("kernel/schema keeps few schemas, and the right one for each") {
  PluginHost host("row = []");
  const Value first = json(R"({"type": "integer"})");
  // More than are kept, and the documents go as soon as they were used.
  for (int i = 0; i < 600; ++i) {
    const Value schema = json(R"({"type": "string"})");
    REQUIRE(must(validate(host, schema, Value("x")))["violations"].empty());
    REQUIRE(must(validate(host, first, Value(1)))["violations"].empty());
    REQUIRE_FALSE(must(validate(host, first, Value("x")))["violations"].empty());
  }
}

}  // namespace keel::testing
