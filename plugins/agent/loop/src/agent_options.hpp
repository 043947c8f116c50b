// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "keel/contracts/agent.hpp"
#include "keel/sdk.hpp"

namespace keel::agent_loop {

/// What the model requests of an agent begin with.
struct AgentOptions {
  /// Both empty until a model has been chosen.
  std::string provider;
  std::string model;
  std::optional<std::int64_t> max_tokens;
  /// Comes with the default selection; empty: the model's own default.
  std::string reasoning_effort;

  /// Error INVALID_OPTIONS.
  static Expected<AgentOptions> read(contracts::agent::AgentOptionsView in);
  bool has_model() const { return !provider.empty() && !model.empty(); }
  /// AgentOptions of the contract.
  Value to_value() const;
};

}  // namespace keel::agent_loop
