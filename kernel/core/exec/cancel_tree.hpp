// SPDX-License-Identifier: MIT
// Cancel tokens: who gave up on what, and why.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "core/exec/exec.hpp"
#include "core/exec/job.hpp"
#include "core/exec/slot_table.hpp"
#include "core/exec/stable_slab.hpp"
#include "keel/abi.h"
#include "keel/value.hpp"

namespace keel::core {

/// All cancel tokens of a kernel. A token is set once, with a cause, by cancel() or by the setting
/// of a token above it; the first cause stays. {0} names a token that is never set.
///
/// A token lives as long as it has holders, registrations or tokens below it. A token that is gone
/// answers "not set" to everybody. cancelled() and cause(): any thread, as long as the tree lives.
/// Everything else: kernel thread. Making and dropping tokens allocates nothing once there have
/// been as many.
///
/// Ends before its Exec, and after the last pass of it: jobs in the ready queue point here.
class CancelTree {
 public:
  /// Names one registration; never 0.
  using RegId = std::uint64_t;

  explicit CancelTree(Exec& exec);
  ~CancelTree();
  CancelTree(const CancelTree&) = delete;
  CancelTree& operator=(const CancelTree&) = delete;

  /// A token below `parent` ({0}: a root) with one holder; set from the start when the parent is
  /// set. {0} when the parent is gone. Throws std::bad_alloc.
  keel_token token(keel_token parent = {0});
  /// A token that is set when either is, with one holder more for the caller. One of the two when
  /// the other is {0}, gone, the same, or its direct parent, or when one is set. When both are set,
  /// it is a.
  keel_token fuse(keel_token a, keel_token b);

  /// One holder more. False when the token is gone or {0}.
  bool retain(keel_token token);
  /// One holder fewer. False when the token is gone, {0} or has none.
  bool drop(keel_token token);

  /// Sets the token and all below it. Callbacks go to the ready queue: those of a token in the
  /// order of their registration, before those of the tokens below. False when it is set, gone or
  /// {0}.
  bool cancel(keel_token token, Value cause);

  /// Any thread; takes no lock.
  bool cancelled(keel_token token) const;
  /// Absent when the token is not set. Any thread; takes a lock only when it is set.
  Value cause(keel_token token) const;

  /// Runs the job once, by the ready queue, when the token is set; soon, when it is set already. 0
  /// when the token is gone or {0}: the job is destroyed.
  RegId on_cancel(keel_token token, Job job);
  /// The job does not run, also when it is in the ready queue. False when it has run or was
  /// removed.
  bool remove(RegId id);

  /// Tokens that exist, for leak reports.
  std::size_t size() const { return live_; }

 private:
  // Edge 2 * slot + i: the slot's link in the list of its parent i.
  using EdgeId = std::uint32_t;
  static constexpr std::uint32_t kNone = UINT32_MAX;

  struct Edge {
    std::uint32_t parent = kNone;
    EdgeId previous = kNone;
    EdgeId next = kNone;
  };

  struct Token {
    /// Generation in the high half, odd while alive; kSetBit in the low half.
    std::atomic<std::uint64_t> state{0};
    std::array<Edge, 2> edges;
    EdgeId first_child = kNone;
    std::uint32_t holders = 0;
    std::uint32_t next = kNone;  // In the free list, or in the list of tokens to be freed or set.
    RegId first_callback = 0;
    RegId last_callback = 0;
    Value cause;  // Under cause_mutex_.
  };

  struct Callback {
    Job job;
    std::uint32_t slot = kNone;  // kNone once it is in the ready queue.
    RegId previous = 0;
    RegId next = 0;
  };

  static constexpr std::uint64_t kSetBit = 1;

  static std::uint32_t generation(std::uint64_t state) {
    return static_cast<std::uint32_t>(state >> 32U);
  }
  static std::uint64_t set_state(std::uint32_t generation) {
    return (std::uint64_t{generation} << 32U) | kSetBit;
  }

  // Names and slots.
  std::uint32_t find(keel_token token) const;
  keel_token name(std::uint32_t slot) const;
  std::uint32_t make();
  keel_token shared(std::uint32_t slot);
  bool is_unused(std::uint32_t slot) const;
  void free_if_unused(std::uint32_t slot);
  void free(std::uint32_t slot);

  // The tree.
  Edge& edge(EdgeId id) { return tokens_[id / 2].edges[id % 2]; }
  bool is_child_of(std::uint32_t slot, std::uint32_t parent) const;
  void link(std::uint32_t slot, std::size_t which, std::uint32_t parent);
  void unlink(EdgeId id);
  void cut_off(std::uint32_t slot);

  // Setting.
  bool is_set(std::uint32_t slot) const;
  void set(std::uint32_t slot, const Value& cause);
  void join(std::uint32_t slot, std::uint32_t& list, const Value& cause);

  // Registrations.
  void queue_callbacks(std::uint32_t slot);
  void make_ready(RegId id);
  void run_callback(RegId id);
  void unlink_callback(const Callback& callback);

  Exec& exec_;
  StableSlab<Token> tokens_;
  std::uint32_t first_free_ = kNone;
  std::size_t live_ = 0;
  SlotTable<Callback> callbacks_;
  mutable std::mutex cause_mutex_;
};

}  // namespace keel::core
