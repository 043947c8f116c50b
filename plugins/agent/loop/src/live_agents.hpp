// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "keel/sdk.hpp"

namespace keel::agent_loop {

class Agent;

/// The agents that a loop has made and not yet ended, those that are still being composed included.
/// Kernel thread.
class LiveAgents {
 public:
  explicit LiveAgents(Context context) : changed_(std::move(context)) {}

  void add(std::shared_ptr<Agent> agent);
  void remove(const Agent& agent);
  /// The loop itself is gone: nothing is left to be ended in order.
  void abandon();

  /// A snapshot.
  std::vector<std::shared_ptr<Agent>> all() const { return agents_; }
  bool empty() const { return agents_.empty(); }
  /// The one whose session is in use; null when there is none.
  std::shared_ptr<Agent> find(std::string_view session_id) const;
  /// Pulsed when one is gone.
  Signal& changed() { return changed_; }

 private:
  std::vector<std::shared_ptr<Agent>> agents_;
  Signal changed_;
};

}  // namespace keel::agent_loop
