// SPDX-License-Identifier: MIT
//
// The template of the SDK, as package_test.sh built it out of the tree.
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>

#include "keel/contracts/tools.hpp"
#include "plugin_host/plugin_host.hpp"

using namespace keel;
using namespace keel::testing;
using keel::contracts::tools::Tool;

TEST_CASE("the template tool greets, with the greeting of its config", "[template]") {
  const std::string library = KEEL_TEMPLATE_LIBRARY;
  INFO(library);
  REQUIRE(std::filesystem::exists(library));
  PluginHost host("[[row]]\nplugin = \"agent/tools\"\n[[row]]\nid = \"plain\"\nlibrary = \"" +
                  library + "\"\n");
  REQUIRE(host.boot_error() == "");
  const Message answer = must(host.call(
      "tool/greet", Tool::kExecute,
      object({{"arguments", object({{"name", "Ada"}})}, {"callId", "1"}, {"rootCallId", "1"}})));
  CHECK(answer["value"].text() == "Hello, Ada!");
  const Message text = must(host.call(
      "tool/greet", Tool::kRender, object({{"arguments", object({})}, {"value", "Hello, Ada!"}})));
  CHECK(text["content"].at(0)["text"].text() == "Hello, Ada!");

  PluginHost other("[[row]]\nplugin = \"agent/tools\"\n[[row]]\nid = \"other\"\nlibrary = \"" +
                   library + "\"\nconfig = { greeting = \"Good morning\" }\n");
  REQUIRE(other.boot_error() == "");
  const Message morning = must(other.call(
      "tool/greet", Tool::kExecute,
      object({{"arguments", object({{"name", "Ada"}})}, {"callId", "1"}, {"rootCallId", "1"}})));
  CHECK(morning["value"].text() == "Good morning, Ada!");
}
