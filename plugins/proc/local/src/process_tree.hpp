// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <cstdint>

#include "owned_fd.hpp"

namespace keel::proc_local {

/// A child and what it started: its process group and, when it is confined, the process that holds
/// its namespace. Signals go out only while the leader has not been reaped, or the group was seen
/// alive since: its number cannot have been given to somebody else then. Kernel thread.
class ProcessTree {
 public:
  ProcessTree() = default;
  /// `leader` leads a group of its own.
  explicit ProcessTree(pid_t leader) : leader_(leader) {}

  pid_t leader() const { return leader_; }
  /// The process that is number 1 for the confined ones. When it ends, all of them do.
  void set_namespace_init(pid_t init);

  /// The leader has been reaped.
  void leader_ended() { leader_ended_ = true; }
  bool has_leader() const { return !leader_ended_; }

  /// To the confined command's group where there is one, else to the own group. A wrapper between
  /// would die of a signal that the command is to handle.
  void signal(int number);
  /// SIGKILL to everything.
  void kill();

  /// Reaps a leader that nobody watches any more; waits at most `wait_ms` for it.
  void reap(int wait_ms);

  /// Whether anything of it lives. kAsk: its group answers, but all of it may be zombies; look with
  /// has_live_member() and say so with group_ended().
  enum class Life : std::uint8_t { kAlive, kGone, kAsk };
  Life life();
  void group_ended() { group_gone_ = true; }

 private:
  bool namespace_gone() const;
  bool signal_confined(int number) const;

  pid_t leader_ = -1;
  bool leader_ended_ = false;
  /// Seen once, for ever: the number may be somebody else's by the next look.
  bool group_gone_ = false;
  pid_t init_ = -1;
  OwnedFd init_handle_;
};

/// Whether a process of that group lives that is no zombie. Reads /proc: blocks. Any thread.
bool has_live_member(pid_t group);

}  // namespace keel::proc_local
