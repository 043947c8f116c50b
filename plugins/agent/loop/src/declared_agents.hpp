// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "keel/contracts/kernel.hpp"
#include "keel/sdk.hpp"
#include "loop_env.hpp"

namespace keel::agent_loop {

/// The agents that the deployment asks for. One that does not start is told of by
/// agent-loop/config-start-failed, and keeps nobody else from starting. Kernel thread.
class DeclaredAgents {
 public:
  explicit DeclaredAgents(std::shared_ptr<LoopEnv> env)
      : env_(std::move(env)), backends_changed_(env_->context) {}

  /// Returns at once; they start when the loop has.
  void start();

 private:
  Context context() const { return env_->context; }
  Task<void> start_one(DeclaredAgent declared);
  Task<Message> open(const DeclaredAgent& declared);
  Task<Message> resume_or_create(const DeclaredAgent& declared);
  Task<Message> resume_when_stored(const DeclaredAgent& declared);
  Task<Message> create(const DeclaredAgent& declared, std::string session_id);
  Task<Message> resume(const DeclaredAgent& declared, std::string session_id);
  Task<void> wait_for_predecessor(std::string session_id);
  void report(const DeclaredAgent& declared, const Error& error) const;
  void on_service_changed(Call, contracts::kernel::ServiceChangedEventView in);

  std::shared_ptr<LoopEnv> env_;
  Signal backends_changed_;
  /// The right to end them; given up with the loop.
  std::vector<Ref> handles_;
};

}  // namespace keel::agent_loop
