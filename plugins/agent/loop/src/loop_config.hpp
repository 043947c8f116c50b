// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "agent_options.hpp"
#include "keel/sdk.hpp"

namespace keel::agent_loop {

/// An agent that the deployment asks for.
struct DeclaredAgent {
  std::string label;
  /// Both empty: a fresh session.
  std::string session_id;
  std::string resume_session_id;
  std::string cwd;
  AgentOptions options;
};

/// The row's config, which has been checked against the manifest.
struct LoopConfig {
  std::size_t max_parallel_tool_calls = 10;
  /// 0: no limit.
  std::int64_t max_steps_per_turn = 0;
  std::vector<DeclaredAgent> agents;

  /// Error CONFIG when two declared agents ask for one session, or one asks for two.
  static Expected<LoopConfig> read(ValueView config);
};

}  // namespace keel::agent_loop
