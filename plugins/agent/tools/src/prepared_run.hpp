// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <utility>

#include "keel/contracts/tools.hpp"
#include "keel/sdk.hpp"
#include "tool_run.hpp"

namespace keel::agent_tools {

/// The object behind a reference tool-execution@0. Kernel thread.
class PreparedRun {
 public:
  explicit PreparedRun(std::shared_ptr<ToolRun> run) : run_(std::move(run)) {}

  Task<Value> dispatch(Call call) {
    // The caller may drop the object while the body runs.
    const std::shared_ptr<ToolRun> run = run_;
    co_await must(run->dispatch(call));
    co_return object({});
  }
  Task<Value> finish(Call call) { return run_->finish(call); }

  static constexpr Methods kMethods{
      method<contracts::tools::ToolExecution::kDispatch, &PreparedRun::dispatch>,
      method<contracts::tools::ToolExecution::kFinish, &PreparedRun::finish>};

 private:
  std::shared_ptr<ToolRun> run_;
};

}  // namespace keel::agent_tools
