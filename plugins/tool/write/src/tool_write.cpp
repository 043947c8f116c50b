// SPDX-License-Identifier: MIT
//
// The tool write: a whole file.
#include <string>
#include <utility>

#include "keel/contracts/fs.hpp"
#include "keel/contracts/tools.hpp"
#include "keel/sdk.hpp"
#include "kit/answer.hpp"
#include "kit/file_client.hpp"
#include "kit/file_diff.hpp"
#include "kit/prompt_section.hpp"
#include "text/line_endings.hpp"

namespace keel::tool_write {

namespace tools = contracts::tools;

namespace {

constexpr int kSectionOrder = 101;
constexpr std::string_view kSection =
    "Use the tool write to make a file or to replace all of its content; do not write files with a "
    "shell (cat <<EOF, echo >). Read an existing file before you overwrite it. To change a part of "
    "a "
    "file, use edit.";

constexpr const char* kMetadata = R"({
  "description": "Makes a file, or replaces the whole content of one that was read before. Missing directories are made. Relative paths start at the workspace.",
  "parameters": {
    "type": "object",
    "properties": {
      "file_path": {"type": "string", "description": "Path of the file."},
      "content": {"type": "string", "description": "The whole new content."}
    },
    "required": ["file_path", "content"]
  },
  "output": {
    "schema": {
      "type": "object",
      "properties": {
        "path": {"type": "string"},
        "operation": {"type": "string", "enum": ["create", "update"]},
        "before": {},
        "after": {"type": "string"},
        "kept": {"type": "array", "items": {"type": "string"}}
      },
      "required": ["path", "operation", "before", "after"]
    }
  },
  "presents": true
})";

std::string kept_note(ValueView kept) {
  std::string note;
  for (const ValueView what : kept.items()) {
    note += what.text() == "crlf" ? "\n(kept the CRLF line ends of the file)"
                                  : "\n(kept the byte order mark of the file)";
  }
  return note;
}

}  // namespace

class Write : public Plugin {
 public:
  using Plugin::Plugin;

  void start() {
    keep(context().publish("tool/write", json(kMetadata), kMethods, this));
    section_.publish(context(), "tool:write", kSectionOrder, std::string(kSection));
  }

 private:
  Task<Value> execute(Call call, tools::ToolExecuteParamsView in) {
    std::string path(in.arguments()["file_path"].text());
    const Value content = Value::share(in.arguments()["content"]);
    const tool_kit::RunPlace place = co_await must(tool_kit::run_place(call, in));
    const tool_kit::FileClient files = co_await must(tool_kit::FileClient::open(call, place));
    const tool_kit::SeenFile file = co_await must(files.stat(path));
    std::optional<std::string> condition;
    if (!file.path.empty()) condition = co_await must(files.write_condition(file));
    Expected<Message> written = co_await files.write(path, content, condition);
    if (!written) co_return fail(tool_kit::with_remedy(std::move(written.error())));
    const contracts::fs::FsWriteResultView result(written->value());
    const std::string display(result.display_path().value_or(file.display_path));
    files.observed(result.path(), display, result.identity());
    const bool created = result.created();
    const Value before = Value::share(result.raw()["before"]);
    const Value kept = Value::share(result.raw()["kept"]);
    co_return tool_kit::run_result(object({{"path", display},
                                           {"operation", created ? "create" : "update"},
                                           {"before", before},
                                           {"after", text::to_lf(content.text())},
                                           {"kept", kept}}));
  }

  Task<Value> render(Call, tools::ToolRenderParamsView in) {
    const Value value = Value::share(in.value());
    const bool created = value["operation"].text() == "create";
    const std::string body = (created ? "Created file" : "Updated file") + kept_note(value["kept"]);
    const std::string text = tool_kit::file_envelope(value["path"].text(), body);
    // Nothing to compare with: a new file, or one that is too large.
    if (!value["before"].is_string()) {
      co_return tool_kit::rendered(text, object({{"diffs", array({})}}));
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
    const ValueView content = in.arguments()["content"];
    if (!path.is_string() || !content.is_string()) return object({});
    const Value whole =
        object({{"path", path.text()}, {"oldText", nullptr}, {"newText", content.text()}});
    const Value location = object({{"path", path.text()}});
    const Value card = object({{"card", "diff"},
                               {"title", "Write " + std::string(path.text())},
                               {"diffs", array({whole})},
                               {"locations", array({location})}});
    if (!in.result().is_object() || in.result()["isError"].is_true()) {
      return object({{"call", card}});
    }
    const ValueView diffs = in.result()["meta"]["diffs"];
    // A new file has no hunks: all of it is new.
    const Value shown = diffs.is_array() && !diffs.empty() ? Value::share(diffs) : array({whole});
    return object({{"call", card}, {"result", object({{"card", "diff"}, {"diffs", shown}})}});
  }

  static constexpr Methods kMethods{method<tools::Tool::kExecute, &Write::execute>,
                                    method<tools::Tool::kRender, &Write::render>,
                                    method<tools::Tool::kPresent, &Write::present>};

  tool_kit::PromptSection section_;
};

}  // namespace keel::tool_write

KEEL_PLUGIN(keel::tool_write::Write, KEEL_PLUGIN_ID, KEEL_PLUGIN_VERSION)
