// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <utility>

#include "keel/sdk.hpp"
#include "live_agents.hpp"
#include "loop_config.hpp"
#include "loop_events.hpp"

namespace keel::agent_loop {

/// What all agents of one loop share, and keep alive. Kernel thread.
struct LoopEnv {
  LoopEnv(Context root, LoopConfig settings)
      : context(std::move(root)), config(std::move(settings)), events(context), agents(context) {}

  Context context;
  /// Read anew for each use: it may change while agents run.
  LoopConfig config;
  LoopEvents events;
  LiveAgents agents;
  /// No agent comes any more.
  bool stopping = false;
  /// For ids of inbox items.
  std::uint64_t next_item = 0;
};

}  // namespace keel::agent_loop
