// SPDX-License-Identifier: MIT
//
// The tool grep: lines of files by a regular expression.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "keel/contracts/fs.hpp"
#include "keel/contracts/tools.hpp"
#include "keel/sdk.hpp"
#include "kit/answer.hpp"
#include "kit/file_client.hpp"
#include "kit/prompt_section.hpp"
#include "kit/ripgrep.hpp"
#include "match_list.hpp"
#include "text/utf8.hpp"

namespace keel::tool_grep {

namespace tools = contracts::tools;

namespace {

constexpr int kSectionOrder = 104;
constexpr std::string_view kSection =
    "Use the tool grep to search in files; do not use grep or rg in a shell for that. The pattern "
    "is a "
    "regular expression of ripgrep: escape braces and brackets to find them as they are. Files "
    "that "
    "version control ignores are not searched.";

constexpr const char* kMetadata = R"({
  "description": "Searches the content of files for a regular expression (ripgrep syntax) and shows the lines that match with their numbers. Ignored and hidden files are left out.",
  "parameters": {
    "type": "object",
    "properties": {
      "pattern": {"type": "string", "description": "Regular expression."},
      "path": {"type": "string", "description": "File or directory to search. Default: the workspace."},
      "include": {"type": "string", "description": "Search only files whose path matches this glob, such as *.cpp or *.{ts,tsx}."}
    },
    "required": ["pattern"]
  },
  "output": {
    "schema": {
      "type": "object",
      "properties": {
        "matches": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "path": {"type": "string"},
              "lineNumber": {"type": "integer"},
              "line": {"type": "string"}
            },
            "required": ["path", "lineNumber", "line"]
          }
        },
        "note": {"type": "string"},
        "saved": {"type": "string"}
      },
      "required": ["matches"]
    }
  },
  "concurrencySafe": true,
  "presents": true
})";

/// One positive glob: everything else would change which files are searched in ways that nobody
/// sees.
bool is_one_positive_glob(std::string_view glob) {
  if (glob.starts_with('!')) return false;
  int depth = 0;
  for (std::size_t i = 0; i < glob.size(); ++i) {
    if (glob[i] == '\\') {
      ++i;
    } else if (glob[i] == '{') {
      ++depth;
    } else if (glob[i] == '}') {
      --depth;
    } else if (glob[i] == ',' && depth <= 0) {
      return false;
    }
  }
  return true;
}

std::vector<std::string> ripgrep_arguments(ValueView arguments) {
  // The value after "=" is never taken for an option, whatever it begins with.
  std::vector<std::string> list{"--json", "--regexp=" + std::string(arguments["pattern"].text())};
  const std::string_view include = arguments["include"].text();
  if (!include.empty()) list.push_back("--glob=" + std::string(include));
  const std::string_view path = arguments["path"].text();
  if (!path.empty()) {
    list.emplace_back("--");
    list.emplace_back(path);
  }
  return list;
}

struct Found {
  Value value;
  std::size_t count = 0;
  std::string list;
};

/// Path, then its lines, file by file.
void append_row(std::string& text, std::string_view& path, const std::string_view match_path,
                std::int64_t number, std::string_view line) {
  if (match_path != path) {
    path = match_path;
    text += "\n" + std::string(path) + ":\n";
  }
  text += "  Line " + std::to_string(number) + ": " + std::string(line) + "\n";
}

Expected<Found> found_value(const tool_kit::SearchOutput& output, std::string_view workspace) {
  Expected<std::vector<Match>> matches = parse_matches(output.stdout_text, workspace);
  if (!matches) return tl::make_unexpected(std::move(matches.error()));
  const std::string note = tool_kit::complaint_note(output.complaints);
  Found found;
  found.count = matches->size();
  std::string_view path;
  Builder builder;
  builder.begin_object().name("matches").begin_array();
  for (const Match& match : *matches) {
    builder.begin_object().member("path", match.path);
    builder.member("lineNumber", match.line_number).member("line", match.line).end();
    append_row(found.list, path, match.path, match.line_number, match.line);
  }
  builder.end();
  if (!note.empty()) builder.member("note", note);
  builder.end();
  found.value = builder.finish_or_absent();
  return found;
}

}  // namespace

class Grep : public Plugin {
 public:
  explicit Grep(const Setup& setup)
      : Plugin(setup),
        max_matches_(static_cast<std::size_t>(config()["grepMaxMatches"].integer_or(0))),
        max_line_bytes_(static_cast<std::size_t>(config()["grepMaxLineBytes"].integer_or(0))),
        meta_max_bytes_(static_cast<std::size_t>(config()["searchMetaMaxBytes"].integer_or(0))),
        limits_{config()["timeoutMs"].integer_or(0), config()["rawOutputMaxBytes"].integer_or(0)} {}

  void start() {
    const Value metadata =
        tool_kit::with_member(json(kMetadata), "timeoutMs", Value(limits_.timeout_ms));
    keep(context().publish("tool/grep", metadata, kMethods, this));
    section_.publish(context(), "tool:grep", kSectionOrder, std::string(kSection));
  }

