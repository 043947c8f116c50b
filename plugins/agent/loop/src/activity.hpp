// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <utility>

#include "agent_events.hpp"
#include "keel/sdk.hpp"

namespace keel::agent_loop {

/// What an agent is busy with: nothing, a maintenance, or a run of turns; and whether the next turn
/// is held back. Knows the token that ends what is going on, and tells of the public status.
/// Kernel thread.
class Activity {
 public:
  enum class Phase : std::uint8_t { kIdle, kMaintenance, kRunning };

  Activity(Context context, AgentEvents& events)
      : context_(context), events_(events), changed_(std::move(context)) {}
  Activity(const Activity&) = delete;
  Activity& operator=(const Activity&) = delete;

  Phase phase() const { return phase_; }
  bool is_idle() const { return phase_ == Phase::kIdle; }
  bool is_running() const { return phase_ == Phase::kRunning; }
  /// Something holds the agent up: a run, a maintenance, or a reservation.
  bool is_busy() const { return !is_idle() || reserved_; }

  /// Of the run or maintenance; a token that is never set when idle.
  CancelToken token() const { return abort_; }
  bool aborted() const { return abort_.cancelled(); }
  Value abort_cause() const { return abort_.cause(); }
  /// Ends what is going on. False when nothing is, or when it was told before: the first cause
  /// stays.
  bool abort(const Value& cause);

  // ---- A run of turns

  void begin_run();
  /// Between two turns of one run: a fresh token, no wake remembered.
  void begin_next_turn();
  /// Gives whether somebody asked to be woken again.
  bool end_run();
  /// The agent is to be woken when what is going on has ended.
  void remember_wake() { wake_ = true; }
  void forget_wake() { wake_ = false; }

  /// Whether a message for the next step would join the turn that is open or about to open.
  bool accepts_next_step() const { return is_running() && admitting_ && !aborted(); }
  /// The turn takes nothing more.
  void close_admission() { admitting_ = false; }

  // ---- Leases

  /// False when the agent is not idle.
  bool begin_maintenance();
  /// Gives whether somebody asked to be woken meanwhile.
  bool end_maintenance();
  /// False when the agent is not idle or reserved already.
  bool reserve();
  bool is_reserved() const { return reserved_; }
  /// Gives whether somebody asked to be woken meanwhile.
  bool end_reservation();

  /// Pulsed whenever any of the above has changed.
  Signal& changed() { return changed_; }

 private:
  void begin(Phase phase);
  bool end();

  Context context_;
  AgentEvents& events_;
  Signal changed_;
  Phase phase_ = Phase::kIdle;
  CancelSource abort_;
  bool reserved_ = false;
  bool admitting_ = false;
  bool wake_ = false;
};

}  // namespace keel::agent_loop
