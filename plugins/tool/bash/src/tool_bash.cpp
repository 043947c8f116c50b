// SPDX-License-Identifier: MIT
//
// The tool bash: one command in a fresh shell, confined, to its end.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "bash_text.hpp"
#include "keel/contracts/proc.hpp"
#include "keel/contracts/tools.hpp"
#include "keel/sdk.hpp"
#include "kit/answer.hpp"
#include "kit/file_client.hpp"
#include "kit/prompt_section.hpp"
#include "kit/run_place.hpp"

namespace keel::tool_bash {

namespace tools = contracts::tools;
namespace proc = contracts::proc;

namespace {

constexpr int kSectionOrder = 105;
constexpr std::string_view kSection =
    "Use the tool bash to run programs: builds, tests, git. Each call is a shell of its own: no "
    "directory and no variable stays from one call to the next. Nobody answers questions: stdin is "
    "empty, editors and pagers do nothing; pass options such as --yes. To read, find, search, "
    "write "
    "and edit files, use the other tools.";

constexpr const char* kMetadata = R"({
  "description": "Runs a command with bash and gives its output. Each call is a fresh shell in the workspace (or in workdir); stdin is empty. The command may be confined: when something is denied, the result says so.",
  "parameters": {
    "type": "object",
    "properties": {
      "command": {"type": "string", "description": "The command."},
      "description": {"type": "string", "description": "What it does, in a few words, for people."},
      "timeoutMs": {"type": "number", "description": "Milliseconds after which it is ended."},
      "workdir": {"type": "string", "description": "Where it runs; relative paths start at the workspace."}
    },
    "required": ["command", "description"]
  },
  "output": {
    "schema": {
      "type": "object",
      "properties": {
        "kind": {"type": "string", "enum": ["foreground"]},
        "exitCode": {},
        "signal": {},
        "timedOut": {"type": "boolean"},
        "aborted": {"type": "boolean"},
        "timeoutMs": {"type": "integer"},
        "stdout": {
          "type": "object",
          "properties": {
            "text": {"type": "string"},
            "truncated": {"type": "boolean"},
            "spillPath": {"type": "string"}
          },
          "required": ["text", "truncated"]
        },
        "stderr": {
          "type": "object",
          "properties": {
            "text": {"type": "string"},
            "truncated": {"type": "boolean"},
            "spillPath": {"type": "string"}
          },
          "required": ["text", "truncated"]
        },
        "sandbox": {
          "type": "object",
          "properties": {"mode": {"type": "string"}, "denied": {"type": "boolean"}},
          "required": ["mode", "denied"]
        },
        "note": {"type": "string"}
      },
      "required": ["kind", "exitCode", "signal", "timedOut", "aborted", "timeoutMs", "stdout", "stderr"]
    }
  },
  "presents": true
})";

Value stream_value(std::string_view text, std::int64_t omitted,
                   std::optional<std::string_view> spill_path) {
  Builder builder;
  builder.begin_object().member("text", text).member("truncated", omitted > 0);
  if (spill_path) builder.member("spillPath", *spill_path);
  builder.end();
  return builder.finish_or_absent();
}

Value optional_number(std::optional<std::int64_t> number) {
  return number ? Value(*number) : Value(nullptr);
}
Value optional_text(std::optional<std::string_view> text) {
  return text ? Value(*text) : Value(nullptr);
}

}  // namespace

class Bash : public Plugin {
 public:
  explicit Bash(const Setup& setup)
      : Plugin(setup),
        timeout_ms_(config()["timeoutMs"].integer_or(0)),
        max_timeout_ms_(config()["maxTimeoutMs"].integer_or(0)),
        max_output_bytes_(config()["maxOutputBytes"].integer_or(0)) {}

  void start() {
    keep(context().publish("tool/bash", json(kMetadata), kMethods, this));
    section_.publish(context(), "tool:bash", kSectionOrder, std::string(kSection));
  }

 private:
  /// Where a command runs.
  struct Workdir {
    std::string path;
    /// Said when it is another place than was asked for.
    std::string note;
  };

  Task<Value> execute(Call call, tools::ToolExecuteParamsView in) {
    const ValueView arguments = in.arguments();
    const std::int64_t timeout_ms = must(check_arguments(arguments));
    const tool_kit::RunPlace place = co_await must(tool_kit::run_place(call, in));
    const tool_kit::FileClient files = co_await must(tool_kit::FileClient::open(call, place));
    std::string wanted(arguments["workdir"].text());
    const Workdir workdir = co_await must(find_workdir(files, place, wanted));
    const std::string temp_dir = co_await must(files.temp_dir());
    proc::ProcRunParams params;
    params.argv = {"bash", "-c", std::string(arguments["command"].text())};
    params.cwd = workdir.path;
    params.workspace = place.workspace;
    params.session_id = place.session_id;
    if (!temp_dir.empty()) params.temp_dir = temp_dir;
    params.timeout_ms = timeout_ms;
    params.max_output_bytes = max_output_bytes_;
    params.separate_stderr = true;
    params.confine = true;
    params.env = facts(place);
    const Value request = params.to_value();
    const Ref runner = must(call.resolve("proc/runner"));
    Expected<Message> outcome = co_await call.invoke(runner, proc::Proc::kRun, request);
    if (!outcome && tool_kit::is_cancelled(outcome.error())) co_return aborted();
    if (!outcome) co_return fail(std::move(outcome.error()));
    const proc::ProcRunResultView result(outcome->value());
    if (result.exit() == proc::ProcRunResultExit::kCancelled) co_return aborted();
    co_return tool_kit::run_result(run_value(result, timeout_ms, workdir.note));
  }

