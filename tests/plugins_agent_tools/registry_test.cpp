// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include <string>
#include <utility>

#include "tools_fixture.hpp"

namespace keel::testing {
namespace {

Expected<Registration> restrict(const TestScope& scope, const Value& filter,
                                const std::string& name = "test") {
  return scope->publish("tool.restriction/" + name, filter, [] { return object({}); });
}

/// An array schema in an array schema, and so on.
Value deep_schema(std::size_t levels) {
  Builder builder;
  for (std::size_t i = 0; i < levels; ++i) {
    builder.begin_object().member("type", "array").name("items");
  }
  builder.begin_object().member("type", "integer").end();
  for (std::size_t i = 0; i < levels; ++i) builder.end();
  return builder.finish_or_absent();
}

Value deep_array(std::size_t levels) {
  Builder builder;
  for (std::size_t i = 0; i < levels; ++i) builder.begin_array();
  builder.put(1);
  for (std::size_t i = 0; i < levels; ++i) builder.end();
  return builder.finish_or_absent();
}

}  // namespace

TEST_CASE_METHOD(ToolsFixture, "restricting a global tool removes it for that agent only") {
  FakeTool read;
  FakeTool own;
  add(read, "read");
  TestScope agent(host.ctx());
  TestScope other(host.ctx());
  keep(restrict(agent, object({{"deny", array({"read"})}})));

  CHECK(names() == "read");
  CHECK(names(other.raw()) == "read");
  CHECK(names(agent.raw()).empty());
  CHECK(code_of(execute("read", object({}), agent.raw())) == "UNKNOWN_TOOL");
  CHECK_FALSE(execute("read", object({}), other.raw())["isError"].is_true());

  SECTION("its own tool of the same name stays") {
    own.plain = [](ValueView) { return object({{"value", "own"}}); };
    keep(own.publish(*agent.operator->(), "read"));
    CHECK(names(agent.raw()) == "read");
    CHECK(text_of(execute("read", object({}), agent.raw())) == "own");
    CHECK(text_of(execute("read")) == "done");
  }
  SECTION("lifting the restriction brings it back") {
    kept.pop_back();
    CHECK(names(agent.raw()) == "read");
  }
  SECTION("hidden ones are known all the same") {
    CHECK(schemas(agent.raw())["known_names"].at(0).text() == "read");
  }
}

TEST_CASE_METHOD(ToolsFixture, "a child's filter hides tools inherited from an ancestor's scope") {
  FakeTool global;
  FakeTool inherited;
  add(global, "global");
  TestScope parent(host.ctx());
  TestScope child(host.ctx(), parent.raw());
  keep(inherited.publish(*parent.operator->(), "inherited"));
  CHECK(names(child.raw()) == "global inherited");
  keep(restrict(child, object({{"deny", array({"inherited"})}})));
  CHECK(names(child.raw()) == "global");
  CHECK(names(parent.raw()) == "global inherited");
  keep(restrict(parent, object({{"allow", array({})}})));
  CHECK(names(child.raw()).empty());
  CHECK(names(parent.raw()) == "inherited");
}

TEST_CASE_METHOD(ToolsFixture, "restrictions that make no sense are refused") {
  FakeTool read;
  add(read, "read");
  TestScope agent(host.ctx());
  FakeTool own;
  keep(own.publish(*agent.operator->(), "own"));

  CHECK(restrict(agent, object({})).error().code == "INVALID_RESTRICTION");
  const auto unknown = restrict(agent, object({{"allow", array({"red"})}}));
  CHECK(unknown.error().code == "INVALID_RESTRICTION");
  CHECK(unknown.error().message.find("it inherits read") != std::string::npos);
  CHECK(restrict(agent, object({{"deny", array({"own"})}})).error().code == "INVALID_RESTRICTION");
  CHECK(restrict(agent, object({{"deny", array({"run_code"})}})).error().code == "RESERVED_NAME");
  const auto global = host.ctx().publish("tool.restriction/x", object({{"deny", array({"read"})}}),
                                         [] { return object({}); });
  CHECK(global.error().code == "INVALID_RESTRICTION");
}

TEST_CASE_METHOD(ToolsFixture, "a mode is one per scope, and native") {
  TestScope agent(host.ctx());
  const auto declare = [&](const std::string& name, const char* mode) {
    return agent->publish("tool.mode/" + name, object({{"mode", mode}}), [] { return object({}); });
  };
  keep(declare("first", "native"));
  CHECK(declare("second", "native").error().code == "INVALID_TOOL");
  CHECK(host.ctx()
            .publish("tool.mode/x", object({{"mode", "native"}}), [] { return object({}); })
            .error()
            .code == "INVALID_TOOL");
  TestScope another(host.ctx());
  CHECK(another->publish("tool.mode/x", object({{"mode", "code"}}), [] { return object({}); })
            .error()
            .code == "INVALID_TOOL");
}

TEST_CASE_METHOD(ToolsFixture, "tools that cannot work are refused when they register") {
  FakeTool tool;
  const auto code = [&](const std::string& name) {
    const auto registration = tool.publish(host.ctx(), name);
    return registration ? std::string("accepted") : registration.error().code;
  };
  SECTION("reserved name") { CHECK(code("run_code") == "RESERVED_NAME"); }
  SECTION("output schema") {
    tool.output = json(R"({"type": ["string", "null"]})");
    CHECK(code("tool") == "UNSUPPORTED_SCHEMA");
  }
  SECTION("parameters") {
    tool.parameters = json(R"({"type": "object", "properties": {}, "required": ["x"]})");
    CHECK(code("tool") == "UNSUPPORTED_SCHEMA");
  }
  SECTION("parameters that are no object") {
    tool.parameters = json(R"({"type": "string"})");
    CHECK(code("tool") == "INVALID_TOOL");
  }
  SECTION("timeoutMs") {
    tool.more = {{"timeoutMs", 0}};
    CHECK(code("tool") == "INVALID_TOOL");
  }
  SECTION("a name taken in the layer") {
    add(tool, "tool");
    CHECK(code("tool") == "NAME_TAKEN");
  }
  SECTION("without output") {
    const Value metadata =
        json(R"({"description": "x", "parameters": {"type": "object", "properties": {}}})");
    const auto registration = host.ctx().publish("tool/x", metadata, [] { return object({}); });
    CHECK(registration.error().code == "METADATA");
  }
}

TEST_CASE_METHOD(ToolsFixture, "schemas hold name, description and parameters, nothing else") {
  FakeTool tool;
  tool.more = {{"timeoutMs", 100}, {"concurrencySafe", true}};
  add(tool, "tool");
  const Value all = schemas();
  const ValueView schema = all["schemas"].at(0);
  REQUIRE(schema.size() == 3);
  CHECK(schema["name"].text() == "tool");
  CHECK(schema["description"].text() == "A tool of the test");
  CHECK(schema["parameters"]["type"].text() == "object");
}

TEST_CASE_METHOD(ToolsFixture, "a view is built once and anew when the registry changes") {
  FakeTool first;
  FakeTool second;
  add(first, "first");
  TestScope agent(host.ctx());
  const auto identity = [&](keel_scope scope) { return schemas(scope).raw().body; };
  const Value before = schemas(agent.raw());
  CHECK(identity(agent.raw()) == before.raw().body);

  // What is registered elsewhere is not looked at.
  keep(host.ctx().publish("kernel/x", object({}), [] { return object({}); }));
  CHECK(identity(agent.raw()) == before.raw().body);

  // An agent with nothing of its own shares the view of all.
  TestScope other(host.ctx());
  CHECK(identity(other.raw()) == before.raw().body);
  CHECK(identity({0}) == before.raw().body);
  add(second, "second");
  CHECK(names(agent.raw()) == "first second");
  kept.pop_back();
  CHECK(to_json(schemas(agent.raw())) == to_json(before));
}

TEST_CASE_METHOD(ToolsFixture, "a scope that moves below another sees what that has") {
  FakeTool tool;
  OwnedScope parent = must(host.ctx().begin_scope({0}, "parent"));
  OwnedScope child = must(host.ctx().begin_scope({0}, "child"));
  const ScopedContext in_parent = must(host.ctx().in_scope(parent.raw()));
  keep(tool.publish(in_parent.context(), "tool"));
  CHECK(names(child.raw()).empty());
  must(child.link(parent.raw()));
  CHECK(names(child.raw()) == "tool");
}

TEST_CASE_METHOD(ToolsFixture, "a scope that has ended sees nothing") {
  FakeTool tool;
  add(tool, "tool");
  OwnedScope scope = must(host.ctx().begin_scope({0}, "agent"));
  const keel_scope ended = scope.raw();
  scope.end();
  host->drain();
  CallOptions options;
  options.target = ended;
  CHECK_FALSE(host->call("agent/tools", tools::Tools::kSchemas, {}, options));
  CHECK(execute("tool", object({}), ended)["isError"].is_true());
  CHECK(tool.times_run == 0);
}

TEST_CASE_METHOD(ToolsFixture, "a call overlaps others only when the tool says exactly true") {
  FakeTool safe;
  safe.more = {{"concurrencySafe", true}};
  add(safe, "safe");
  FakeTool plain;
  add(plain, "plain");
  FakeTool classifying;
  classifying.more = {{"classifies", true}};
  add(classifying, "classifying");

  CHECK(mode("safe") == "parallel");
  CHECK(mode("plain") == "exclusive");
  CHECK(mode("unknown") == "exclusive");
  CHECK(mode("classifying") == "parallel");
  CHECK(mode("classifying", object({{"n", "not a number"}})) == "exclusive");
  classifying.classify = [](ValueView) { return object({{"concurrencySafe", "yes"}}); };
  CHECK(mode("classifying") == "exclusive");
  classifying.classify = [](ValueView) -> Expected<Value> { throw std::runtime_error("x"); };
  CHECK(mode("classifying") == "exclusive");
  TestScope agent(host.ctx());
  keep(restrict(agent, object({{"deny", array({"safe"})}})));
  CallOptions options;
  options.target = agent.raw();
  Message in(object({{"name", "safe"}, {"arguments", object({})}}));
  const Message hidden =
      must(host->call("agent/tools", tools::Tools::kExecutionMode, std::move(in), options));
  CHECK(hidden["mode"].text() == "exclusive");
}

TEST_CASE_METHOD(ToolsFixture, "get gives a visible definition") {
  FakeTool tool;
  add(tool, "tool");
  const Message found =
      must(host->call("agent/tools", tools::Tools::kGet, Message(object({{"name", "tool"}}))));
  CHECK(found["name"].text() == "tool");
  CHECK(found["metadata"] == tool.metadata());
  const auto missing =
      host->call("agent/tools", tools::Tools::kGet, Message(object({{"name", "x"}})));
  CHECK(missing.error().code == "UNKNOWN_TOOL");
}

TEST_CASE_METHOD(ToolsFixture, "tools/change tells once of each publication") {
  std::size_t changes = 0;
  listen("tools/change", 0, [&changes](Call) { ++changes; });
  FakeTool tool;
  add(tool, "tool");
  host->run_until([&] { return changes == 1; });
  TestScope agent(host.ctx());
  keep(restrict(agent, object({{"deny", array({"tool"})}})));
  host->run_until([&] { return changes == 2; });
  kept.pop_back();
  host->run_until([&] { return changes == 3; });
}

TEST_CASE_METHOD(ToolsFixture, "deep schemas, arguments and values are checked without recursion") {
  constexpr std::size_t kLevels = 9900;
  FakeTool tool;
  const Value properties = object({{"deep", deep_schema(kLevels)}});
  tool.parameters = object({{"type", "object"}, {"properties", properties}});
  tool.output = deep_schema(kLevels);
  const Value value = deep_array(kLevels);
  tool.plain = [&value](ValueView) { return object({{"value", value}}); };
  tool.render = [](ValueView) { return object({{"content", array({})}}); };
  add(tool, "deep");
  const Value result = execute("deep", object({{"deep", value}}));
  INFO(text_of(result));
  CHECK_FALSE(result["isError"].is_true());
  CHECK(result["value"] == value);
  const Value wrong = execute("deep", object({{"deep", deep_array(kLevels - 1)}}));
  CHECK(code_of(wrong) == "INVALID_ARGS");
  // One level less than the most that values may have: it cannot be passed on.
  CHECK(execute("deep", deep_array(9999))["isError"].is_true());
}

}  // namespace keel::testing
