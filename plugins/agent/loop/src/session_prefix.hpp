// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "keel/sdk.hpp"

namespace keel::agent_loop {

class Agent;

/// The messages that precede the history in every request of this instance. Asked for once, before
/// the first request; a resumed agent asks anew. Kernel thread.
class SessionPrefix {
 public:
  /// An array of messages, mostly empty.
  Task<Value> get(Agent& agent);

 private:
  std::optional<Value> messages_;
};

}  // namespace keel::agent_loop
