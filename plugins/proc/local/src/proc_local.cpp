// SPDX-License-Identifier: MIT
//
// Service proc/runner: children of this process.
#include <algorithm>
#include <memory>
#include <utility>

#include "child_environment.hpp"
#include "child_run.hpp"
#include "keel/contracts/kernel.hpp"
#include "keel/contracts/proc.hpp"
#include "keel/sdk.hpp"
#include "leftovers.hpp"
#include "output_stream.hpp"
#include "run_result.hpp"
#include "spawn.hpp"

extern "C" char** environ;

namespace keel::proc_local {

namespace proc = contracts::proc;

namespace {

/// The wrapper's descriptor lies between the standard ones and those of the host.
constexpr std::int64_t kMaxStatusNumber = 9;

std::vector<std::string> texts(ValueView list) {
  std::vector<std::string> result;
  for (const ValueView item : list.items()) result.emplace_back(item.text());
  return result;
}

Expected<void> check_argv(const std::vector<std::string>& argv) {
  if (argv.empty()) {
    return fail(std::string(proc::errors::kRefused), "argv is empty; name the program to run");
  }
  for (const std::string& argument : argv) {
    if (argument.find('\0') == std::string::npos) continue;
    return fail(std::string(proc::errors::kRefused),
                "an argument holds a NUL byte; no command "
                "line can carry one");
  }
  return {};
}

}  // namespace

class LocalProcesses : public Plugin {
 public:
  explicit LocalProcesses(const Setup& setup)
      : Plugin(setup),
        rules_{texts(config()["secretWords"]), texts(config()["passEnvironment"])},
        patience_{config()["interruptMs"].integer_or(0), config()["graceMs"].integer_or(0),
                  config()["drainMs"].integer_or(0)},
        max_output_bytes_(config()["maxOutputBytes"].integer_or(0)),
        max_spill_bytes_(config()["maxSpillBytes"].integer_or(0)),
        leftovers_(context()) {}

  void start() { keep(context().publish("proc/runner", object({}), kMethods, this)); }
  void stop() { leftovers_.end_all(); }

 private:
  /// A child that is ready to start, and what its result needs.
  struct Prepared {
    ChildSpec spec;
    Confinement confinement;
  };

  Task<std::string> host_cwd(Call call) {
    const Ref host = must(call.resolve("kernel/host"));
    const Message info = co_await must(call.invoke(host, contracts::kernel::Host::kInfo));
    co_return std::string(info["cwd"].text());
  }

  /// run() and stream() take the same parameters.
  Task<Prepared> prepare(Call call, proc::ProcRunParamsView in) {
    Prepared ready;
    ChildSpec& spec = ready.spec;
    spec.argv = texts(in.argv().raw());
    must(check_argv(spec.argv));
    spec.cwd = in.cwd().value_or("");
    if (spec.cwd.empty()) spec.cwd = co_await must(host_cwd(call));
    if (!spec.cwd.starts_with('/')) {
      co_return fail(std::string(proc::errors::kRefused),
                     "cwd is \"" + spec.cwd + "\"; expected an absolute path");
    }
    spec.environment = child_environment(environ, rules_, in.env());
    if (in.temp_dir()) {
      spec.spill_folder = *in.temp_dir();
      spec.environment.push_back("TMPDIR=" + spec.spill_folder);
    }
    if (in.stdin().is_string()) spec.stdin_text = std::string(in.stdin().text());
    if (in.stdin().is_bytes()) spec.stdin_text = std::string(in.stdin().bytes());
    spec.separate_stderr = in.separate_stderr().value_or(false);
    spec.max_output_bytes =
        static_cast<std::size_t>(in.max_output_bytes().value_or(max_output_bytes_));
    spec.max_spill_bytes = static_cast<std::uint64_t>(max_spill_bytes_);
    spec.timeout_ms = in.timeout_ms();
    if (in.confine().value_or(false)) co_await must(confine(call, in, ready));
    spec.program = must(find_program(spec.argv.front(), variable(spec.environment, "PATH")));
    co_return ready;
  }

