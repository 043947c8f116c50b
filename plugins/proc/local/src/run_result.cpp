// SPDX-License-Identifier: MIT
#include "run_result.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <cctype>
#include <optional>

namespace keel::proc_local {

namespace proc = contracts::proc;

namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

/// A line of `text` that begins with one of the signatures.
std::optional<std::string> failure_line(std::string_view text,
                                        const std::vector<std::string>& signatures) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    for (const std::string& signature : signatures) {
      if (line.starts_with(signature)) return std::string(line);
    }
    if (line.size() == text.size()) break;
    text.remove_prefix(line.size() + 1);
  }
  return std::nullopt;
}

/// The wrapper's report is out of the command's reach; its messages are not, so they count only
/// where there is no report.
std::optional<std::string> wrapper_failure(const ChildEnd& end, const Confinement& confinement,
                                           std::string_view error_text) {
  if (!confinement.confined || end.cause != EndCause::kItself) return std::nullopt;
  if (!WIFEXITED(end.wait_status) || WEXITSTATUS(end.wait_status) == 0) return std::nullopt;
  if (confinement.reports_status && end.status.find("\"exit-code\"") != std::string::npos) {
    return std::nullopt;
  }
  return failure_line(error_text, confinement.failure_signatures);
}

bool was_denied(std::string_view error_text, const Confinement& confinement) {
  const std::string folded = lower(error_text);
  return std::any_of(
      confinement.denial_signatures.begin(), confinement.denial_signatures.end(),
      [&](const std::string& signature) { return folded.find(signature) != std::string::npos; });
}

proc::ProcRunResultExit exit_kind(const ChildEnd& end) {
  switch (end.cause) {
    case EndCause::kTimeout:
      return proc::ProcRunResultExit::kTimedOut;
    case EndCause::kCancelled:
      return proc::ProcRunResultExit::kCancelled;
    case EndCause::kItself:
      break;
  }
  return WIFSIGNALED(end.wait_status) ? proc::ProcRunResultExit::kSignalled
                                      : proc::ProcRunResultExit::kExited;
}

}  // namespace

Expected<proc::ProcRunResult> run_result(const ChildEnd& end, const Confinement& confinement,
                                         bool separate_stderr) {
  HeadTail::Text output = end.output.text();
  HeadTail::Text error_output = end.error_output.text();
  const std::string& error_text = separate_stderr ? error_output.text : output.text;
  if (std::optional<std::string> line = wrapper_failure(end, confinement, error_text)) {
    return fail(std::string(proc::errors::kNoSandbox),
                "the command was not run: it could not be confined (" + confinement.mode +
                    "). Runner failure: " + *line,
                object({{"name", "SandboxUnavailableError"}}));
  }
  proc::ProcRunResult result;
  result.exit = exit_kind(end);
  result.output = std::move(output.text);
  result.omitted_bytes = static_cast<std::int64_t>(output.omitted_bytes);
  result.output_bytes = static_cast<std::int64_t>(end.output.total());
  result.duration_ms = end.duration_ms;
  if (WIFEXITED(end.wait_status)) result.code = WEXITSTATUS(end.wait_status);
  if (WIFSIGNALED(end.wait_status)) result.signal = signal_name(WTERMSIG(end.wait_status));
  result.spill_path = end.spill_path;
  if (!confinement.mode.empty()) {
    result.sandbox = confinement.mode;
    const bool failed = WIFEXITED(end.wait_status) && WEXITSTATUS(end.wait_status) != 0;
    result.denied = confinement.confined && failed && was_denied(error_text, confinement);
  }
  if (separate_stderr) {
    result.stderr_omitted_bytes = static_cast<std::int64_t>(error_output.omitted_bytes);
    result.stderr_spill_path = end.error_spill_path;
    result.stderr = std::move(error_output.text);
  }
  return result;
}

}  // namespace keel::proc_local
