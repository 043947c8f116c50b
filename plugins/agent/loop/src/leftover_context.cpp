// SPDX-License-Identifier: MIT
#include "leftover_context.hpp"

namespace keel::agent_loop {

Expected<void> log_leftover_context(Agent& agent) {
  const Expected<Inbox::Entries> left = agent.inbox.claim_injected();
  if (!left) return tl::make_unexpected(left.error());
  for (const InboxEntry& entry : *left) {
    const Expected<std::int64_t> seq = agent.log.user_message(entry.message);
    if (!seq) return tl::make_unexpected(seq.error());
    agent.runtime_context.follow(entry.message, *seq);
  }
  return {};
}

}  // namespace keel::agent_loop
