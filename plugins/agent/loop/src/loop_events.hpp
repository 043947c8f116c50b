// SPDX-License-Identifier: MIT
#pragma once

#include "keel/contracts/agent.hpp"
#include "keel/sdk.hpp"

namespace keel::agent_loop {

/// The events that the loop tells and asks, looked up once.
struct LoopEvents {
  explicit LoopEvents(const Context& context)
      : session_start(must(context.event(contracts::agent::events::kAgentSessionStart))),
        status(must(context.event(contracts::agent::events::kAgentStatus))),
        cancel_requested(must(context.event(contracts::agent::events::kAgentCancelRequested))),
        enqueue(must(context.event(contracts::agent::events::kAgentInboxEnqueue))),
        dequeue(must(context.event(contracts::agent::events::kAgentInboxDequeue))),
        discard(must(context.event(contracts::agent::events::kAgentInboxDiscard))),
        update(must(context.event(contracts::agent::events::kAgentInboxUpdate))),
        prompt_submit(must(context.event(contracts::agent::events::kAgentPromptSubmit))),
        pre_step(must(context.event(contracts::agent::events::kAgentPreStep))),
        session_prefix(must(context.event(contracts::agent::events::kAgentSessionPrefix))),
        request(must(context.event(contracts::agent::events::kAgentRequest))),
        request_error(must(context.event(contracts::agent::events::kAgentRequestError))),
        post_step(must(context.event(contracts::agent::events::kAgentPostStep))),
        turn_stopping(must(context.event(contracts::agent::events::kAgentTurnStopping))),
        error(must(context.event(contracts::agent::events::kAgentError))),
        config_start_failed(
            must(context.event(contracts::agent::events::kAgentLoopConfigStartFailed))) {}

  keel_event session_start;
  keel_event status;
  keel_event cancel_requested;
  keel_event enqueue;
  keel_event dequeue;
  keel_event discard;
  keel_event update;
  keel_event prompt_submit;
  keel_event pre_step;
  keel_event session_prefix;
  keel_event request;
  keel_event request_error;
  keel_event post_step;
  keel_event turn_stopping;
  keel_event error;
  keel_event config_start_failed;
};

}  // namespace keel::agent_loop