 private:
  Task<Value> execute(Call call, tools::ToolExecuteParamsView in) {
    const ValueView arguments = in.arguments();
    if (arguments["pattern"].text().empty()) {
      co_return tool_kit::bad_arguments(
          "arguments.pattern: expected a regular expression, not empty");
    }
    if (!is_one_positive_glob(arguments["include"].text())) {
      co_return tool_kit::bad_arguments(
          "arguments.include: expected one glob that says what to search, such as *.{ts,tsx}; "
          "neither ! at its beginning nor a list with commas");
    }
    const tool_kit::RunPlace place = co_await must(tool_kit::run_place(call, in));
    std::string path(arguments["path"].text());
    if (!path.empty()) co_await must(check_exists(call, place, path));
    std::vector<std::string> command = ripgrep_arguments(arguments);
    tool_kit::SearchOutput output =
        co_await must(tool_kit::run_ripgrep(call, place, command, limits_));
    auto work = [output = std::move(output), workspace = place.workspace] {
      return found_value(output, workspace);
    };
    Found found = co_await must(context().pool(work));
    const bool nested = in.call_id() != in.root_call_id();
    if (nested || found.count <= max_matches_) co_return tool_kit::run_result(found.value);
    std::string name = "grep-results.txt";
    const std::string saved =
        co_await must(tool_kit::keep_full_list(call, place, name, found.list));
    co_return tool_kit::run_result(tool_kit::with_member(found.value, "saved", saved));
  }

  Task<void> check_exists(Call call, tool_kit::RunPlace place, std::string path) {
    const tool_kit::FileClient files = co_await must(tool_kit::FileClient::open(call, place));
    const tool_kit::SeenFile file = co_await must(files.stat(path));
    if (file.type != "none") co_return;
    must<void>(tool_kit::search_fail(tool_kit::kSearchFailed,
                                     "there is no file or directory " + file.display_path));
  }

  Value render(Call, tools::ToolRenderParamsView in) const {
    const ValueView value = in.value();
    const std::size_t total = value["matches"].size();
    const std::size_t count = std::min(total, max_matches_);
    std::string text = "No matches found";
    if (total > 0) {
      const std::string of_total = count < total ? " of " + std::to_string(total) : "";
      text = "Found " + std::to_string(count) + of_total + (total == 1 ? " match" : " matches") +
             "\n" + rows(value, count);
    }
    if (count < total) text += "\n" + footer(value);
    if (value.has("note")) text += "\n" + std::string(value["note"].text());
    return tool_kit::rendered(text, meta(value, count));
  }

  std::string shortened(std::string_view line) const {
    if (line.size() <= max_line_bytes_) return std::string(line);
    return std::string(text::cut_bytes(line, max_line_bytes_)) + " (line truncated)";
  }

  std::string rows(ValueView value, std::size_t count) const {
    std::string text;
    std::string_view path;
    for (std::size_t i = 0; i < count; ++i) {
      const ValueView match = value["matches"].at(i);
      append_row(text, path, match["path"].text(), match["lineNumber"].integer_or(0),
                 shortened(match["line"].text()));
    }
    text.pop_back();
    return text;
  }

  static std::string footer(ValueView value) {
    const std::string_view saved = value["saved"].text();
    if (saved.empty()) {
      return "(The full list could not be saved. Use a narrower pattern or path.)";
    }
    return "(The full list is in " + std::string(saved) + ")";
  }

  /// Files with their lines; whole groups are left out at the end, never the first.
  Value meta(ValueView value, std::size_t count) const {
    Builder builder;
    builder.begin_object().member("shape", "matches").name("files").begin_array();
    std::size_t bytes = 0;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count;) {
      const std::string_view path = value["matches"].at(i)["path"].text();
      std::size_t end = i;
      std::size_t group = path.size() + 24;
      while (end < count && value["matches"].at(end)["path"].text() == path) {
        group += shortened(value["matches"].at(end)["line"].text()).size() + 28;
        ++end;
      }
      bytes += group;
      if (kept > 0 && bytes > meta_max_bytes_) break;
      put_group(builder, value, i, end);
      kept = end;
      i = end;
    }
    const std::size_t total = value["matches"].size();
    builder.end().member("truncated", kept < total).member("total", total).end();
    return builder.finish_or_absent();
  }

  void put_group(Builder& builder, ValueView value, std::size_t from, std::size_t end) const {
    builder.begin_object().member("path", value["matches"].at(from)["path"].text());
    builder.name("matches").begin_array();
    for (std::size_t i = from; i < end; ++i) {
      const ValueView match = value["matches"].at(i);
      builder.begin_object().member("lineNumber", match["lineNumber"].integer_or(0));
      builder.member("line", shortened(match["line"].text())).end();
    }
    builder.end().end();
  }

  Value present(Call, tools::ToolPresentParamsView in) const {
    const std::string_view pattern = in.arguments()["pattern"].text();
    if (pattern.empty()) return object({});
    const Value card = object(
        {{"card", "generic"}, {"title", "Search " + std::string(pattern)}, {"kind", "search"}});
    const ValueView meta = in.result()["meta"];
    if (meta["shape"].text() != "matches" || !meta["files"].is_array()) {
      return object({{"call", card}});
    }
    return object({{"call", card}, {"result", tool_kit::with_member(meta, "card", "search")}});
  }

  static constexpr Methods kMethods{method<tools::Tool::kExecute, &Grep::execute>,
                                    method<tools::Tool::kRender, &Grep::render>,
                                    method<tools::Tool::kPresent, &Grep::present>};

  std::size_t max_matches_;
  std::size_t max_line_bytes_;
  std::size_t meta_max_bytes_;
  tool_kit::SearchLimits limits_;
  tool_kit::PromptSection section_;
};

}  // namespace keel::tool_grep

KEEL_PLUGIN(keel::tool_grep::Grep, KEEL_PLUGIN_ID, KEEL_PLUGIN_VERSION)
