// SPDX-License-Identifier: MIT
#include "core/deploy/set_option.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "core/deploy/deploy_error.hpp"
#include "deploy_fixture.hpp"

using namespace keel::core;   // NOLINT(google-build-using-namespace)
using namespace deploy_test;  // NOLINT(google-build-using-namespace)

namespace {

constexpr const char* kBase = R"(
[[row]]
id = "llm"
plugin = "llm/openai"
config = { model = "m", http = { timeout = 1 }, list = [1, { x = 1 }], key = { "$env" = "K" } }
[[row]]
plugin = "tool/v1.2"
[[row]]
id = "tool/v1"
plugin = "a/b"
[[row]]
id = "bare"
library = "x.so"
[[row]]
id = "g"
[[row.rows]]
id = "in"
plugin = "a/b"
)";

std::string set_in(std::string_view address, const std::string& option) {
  return config(composed({kBase, {}, {option}}), address);
}

std::string set_error(const std::string& option) {
  return compose_error({kBase, {}, {option}}).message;
}

}  // namespace

TEST_CASE("--set takes TOML literals and plain text") {
  CHECK(set_in("bare", "bare.x=1") == R"({"x":1})");
  CHECK(set_in("bare", "bare.x=1.5") == R"({"x":1.5})");
  CHECK(set_in("bare", "bare.x=true") == R"({"x":true})");
  CHECK(set_in("bare", "bare.x=\"true\"") == R"({"x":"true"})");
  CHECK(set_in("bare", "bare.x=deepseek-v4") == R"({"x":"deepseek-v4"})");
  CHECK(set_in("bare", "bare.x=http://h:1/p?a=b") == R"({"x":"http://h:1/p?a=b"})");
  CHECK(set_in("bare", "bare.x=") == R"({"x":""})");
  CHECK(set_in("bare", "bare.x=two words") == R"({"x":"two words"})");
  CHECK(set_in("bare", "bare.x=[1, \"a\", { b = 2 }]") == R"({"x":[1,"a",{"b":2}]})");
  CHECK(set_in("bare", "bare.x={ \"$env\" = \"X\" }") == R"({"x":{"$env":"X"}})");
  // More than one value is no value.
  CHECK(set_in("bare", "bare.x=1\ny = 2") == R"({"x":"1\ny = 2"})");
  CHECK(set_in("bare", "bare.x=1\n[row]") == R"({"x":"1\n[row]"})");
}

TEST_CASE("--set changes one path and leaves the rest") {
  CHECK(set_in("llm", "llm.http.timeout=9") ==
        R"({"model":"m","http":{"timeout":9},"list":[1,{"x":1}],"key":{"$env":"K"}})");
  CHECK(set_in("llm", "llm.list.1.x=9") ==
        R"({"model":"m","http":{"timeout":1},"list":[1,{"x":9}],"key":{"$env":"K"}})");
  CHECK(set_in("llm", "llm.list.2=9") ==
        R"({"model":"m","http":{"timeout":1},"list":[1,{"x":1},9],"key":{"$env":"K"}})");
  CHECK(set_in("llm", "llm.key=k") ==
        R"({"model":"m","http":{"timeout":1},"list":[1,{"x":1}],"key":"k"})");
  CHECK(
      set_in("llm", "llm.http.proxy.port=1") ==
      R"({"model":"m","http":{"timeout":1,"proxy":{"port":1}},"list":[1,{"x":1}],"key":{"$env":"K"}})");
  CHECK(set_in("bare", "bare.a.b.c=1") == R"({"a":{"b":{"c":1}}})");
  CHECK(set_in("bare", "bare.\"a.b\".'c=d'.\"\\u0065\"=1") == R"({"a.b":{"c=d":{"e":1}}})");
}

TEST_CASE("--set finds rows with dots, slashes and colons in their addresses") {
  CHECK(set_in("tool/v1.2", "tool/v1.2.x=1") == R"({"x":1})");
  CHECK(set_in("tool/v1", "tool/v1.3.x=1") == R"({"3":{"x":1}})");
  CHECK(set_in("g:in", "g:in.x=1") == R"({"x":1})");
}

TEST_CASE("--set reaches the fields of a row by their names, and config in full") {
  const Composition composition =
      composed({kBase,
                {},
                {"llm.disabled=true", "bare.plugin=c/d", "llm.watch=true", "llm.isolation=process",
                 "g.isolate.http=true", "g.isolate.fs=pool", "bare.config.watch=5",
                 "llm.sha256=0011223344556677889900112233445566778899001122334455667788990011",
                 "tool/v1.config={ a = 1 }"}});
  CHECK(row(composition, "llm").disabled.is_true());
  CHECK(row(composition, "llm").watch);
  CHECK(row(composition, "llm").isolation == "process");
  CHECK(row(composition, "llm").sha256.starts_with("00112233"));
  CHECK(row(composition, "bare").plugin == "c/d");
  CHECK(row(composition, "bare").library.empty());
  CHECK(config(composition, "bare") == R"({"watch":5})");
  CHECK(config(composition, "tool/v1") == R"({"a":1})");
  CHECK(row(composition, "g").isolate.at("http") == std::nullopt);
  CHECK(row(composition, "g").isolate.at("fs") == "pool");
  const Composition library = composed({kBase, {}, {"llm.library=./my.so"}});
  CHECK(row(library, "llm").library_path == "/work/my.so");
  CHECK(row(library, "llm").plugin.empty());
  CHECK(row(composed({kBase, {}, {"llm.disabled={ \"$env\" = \"X\" }"}}), "llm")
            .disabled["$env"]
            .text() == "X");
}

TEST_CASE("--set of an unknown row is an error that lists the known rows") {
  const keel::Error error = compose_error({kBase, {}, {"lm.model=secret-literal"}});
  CHECK(error.code == deploy_code::kUnknownRow);
  CHECK(has(error.message,
            "--set lm.model: the deployment has no row \"lm\". Did you mean \"llm\"? "
            "Rows: llm, tool/v1.2, tool/v1, bare, g, g:in"));
  CHECK_FALSE(has(error.message, "secret-literal"));
}

TEST_CASE("--set refuses what it cannot mean, without the literal") {
  CHECK(has(set_error("llm.model"), "no '='"));
  CHECK(has(set_error("llm=literal"), "it names no setting"));
  CHECK(has(set_error("llm..x=literal"), "the path cannot be read"));
  CHECK(has(set_error("llm.\"x=literal"), "the path cannot be read"));
  CHECK(has(set_error("llm.id=literal"), "id cannot be set"));
  CHECK(has(set_error("g.rows=[]"), "rows cannot be set"));
  CHECK(has(set_error("g.x=literal"), "is a group, which has no config"));
  CHECK(has(set_error("g.config={}"), "config on a group"));
  CHECK(has(set_error("llm.model.x=literal"), "config.model is no table but string"));
  CHECK(has(set_error("llm.list.7=literal"), "config.list is an array of 2"));
  CHECK(has(set_error("llm.list.x=literal"), "config.list is an array of 2"));
  CHECK(has(set_error("llm.key.x=literal"), "config.key is a computed value"));
  CHECK(has(set_error("llm.watch=literal"), "watch is string"));
  CHECK(has(set_error("llm.isolation=literal"), "isolation is"));
  CHECK(has(set_error("llm.x={ \"$js\" = 1 }"), "is no computed value"));
  CHECK(has(set_error("llm.plugin=literal"), "no plugin name"));
  CHECK(has(set_error("llm.when=2024-01-02"), "in double quotes"));
  CHECK(has(set_error("llm.x=inf"), "in double quotes"));
  CHECK(has(set_error("llm.x=\xFF"), "not UTF-8"));
  std::string deep = "bare";
  for (int i = 0; i < 100'000; ++i) deep += ".a";
  CHECK(has(set_error(deep + "=1"), "the path cannot be read"));
}

TEST_CASE("a literal that looks like TOML and is not is taken as text with a warning") {
  const Composition composition = composed({kBase, {}, {"bare.x=[1, 2"}});
  CHECK(config(composition, "bare") == R"({"x":"[1, 2"})");
  REQUIRE(composition.warnings.size() == 1);
  CHECK(composition.warnings[0] ==
        "--set bare.x: the literal is not TOML and was taken as plain text");
  CHECK(composed({kBase, {}, {"bare.x=plain"}}).warnings.empty());
}

TEST_CASE("sets apply in order, each over the one before") {
  CHECK(config(
            composed(
                {kBase, {}, {"bare.a.b=1", "bare.a.c=2", "bare.a.b=3", "bare.d=[]", "bare.d.0=x"}}),
            "bare") == R"({"a":{"b":3,"c":2},"d":["x"]})");
}