  /// Fails rather than to run a command as it is that was to be confined.
  Task<void> confine(Call call, proc::ProcRunParamsView in, Prepared& ready) {
    const Expected<Ref> sandbox = call.resolve("sandbox/confine");
    if (!sandbox) {
      throw Failure(
          std::string(proc::errors::kNoSandbox),
          "the command was not run: it is to be confined, and no plugin of the deployment "
          "provides sandbox/confine",
          object({{"name", "SandboxUnavailableError"}}));
    }
    proc::SandboxWrapParams params;
    params.argv = ready.spec.argv;
    params.cwd = ready.spec.cwd;
    params.workspace = std::string(in.workspace().value_or(ready.spec.cwd));
    if (in.session_id()) params.session_id = std::string(*in.session_id());
    if (in.temp_dir()) params.temp_dir = std::string(*in.temp_dir());
    const Value request = params.to_value();
    const Message answer = co_await must(call.invoke(*sandbox, proc::Sandbox::kWrap, request));
    const proc::SandboxWrapResultView wrapped(answer.value());
    ready.confinement.mode = wrapped.mode().value_or("confined");
    ready.confinement.confined = wrapped.confined();
    ready.confinement.reports_status = wrapped.status_fd().has_value();
    ready.confinement.denial_signatures = texts(wrapped.denial_signatures().raw());
    ready.confinement.failure_signatures = texts(wrapped.failure_signatures().raw());
    ready.spec.argv = texts(wrapped.argv().raw());
    if (wrapped.status_fd()) {
      const std::int64_t number =
          std::clamp<std::int64_t>(*wrapped.status_fd(), 3, kMaxStatusNumber);
      ready.spec.status_number = static_cast<int>(number);
    }
  }

  Task<Value> run(Call call, proc::ProcRunParamsView in) {
    Prepared ready = co_await must(prepare(call, in));
    const bool separate_stderr = ready.spec.separate_stderr;
    // On the heap: pipes and timers point to it.
    const auto child = std::make_unique<ChildRun>(context(), std::move(ready.spec), patience_);
    must(child->start());
    const ChildEnd end = co_await must(child->finish(call.cancel_token()));
    leftovers_.add(child->take_leftover());
    const proc::ProcRunResult result = must(run_result(end, ready.confinement, separate_stderr));
    co_return result.to_value();
  }

  Task<Message> stream(Call call, MessageView in) {
    // The schemas of run() and stream() are equal.
    Prepared ready = co_await must(prepare(call, proc::ProcRunParamsView(in.value())));
    const bool separate_stderr = ready.spec.separate_stderr;
    auto child = std::make_unique<ChildRun>(context(), std::move(ready.spec), patience_);
    must(child->start());
    const Value result = object({{"pid", static_cast<std::int64_t>(child->pid())}});
    NewStream stream = must(StreamWriter::open(call.context()));
    auto output =
        std::make_unique<OutputStream>(context(), std::move(child), std::move(stream.writer));
    context().spawn(serve(std::move(output), std::move(ready.confinement), separate_stderr));
    Message answer(result);
    co_return std::move(answer).with(std::move(stream.reader));
  }

  Task<void> serve(std::unique_ptr<OutputStream> output, Confinement confinement,
                   bool separate_stderr) {
    const ChildEnd end = co_await must(output->finish());
    leftovers_.add(output->child().take_leftover());
    const Expected<proc::ProcRunResult> result = run_result(end, confinement, separate_stderr);
    if (result) {
      output->writer().finish(Message(result->to_value()));
    } else {
      output->writer().fail(result.error());
    }
  }

  static constexpr Methods kMethods{method<proc::Proc::kRun, &LocalProcesses::run>,
                                    method<proc::Proc::kStream, &LocalProcesses::stream>};

  EnvironmentRules rules_;
  Patience patience_;
  std::int64_t max_output_bytes_;
  std::int64_t max_spill_bytes_;
  Leftovers leftovers_;
};

}  // namespace keel::proc_local

KEEL_PLUGIN(keel::proc_local::LocalProcesses, KEEL_PLUGIN_ID, KEEL_PLUGIN_VERSION)
