// SPDX-License-Identifier: MIT
#include "cli/run_command.hpp"

#include <fcntl.h>
#include <sys/random.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <optional>
#include <utility>

#include "cli/exit_code.hpp"
#include "keel/contracts/agent.hpp"
#include "keel/contracts/session.hpp"
#include "keel/sdk.hpp"
#include "session/jsonl/header_line.hpp"

namespace keel::cli {

namespace agent = contracts::agent;
using SessionService = contracts::session::Sessions;

namespace {

std::string new_id() {
  std::array<unsigned char, 16> bytes{};
  if (getrandom(bytes.data(), bytes.size(), 0) < 0) return "message";
  bytes[6] = static_cast<unsigned char>((bytes[6] & 0x0fU) | 0x40U);
  bytes[8] = static_cast<unsigned char>((bytes[8] & 0x3fU) | 0x80U);
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text.push_back('-');
    text.push_back(kHex[bytes[i] >> 4U]);
    text.push_back(kHex[bytes[i] & 0xfU]);
  }
  return text;
}

Value user_message(std::string_view prompt) {
  const Value block = object({{"type", "text"}, {"text", prompt}});
  const Value content = array({block});
  const Value source = object({{"kind", "user"}});
  return object({{"id", new_id()}, {"role", "user"}, {"content", content}, {"source", source}});
}

/// One prompt on one agent, from boot to the last event.
class Run {
 public:
  Run(const RunOptions& options, Booted& booted)
      : options_(options),
        booted_(booted),
        instance_(booted.host->kernel().host_ctx()),
        context_(instance_.context()),
        output_(options.output) {}

  int drive() {
    auto listener = context_.listen("session/event", 1000, this, &Run::on_event);
    if (!listener) return report(listener.error());
    const std::array<int, 2> signals = {SIGINT, SIGTERM};
    auto watch = booted_.host->kernel().exec().watch_signals(
        signals, [this](int signal) { on_signal(signal); });
    context_.spawn(work());
    booted_.host->kernel().exec().run_until([this] { return done_; });
    if (watch) booted_.host->kernel().exec().unwatch(*watch);
    handle_.reset();
    agent_.reset();
    booted_.sessions->drain();
    output_.end();
    return exit_code();
  }

 private:
  Task<void> work() {
    Task<void> steps = steps_of_run();
    const Expected<void> outcome = co_await steps;
    if (!outcome) failure_ = outcome.error();
    done_ = true;
  }

  Task<void> steps_of_run() {
    Task<Message> making = make_agent();
    Message made = co_await must(std::move(making));
    agent_ = made.take_ref(0);
    handle_ = made.take_ref(1);
    session_id_ = made["session_id"].text();
    Message state = co_await must(context_.invoke(agent_, agent::Agent::kState));
    Ref session_ref = state.take_ref(0);
    begin_output(session_ref);
    if (signal_ != 0) co_return;
    Message prompt = object({{"message", user_message(options_.prompt)}});
    static_cast<void>(
        co_await must(context_.invoke(agent_, agent::Agent::kFollowup, std::move(prompt))));
    running_ = true;
    static_cast<void>(co_await must(context_.invoke(agent_, agent::Agent::kWhenIdle)));
    running_ = false;
    Message flush = object({{"session_id", session_id_}});
    Ref store = must(context_.resolve("kernel/sessions"));
    static_cast<void>(
        co_await must(context_.invoke(store, SessionService::kFlush, std::move(flush))));
  }

  Task<Message> make_agent() {
    Ref registry = must(context_.resolve("agent/registry"));
    const Value agent_options = options_value();
    std::string resumed = options_.session;
    if (options_.continue_last) {
      Task<std::string> looking = last_session();
      resumed = co_await must(std::move(looking));
    }
    if (!resumed.empty()) {
      Message request = object({{"session_id", resumed}, {"options", agent_options}});
      co_return co_await must(
          context_.invoke(registry, agent::Agents::kResume, std::move(request)));
    }
    const Value meta =
        object({{"cwd", booted_.host->options().sources.working_directory.string()}});
    Message request = object({{"meta", meta}, {"options", agent_options}});
    co_return co_await must(context_.invoke(registry, agent::Agents::kCreate, std::move(request)));
  }

  Task<std::string> last_session() {
    Ref store = must(context_.resolve("kernel/sessions"));
    Message request =
        object({{"cwd", booted_.host->options().sources.working_directory.string()}, {"limit", 1}});
    Message answer =
        co_await must(context_.invoke(store, SessionService::kStored, std::move(request)));
    const std::string id(answer["sessions"].at(0)["header"]["id"].text());
    if (id.empty())
      co_return fail("SESSION_NOT_FOUND", "there is no session of this directory to continue");
    co_return id;
  }

  Value options_value() const {
    if (options_.model.empty()) return object({});
    const std::size_t slash = options_.model.find('/');
    return object({{"provider", options_.model.substr(0, slash)},
                   {"model", options_.model.substr(slash + 1)}});
  }

  void begin_output(const Ref& session_ref) {
    keel_value raw{0, 0};
    static_cast<void>(detail::session_api().header(context_.raw(), session_ref.raw(), &raw));
    const Value header = Value::take(raw);
    const auto parsed = session::parse_header(header);
    output_.begin(session_id_, parsed ? session::jsonl::header_line(*parsed) : std::string());
    started_ = true;
  }

  void on_event(Call, ValueView in) {
    if (!started_ || in["session_id"].text() != session_id_) return;
    output_.event(in["event"]);
  }

  /// The first one ends the turn in order; a second one leaves at once.
  void on_signal(int signal) {
    if (signal_ != 0) _exit(128 + signal);
    signal_ = signal;
    was_running_ = running_;
    if (!agent_) return;
    context_.spawn(cancel());
  }

  Task<void> cancel() {
    const Value cause = object({{"kind", "user"}});
    Message request = object({{"cause", cause}});
    static_cast<void>(co_await context_.invoke(agent_, agent::Agent::kCancel, std::move(request)));
  }

  int exit_code() const {
    if (signal_ != 0) return 128 + signal_;
    if (failure_) {
      std::fprintf(stderr, "keel: %s\n", failure_->message.c_str());
      return output_.stop_reason().empty() ? kDeployment : kNotCompleted;
    }
    return output_.stop_reason() == "completed" ? kCompleted : kNotCompleted;
  }

  const RunOptions& options_;
  Booted& booted_;
  Instance instance_;
  Context context_;
  RunOutput output_;
  Ref agent_;
  Ref handle_;
  std::string session_id_;
  std::optional<Error> failure_;
  int signal_ = 0;
  bool started_ = false;
  bool running_ = false;
  bool was_running_ = false;
  bool done_ = false;
};

/// The wording of the command line, and that of the sandbox.
std::string sandbox_mode(const std::string& permission) {
  return permission == "full" ? "danger-full-access" : permission;
}

}  // namespace

int run(const RunOptions& options) {
  DeploymentOptions deployment = options.deployment;
  if (!options.permission.empty()) {
    deployment.sets.push_back("sandbox.mode=\"" + sandbox_mode(options.permission) + "\"");
  }
  auto booted = prepare(deployment);
  if (!booted) return report(booted.error());
  if (auto up = booted->host->boot(); !up) return report(up.error());
  Run run(options, *booted);
  return run.drive();
}

}  // namespace keel::cli
