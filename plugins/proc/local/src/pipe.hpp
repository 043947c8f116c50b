// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "keel/sdk.hpp"
#include "owned_fd.hpp"

namespace keel::proc_local {

/// Both ends of a new pipe, close-on-exec, at numbers of 10 or above.
struct PipeEnds {
  OwnedFd read;
  OwnedFd write;
};
Expected<PipeEnds> pipe_above_standard();
/// /dev/null for reading, at such a number.
Expected<OwnedFd> null_above_standard();

/// The reading end of a pipe of a child: hands on what comes until its end. Kernel thread.
class OutputPipe {
 public:
  /// What has come; empty at the end, once.
  using Sink = std::function<void(std::string_view bytes)>;

  OutputPipe() = default;
  /// Begins to watch. Error: the host takes no more watches.
  Expected<void> open(const Context& context, OwnedFd fd, Sink sink);
  OutputPipe(const OutputPipe&) = delete;
  OutputPipe& operator=(const OutputPipe&) = delete;

  bool is_open() const { return fd_.valid(); }
  /// Reads what is there now, without waiting.
  void read_ready();
  /// Leaves bytes in the pipe, so that the child waits; go_on() takes them again.
  void pause();
  Expected<void> go_on();
  void close();
  /// Takes the descriptor out.
  OwnedFd release();

 private:
  Expected<void> watch();

  Context context_;
  OwnedFd fd_;
  Registration watch_;
  Sink sink_;
};

/// The writing end of a child's input: writes a text and closes. A child that reads nothing is no
/// failure. Kernel thread.
class InputPipe {
 public:
  InputPipe() = default;
  Expected<void> open(const Context& context, OwnedFd fd, std::string text);
  InputPipe(const InputPipe&) = delete;
  InputPipe& operator=(const InputPipe&) = delete;

  void close();

 private:
  void write_some();

  OwnedFd fd_;
  Registration watch_;
  std::string text_;
  std::size_t written_ = 0;
};

}  // namespace keel::proc_local
