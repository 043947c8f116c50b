// SPDX-License-Identifier: MIT
#include "renderer.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "prompt_template.hpp"

namespace keel::agent_prompt {

using contracts::ListView;
using contracts::prompt::AssemblyView;
using contracts::prompt::NamedTextView;

namespace {

constexpr std::string_view kSnapshotHead =
    "Current runtime context. It replaces every runtime context given earlier.";

struct RenderedText {
  std::string name;
  std::string text;
};

/// Those that are not empty.
Expected<std::vector<RenderedText>> render_texts(std::string_view what,
                                                 ListView<NamedTextView> texts,
                                                 ValueView variables) {
  const auto lookup = [&](std::string_view name) -> tl::expected<std::string, std::string> {
    const ValueView value = variables[name];
    if (value.is_absent()) {
      return tl::make_unexpected("there is no variable \"" + std::string(name) + "\"");
    }
    if (!value.is_string()) {
      return tl::make_unexpected("variable \"" + std::string(name) + "\" has no value");
    }
    return std::string(value.text());
  };
  std::vector<RenderedText> rendered;
  for (const NamedTextView text : texts) {
    auto result = PromptTemplate::render(text.text(), lookup);
    if (!result) {
      return fail("PROMPT_FAILED",
                  std::string(what) + " \"" + std::string(text.name()) + "\": " + result.error());
    }
    if (!result->empty()) rendered.push_back({std::string(text.name()), std::move(*result)});
  }
  return rendered;
}

std::string joined(std::string_view head, const std::vector<RenderedText>& texts) {
  std::string out(texts.empty() ? std::string_view() : head);
  for (const RenderedText& part : texts) {
    if (!out.empty()) out += "\n\n";
    out += part.text;
  }
  return out;
}

}  // namespace

Expected<Value> render_assembly(AssemblyView assembly) {
  const auto sections = render_texts("section", assembly.sections(), assembly.variables());
  if (!sections) return tl::make_unexpected(sections.error());
  const auto contexts = render_texts("context", assembly.contexts(), assembly.variables());
  if (!contexts) return tl::make_unexpected(contexts.error());

  Builder builder;
  builder.begin_object();
  builder.member("system", joined({}, *sections));
  builder.name("sections").begin_array();
  for (const RenderedText& context : *contexts) {
    builder.begin_object();
    builder.member("name", context.name).member("text", context.text);
    builder.end();
  }
  builder.end();
  builder.member("snapshot", joined(kSnapshotHead, *contexts));
  builder.end();
  return builder.finish_or_absent();
}

}  // namespace keel::agent_prompt
