// SPDX-License-Identifier: MIT
//
// What models and people see of the tools besides their results.
#include <catch2/catch.hpp>
#include <map>
#include <string>

#include "keel/contracts/prompt.hpp"
#include "keel/contracts/tools.hpp"
#include "world.hpp"

using namespace keel;
using Catch::Matchers::Contains;
using keel::testing::World;
namespace tools = contracts::tools;

TEST_CASE("The schemas sent to the model are the tools' and nothing of the host's") {
  World world;
  const auto answer = world.host().call("agent/tools", tools::Tools::kSchemas, object({}));
  REQUIRE(answer);
  std::map<std::string, Value> schemas;
  for (const ValueView schema : (*answer)["schemas"].items()) {
    CHECK(schema.size() == 3);
    schemas[std::string(schema["name"].text())] = Value::share(schema["parameters"]);
  }
  REQUIRE(schemas.size() == 6);
  CHECK(schemas["read"]["properties"].size() == 3);
  CHECK(schemas["write"]["properties"].size() == 2);
  CHECK(schemas["edit"]["properties"].size() == 4);
  CHECK(schemas["glob"]["properties"].size() == 2);
  CHECK(schemas["grep"]["properties"].size() == 3);
  CHECK(schemas["bash"]["properties"].size() == 4);
  CHECK_FALSE(schemas["bash"]["properties"].has("run_in_background"));
}

TEST_CASE("Reading and searching may overlap; changing and running may not") {
  World world;
  const std::map<std::string, std::string> expected{{"read", "parallel"},  {"glob", "parallel"},
                                                    {"grep", "parallel"},  {"write", "exclusive"},
                                                    {"edit", "exclusive"}, {"bash", "exclusive"}};
  const std::map<std::string, Value> arguments{
      {"read", object({{"file_path", "a"}})},
      {"glob", object({{"pattern", "a"}})},
      {"grep", object({{"pattern", "a"}})},
      {"write", object({{"file_path", "a"}, {"content", "b"}})},
      {"edit", object({{"file_path", "a"}, {"old_string", "b"}, {"new_string", "c"}})},
      {"bash", object({{"command", "a"}, {"description", "b"}})}};
  for (const auto& [tool, mode] : expected) {
    INFO(tool);
    const auto answer =
        world.host().call("agent/tools", tools::Tools::kExecutionMode,
                          object({{"name", tool}, {"arguments", arguments.at(tool)}}));
    REQUIRE(answer);
    CHECK((*answer)["mode"].text() == mode);
  }
}

TEST_CASE("Each tool adds its section of the system prompt, in order, and twice the same text") {
  World world;
  const auto assembly =
      world.host().call("agent/prompt", contracts::prompt::Prompt::kAssemble, object({}));
  REQUIRE(assembly);
  std::vector<std::string> names;
  for (const ValueView section : (*assembly)["sections"].items()) {
    const std::string name(section["name"].text());
    if (name.starts_with("tool:")) names.push_back(name);
  }
  CHECK(names == std::vector<std::string>{"tool:read", "tool:write", "tool:edit", "tool:glob",
                                          "tool:grep", "tool:bash"});
  const auto again =
      world.host().call("agent/prompt", contracts::prompt::Prompt::kAssemble, object({}));
  REQUIRE(again);
  CHECK((*assembly)["sections"] == (*again)["sections"]);
}

TEST_CASE("The standing policy is a context that names the mode and the root") {
  World world;
  const std::string session = world.session();
  const auto assembly = world.host().call("agent/prompt", contracts::prompt::Prompt::kAssemble,
                                          object({{"session_id", session}}));
  REQUIRE(assembly);
  std::string text;
  for (const ValueView context : (*assembly)["contexts"].items()) {
    if (context["name"].text() == "sandbox:policy") text = context["text"].text();
  }
  CHECK_THAT(text, Contains("workspace-write") && Contains("\"" + world.root().string() + "\""));
}

TEST_CASE("A deployment without prompts has the tools all the same") {
  World::Settings settings;
  settings.without = {"agent/prompt"};
  World world(settings);
  world.write("a.txt", "x\n");
  CHECK_FALSE(world.run("read", object({{"file_path", "a.txt"}})).is_error);
}

TEST_CASE(
    "Cards: read and search are generic, changes are diffs, commands are terminals; a malformed "
    "meta gives the call alone") {
  World world;
  const auto present = [&](const std::string& tool, const Value& in) {
    auto shown = world.host().call("tool/" + tool, tools::Tool::kPresent, in);
    REQUIRE(shown);
    return shown->take_value();
  };
  const Value read = present("read", object({{"arguments", object({{"file_path", "a.cpp"}})}}));
  CHECK(read["call"]["card"].text() == "generic");
  CHECK(read["call"]["kind"].text() == "read");
  CHECK(read["call"]["locations"].at(0)["path"].text() == "a.cpp");
  const Value write =
      present("write", object({{"arguments", object({{"file_path", "a"}, {"content", "new"}})}}));
  CHECK(write["call"]["card"].text() == "diff");
  CHECK(write["call"]["diffs"].at(0)["oldText"].is_null());
  const Value edit_call = object({{"file_path", "a"}, {"old_string", "x"}, {"new_string", "y"}});
  const Value edit = present("edit", object({{"arguments", edit_call}}));
  CHECK(edit["call"]["diffs"].at(0)["oldText"].text() == "x");
  const Value grep = present("grep", object({{"arguments", object({{"pattern", "x"}})}}));
  CHECK(grep["call"]["kind"].text() == "search");
  const Value bash =
      present("bash", object({{"arguments", object({{"command", "ls"}, {"description", "d"}})}}));
  CHECK(bash["call"]["card"].text() == "terminal");
  const Value broken = object({{"meta", object({{"lines", 3}})}, {"content", array({})}});
  CHECK(present("read",
                object({{"arguments", object({{"file_path", "a"}})}, {"result", broken}}))["result"]
            .is_absent());
  // Arguments of an old log may be anything.
  CHECK(present("bash", object({{"arguments", "text"}}))["call"].is_absent());
}

TEST_CASE("A real run gives the result card of its kind") {
  World world;
  world.write("a.txt", "needle\n");
  const auto run = world.run("grep", object({{"pattern", "needle"}}));
  const Value result = object({{"meta", run.meta}, {"content", array({})}, {"isError", false}});
  auto shown = world.host().call(
      "tool/grep", tools::Tool::kPresent,
      object({{"arguments", object({{"pattern", "needle"}})}, {"result", result}}));
  REQUIRE(shown);
  CHECK((*shown)["result"]["card"].text() == "search");
  CHECK((*shown)["result"]["shape"].text() == "matches");
  CHECK((*shown)["result"]["files"].at(0)["path"].text() == "a.txt");
}
