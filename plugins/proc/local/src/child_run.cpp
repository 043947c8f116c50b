// SPDX-License-Identifier: MIT
#include "child_run.hpp"

#include <signal.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace keel::proc_local {

namespace {

constexpr std::int64_t kPollMs = 15;
/// A process that does not end after KILL hangs in the kernel: nothing more can be done.
constexpr std::int64_t kAfterKillMs = 2000;
/// Output that waits to be written to a spill file; a child that is faster waits.
constexpr std::size_t kMaxBacklog = 8 * 1024 * 1024;
/// For a child that was killed because its run was given up.
constexpr int kReapMs = 200;
constexpr std::size_t kMaxStatusBytes = 16 * 1024;

/// The number after "child-pid" in a wrapper's report.
std::optional<pid_t> reported_child(std::string_view status) {
  constexpr std::string_view kName = "\"child-pid\":";
  const std::size_t at = status.find(kName);
  if (at == std::string_view::npos) return std::nullopt;
  std::string_view rest = status.substr(at + kName.size());
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  pid_t pid = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), pid);
  // A number that goes on in the next piece would be another one.
  if (error != std::errc() || end == rest.data() + rest.size() || pid <= 1) return std::nullopt;
  return pid;
}

}  // namespace

ChildRun::ChildRun(Context context, ChildSpec spec, Patience patience)
    : context_(context),
      spec_(std::move(spec)),
      patience_(patience),
      output_(spec_.max_output_bytes),
      error_output_(spec_.max_output_bytes),
      changed_(context) {}

ChildRun::~ChildRun() {
  if (!started_ || wait_status_) return;
  tree_.kill();
  child_.undo();
  tree_.reap(kReapMs);
}

Expected<void> ChildRun::start() {
  Expected<PipeEnds> output = pipe_above_standard();
  if (!output) return tl::make_unexpected(std::move(output.error()));
  PipeEnds error_output;
  PipeEnds input;
  PipeEnds status;
  for (auto [wanted, ends] : {std::pair(spec_.separate_stderr, &error_output),
                              std::pair(spec_.stdin_text.has_value(), &input),
                              std::pair(spec_.status_number.has_value(), &status)}) {
    if (!wanted) continue;
    Expected<PipeEnds> made = pipe_above_standard();
    if (!made) return tl::make_unexpected(std::move(made.error()));
    *ends = std::move(*made);
  }
  if (!spec_.stdin_text) {
    Expected<OwnedFd> null = null_above_standard();
    if (!null) return tl::make_unexpected(std::move(null.error()));
    input.read = std::move(*null);
  }
  SpawnPlan plan;
  plan.program = std::move(spec_.program);
  plan.argv = std::move(spec_.argv);
  plan.environment = std::move(spec_.environment);
  plan.cwd = spec_.cwd;
  plan.stdin_fd = input.read.get();
  plan.stdout_fd = output->write.get();
  plan.stderr_fd = spec_.separate_stderr ? error_output.write.get() : output->write.get();
  plan.status_fd = status.write.get();
  plan.status_number = spec_.status_number.value_or(3);
  started_ms_ = Context::now_ms();
  const Expected<pid_t> pid = spawn(plan);
  if (!pid) return tl::make_unexpected(pid.error());
  tree_ = ProcessTree(*pid);
  started_ = true;
  return watch(std::move(output->read), std::move(error_output.read), std::move(input.write),
               std::move(status.read));
}

Expected<void> ChildRun::watch(OwnedFd output, OwnedFd error_output, OwnedFd input,
                               OwnedFd status) {
  Expected<Registration> child =
      context_.watch_child(tree_.leader(), [this](std::int32_t wait_status) {
        wait_status_ = wait_status;
        tree_.leader_ended();
        changed_.set();
      });
  if (!child) return tl::make_unexpected(std::move(child.error()));
  child_ = std::move(*child);
  if (Expected<void> opened = open_stream(output_, std::move(output), false); !opened) {
    return opened;
  }
  if (error_output.valid()) {
    if (Expected<void> opened = open_stream(error_output_, std::move(error_output), true);
        !opened) {
      return opened;
    }
  }
  if (status.valid()) {
    Expected<void> opened = status_pipe_.open(
        context_, std::move(status), [this](std::string_view bytes) { take_status(bytes); });
    if (!opened) return opened;
  }
  if (input.valid()) return input_.open(context_, std::move(input), std::move(*spec_.stdin_text));
  return {};
}

Expected<void> ChildRun::open_stream(Stream& stream, OwnedFd fd, bool is_stderr) {
  if (!spec_.spill_folder.empty()) {
    stream.spill = std::make_unique<Spill>(context_, spec_.spill_folder, spec_.max_spill_bytes);
    stream.spill->on_written([this, &stream] {
      if (!paused_) static_cast<void>(stream.pipe.go_on());
    });
  }
  return stream.pipe.open(context_, std::move(fd),
                          [this, &stream, is_stderr](std::string_view bytes) {
                            take_output(stream, is_stderr, bytes);
                          });
}

