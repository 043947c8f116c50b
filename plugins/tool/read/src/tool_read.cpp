// SPDX-License-Identifier: MIT
//
// The tool read: a window of a text file.
#include <algorithm>
#include <utility>

#include "keel/contracts/fs.hpp"
#include "keel/contracts/tools.hpp"
#include "keel/sdk.hpp"
#include "kit/answer.hpp"
#include "kit/file_client.hpp"
#include "kit/prompt_section.hpp"
#include "language.hpp"
#include "read_window.hpp"

namespace keel::tool_read {

namespace tools = contracts::tools;
namespace fs = contracts::fs;

namespace {

constexpr int kSectionOrder = 100;
constexpr std::string_view kSection =
    "Use the tool read to look at a file; do not use cat, head, tail or sed in a shell for that. "
    "It "
    "shows numbered lines; ask for the rest of a long file with offset. Read a file before you "
    "change it.";

constexpr const char* kMetadata = R"({
  "description": "Reads a text file and shows its lines with their numbers. A file that is too long is shown in parts: go on with offset. Relative paths start at the workspace.",
  "parameters": {
    "type": "object",
    "properties": {
      "file_path": {"type": "string", "description": "Path of the file."},
      "offset": {"type": "number", "description": "Number of the first line to show; 1 is the first line of the file."},
      "limit": {"type": "number", "description": "How many lines to show at most."}
    },
    "required": ["file_path"]
  },
  "output": {
    "schema": {
      "type": "object",
      "properties": {
        "path": {"type": "string"},
        "offset": {"type": "integer"},
        "lines": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {"number": {"type": "integer"}, "text": {"type": "string"}},
            "required": ["number", "text"]
          }
        },
        "totalLines": {"type": "integer"}
      },
      "required": ["path", "offset", "lines", "totalLines"]
    }
  },
  "concurrencySafe": true,
  "presents": true
})";

tl::unexpected<Error> fs_fail(std::string_view code, std::string message) {
  return tool_kit::tool_fail("FsError", code, std::move(message));
}

Value window_value(std::string_view path, std::int64_t offset, const ReadWindow& window) {
  Builder builder;
  builder.begin_object();
  builder.member("path", path).member("offset", offset).name("lines").begin_array();
  for (const Line& line : window.lines()) {
    builder.begin_object().member("number", line.number).member("text", line.text).end();
  }
  builder.end().member("totalLines", window.total_lines()).end();
  return builder.finish_or_absent();
}

}  // namespace

class Read : public Plugin {
 public:
  explicit Read(const Setup& setup)
      : Plugin(setup),
        read_limit_(config()["readLimit"].integer_or(0)),
        max_line_characters_(static_cast<std::size_t>(config()["readMaxLineLength"].integer_or(0))),
        max_bytes_(static_cast<std::size_t>(config()["readMaxBytes"].integer_or(0))),
        stream_min_size_(config()["readStreamMinSize"].integer_or(0)) {}

  void start() {
    keep(context().publish("tool/read", json(kMetadata), kMethods, this));
    section_.publish(context(), "tool:read", kSectionOrder, std::string(kSection));
  }

 private:
  Task<Value> execute(Call call, tools::ToolExecuteParamsView in) {
    std::string path(in.arguments()["file_path"].text());
    const WindowSize size = must(window_size(in.arguments()));
    const tool_kit::RunPlace place = co_await must(tool_kit::run_place(call, in));
    const tool_kit::FileClient files = co_await must(tool_kit::FileClient::open(call, place));
    const tool_kit::SeenFile file = co_await must(files.stat(path));
    if (file.type == "none") {
      files.observed(file.path, file.display_path, {});
      co_return fs_fail(fs::errors::kFsNotFound, "there is no file " + file.display_path);
    }
    if (file.type != "file") co_return not_a_file(file);
    // Some files of /proc and /sys have the size 0 and content all the same.
    const bool large = file.bytes >= stream_min_size_;
    Task<ReadWindow> reading =
        large ? read_streamed(files, path, size) : read_whole(files, path, size);
    const ReadWindow window = co_await must(std::move(reading));
    if (!window.fault().empty()) {
      co_return fs_fail(fs::errors::kFsNotText, file.display_path + " " + window.fault());
    }
    const bool past_end = size.offset > window.total_lines();
    if (past_end && !(size.offset == 1 && window.total_lines() == 0)) {
      co_return fs_fail(fs::errors::kFsNotFound,
                        file.display_path + " has " + std::to_string(window.total_lines()) +
                            " lines; there is no line " + std::to_string(size.offset));
    }
    files.observed(file.path, file.display_path, file.identity);
    co_return tool_kit::run_result(window_value(file.display_path, size.offset, window));
  }

  static tl::unexpected<Error> not_a_file(const tool_kit::SeenFile& file) {
    if (file.type == "directory") {
      return fs_fail(fs::errors::kFsNotRegularFile,
                     file.display_path + " is a directory; list what is in it with glob");
    }
    return fs_fail(fs::errors::kFsNotRegularFile, file.display_path + " is not a regular file");
  }

