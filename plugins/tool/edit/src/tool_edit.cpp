// SPDX-License-Identifier: MIT
//
// The tool edit: text in a file replaced by other text.
#include <string>
#include <utility>

#include "keel/contracts/fs.hpp"
#include "keel/contracts/tools.hpp"
#include "keel/sdk.hpp"
#include "kit/answer.hpp"
#include "kit/file_client.hpp"
#include "kit/file_diff.hpp"
#include "kit/prompt_section.hpp"

namespace keel::tool_edit {

namespace tools = contracts::tools;
namespace fs = contracts::fs;

namespace {

constexpr int kSectionOrder = 102;
constexpr std::string_view kSection =
    "Use the tool edit to change a part of a file; do not use sed or a script for that. Read the "
    "file "
    "first: old_string has to be in it exactly, with its indentation and without the line numbers "
    "that read shows, and only once, unless replace_all is set.";

constexpr const char* kMetadata = R"({
  "description": "Replaces text in a file that was read before. old_string has to match exactly and once; with replace_all every occurrence is replaced. Line ends, byte order mark and mode of the file stay as they are.",
  "parameters": {
    "type": "object",
    "properties": {
      "file_path": {"type": "string", "description": "Path of the file."},
      "old_string": {"type": "string", "description": "The text to be replaced, not empty."},
      "new_string": {"type": "string", "description": "What takes its place; another text than old_string."},
      "replace_all": {"type": "boolean", "description": "Replace every occurrence. Default: false."}
    },
    "required": ["file_path", "old_string", "new_string"]
  },
  "output": {
    "schema": {
      "type": "object",
      "properties": {
        "path": {"type": "string"},
        "before": {"type": "string"},
        "after": {"type": "string"},
        "replacements": {"type": "integer"}
      },
      "required": ["path", "before", "after"]
    }
  },
  "presents": true
})";

}  // namespace

class Edit : public Plugin {
 public:
  using Plugin::Plugin;

  void start() {
    keep(context().publish("tool/edit", json(kMetadata), kMethods, this));
    section_.publish(context(), "tool:edit", kSectionOrder, std::string(kSection));
  }

 private:
  Task<Value> execute(Call call, tools::ToolExecuteParamsView in) {
    const ValueView arguments = in.arguments();
    std::string path(arguments["file_path"].text());
    if (arguments["old_string"].text().empty()) {
      co_return tool_kit::bad_arguments(
          "arguments.old_string: expected text that is in the file; to make a file, use write");
    }
    if (arguments["old_string"].text() == arguments["new_string"].text()) {
      co_return tool_kit::bad_arguments(
          "arguments.new_string: it equals old_string, so nothing would change");
    }
    const tool_kit::RunPlace place = co_await must(tool_kit::run_place(call, in));
    const tool_kit::FileClient files = co_await must(tool_kit::FileClient::open(call, place));
    const tool_kit::SeenFile file = co_await must(files.stat(path));
    std::optional<std::string> condition;
    if (!file.path.empty()) {
      Expected<std::optional<std::string>> asked = co_await files.edit_condition(file);
      if (!asked) co_return fail(std::move(asked.error()));
      condition = std::move(*asked);
    }
    fs::FsEditParams params;
    params.old_text = arguments["old_string"].text();
    params.new_text = arguments["new_string"].text();
    params.replace_all = arguments["replace_all"].is_true();
    params.expect = std::move(condition);
    Expected<Message> edited = co_await files.edit(path, params);
    if (!edited) co_return fail(tool_kit::with_remedy(std::move(edited.error())));
    const fs::FsEditResultView result(edited->value());
    const std::string display(result.display_path().value_or(file.display_path));
    files.observed(result.path(), display, result.identity());
    const Value before = Value::share(result.raw()["before"]);
    const Value after = Value::share(result.raw()["after"]);
    co_return tool_kit::run_result(object({{"path", display},
                                           {"before", before},
                                           {"after", after},
                                           {"replacements", result.replacements()}}));
  }

  Task<Value> render(Call, tools::ToolRenderParamsView in) {
    const Value value = Value::share(in.value());
    const std::string path(value["path"].text());
    std::string text = "The file " + path + " has been updated.";
    if (in.arguments()["replace_all"].is_true()) {
      text = "The file " + path + " has been updated. All " +
             std::to_string(value["replacements"].integer_or(1)) + " occurrences were replaced.";
    }
    auto compare = [value] {
      return tool_kit::file_diffs(value["path"].text(), value["before"].text(),
                                  value["after"].text());
    };
    const Value diffs = co_await must(context().pool(compare));
    co_return tool_kit::rendered(text, object({{"diffs", diffs}}));
  }

  Value present(Call, tools::ToolPresentParamsView in) const {
    const ValueView path = in.arguments()["file_path"];
    const ValueView old_text = in.arguments()["old_string"];
    const ValueView new_text = in.arguments()["new_string"];
    if (!path.is_string() || !old_text.is_string() || !new_text.is_string()) return object({});
    const Value change =
        object({{"path", path.text()}, {"oldText", old_text.text()}, {"newText", new_text.text()}});
    const Value location = object({{"path", path.text()}});
    const Value card = object({{"card", "diff"},
                               {"title", "Edit " + std::string(path.text())},
                               {"diffs", array({change})},
                               {"locations", array({location})}});
    const ValueView diffs = in.result()["meta"]["diffs"];
    if (!diffs.is_array()) return object({{"call", card}});
    const Value shown = object({{"card", "diff"}, {"diffs", Value::share(diffs)}});
    return object({{"call", card}, {"result", shown}});
  }

  static constexpr Methods kMethods{method<tools::Tool::kExecute, &Edit::execute>,
                                    method<tools::Tool::kRender, &Edit::render>,
                                    method<tools::Tool::kPresent, &Edit::present>};

  tool_kit::PromptSection section_;
};

}  // namespace keel::tool_edit

KEEL_PLUGIN(keel::tool_edit::Edit, KEEL_PLUGIN_ID, KEEL_PLUGIN_VERSION)
