// SPDX-License-Identifier: MIT
#include "restore.hpp"

#include <utility>

namespace keel::agent_loop {

namespace {

constexpr std::int64_t kPage = 1000;

constinit LazyKey kType{"type"};
constinit LazyKey kSeq{"seq"};
constinit LazyKey kData{"data"};
constinit LazyKey kTurn{"turn"};

void follow(Agent& agent, ValueView event) {
  const std::string_view type = kType.of(event).text();
  const std::int64_t seq = kSeq.of(event).integer_or(0);
  const ValueView data = kData.of(event);
  if (type == "turn/start") {
    agent.last_turn = kTurn.of(data).integer_or(agent.last_turn);
  } else if (type == "user/message") {
    agent.runtime_context.follow(data, seq);
  } else if (type == "agent/inbox/spliced" && seq >= agent.seed_length) {
    must(agent.inbox.replay(data, seq));
  }
}

}  // namespace

Task<void> restore(std::shared_ptr<Agent> agent) {
  const Session& session = agent->log.session();
  const std::int64_t end = session.next_seq();
  for (std::int64_t from = 0; from < end; from += kPage) {
    const Message page = co_await must(session.read(from, kPage));
    for (const ValueView event : page.value().items()) follow(*agent, event);
  }
}

}  // namespace keel::agent_loop
