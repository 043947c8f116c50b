// SPDX-License-Identifier: MIT
#include "tool_batch.hpp"

#include <utility>

#include "failure.hpp"
#include "fresh_id.hpp"
#include "keel/contracts/tools.hpp"
#include "message_check.hpp"

namespace keel::agent_loop {

using contracts::tools::ToolExecution;
using contracts::tools::Tools;

namespace {

constexpr std::string_view kAbortedText =
    "Error: the call was cancelled before it was started. It had no effect.";
constexpr std::string_view kUnknownText =
    "Error: the host failed while this call was under way, so its outcome is unknown: it may have "
    "had no effect, a partial effect or its full effect. Repeat it only if it is read-only or "
    "idempotent; otherwise check the present state first.";
constexpr std::string_view kNotStartedText =
    "Error: the host failed before this call was started. It had no effect and may be repeated.";

Value result_message(const ToolCall& call, const Value& content, bool is_error) {
  const Value block = object({{"type", "tool-result"},
                              {"toolCallId", call.id()},
                              {"content", content},
                              {"isError", is_error}});
  return object({{"id", fresh_id()},
                 {"role", "user"},
                 {"content", array({block})},
                 {"source", object({{"kind", "tool"}, {"callId", call.id()}})}});
}

}  // namespace

ToolBatch::ToolBatch(std::shared_ptr<Agent> agent, std::int64_t turn, std::int64_t step,
                     ValueView content)
    : agent_(std::move(agent)), turn_(turn), step_(step), settled_(agent_->env.context) {
  for (const ValueView block : content.items()) {
    if (block["type"].text() != "tool-call") continue;
    calls_.emplace_back().block = Value::share(block);
  }
}

Task<bool> ToolBatch::run() {
  tools_ = must(agent_->service("agent/tools"));
  Task<void> scheduling = schedule();
  Expected<void> ran = co_await scheduling;
  // Bodies are never left alone: what they started must be quiet before the turn goes on.
  Task<void> waiting = wait_for_all_bodies();
  co_await must(std::move(waiting));
  if (ran && aborted()) {
    Task<void> ending = end_aborted();
    ran = co_await ending;
    if (ran) ran = tl::make_unexpected(aborted_error());
  }
  if (!ran) {
    write_off();
    co_await fail(std::move(ran.error()));
  }
  co_return concluded_;
}

Task<void> ToolBatch::schedule() {
  while (next_commit_ < calls_.size() && !aborted()) {
    co_await must(start_what_may());
    co_await must(commit_settled());
    if (running_ == 0 || aborted()) continue;
    co_await must(wait_for_a_body());
    co_await must(commit_settled());
  }
}

// ---- Starting

bool ToolBatch::may_start() const {
  return next_start_ < calls_.size() && !alone_ && !aborted() &&
         running_ < agent_->env.config.max_parallel_tool_calls;
}

Task<void> ToolBatch::start_what_may() {
  while (may_start()) {
    ToolCall& call = calls_[next_start_];
    // As of now: the tool may have changed since the call before was started.
    const bool exclusive = co_await must(is_exclusive(call));
    const bool room = running_ == 0 && next_commit_ == next_start_;
    if (aborted() || (exclusive && !room)) co_return;
    ++next_start_;
    alone_ = exclusive;
    co_await must(start(call));
  }
}

Task<bool> ToolBatch::is_exclusive(const ToolCall& call) {
  Message question(object({{"name", call.name()}, {"arguments", call.arguments()}}));
  const Message answer = co_await must(
      context().invoke(tools_, Tools::kExecutionMode, std::move(question), agent_->call_options()));
  co_return answer["mode"].text() != "parallel";
}

/// Logs the call and asks policy; a body that is to run goes on by itself.
Task<void> ToolBatch::start(ToolCall& call) {
  call.logged_at = must(agent_->log.tool_call(turn_, step_, call.block));
  Message question(object({{"callId", call.id()},
                           {"name", call.name()},
                           {"arguments", call.arguments()},
                           {"session_id", agent_->id}}));
  Message prepared = co_await must(
      context().invoke(tools_, Tools::kPrepare, std::move(question), agent_->call_options()));
  call.execution = prepared.take_ref(0);
  if (!call.execution) co_await fail("NO_EXECUTION", "agent/tools prepared a call without one");
  if (prepared["ready"].is_true()) {
    call.state = ToolCall::State::kSettled;
    co_return;
  }
  call.state = ToolCall::State::kRunning;
  ++running_;
  context().spawn(run_body(call));
}

Task<void> ToolBatch::run_body(ToolCall& call) {
  Message nothing;
  const Expected<Message> outcome = co_await context().invoke(
      call.execution, ToolExecution::kDispatch, std::move(nothing), agent_->call_options());
  if (!outcome) call.fault = outcome.error();
  call.state = ToolCall::State::kSettled;
  --running_;
  settled_.pulse();
}

Task<void> ToolBatch::wait_for_a_body() {
  const std::size_t before = running_;
  while (running_ == before) co_await settled_.wait();
}

Task<void> ToolBatch::wait_for_all_bodies() {
  while (running_ > 0) co_await settled_.wait();
}

// ---- Committing

Task<void> ToolBatch::commit_settled() {
  while (next_commit_ < calls_.size() && calls_[next_commit_].state == ToolCall::State::kSettled) {
    ToolCall& call = calls_[next_commit_];
    co_await must(commit(call));
    ++next_commit_;
    // What ran alone was the last to be started.
    if (next_commit_ == next_start_) alone_ = false;
  }
}

Task<void> ToolBatch::commit(ToolCall& call) {
  if (call.fault) co_await fail(*call.fault);
  Message nothing;
  const Message result = co_await must(context().invoke(
      call.execution, ToolExecution::kFinish, std::move(nothing), agent_->call_options()));
  must(log_result(call, result.value()));
  add_contexts(result.value());
  concluded_ = concluded_ || result["concludesTurn"].is_true();
}

Expected<void> ToolBatch::log_result(ToolCall& call, ValueView result) {
  const bool is_error = result["isError"].is_true();
  const Value message = result_message(call, Value::share(result["content"]), is_error);
  Expected<void> logged =
      agent_->log.tool_result(turn_, step_, message, Value::share(result["error"]["info"]),
                              Value::share(result["meta"]), call.logged_at);
  if (logged) call.state = ToolCall::State::kCommitted;
  return logged;
}

/// They join the next step, never between a call and its result.
void ToolBatch::add_contexts(ValueView result) {
  for (const ValueView context_message : result["additionalContexts"].items()) {
    Expected<Value> message = check_message(context_message);
    Expected<Value> added =
        message ? agent_->inbox.append(std::move(*message), EntryKind::kInjected) : message;
    if (added) continue;
    context().warn("a context that a tool gave to agent " + agent_->id +
                   " was left out: " + added.error().message);
  }
}

// ---- Ending early

/// Cancelled: what ran has its real result; the rest is logged as never started.
Task<void> ToolBatch::end_aborted() {
  co_await must(commit_settled());
  for (; next_commit_ < calls_.size(); ++next_commit_) {
    ToolCall& call = calls_[next_commit_];
    if (!call.logged_at) call.logged_at = must(agent_->log.tool_call(turn_, step_, call.block));
    must(log_error(call, "AbortError", "ABORTED_BEFORE_DISPATCH", kAbortedText));
  }
}

/// The host failed: no call stays without a result, or no further request could be made of the log.
void ToolBatch::write_off() {
  for (ToolCall& call : calls_) {
    if (call.state == ToolCall::State::kCommitted) continue;
    const Expected<void> logged =
        call.logged_at
            ? log_error(call, "ToolOutcomeUnknownError", "TOOL_OUTCOME_UNKNOWN", kUnknownText)
            : log_error(call, "ToolNotStartedError", "TOOL_NOT_STARTED", kNotStartedText);
    if (logged) continue;
    context().error("call " + std::string(call.block["id"].text()) + " of agent " + agent_->id +
                    " has no result: " + logged.error().message);
  }
}

Expected<void> ToolBatch::log_error(ToolCall& call, std::string_view name, std::string_view code,
                                    std::string_view text) {
  const Value block = object({{"type", "text"}, {"text", text}});
  const Value message = result_message(call, array({block}), true);
  const Value error = object({{"name", name}, {"code", code}});
  Expected<void> logged =
      agent_->log.tool_result(turn_, step_, message, error, Value(), call.logged_at);
  if (logged) call.state = ToolCall::State::kCommitted;
  return logged;
}

}  // namespace keel::agent_loop