  Expected<WindowSize> window_size(ValueView arguments) const {
    WindowSize size;
    size.max_line_characters = max_line_characters_;
    size.max_bytes = max_bytes_;
    size.limit = read_limit_;
    const ValueView offset = arguments["offset"];
    const ValueView limit = arguments["limit"];
    if (!offset.is_absent()) {
      if (offset.integer_or(0) < 1) {
        return tool_kit::bad_arguments("arguments.offset: expected a whole number of at least 1");
      }
      size.offset = *offset.integer();
    }
    if (!limit.is_absent()) {
      if (limit.integer_or(0) < 1) {
        return tool_kit::bad_arguments("arguments.limit: expected a whole number of at least 1");
      }
      size.limit = std::min(*limit.integer(), read_limit_);
    }
    return size;
  }

  Task<ReadWindow> read_whole(const tool_kit::FileClient& files, const std::string& path,
                              WindowSize size) {
    Expected<Message> answer = co_await files.read(path, stream_min_size_);
    // It has grown since.
    if (!answer && answer.error().code == fs::errors::kFsTooLarge) {
      co_return co_await must(read_streamed(files, path, size));
    }
    const Message content = must(std::move(answer));
    auto work = [bytes = Value::share(content["content"]), size] {
      ReadWindow window(size);
      window.add(bytes.bytes());
      window.finish();
      return window;
    };
    co_return co_await must(context().pool(work));
  }

  /// In bounded memory, whatever the size of the file and of its lines.
  Task<ReadWindow> read_streamed(const tool_kit::FileClient& files, const std::string& path,
                                 WindowSize size) {
    Message answer = co_await must(files.stream(path));
    StreamReader content(answer.take_ref(0));
    ReadWindow window(size);
    while (true) {
      std::optional<Message> part = co_await must(content.next());
      if (!part) break;
      auto work = [bytes = part->take_value(), window = std::move(window)]() mutable {
        window.add(bytes.bytes());
        return std::move(window);
      };
      window = co_await must(context().pool(work));
      if (!window.fault().empty()) break;
    }
    window.finish();
    co_return window;
  }

  Value render(Call, tools::ToolRenderParamsView in) const {
    const ValueView value = in.value();
    return tool_kit::rendered(
        tool_kit::file_envelope(value["path"].text(), body_of(value, in.arguments())),
        meta_of(value));
  }

  static Value meta_of(ValueView value) {
    const std::string_view language = language_of(value["path"].text());
    if (language.empty()) return Value::share(value);
    return tool_kit::with_member(value, "lang", language);
  }

  std::string body_of(ValueView value, ValueView arguments) const {
    std::string body;
    const ValueView lines = value["lines"];
    for (const ValueView line : lines.items()) {
      body += std::to_string(line["number"].integer_or(0)) + ": ";
      body.append(line["text"].text()) += '\n';
    }
    if (!body.empty()) body += '\n';
    return body + footer_of(value, arguments);
  }

  std::string footer_of(ValueView value, ValueView arguments) const {
    const std::int64_t first = value["offset"].integer_or(1);
    const auto count = static_cast<std::int64_t>(value["lines"].size());
    const std::int64_t total = value["totalLines"].integer_or(0);
    const std::int64_t last = first + count - 1;
    if (last >= total) return "(End of file - total " + std::to_string(total) + " lines)";
    const std::string next = ". Use offset=" + std::to_string(last + 1) + " to continue.)";
    const std::string range = "Showing lines " + std::to_string(first) + "-" + std::to_string(last);
    const std::int64_t limit = std::min(arguments["limit"].integer_or(read_limit_), read_limit_);
    // Fewer lines than asked for, and not the end: the bytes were too many.
    if (count < limit) return "(Output capped. " + range + next;
    return "(" + range + " of " + std::to_string(total) + next;
  }

  Value present(Call, tools::ToolPresentParamsView in) const {
    const std::string_view path = in.arguments()["file_path"].text();
    if (path.empty()) return object({});
    const ValueView offset = in.arguments()["offset"];
    const Value line = offset.is_integer() ? Value::share(offset) : Value();
    const Value location = object({{"path", path}, {"line", line}});
    const Value card = object({{"card", "generic"},
                               {"title", "Read " + std::string(path)},
                               {"kind", "read"},
                               {"locations", array({location})}});
    const ValueView meta = in.result()["meta"];
    if (!meta["lines"].is_array() || !meta["path"].is_string()) return object({{"call", card}});
    return object({{"call", card}, {"result", tool_kit::with_member(meta, "card", "read")}});
  }

  static constexpr Methods kMethods{method<tools::Tool::kExecute, &Read::execute>,
                                    method<tools::Tool::kRender, &Read::render>,
                                    method<tools::Tool::kPresent, &Read::present>};

  std::int64_t read_limit_;
  std::size_t max_line_characters_;
  std::size_t max_bytes_;
  std::int64_t stream_min_size_;
  tool_kit::PromptSection section_;
};

}  // namespace keel::tool_read

KEEL_PLUGIN(keel::tool_read::Read, KEEL_PLUGIN_ID, KEEL_PLUGIN_VERSION)
