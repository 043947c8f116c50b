// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "head_tail.hpp"
#include "keel/sdk.hpp"
#include "pipe.hpp"
#include "process_tree.hpp"
#include "spawn.hpp"
#include "spill.hpp"

namespace keel::proc_local {

/// What a child is run with; all of it decided.
struct ChildSpec {
  std::string program;
  std::vector<std::string> argv;
  std::vector<std::string> environment;
  std::string cwd;
  /// Nothing: /dev/null.
  std::optional<std::string> stdin_text;
  bool separate_stderr = false;
  std::size_t max_output_bytes = 0;
  /// Where output that is too long is kept whole; empty: nowhere.
  std::string spill_folder;
  std::uint64_t max_spill_bytes = 0;
  std::optional<std::int64_t> timeout_ms;
  /// The descriptor that the wrapper of a confined command reports on.
  std::optional<int> status_number;
};

/// How long the ways to end a child take, in milliseconds.
struct Patience {
  /// Between INT and TERM, when the caller gives up.
  std::int64_t interrupt_ms = 0;
  /// Between TERM and KILL.
  std::int64_t grace_ms = 0;
  /// After the end of the command, for output of what it left running.
  std::int64_t drain_ms = 0;
};

enum class EndCause { kItself, kTimeout, kCancelled };

/// What became of a child.
struct ChildEnd {
  EndCause cause = EndCause::kItself;
  /// As waitpid gives it.
  int wait_status = 0;
  std::int64_t duration_ms = 0;
  HeadTail output{0};
  HeadTail error_output{0};
  std::optional<std::string> spill_path;
  std::optional<std::string> error_spill_path;
  /// What the wrapper reported.
  std::string status;
  /// Everything that it started has ended, or was meant to go on.
  bool quiet = true;
};

/// Pipes that something holds open which the command left running, and its group.
struct Leftover {
  ProcessTree tree;
  std::vector<OwnedFd> pipes;
};

/// One child, from its start until it and its output have ended. When the object goes before that,
/// it kills what runs. Kernel thread.
class ChildRun {
 public:
  /// Told of every piece of output: true for stderr.
  using Listener = std::function<void(bool is_stderr, std::string_view bytes)>;

  ChildRun(Context context, ChildSpec spec, Patience patience);
  ChildRun(const ChildRun&) = delete;
  ChildRun& operator=(const ChildRun&) = delete;
  ~ChildRun();

  void set_listener(Listener listener) { listener_ = std::move(listener); }

  /// Starts the child. Errors of spawn().
  Expected<void> start();
  pid_t pid() const { return tree_.leader(); }

  /// Waits until it has ended, and ends it when `cancel` is set or its time is over. Once.
  Task<ChildEnd> finish(CancelToken cancel);
  /// The same as a cancellation.
  void stop();

  /// Lets the child wait with its output, and go on.
  void pause_output();
  void resume_output();

  /// After finish(): what goes on without the command. Empty pipes: nothing.
  Leftover take_leftover();

 private:
  struct Stream {
    explicit Stream(std::size_t max_bytes) : text(max_bytes) {}
    HeadTail text;
    OutputPipe pipe;
    std::unique_ptr<Spill> spill;
  };

  Expected<void> watch(OwnedFd output, OwnedFd error_output, OwnedFd input, OwnedFd status);
  Expected<void> open_stream(Stream& stream, OwnedFd fd, bool is_stderr);
  void take_output(Stream& stream, bool is_stderr, std::string_view bytes);
  void take_status(std::string_view bytes);
  void give_cause(EndCause cause);
  bool outputs_open() const { return output_.pipe.is_open() || error_output_.pipe.is_open(); }
  Task<void> end_tree();
  Task<bool> send_and_wait(int signal, std::int64_t wait_ms);
  Task<bool> is_gone();
  Task<void> drain();

  Context context_;
  ChildSpec spec_;
  Patience patience_;
  Listener listener_;
  std::int64_t started_ms_ = 0;
  ProcessTree tree_;
  Stream output_;
  Stream error_output_;
  InputPipe input_;
  OutputPipe status_pipe_;
  std::string status_;
  Registration child_;
  bool started_ = false;
  std::optional<int> wait_status_;
  std::optional<EndCause> cause_;
  bool paused_ = false;
  Signal changed_;
};

}  // namespace keel::proc_local
