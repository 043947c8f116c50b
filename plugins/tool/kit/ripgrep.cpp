// SPDX-License-Identifier: MIT
#include "kit/ripgrep.hpp"

#include <algorithm>
#include <utility>

#include "keel/contracts/proc.hpp"
#include "kit/answer.hpp"
#include "kit/file_client.hpp"

namespace keel::tool_kit {

namespace proc = contracts::proc;

namespace {

constexpr std::size_t kShownComplaintBytes = 500;

std::string shortened(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  std::string result(text.substr(0, kShownComplaintBytes));
  if (text.size() > kShownComplaintBytes) result += "...";
  return result;
}

Expected<SearchOutput> judge(const proc::ProcRunResultView& result) {
  const std::string_view complaints = result.stderr().value_or("");
  const bool cut = result.stderr_omitted_bytes().value_or(0) > 0;
  const std::string said = shortened(complaints) + (cut ? "\n[stderr truncated]" : "");
  switch (result.exit().value_or(proc::ProcRunResultExit::kSignalled)) {
    case proc::ProcRunResultExit::kCancelled:
      return search_fail(kSearchAborted, "the search was cancelled");
    case proc::ProcRunResultExit::kTimedOut:
      return search_fail(kSearchFailed, "the search took longer than " +
                                            std::to_string(result.duration_ms()) +
                                            " ms and was ended; search in a smaller directory");
    case proc::ProcRunResultExit::kSignalled:
      return search_fail(
          kSearchFailed,
          "ripgrep ended by " + std::string(result.signal().value_or("a signal")) + ": " + said);
    case proc::ProcRunResultExit::kExited:
      break;
  }
  if (result.omitted_bytes() > 0) {
    return search_fail(kSearchOverflow,
                       "the search found " + std::to_string(result.output_bytes().value_or(0)) +
                           " bytes, more than can be taken; make the pattern or the path narrower");
  }
  SearchOutput output;
  output.stdout_text = result.output();
  const std::int64_t code = result.code().value_or(-1);
  // 0: found something, 1: found nothing.
  if (code == 0 || code == 1) return output;
  switch (judge_stderr(complaints)) {
    case Complaint::kPattern:
      return search_fail(kSearchInvalidPattern, "the pattern is not valid: " + said);
    case Complaint::kSomeFiles:
      output.complaints = complaints;
      return output;
    default:
      return search_fail(kSearchFailed,
                         "ripgrep failed with exit code " + std::to_string(code) + ": " + said);
  }
}

}  // namespace

tl::unexpected<Error> search_fail(std::string_view code, std::string message) {
  return tool_fail("SearchError", code, std::move(message));
}

Complaint judge_stderr(std::string_view text) {
  if (text.find("regex parse error") != std::string_view::npos ||
      text.find("error parsing glob") != std::string_view::npos) {
    return Complaint::kPattern;
  }
  bool some = false;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    // "rg: ./file: Permission denied (os error 13)": about one file, the rest was searched.
    if (!line.empty() && line.find("(os error ") == std::string_view::npos) {
      return Complaint::kFatal;
    }
    some = some || !line.empty();
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
  return some ? Complaint::kSomeFiles : Complaint::kNone;
}

Task<SearchOutput> run_ripgrep(Call call, RunPlace place, std::vector<std::string> arguments,
                               SearchLimits limits) {
  const Ref runner = must(call.resolve("proc/runner"));
  proc::ProcRunParams params;
  // First, so that nothing in a configuration file can name a preprocessor.
  params.argv = {"rg", "--no-config"};
  params.argv.insert(params.argv.end(), std::make_move_iterator(arguments.begin()),
                     std::make_move_iterator(arguments.end()));
  params.cwd = place.workspace;
  params.timeout_ms = limits.timeout_ms;
  params.max_output_bytes = limits.raw_output_max_bytes;
  params.separate_stderr = true;
  const Value request = params.to_value();
  Expected<Message> outcome = co_await call.invoke(runner, proc::Proc::kRun, request);
  if (!outcome && (is_cancelled(outcome.error()) || call.cancelled())) {
    co_return search_fail(kSearchAborted, "the search was cancelled");
  }
  if (!outcome) {
    std::string hint;
    if (outcome.error().data.has("program")) hint = "; install ripgrep";
    co_return search_fail(kSearchFailed, outcome.error().message + hint);
  }
  const proc::ProcRunResultView result(outcome->value());
  co_return judge(result);
}

std::string complaint_note(std::string_view complaints) {
  if (complaints.empty()) return {};
  const auto lines = std::count(complaints.begin(), complaints.end(), '\n');
  const std::string first(complaints.substr(0, complaints.find('\n')));
  return "(" + std::to_string(std::max<std::ptrdiff_t>(1, lines)) +
         " place(s) could not be searched: " + shortened(first) + ")";
}

Task<std::string> keep_full_list(Call call, RunPlace place, std::string name, std::string text) {
  // Best effort: the list is shown in part either way.
  Expected<FileClient> files = co_await FileClient::open(call, std::move(place));
  if (!files) co_return std::string();
  Expected<std::string> folder = co_await files->temp_dir();
  if (!folder || folder->empty()) co_return std::string();
  const std::string path = *folder + "/" + name;
  const Value content(text);
  Expected<Message> written = co_await files->write(path, content, std::nullopt);
  if (!written) co_return std::string();
  co_return path;
}

}  // namespace keel::tool_kit
