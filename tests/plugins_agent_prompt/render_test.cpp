// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include <string>
#include <string_view>

#include "prompt_fixture.hpp"

namespace keel::testing {
namespace {

/// Renders one section with the variables model = "m", braces = "{{x}}", nothing = none.
Expected<Message> render(PromptFixture& prompt, std::string_view text) {
  const Value section = object({{"name", "s"}, {"text", text}});
  const Value variables = json(R"({"model": "m", "braces": "{{x}}", "nothing": null})");
  return prompt.render(object({{"sections", array({section})},
                               {"contexts", array({})},
                               {"tools", array({})},
                               {"variables", variables}}));
}

}  // namespace

TEST_CASE("variables are strict") {
  PromptFixture prompt;
  const auto text = [&](std::string_view source) {
    return std::string(must(render(prompt, source))["system"].text());
  };
  const auto fails = [&](std::string_view source) {
    const auto failed = render(prompt, source);
    return !failed && failed.error().code == "PROMPT_FAILED" &&
           failed.error().message.find("section \"s\"") != std::string::npos;
  };
  CHECK(text("a {{model}} b{{model}}") == "a m bm");
  CHECK(text("a lone {{ passes") == "a lone {{ passes");
  CHECK(text("{{model}} and {{") == "m and {{");
  CHECK(text("}} {model} }") == "}} {model} }");
  CHECK(text("{{braces}}") == "{{x}}");
  CHECK(text(R"(\{{model}} is {{model}})") == "{{model}} is m");
  CHECK(fails("{{constructor}}"));
  CHECK(fails("{{ model }}"));
  CHECK(fails("{{{model}}}"));
  CHECK(fails("{{nothing}}"));
  CHECK(fails("{{}}"));
  CHECK(fails("{{ and later }}"));
}

TEST_CASE("contexts become one snapshot below a fixed line") {
  PromptFixture prompt;
  const Value one = object({{"name", "one"}, {"text", "first {{v}}"}});
  const Value two = object({{"name", "two"}, {"text", ""}});
  const Value three = object({{"name", "three"}, {"text", "last"}});
  const Value assembly = object({{"sections", array({})},
                                 {"contexts", array({one, two, three})},
                                 {"tools", array({})},
                                 {"variables", object({{"v", "value"}})}});
  const Message rendered = must(prompt.render(assembly));
  CHECK(rendered["system"].text().empty());
  CHECK(rendered["snapshot"].text() ==
        "Current runtime context. It replaces every runtime context given earlier.\n\n"
        "first value\n\nlast");
  CHECK(to_json(rendered["sections"]) ==
        R"([{"name":"one","text":"first value"},{"name":"three","text":"last"}])");
}

}  // namespace keel::testing
