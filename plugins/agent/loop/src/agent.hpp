// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "activity.hpp"
#include "agent_events.hpp"
#include "agent_options.hpp"
#include "inbox.hpp"
#include "keel/sdk.hpp"
#include "log_writer.hpp"
#include "loop_env.hpp"
#include "request_header.hpp"
#include "runtime_context.hpp"
#include "session_prefix.hpp"
#include "steer_receipts.hpp"

namespace keel::agent_loop {

/// One agent: the parts that delivery, turns and teardown work on together. Held by the table of
/// live agents, by the objects that references name, and by each coroutine that works for it, so
/// that a reference answers DISPOSED after its end. Kernel thread.
class Agent : public std::enable_shared_from_this<Agent> {
 public:
  enum class Life : std::uint8_t {
    kComposing,  ///< being made: nobody may drive it
    kLive,
    kEnding,
    kGone,
  };

  Agent(std::shared_ptr<LoopEnv> loop, Session session, std::string session_id,
        OwnedScope own_scope, AgentOptions agent_options);
  Agent(const Agent&) = delete;
  Agent& operator=(const Agent&) = delete;

  /// The service of that name, seen from the agent's scope.
  Expected<Ref> service(std::string_view name) const {
    return env.context.resolve(name, scope.raw());
  }
  /// Of calls that the agent's own work makes: in its name, ended by its token.
  CallOptions call_options() const;

  const std::shared_ptr<LoopEnv> env_owner;
  LoopEnv& env;
  /// That of its session.
  const std::string id;
  OwnedScope scope;
  /// For registrations that live with the agent. The first one made in the scope, so the last to
  /// end.
  ScopedContext scope_context;
  /// Set when everything in the scope has been undone.
  Signal scope_gone;
  /// In the scope of the agent whose work made this one, which ends with it; empty for a root.
  ScopedContext in_owner;

  AgentOptions options;
  LogWriter log;
  AgentEvents events;
  SteerReceipts receipts;
  Inbox inbox;
  Activity activity;
  RequestHeader header;
  RuntimeContext runtime_context;
  SessionPrefix prefix;

  /// Number of the last turn that was opened.
  std::int64_t last_turn = 0;
  /// First event that counts for the inbox: what a fork inherited does not.
  std::int64_t seed_length = 0;

  /// The prompt knows the model that the options name.
  bool model_published = false;
  /// Why nobody has chosen a model; empty when somebody has.
  std::string model_missing;

  Life life = Life::kComposing;
  /// The session is live under this agent.
  bool in_session = false;
  /// The registry knows the agent.
  bool in_registry = false;
  /// Pulsed when `life` has changed.
  Signal life_changed;

 private:
  void watch_scope();
};

}  // namespace keel::agent_loop