void ChildRun::take_output(Stream& stream, bool is_stderr, std::string_view bytes) {
  if (bytes.empty()) {
    changed_.set();
    return;
  }
  Spill* spill = stream.spill.get();
  if (spill != nullptr) {
    if (!spill->started() && stream.text.total() + bytes.size() > spec_.max_output_bytes) {
      spill->start(stream.text.whole());
    }
    if (spill->started()) spill->add(bytes);
    if (spill->backlog() > kMaxBacklog) stream.pipe.pause();
  }
  stream.text.add(bytes);
  if (listener_) listener_(is_stderr, bytes);
}

void ChildRun::take_status(std::string_view bytes) {
  const bool known = reported_child(status_).has_value();
  if (status_.size() < kMaxStatusBytes) status_.append(bytes);
  if (known) return;
  // Now, while the process is certainly the one that was meant.
  if (const std::optional<pid_t> init = reported_child(status_)) tree_.set_namespace_init(*init);
}

void ChildRun::give_cause(EndCause cause) {
  // The first cause wins.
  if (cause_ || wait_status_) return;
  cause_ = cause;
  changed_.set();
}

void ChildRun::stop() { give_cause(EndCause::kCancelled); }

Task<ChildEnd> ChildRun::finish(CancelToken cancel) {
  const Registration on_cancel =
      must(context_.on_cancel(cancel, [this] { give_cause(EndCause::kCancelled); }));
  Registration deadline;
  if (spec_.timeout_ms) {
    deadline = must(context_.after(*spec_.timeout_ms, [this] { give_cause(EndCause::kTimeout); }));
  }
  while (!wait_status_ && !cause_) {
    changed_.reset();
    co_await changed_.wait();
  }
  if (cause_) co_await end_tree();
  co_await drain();
  input_.close();
  status_pipe_.read_ready();
  status_pipe_.close();
  ChildEnd end;
  end.cause = cause_.value_or(EndCause::kItself);
  end.wait_status = wait_status_.value_or(SIGKILL);
  end.duration_ms = Context::now_ms() - started_ms_;
  end.quiet = wait_status_.has_value();
  end.status = std::move(status_);
  if (output_.spill != nullptr && output_.spill->started()) {
    Expected<std::optional<std::string>> path = co_await output_.spill->finish();
    if (path) end.spill_path = std::move(*path);
  }
  if (error_output_.spill != nullptr && error_output_.spill->started()) {
    Expected<std::optional<std::string>> path = co_await error_output_.spill->finish();
    if (path) end.error_spill_path = std::move(*path);
  }
  end.output = std::move(output_.text);
  end.error_output = std::move(error_output_.text);
  co_return end;
}

/// Ends the group, each way given its time, until nothing of it lives.
Task<void> ChildRun::end_tree() {
  if (cause_ == EndCause::kCancelled) {
    const bool gone = co_await must(send_and_wait(SIGINT, patience_.interrupt_ms));
    if (gone) co_return;
  }
  const bool ended = co_await must(send_and_wait(SIGTERM, patience_.grace_ms));
  if (ended) co_return;
  const bool killed = co_await must(send_and_wait(SIGKILL, kAfterKillMs));
  if (killed) co_return;
  context_.error("process " + std::to_string(tree_.leader()) +
                 " or something that it started has not ended after SIGKILL");
}

Task<bool> ChildRun::send_and_wait(int signal, std::int64_t wait_ms) {
  if (signal == SIGKILL) {
    tree_.kill();
  } else {
    tree_.signal(signal);
  }
  const std::int64_t until = Context::now_ms() + wait_ms;
  do {
    static_cast<void>(co_await context_.sleep_for(kPollMs));
    const bool gone = co_await must(is_gone());
    if (gone) co_return true;
  } while (Context::now_ms() < until);
  co_return false;
}

Task<bool> ChildRun::is_gone() {
  const ProcessTree::Life life = tree_.life();
  if (life != ProcessTree::Life::kAsk) co_return life == ProcessTree::Life::kGone;
  auto look = [group = tree_.leader()] { return has_live_member(group); };
  const Expected<bool> alive = co_await context_.pool(look);
  if (!alive || *alive) co_return false;
  tree_.group_ended();
  co_return true;
}

/// What the command wrote is in the pipes by now; what it left running gets a moment.
Task<void> ChildRun::drain() {
  resume_output();
  bool over = false;
  const Registration timer = must(context_.after(patience_.drain_ms, [this, &over] {
    over = true;
    changed_.set();
  }));
  while (outputs_open() && !over) {
    changed_.reset();
    co_await changed_.wait();
  }
  // The timer may have come before what was ready at the same time.
  for (OutputPipe* pipe : {&output_.pipe, &error_output_.pipe}) {
    if (pipe->is_open()) pipe->read_ready();
  }
}

void ChildRun::pause_output() {
  paused_ = true;
  output_.pipe.pause();
  error_output_.pipe.pause();
}

void ChildRun::resume_output() {
  paused_ = false;
  static_cast<void>(output_.pipe.go_on());
  static_cast<void>(error_output_.pipe.go_on());
}

Leftover ChildRun::take_leftover() {
  Leftover leftover;
  for (OutputPipe* pipe : {&output_.pipe, &error_output_.pipe}) {
    if (pipe->is_open()) leftover.pipes.push_back(pipe->release());
  }
  leftover.tree = std::move(tree_);
  return leftover;
}

}  // namespace keel::proc_local
