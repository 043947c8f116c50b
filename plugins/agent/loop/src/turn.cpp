// SPDX-License-Identifier: MIT
#include "turn.hpp"

#include <optional>
#include <utility>

#include "failure.hpp"
#include "flush.hpp"
#include "leftover_context.hpp"
#include "message_check.hpp"
#include "model_selection.hpp"

namespace keel::agent_loop {

namespace {

Value kind(std::string_view name) { return object({{"kind", name}}); }

/// agent/prompt-submit without listeners.
Value allow() { return kind("allow"); }

/// agent/pre-step without listeners: the batch as it came, or as a listener passed it on.
Value enter(Call, ValueView in) {
  return object({{"kind", "enter"}, {"messages", Value::share(in["messages"])}});
}

Value with_content(ValueView message, ValueView content) {
  return object({{"id", Value::share(message["id"])},
                 {"role", Value::share(message["role"])},
                 {"content", Value::share(content)},
                 {"source", Value::share(message["source"])}});
}

}  // namespace

// ---- The turn

Task<bool> Turn::run() {
  if (agent_->activity.aborted()) co_return false;
  if (const Expected<void> opened = open(); !opened) {
    report(opened.error());
    co_return false;
  }
  Task<void> steps = run_steps();
  Expected<void> ran = co_await steps;
  co_return co_await must(close(std::move(ran)));
}

Expected<void> Turn::open() {
  turn_ = agent_->last_turn + 1;
  Expected<void> logged = agent_->log.turn_start(turn_, trigger());
  if (logged) agent_->last_turn = turn_;
  return logged;
}

/// What the first claim is about to take.
Value Turn::trigger() const {
  const InboxEntry* first = agent_->inbox.first_prompt();
  if (first == nullptr) first = agent_->inbox.first_steering();
  if (first == nullptr) return {};
  return object({{"kind", "message"}, {"source", Value::share(first->message["source"])}});
}

Task<void> Turn::run_steps() {
  must(check_abort());
  Batch batch = co_await must(take_prompt());
  if (blocked_) co_return;
  while (true) {
    must(check_abort());
    const Prompt prompt = co_await must(make_prompt(*agent_));
    must(check_abort());
    batch.add_snapshot(agent_->runtime_context.project(agent_->log.session(), prompt.snapshot(),
                                                       prompt.sections()));
    co_await must(decide(batch));
    must(check_abort());
    if (blocked_) co_return;
    if ((step_ == 0 || is_done()) && batch.is_context_only()) {
      batch.drop_snapshot();
      must(log_messages(batch));
      co_return;
    }
    co_await must(run_step(batch, prompt));
    must(check_abort());
    if (is_done() && !agent_->inbox.has_steering()) {
      co_await must(ask_objections());
      must(check_abort());
    }
    if (is_done() && !agent_->inbox.has_steering()) co_return;
    must(check_step_limit());
    batch = co_await must(take_next());
  }
}

/// However it ended: what is left of the input is settled, the turn is closed in the log, and what
/// a step has said is made durable before anything else is claimed.
Task<bool> Turn::close(Expected<void> ran) {
  agent_->activity.close_admission();
  const bool aborted = agent_->activity.aborted();
  if (!ran && !aborted) report(ran.error());
  if (const Expected<void> told = log_leftover_context(*agent_); !told) report(told.error());
  const Expected<void> closed = agent_->log.turn_end(turn_, end_reason(ran));
  if (!closed) report(closed.error());
  for (const std::string& id : unlogged_) agent_->receipts.reject(id, rejection_reason(ran));

  if (step_ > 0) {
    Task<void> flushing = flush(agent_);
    if (const Expected<void> flushed = co_await flushing; !flushed) report(flushed.error());
  }
  const bool well = ran && closed && !blocked_ && step_ > 0 && !agent_->activity.aborted();
  co_return well && agent_->inbox.has_work();
}

Value Turn::end_reason(const Expected<void>& ran) const {
  if (!ran && agent_->activity.aborted()) {
    return object({{"kind", "aborted"}, {"reason", agent_->activity.abort_cause()}});
  }
  if (!ran) return object({{"kind", "error"}, {"error", failure_of(ran.error())}});
  if (blocked_) return kind("blocked");
  return kind(saw_max_tokens_ ? "max-tokens" : "completed");
}

std::string_view Turn::rejection_reason(const Expected<void>& ran) const {
  if (agent_->life != Agent::Life::kLive) return "disposed";
  if (!ran) return agent_->activity.aborted() ? "cancelled" : "failed";
  return blocked_ ? "blocked" : "omitted";
}

Expected<void> Turn::check_abort() const {
  if (!agent_->activity.aborted()) return {};
  return tl::make_unexpected(aborted_error());
}

void Turn::report(const Error& error) const {
  agent_->events.error(failure_of(error), turn_, step_);
}

// ---- Before a step

/// The prompt is claimed alone; what would ride with it only once it has been admitted.
Task<Batch> Turn::take_prompt() {
  Batch batch;
  std::optional<InboxEntry> prompt = must(agent_->inbox.claim_prompt(turn_));
  if (prompt) unlogged_.emplace(prompt->message_id());
  // A wake has been answered here. The rest of the turn goes on from the poll, so that whoever
  // wants to stop it gets through.
  co_await must(context().sleep_for(0));
  must(check_abort());
  co_await must(ensure_model(agent_));
  std::vector<Value> contexts;
  if (prompt) {
    const bool admitted = co_await must(admit_prompt(prompt->message, contexts));
    if (!admitted) co_return batch;
  }
  must(claim_step(batch));
  if (prompt) batch.add(*prompt);
  for (Value& context : contexts) batch.add(std::move(context));
  co_return batch;
}

/// Asks agent/prompt-submit. False: the prompt was blocked, and the log says so.
Task<bool> Turn::admit_prompt(Value& message, std::vector<Value>& contexts) {
  Value question = object({{"session_id", agent_->id}, {"message", message}});
  const Message answer = co_await must(agent_->events.ask(
      agent_->env.events.prompt_submit, std::move(question), &allow, agent_->call_options()));
  must(check_abort());
  const std::string_view decision = answer["kind"].text();
  if (decision == "block") {
    must(block_prompt(message, answer.value()));
    co_return false;
  }
  if (decision != "allow") {
    co_return fail("INVALID_DECISION",
                   "agent/prompt-submit: expected kind allow or block, found \"" +
                       std::string(decision) + "\"");
  }
  if (const ValueView content = answer["content"]; !content.is_absent()) {
    message = with_content(message, must(check_content(content)));
  }
  for (const ValueView context : answer["additional_contexts"].items()) {
    contexts.push_back(must(check_message(context)));
  }
  co_return true;
}

Expected<void> Turn::block_prompt(ValueView message, ValueView decision) {
  blocked_ = true;
  return agent_->log.prompt_blocked(message, decision["reason"].text());
}

Task<Batch> Turn::take_next() {
  Batch batch;
  must(claim_step(batch));
  co_await must(context().sleep_for(0));
  must(check_abort());
  co_return batch;
}

Expected<void> Turn::claim_step(Batch& batch) {
  const Expected<Inbox::Entries> claimed = agent_->inbox.claim_step(turn_);
  if (!claimed) return tl::make_unexpected(claimed.error());
  for (const InboxEntry& entry : *claimed) {
    unlogged_.emplace(entry.message_id());
    batch.add(entry);
  }
  return {};
}

/// Asks agent/pre-step, whose listeners own the batch: what they leave out is gone.
Task<void> Turn::decide(Batch& batch) {
  Value question = object({{"session_id", agent_->id},
                           {"messages", batch.to_array()},
                           {"turn", turn_},
                           {"step", step_ + 1}});
  const Message answer = co_await must(agent_->events.ask(
      agent_->env.events.pre_step, std::move(question), &enter, agent_->call_options()));
  const std::string_view decision = answer["kind"].text();
  if (decision == "reject") {
    blocked_ = true;
    co_return;
  }
  if (decision != "enter" || !answer["messages"].is_array()) {
    co_await fail(
        "INVALID_DECISION",
        "agent/pre-step: expected {kind: reject} or {kind: enter, messages}, found kind \"" +
            std::string(decision) + "\"");
  }
  batch.replace(answer["messages"]);
}

/// Before anything is claimed: what has been steered stays in the inbox.
Expected<void> Turn::check_step_limit() const {
  const std::int64_t limit = agent_->env.config.max_steps_per_turn;
  if (limit == 0 || step_ < limit) return {};
  const std::string text = "the turn was ended after " + std::to_string(step_) +
                           " steps, the limit that maxStepsPerTurn sets";
  return fail(model_error(object({{"message", text}, {"code", "STEP_LIMIT"}})));
}

// ---- The step

Task<void> Turn::run_step(const Batch& batch, const Prompt& prompt) {
  must(check_abort());
  must(agent_->log.step_start(turn_, step_ + 1));
  ++step_;
  Task<StepOutcome> body = step_body(batch, prompt);
  const Expected<StepOutcome> outcome = co_await body;
  const Expected<void> ended = agent_->log.step_end(turn_, step_);
  if (!outcome) co_await fail(outcome.error());
  must(ended);
  owes_reply_ = *outcome == StepOutcome::kOwesReply;
  saw_max_tokens_ = saw_max_tokens_ || *outcome == StepOutcome::kMaxTokens;
}

Task<StepOutcome> Turn::step_body(const Batch& batch, const Prompt& prompt) {
  must(log_messages(batch));
  Step step(agent_, turn_, step_, prompt);
  co_return co_await must(step.run());
}

/// From here on they are part of the history that requests are made of.
Expected<void> Turn::log_messages(const Batch& batch) {
  for (const Value& message : batch.messages()) {
    const Expected<std::int64_t> seq = agent_->log.user_message(message);
    if (!seq) return tl::make_unexpected(seq.error());
    agent_->runtime_context.follow(message, *seq);
    const std::string_view id = message["id"].text();
    if (const auto place = unlogged_.find(id); place != unlogged_.end()) unlogged_.erase(place);
    if (step_ > 0) agent_->receipts.admit(id, turn_, step_);
  }
  return {};
}

/// Listeners of agent/turn-stopping object by steering.
Task<void> Turn::ask_objections() {
  Value question = object({{"session_id", agent_->id}, {"turn", turn_}});
  co_await must(agent_->events.tell_in_turn(agent_->env.events.turn_stopping, std::move(question),
                                            agent_->call_options()));
}

}  // namespace keel::agent_loop
