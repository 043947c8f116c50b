// SPDX-License-Identifier: MIT
#include "driver.hpp"

#include "delivery.hpp"
#include "turn.hpp"

namespace keel::agent_loop {

Task<void> drive(std::shared_ptr<Agent> agent) {
  while (true) {
    Turn turn(agent);
    Task<bool> turn_run = turn.run();
    const Expected<bool> another = co_await turn_run;
    // Nothing comes between this look and the end of the run: a wake either was seen here or
    // starts a run of its own.
    if (!another.value_or(false)) break;
    agent->activity.begin_next_turn();
  }
  if (agent->activity.end_run()) Delivery(agent).wake_for_waiting_work();
}

}  // namespace keel::agent_loop
