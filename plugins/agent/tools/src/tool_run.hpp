// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "keel/contracts/tools.hpp"
#include "keel/sdk.hpp"
#include "pipeline.hpp"
#include "tool_outcome.hpp"
#include "tool_view.hpp"

namespace keel::agent_tools {

/// One call of a tool on its way through the pipeline: prepare, dispatch, finish, in this order.
/// Whatever tools and listeners do, it comes to one result. The token of the call that each stage
/// is given is the caller's. Kernel thread.
class ToolRun : public std::enable_shared_from_this<ToolRun> {
 public:
  ToolRun(Pipeline& pipeline, contracts::tools::ToolsPrepareParamsView request);

  /// Policy: pre-execute and the guards.
  Task<void> prepare(Call call);
  /// Policy has settled it: there is nothing to dispatch.
  bool is_ready() const { return decided_; }

  /// The body, inside tools/execute. Without effect when the run is ready.
  Task<void> dispatch(Call call);

  /// post-execute, the tool's last word on the content, and tools/result. Gives the ToolResult; a
  /// second call gives the same.
  Task<Value> finish(Call call);

 private:
  class Body;
  using ViewPointer = std::shared_ptr<const ToolView>;

  void decide(ToolOutcome outcome, bool skip_post);
  Value make_execution() const;

  Task<void> ask_listeners(Call call);
  Task<void> ask_guards(Call call);

  Task<Value> run_body(Call call);
  Task<ToolOutcome> call_tool(Call call);
  Task<std::string> argument_faults(Call call, const ToolDefinition& tool) const;
  Task<ToolOutcome> make_success(Call call, const ToolDefinition& tool, Value value) const;
  Task<ToolOutcome> remake_success(Call call, Value value) const;
  Task<ToolOutcome> read_answer(Call call, Value answer) const;
  Value execute_event(const ToolView& view) const;

  Task<void> run_post(Call call);
  Task<void> accept(Call call, ValueView decision);
  void block(ValueView decision);
  Task<void> finalize(Call call);
  Task<void> check_lossless(Call call);
  void end_if_cancelled(const Call& call);

  Pipeline& pipeline_;
  Value request_;
  std::string name_;
  Value arguments_;
  bool nested_ = false;

  keel_scope scope_{0};
  /// What listeners see of the run.
  Value execution_;
  /// As of prepare: holds the guards, and the tool whose finalize is asked in the end.
  ViewPointer first_view_;

  bool decided_ = false;
  bool skip_post_ = false;
  bool dispatched_ = false;
  bool body_ran_ = false;
  /// What the last run of the body answered, and whether it asked to end the turn.
  Value body_answer_;
  bool body_concludes_ = false;
  std::vector<Value> deferred_;
  ToolOutcome outcome_;
  Value result_;
};

}  // namespace keel::agent_tools
