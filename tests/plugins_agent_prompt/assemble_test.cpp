// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include <string>
#include <utility>

#include "prompt_fixture.hpp"

namespace keel::testing {

TEST_CASE("the identity and the persona are sections of the deployment") {
  PromptFixture prompt("persona = \"You are terse.\"");
  CHECK(prompt.system() ==
        "You are an agent that runs in Keel, a host for language model agents.\n\n"
        "You are terse.");
}

TEST_CASE("a scoped persona affects only its agent and disappears with it") {
  PromptFixture prompt("includeHarnessIdentity = false\npersona = \"Everybody.\"");
  PromptFixture early("includeHarnessIdentity = false");
  SECTION("registered after the deployment's") {
    TestScope other(prompt.host.ctx());
    {
      TestScope agent(prompt.host.ctx());
      const auto persona =
          agent->publish("prompt.section/deployment:persona", PromptFixture::ordered(0, "Only I."),
                         [] { return object({}); });
      REQUIRE(persona);
      CHECK(prompt.system(agent.raw()) == "Only I.");
      CHECK(prompt.system(other.raw()) == "Everybody.");
    }
    CHECK(prompt.system(other.raw()) == "Everybody.");
    CHECK(prompt.system() == "Everybody.");
  }
  SECTION("registered before") {
    TestScope agent(early.host.ctx());
    const auto persona =
        agent->publish("prompt.section/deployment:persona", PromptFixture::ordered(0, "Only I."),
                       [] { return object({}); });
    REQUIRE(persona);
    early.section("deployment:persona", 0, "Everybody.");
    CHECK(early.system(agent.raw()) == "Only I.");
    CHECK(early.system() == "Everybody.");
  }
}

TEST_CASE("sections stand by order, then by name, whatever the order of registration") {
  PromptFixture prompt;
  prompt.section("b", 100, "second");
  prompt.section("z", -1.5, "first");
  prompt.section("a", 100, "");
  prompt.section("c", 100, "third");
  CHECK(prompt.system() == "first\n\nsecond\n\nthird");
}

TEST_CASE("a shadowed text provider is never asked") {
  PromptFixture prompt;
  std::size_t asked = 0;
  prompt.keep(prompt.host.ctx().publish("prompt.section/x", object({{"order", 1}}), [&asked](Call) {
    ++asked;
    return object({{"text", "global"}});
  }));
  TestScope agent(prompt.host.ctx());
  prompt.keep(agent->publish("prompt.section/x", object({{"order", 1}}), [](Call, ValueView in) {
    CHECK(in["session_id"].text() == "s-1");
    return object({{"text", "agent"}});
  }));
  CHECK(prompt.system(agent.raw()) == "agent");
  CHECK(asked == 0);
  CHECK(prompt.system() == "global");
  CHECK(asked == 1);
}

TEST_CASE("unchanged registrations give the same bytes, and the tools the same document") {
  PromptFixture prompt;
  prompt.section("a", 1, "Use {{tool}}.");
  prompt.variable("tool", "grep");
  prompt.tools("t", {"b", "a"});
  const Value first = must(prompt.assemble()).take_value();
  const Value second = must(prompt.assemble()).take_value();
  CHECK(to_json(first) == to_json(second));
  CHECK(to_json(must(prompt.render(first)).value()) ==
        to_json(must(prompt.render(second)).value()));
}

TEST_CASE("the same tools registered in any order give the same list") {
  PromptFixture one;
  one.tools("x", {"write", "read"});
  one.tools("y", {"glob"});
  PromptFixture two;
  two.tools("y", {"glob"});
  two.tools("x", {"read", "write"});
  CHECK(one.tool_names() == "glob read write");
  CHECK(to_json(must(one.assemble())["tools"]) == to_json(must(two.assemble())["tools"]));
  CHECK(must(one.assemble())["tools"].at(0)["host"].is_absent());
}

TEST_CASE("toolOrder puts listed tools at their places, the others at the marker") {
  PromptFixture prompt(
      "includeHarnessIdentity = false\n"
      "toolOrder = [\"read\", \"hidden\", \"<unlisted-tools>\", \"bash\"]");
  prompt.tools("x", {"bash", "glob", "read", "edit"}, {"bash", "hidden"});
  CHECK(prompt.tool_names() == "read edit glob bash");
}

TEST_CASE("a typo in toolOrder fails the assembly and is said soon after the start") {
  PromptFixture prompt(
      "includeHarnessIdentity = false\ntoolOrder = [\"raed\", \"<unlisted-tools>\"]");
  prompt.tools("x", {"read"});
  const auto failed = prompt.assemble();
  CHECK(failed.error().code == "UNKNOWN_TOOL_ORDER");
  CHECK(failed.error().message.find("raed") != std::string::npos);
  prompt.host->run_until([&] { return prompt.host->logged("toolOrder names \"raed\""); });
}

TEST_CASE("a toolOrder that is none is refused at load") {
  const auto boot_error = [](const char* order) {
    return PromptFixture(std::string("toolOrder = ") + order).host.boot_error();
  };
  CHECK(boot_error("[\"read\"]").find("<unlisted-tools>") != std::string::npos);
  CHECK(boot_error("[\"read\", \"read\", \"<unlisted-tools>\"]").find("twice") !=
        std::string::npos);
  CHECK(boot_error("[\"<unlisted-tools>\", \"<unlisted-tools>\"]").find("twice") !=
        std::string::npos);
}

TEST_CASE("no tool may have the marker's name, and no two the same") {
  PromptFixture prompt;
  SECTION("marker") {
    prompt.tools("x", {"<unlisted-tools>"});
    CHECK(prompt.assemble().error().code == "PROMPT_FAILED");
  }
  SECTION("twice") {
    prompt.tools("x", {"read"});
    prompt.tools("y", {"read"});
    CHECK(prompt.assemble().error().message.find("two sources offer a tool \"read\"") !=
          std::string::npos);
  }
}

TEST_CASE("complete yields exactly that section, tools and contexts come as always") {
  PromptFixture prompt;
  prompt.section("a", 1, "Not this.");
  prompt.add(prompt.host.ctx(), "prompt.section/whole",
             object({{"order", 5}, {"text", "All there is."}, {"complete", true}}));
  prompt.add(prompt.host.ctx(), "prompt.context/c", PromptFixture::ordered(1, "now"));
  prompt.tools("x", {"read"});
  prompt.keep(prompt.host.ctx().listen("system-prompt/assemble", 0, [](Call call) -> Task<Value> {
    const Message inner = co_await must(call.next());
    const Value extra = object({{"name", "extra"}, {"text", "And this."}});
    co_return object({{"sections", array({extra})},
                      {"contexts", array({extra})},
                      {"tools", Value::share(inner["tools"])},
                      {"variables", object({})}});
  }));
  const Value rendered = prompt.rendered();
  CHECK(rendered["system"].text() == "All there is.");
  CHECK(rendered["sections"].size() == 1);
  CHECK(rendered["sections"].at(0)["text"].text() == "And this.");
  CHECK(prompt.tool_names() == "read");

  SECTION("two complete sections fail") {
    prompt.add(prompt.host.ctx(), "prompt.section/other",
               object({{"order", 6}, {"text", "No, this."}, {"complete", true}}));
    const auto failed = prompt.assemble();
    CHECK(failed.error().code == "PROMPT_FAILED");
    CHECK(failed.error().message.find("whole") != std::string::npos);
    CHECK(failed.error().message.find("other") != std::string::npos);
  }
}

TEST_CASE("a suppressed context is not computed, and comes back when it is wanted again") {
  PromptFixture prompt;
  std::size_t asked = 0;
  prompt.keep(prompt.host.ctx().publish("prompt.context/c", object({{"order", 1}}), [&asked](Call) {
    ++asked;
    return object({{"text", "state"}});
  }));
  prompt.keep(prompt.host.ctx().listen("system-prompt/assemble", 0, [](Call call) -> Task<Value> {
    const Message inner = co_await must(call.next());
    const Value own = object({{"name", "c"}, {"text", "smuggled"}});
    Builder result;
    result.begin_object();
    for (const auto [name, value] : inner.value().members()) {
      if (name != "contexts") result.member(name, value);
    }
    result.name("contexts").begin_array();
    for (const ValueView context : inner["contexts"].items()) result.put(context);
    if (inner["contexts"].empty()) result.put(static_cast<const ValueView&>(own));
    result.end().end();
    co_return result.finish_or_absent();
  }));
  TestScope agent(prompt.host.ctx());
  SECTION("by name") {
    prompt.keep(agent->publish("prompt.suppress/x", object({{"contexts", array({"c"})}}),
                               [] { return object({}); }));
  }
  SECTION("all") {
    prompt.keep(agent->publish("prompt.suppress/x", object({}), [] { return object({}); }));
  }
  CHECK(prompt.rendered(agent.raw())["snapshot"].text().empty());
  CHECK(asked == 0);
  prompt.kept.pop_back();
  CHECK(prompt.rendered(agent.raw())["sections"].at(0)["text"].text() == "state");
  CHECK(asked == 1);
}

TEST_CASE("without runtime context there is none") {
  PromptFixture prompt("includeHarnessIdentity = false\nincludeRuntimeContext = false");
  prompt.add(prompt.host.ctx(), "prompt.context/c", PromptFixture::ordered(1, "now"));
  CHECK(prompt.rendered()["snapshot"].text().empty());
}

TEST_CASE("a failing provider fails the assembly and names itself; the next one may work") {
  PromptFixture prompt;
  prompt.section("a", 1, "fine");
  const auto broken = [](Call) -> Expected<Value> { return fail("X", "out of order"); };
  SECTION("section") {
    prompt.keep(prompt.host.ctx().publish("prompt.section/bad", object({{"order", 1}}), broken));
  }
  SECTION("context") {
    prompt.keep(prompt.host.ctx().publish("prompt.context/bad", object({{"order", 1}}), broken));
  }
  SECTION("variable") {
    prompt.keep(prompt.host.ctx().publish("prompt.variable/bad", object({}), broken));
  }
  SECTION("tools") {
    prompt.keep(prompt.host.ctx().publish("prompt.tools/bad", object({}), broken));
  }
  SECTION("listener") {
    prompt.keep(prompt.host.ctx().listen("system-prompt/assemble", 0, broken));
  }
  const auto failed = prompt.assemble();
  CHECK(failed.error().code == "PROMPT_FAILED");
  CHECK(failed.error().message.find("out of order") != std::string::npos);
  prompt.kept.pop_back();
  CHECK(prompt.system() == "fine");
}

TEST_CASE("a listener that gives no assembly fails it") {
  PromptFixture prompt;
  prompt.keep(prompt.host.ctx().listen("system-prompt/assemble", 0, [](Call) {
    return object({{"sections", "all"}});
  }));
  CHECK(prompt.assemble().error().code == "PROMPT_FAILED");
}

TEST_CASE("variables: the nearest wins, and a bad name is refused") {
  PromptFixture prompt;
  prompt.variable("model", "small");
  prompt.section("a", 1, "Model {{model}}.");
  TestScope agent(prompt.host.ctx());
  prompt.add(*agent.operator->(), "prompt.variable/model", object({{"text", "large"}}));
  CHECK(prompt.system(agent.raw()) == "Model large.");
  CHECK(prompt.system() == "Model small.");
  for (const char* name : {"Model", "1x", "a-b", "_a"}) {
    const auto refused = prompt.host.ctx().publish(std::string("prompt.variable/") + name,
                                                   object({}), [] { return object({}); });
    CHECK(refused.error().code == "INVALID_VARIABLE");
  }
}

TEST_CASE("changing a returned assembly does not affect the next one") {
  PromptFixture prompt;
  prompt.section("a", 1, "kept");
  prompt.keep(prompt.host.ctx().listen("system-prompt/assemble", 0, [](Call call) -> Task<Value> {
    const Message inner = co_await must(call.next());
    co_return object({{"sections", array({})},
                      {"contexts", array({})},
                      {"tools", array({})},
                      {"variables", Value::share(inner["variables"])}});
  }));
  CHECK(prompt.system().empty());
  prompt.kept.pop_back();
  CHECK(prompt.system() == "kept");
}

TEST_CASE("a registration that is refused leaves no trace") {
  PromptFixture prompt;
  prompt.section("a", 1, "one");
  const auto taken = prompt.host.ctx().publish("prompt.section/a", PromptFixture::ordered(1, "two"),
                                               [] { return object({}); });
  CHECK(taken.error().code == "NAME_TAKEN");
  const auto unordered = prompt.host.ctx().publish("prompt.section/b", object({{"text", "x"}}),
                                                   [] { return object({}); });
  CHECK(unordered.error().code == "METADATA");
  CHECK(prompt.system() == "one");
}

TEST_CASE("system-prompt/change tells of each publication") {
  PromptFixture prompt;
  std::size_t changes = 0;
  prompt.keep(prompt.host.ctx().listen("system-prompt/change", 0, [&changes](Call) { ++changes; }));
  prompt.host->drain();
  const std::size_t before = changes;
  prompt.section("a", 1, "x");
  prompt.host->run_until([&] { return changes == before + 1; });
  prompt.kept.pop_back();
  prompt.host->run_until([&] { return changes == before + 2; });
}

TEST_CASE("agent/tools is a source of tools") {
  AgentHost host(
      "[[row]]\nid = \"tools\"\nplugin = \"agent/tools\"\n"
      "[[row]]\nid = \"prompt\"\nplugin = \"agent/prompt\"\n");
  REQUIRE(host.boot_error() == "");
  const Value metadata = json(R"({"description": "d", "output": {"schema": {}},
      "parameters": {"type": "object", "properties": {}}})");
  const auto tool = host.ctx().publish("tool/read", metadata, [] { return object({}); });
  REQUIRE(tool);
  const Message assembly =
      must(host->call("agent/prompt", prompt::Prompt::kAssemble, Message(object({}))));
  REQUIRE(assembly["tools"].size() == 1);
  CHECK(assembly["tools"].at(0)["name"].text() == "read");
}

}  // namespace keel::testing
