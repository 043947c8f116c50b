// SPDX-License-Identifier: MIT
#include "probe.hpp"

#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "bwrap_command.hpp"
#include "keel/contracts/proc.hpp"
#include "policy_paths.hpp"

namespace keel::sandbox_bwrap {

namespace proc = contracts::proc;

namespace {

/// $1 lies in a directory that the command could write if nothing stopped it.
constexpr const char* kScript =
    "while read -r name value; do\n"
    "  if [ \"$name\" = CapEff: ]; then echo \"capabilities $value\"; fi\n"
    "done < /proc/self/status\n"
    "if (: > \"$1\") 2>/dev/null; then echo wrote; fi\n"
    "echo end\n";
constexpr std::string_view kConfined = "capabilities 0000000000000000\nend\n";

Expected<std::string> make_folder() {
  std::error_code error;
  std::string pattern =
      (std::filesystem::temp_directory_path(error) / "keel-probe-XXXXXX").string();
  if (!error && ::mkdtemp(pattern.data()) != nullptr) return pattern;
  const int number = error ? error.value() : errno;
  return fail("IO",
              "no temporary directory for the probe: " + std::generic_category().message(number));
}

std::string first_line(std::string_view text) {
  return std::string(text.substr(0, text.find('\n')));
}

/// What users of common systems can do about a refusal.
std::string with_hint(std::string reason) {
  const bool no_user_namespaces = reason.find("RTM_NEWADDR") != std::string::npos ||
                                  reason.find("uid map") != std::string::npos ||
                                  reason.find("new namespace") != std::string::npos ||
                                  reason.find("Operation not permitted") != std::string::npos;
  if (no_user_namespaces) {
    reason +=
        " (unprivileged user namespaces are restricted here: see "
        "kernel.apparmor_restrict_unprivileged_userns, kernel.unprivileged_userns_clone, or "
        "the options of the container)";
  }
  return reason;
}

Verdict verdict_on(std::string bwrap, const Message& run) {
  Verdict verdict;
  verdict.bwrap = std::move(bwrap);
  const proc::ProcRunResultView result(run.value());
  const std::string_view output = result.output();
  if (result.exit() == proc::ProcRunResultExit::kTimedOut) {
    verdict.reason = "a confined command did not end in time";
  } else if (result.code() != 0) {
    verdict.reason = with_hint(first_line(result.stderr().value_or("")));
    if (verdict.reason.empty()) verdict.reason = "a confined command failed and said nothing";
  } else if (output.find("\nwrote\n") != std::string_view::npos) {
    verdict.reason = "a confined command could write outside of the sandbox";
  } else if (output != kConfined) {
    verdict.reason = "a confined command kept capabilities: " + first_line(output);
  } else {
    verdict.works = true;
  }
  return verdict;
}

}  // namespace

Probe::Probe(Context context, std::string bwrap, std::int64_t timeout_ms, bool network)
    : context_(context),
      bwrap_(std::move(bwrap)),
      timeout_ms_(timeout_ms),
      network_(network),
      done_(context) {}

Task<Verdict> Probe::verdict() {
  while (running_) co_await done_.wait();
  if (verdict_) co_return *verdict_;
  running_ = true;
  done_.reset();
  Expected<Verdict> found = co_await find_out();
  running_ = false;
  done_.set();
  // What kept the probe from running may have gone by the next question.
  if (!found) co_return fail(std::move(found.error()));
  verdict_ = std::move(*found);
  if (!verdict_->works) context_.warn("bubblewrap does not work here: " + verdict_->reason);
  co_return *verdict_;
}

Task<Verdict> Probe::find_out() {
  auto find = [configured = bwrap_] { return configured.empty() ? find_bwrap() : configured; };
  std::string bwrap = co_await must(context_.pool(find));
  if (bwrap.empty()) {
    Verdict missing;
    missing.reason = "it is not installed; install the package bubblewrap";
    co_return missing;
  }
  auto make = [] { return make_folder(); };
  std::string folder = co_await must(context_.pool(make));
  Expected<Verdict> verdict = co_await run(bwrap, folder);
  auto remove = [folder] {
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
  };
  static_cast<void>(co_await context_.pool(remove));
  if (!verdict) co_return fail(std::move(verdict.error()));
  co_return std::move(*verdict);
}

Task<Verdict> Probe::run(std::string bwrap, std::string folder) {
  const Expected<Ref> runner = context_.resolve("proc/runner");
  if (!runner) {
    co_return fail(std::string(proc::errors::kNoSandbox),
                   "no plugin of the deployment provides proc/runner, which runs commands");
  }
  CommandPlan plan;
  plan.bwrap = bwrap;
  plan.argv = {"/bin/sh", "-c", kScript, "probe", folder + "/file"};
  plan.cwd = "/";
  plan.network = network_;
  proc::ProcRunParams params;
  params.argv = bwrap_command(plan);
  params.cwd = "/";
  params.timeout_ms = timeout_ms_;
  params.separate_stderr = true;
  const Value request = params.to_value();
  // Not on the caller's account: the verdict is everybody's, and outlives a cancelled call.
  Expected<Message> outcome = co_await context_.invoke(*runner, proc::Proc::kRun, request);
  if (!outcome && outcome.error().code == proc::errors::kNotFound) {
    Verdict missing;
    missing.reason = outcome.error().message;
    co_return missing;
  }
  const Message result = must(std::move(outcome));
  co_return verdict_on(std::move(bwrap), result);
}

}  // namespace keel::sandbox_bwrap
