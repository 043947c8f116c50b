// SPDX-License-Identifier: MIT
//
// The tool glob: files by name.
#include <sys/stat.h>

#include <algorithm>
#include <array>
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
#include "path_page.hpp"
#include "text/utf8.hpp"

namespace keel::tool_glob {

namespace tools = contracts::tools;

namespace {

constexpr int kSectionOrder = 103;
constexpr std::string_view kSection =
    "Use the tool glob to find files by name; do not use find or ls in a shell for that. The files "
    "that changed last come first; files that version control ignores are listed too.";

constexpr const char* kMetadata = R"({
  "description": "Finds files whose path matches a glob pattern, such as **/*.cpp or src/*.json. Newest first. Hidden and ignored files are found too, the folders of version control are not.",
  "parameters": {
    "type": "object",
    "properties": {
      "pattern": {"type": "string", "description": "Glob pattern."},
      "path": {"type": "string", "description": "Directory to search. Default: the workspace."}
    },
    "required": ["pattern"]
  },
  "output": {
    "schema": {
      "type": "object",
      "properties": {
        "root": {"type": "string"},
        "paths": {"type": "array", "items": {"type": "string"}},
        "note": {"type": "string"},
        "saved": {"type": "string"}
      },
      "required": ["root", "paths"]
    }
  },
  "concurrencySafe": true,
  "presents": true
})";

constexpr std::array<std::string_view, 6> kVersionControl{".git", ".svn", ".hg",
                                                          ".bzr", ".jj",  ".sl"};

std::vector<std::string> ripgrep_arguments(std::string_view pattern, std::string_view path) {
  std::vector<std::string> arguments{"--files", "--null", "--glob=" + std::string(pattern),
                                     "--no-ignore", "--hidden"};
  for (const std::string_view name : kVersionControl) {
    arguments.push_back("--glob=!**/" + std::string(name));
    arguments.push_back("--glob=!**/" + std::string(name) + "/**");
  }
  if (!path.empty()) {
    arguments.emplace_back("--");
    arguments.emplace_back(path);
  }
  return arguments;
}

struct FoundFile {
  std::string path;
  std::int64_t modified_ns = 0;
};

std::int64_t modified_ns(const std::string& path) {
  struct stat info {};
  if (::lstat(path.c_str(), &info) != 0) return 0;
  return static_cast<std::int64_t>(info.st_mtim.tv_sec) * 1'000'000'000 + info.st_mtim.tv_nsec;
}

/// Newest first, by name where that is equal. Ripgrep would sort on one thread, and older ones only
/// within each directory. Names are ended by NUL: they may hold line ends.
std::vector<FoundFile> found_files(std::string_view output, const std::string& workspace) {
  std::vector<FoundFile> files;
  while (!output.empty()) {
    const std::string path(output.substr(0, output.find('\0')));
    output.remove_prefix(std::min(output.size(), path.size() + 1));
    if (path.empty()) continue;
    const std::int64_t modified =
        modified_ns(path.starts_with('/') ? path : workspace + "/" + path);
    files.push_back({tool_kit::shown_path(path, workspace), modified});
  }
  std::sort(files.begin(), files.end(), [](const FoundFile& a, const FoundFile& b) {
    return a.modified_ns != b.modified_ns ? a.modified_ns > b.modified_ns : a.path < b.path;
  });
  return files;
}

struct Found {
  Value value;
  std::size_t count = 0;
  std::string list;
};

Found found_value(const tool_kit::SearchOutput& output, std::string_view root,
                  const std::string& workspace) {
  const std::vector<FoundFile> files = found_files(output.stdout_text, workspace);
  std::string note = tool_kit::complaint_note(output.complaints);
  if (output.stdout_text.find(text::kReplacement) != std::string::npos) {
    note += std::string(note.empty() ? "" : "\n") +
            "(names that are not UTF-8 are shown with \xEF\xBF\xBD)";
  }
  Found found;
  found.count = files.size();
  Builder builder;
  builder.begin_object().member("root", root).name("paths").begin_array();
  for (const FoundFile& file : files) {
    builder.put(file.path);
    found.list.append(file.path) += '\n';
  }
  builder.end();
  if (!note.empty()) builder.member("note", note);
  builder.end();
  found.value = builder.finish_or_absent();
  return found;
}

std::vector<std::string_view> texts(ValueView list) {
  std::vector<std::string_view> result;
  for (const ValueView item : list.items()) result.push_back(item.text());
  return result;
}

}  // namespace

class Glob : public Plugin {
 public:
  explicit Glob(const Setup& setup)
      : Plugin(setup),
        max_results_(static_cast<std::size_t>(config()["globMaxResults"].integer_or(0))),
        sample_(config()["sampleOverCapGlobResults"].is_true()),
        meta_max_bytes_(static_cast<std::size_t>(config()["searchMetaMaxBytes"].integer_or(0))),
        limits_{config()["timeoutMs"].integer_or(0), config()["rawOutputMaxBytes"].integer_or(0)} {}

  void start() {
    const Value metadata =
        tool_kit::with_member(json(kMetadata), "timeoutMs", Value(limits_.timeout_ms));
    keep(context().publish("tool/glob", metadata, kMethods, this));
    section_.publish(context(), "tool:glob", kSectionOrder, std::string(kSection));
  }

