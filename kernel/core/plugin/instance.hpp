// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/call/call_record.hpp"
#include "keel/abi.h"

namespace keel::core {

/// Life of an instance. Calls into it are admitted in kStarting and kActive only.
enum class InstanceState : std::uint8_t {
  kCreated,   ///< create() has returned; nothing registered yet
  kStarting,  ///< START is running
  kActive,
  kFailed,    ///< create or START failed, or a registration was undone with an error
  kDraining,  ///< step 1 to 4 of the stop protocol
  kStopping,  ///< STOP is running, then registrations are undone
  kDestroyed,
};

std::string_view state_name(InstanceState state);

/// Misbehaviour that was caught, by kind; shown by `plugins inspect` and at stop.
struct FaultCounts {
  std::uint64_t exceptions = 0;
  std::uint64_t protocol = 0;      ///< wrong statuses, PENDING without defer, bad outcomes
  std::uint64_t late_settles = 0;  ///< settled after the host had given the answer
  std::uint64_t double_settles = 0;
  std::uint64_t abandoned = 0;
  std::atomic<std::uint64_t> stream_pushes{
      0};  ///< pushed after FULL or after the end; any thread counts
};

/// One mounted plugin: a row, a generation, its table and `self`. Owned by the supervisor (or by
/// the kernel, for its own pseudo-instance); kernel thread only.
struct Instance {
  std::string row;
  std::string plugin;
  std::string version;
  /// The row, interned: what the watchdog names.
  keel_key key = nullptr;
  std::uint32_t generation = 1;
  /// Place of the row in the deployment, flattened: breaks ties between listeners.
  std::uint32_t row_index = 0;
  InstanceState state = InstanceState::kCreated;

  keel_plugin table{};
  void* self = nullptr;

  /// Root context; every other context of the instance hangs below it.
  keel_ctx ctx{nullptr, 0};
  std::uint64_t registration_count = 0;

  /// Frames of the instance on the kernel thread's stack, deferred calls it serves, calls it waits
  /// for, jobs on workers.
  std::uint32_t frames = 0;
  InboundList inbound;
  OutboundList outbound;
  std::uint32_t jobs = 0;
  /// Leases on this generation.
  std::uint32_t leases = 0;

  /// Service names that this instance sees in a private table: name -> realm.
  std::vector<std::pair<std::string, std::string>> realms;

  FaultCounts faults;

  /// Called when a deferred call, a job or the last frame of the instance has ended; set during the
  /// stop protocol.
  std::function<void()> on_quiet;
  void tell_quiet() {
    if (!on_quiet) return;
    // It may take itself away.
    const std::function<void()> told = on_quiet;
    told();
  }

  bool admits() const {
    return state == InstanceState::kStarting || state == InstanceState::kActive;
  }
  /// "tool/greet (row greet, generation 2)"
  std::string label() const;
};

}  // namespace keel::core