  static tl::unexpected<Error> aborted() {
    return tool_kit::tool_fail("AbortError", "ABORTED", "tool call aborted");
  }

  /// The bound of the run.
  Expected<std::int64_t> check_arguments(ValueView arguments) const {
    const std::string_view command = arguments["command"].text();
    if (command.find('\0') != std::string_view::npos) {
      return tool_kit::bad_arguments("arguments.command: it holds a NUL byte");
    }
    const std::string_view description = arguments["description"].text();
    if (description.find_first_not_of(" \t\r\n") == std::string_view::npos) {
      return tool_kit::bad_arguments("arguments.description: expected a few words, not nothing");
    }
    const ValueView wanted = arguments["timeoutMs"];
    if (wanted.is_absent()) return std::min(timeout_ms_, max_timeout_ms_);
    const double number = wanted.number().value_or(0);
    if (!std::isfinite(number) || number <= 0) {
      return tool_kit::bad_arguments("arguments.timeoutMs: expected a number above 0");
    }
    const double bounded = std::min(std::ceil(number), static_cast<double>(max_timeout_ms_));
    return static_cast<std::int64_t>(bounded);
  }

  /// The command is told who asks; a command of the model cannot say otherwise.
  static Value facts(const tool_kit::RunPlace& place) {
    Builder builder;
    builder.begin_object().member("KEEL_SHELL", "1");
    if (place.session_id) builder.member("KEEL_SESSION_ID", *place.session_id);
    builder.end();
    return builder.finish_or_absent();
  }

  /// A workspace that was deleted meanwhile is no reason to answer nothing any more; it is not
  /// written either, since it is not there.
  Task<Workdir> find_workdir(const tool_kit::FileClient& files, tool_kit::RunPlace place,
                             std::string wanted) {
    std::string path = wanted.empty() ? place.workspace : wanted;
    const tool_kit::SeenFile found = co_await must(files.stat(path));
    if (found.type == "directory") co_return Workdir{found.display_path, {}};
    if (!wanted.empty() || found.type != "none") {
      co_return tool_kit::bad_arguments(
          "arguments.workdir: " + found.display_path +
          (found.type == "none" ? " does not exist" : " is not a directory"));
    }
    Workdir workdir;
    for (path = place.workspace; path.size() > 1;) {
      path.resize(std::max<std::size_t>(1, path.rfind('/')));
      const tool_kit::SeenFile above = co_await must(files.stat(path));
      if (above.type == "directory") break;
    }
    workdir.path = path;
    workdir.note =
        "[the workspace " + place.workspace + " does not exist any more; ran in " + path + "]";
    co_return workdir;
  }

  static Value run_value(const proc::ProcRunResultView& result, std::int64_t timeout_ms,
                         std::string_view note) {
    const Value output = stream_value(result.output(), result.omitted_bytes(), result.spill_path());
    const Value error_output =
        stream_value(result.stderr().value_or(""), result.stderr_omitted_bytes().value_or(0),
                     result.stderr_spill_path());
    Builder builder;
    builder.begin_object().member("kind", "foreground");
    builder.name("exitCode").put(optional_number(result.code()));
    builder.name("signal").put(optional_text(result.signal()));
    builder.member("timedOut", result.exit() == proc::ProcRunResultExit::kTimedOut);
    builder.member("aborted", false);
    builder.member("timeoutMs", timeout_ms);
    builder.name("stdout").put(output);
    builder.name("stderr").put(error_output);
    if (result.sandbox()) {
      const Value sandbox =
          object({{"mode", *result.sandbox()}, {"denied", result.denied().value_or(false)}});
      builder.name("sandbox").put(sandbox);
    }
    if (!note.empty()) builder.member("note", note);
    builder.end();
    return builder.finish_or_absent();
  }

  Value render(Call, tools::ToolRenderParamsView in) const {
    return tool_kit::rendered(run_text(in.value()));
  }

  Value present(Call, tools::ToolPresentParamsView in) const {
    const ValueView command = in.arguments()["command"];
    if (!command.is_string()) return object({});
    const ValueView description = in.arguments()["description"];
    const ValueView workdir = in.arguments()["workdir"];
    const Value card =
        object({{"card", "terminal"},
                {"title", command.text()},
                {"description", description.is_string() ? Value::share(description) : Value()},
                {"cwd", workdir.is_string() ? Value::share(workdir) : Value()}});
    const ValueView block = in.result()["content"].at(0);
    if (!block["text"].is_string() || in.result()["isError"].is_true()) {
      return object({{"call", card}});
    }
    const ShownEnd end = read_end(block["text"].text());
    Builder shown;
    shown.begin_object().member("card", "terminal").member("output", end.output);
    if (end.exit_code) shown.member("exitCode", *end.exit_code);
    if (end.signal) shown.member("signal", *end.signal);
    shown.end();
    return object({{"call", card}, {"result", shown.finish_or_absent()}});
  }

  static constexpr Methods kMethods{method<tools::Tool::kExecute, &Bash::execute>,
                                    method<tools::Tool::kRender, &Bash::render>,
                                    method<tools::Tool::kPresent, &Bash::present>};

  std::int64_t timeout_ms_;
  std::int64_t max_timeout_ms_;
  std::int64_t max_output_bytes_;
  tool_kit::PromptSection section_;
};

}  // namespace keel::tool_bash

KEEL_PLUGIN(keel::tool_bash::Bash, KEEL_PLUGIN_ID, KEEL_PLUGIN_VERSION)