 private:
  Task<Value> execute(Call call, tools::ToolExecuteParamsView in) {
    const std::string_view pattern = in.arguments()["pattern"].text();
    std::string path(in.arguments()["path"].text());
    if (pattern.empty()) {
      co_return tool_kit::bad_arguments("arguments.pattern: expected a glob pattern, not empty");
    }
    const tool_kit::RunPlace place = co_await must(tool_kit::run_place(call, in));
    std::string root = place.workspace;
    if (!path.empty()) root = co_await must(directory(call, place, path));
    std::vector<std::string> arguments = ripgrep_arguments(pattern, path);
    tool_kit::SearchOutput output =
        co_await must(tool_kit::run_ripgrep(call, place, arguments, limits_));
    auto work = [output = std::move(output), root, workspace = place.workspace] {
      return found_value(output, root, workspace);
    };
    Found found = co_await must(context().pool(work));
    const bool nested = in.call_id() != in.root_call_id();
    if (nested || found.count <= max_results_) co_return tool_kit::run_result(found.value);
    std::string name = "glob-results.txt";
    const std::string saved =
        co_await must(tool_kit::keep_full_list(call, place, name, found.list));
    co_return tool_kit::run_result(tool_kit::with_member(found.value, "saved", saved));
  }

  /// The absolute path of a directory that is there.
  Task<std::string> directory(Call call, tool_kit::RunPlace place, std::string path) {
    const tool_kit::FileClient files = co_await must(tool_kit::FileClient::open(call, place));
    const tool_kit::SeenFile file = co_await must(files.stat(path));
    if (file.type == "none") {
      co_return tool_kit::search_fail(tool_kit::kSearchFailed,
                                      "there is no directory " + file.display_path);
    }
    if (file.type != "directory") {
      co_return tool_kit::search_fail(tool_kit::kSearchFailed,
                                      file.display_path + " is not a directory");
    }
    co_return file.display_path;
  }

  /// Borrows from the value.
  PathPage page(ValueView value, ValueView arguments) const {
    const std::string_view path = arguments["path"].text();
    std::string prefix(path);
    if (!prefix.empty() && !prefix.ends_with('/')) prefix += '/';
    return page_of(texts(value["paths"]), max_results_, sample_, prefix);
  }

  Value render(Call, tools::ToolRenderParamsView in) const {
    const ValueView value = in.value();
    const std::size_t total = value["paths"].size();
    const PathPage shown = page(value, in.arguments());
    std::string text = total == 0 ? "No files found" : "";
    for (const std::string_view path : shown.paths) {
      text += (text.empty() ? "" : "\n") + std::string(path);
    }
    if (shown.paths.size() < total) text += "\n" + footer(value, shown, total);
    if (value.has("note")) text += "\n" + std::string(value["note"].text());
    return tool_kit::rendered(text, meta(shown, total));
  }

  static std::string footer(ValueView value, const PathPage& shown, std::size_t total) {
    std::string text = "(Showing " + std::to_string(shown.paths.size()) + " of " +
                       std::to_string(total) + " paths";
    if (shown.entries > 0) {
      text += ", from " + std::to_string(shown.reached_entries) + " of " +
              std::to_string(shown.entries) + " entries of " + std::string(value["root"].text());
    }
    const std::string_view saved = value["saved"].text();
    if (saved.empty()) return text + "; the full list could not be saved. Use a narrower pattern.)";
    return text + ". The full list is in " + std::string(saved) + ")";
  }

  Value meta(const PathPage& shown, std::size_t total) const {
    Builder builder;
    builder.begin_object().member("shape", "paths").name("paths").begin_array();
    std::size_t bytes = 0;
    std::size_t kept = 0;
    for (const std::string_view path : shown.paths) {
      // Quotes and a comma; at least one path is kept.
      bytes += path.size() + 3;
      if (kept > 0 && bytes > meta_max_bytes_) break;
      builder.put(path);
      ++kept;
    }
    builder.end().member("truncated", kept < total).member("total", total).end();
    return builder.finish_or_absent();
  }

  Value present(Call, tools::ToolPresentParamsView in) const {
    const std::string_view pattern = in.arguments()["pattern"].text();
    if (pattern.empty()) return object({});
    const Value card = object(
        {{"card", "generic"}, {"title", "Find " + std::string(pattern)}, {"kind", "search"}});
    const ValueView meta = in.result()["meta"];
    if (meta["shape"].text() != "paths" || !meta["paths"].is_array()) {
      return object({{"call", card}});
    }
    return object({{"call", card}, {"result", tool_kit::with_member(meta, "card", "search")}});
  }

  static constexpr Methods kMethods{method<tools::Tool::kExecute, &Glob::execute>,
                                    method<tools::Tool::kRender, &Glob::render>,
                                    method<tools::Tool::kPresent, &Glob::present>};

  std::size_t max_results_;
  bool sample_;
  std::size_t meta_max_bytes_;
  tool_kit::SearchLimits limits_;
  tool_kit::PromptSection section_;
};

}  // namespace keel::tool_glob

KEEL_PLUGIN(keel::tool_glob::Glob, KEEL_PLUGIN_ID, KEEL_PLUGIN_VERSION)
