// SPDX-License-Identifier: MIT
#include "model_call.hpp"

#include <optional>
#include <string>
#include <utility>

#include "chunk_reader.hpp"
#include "failure.hpp"
#include "fresh_id.hpp"
#include "keel/contracts/llm.hpp"

namespace keel::agent_loop {

using contracts::llm::Llm;
using contracts::llm::LlmPrepared;

namespace {

/// agent/request without listeners: the configuration as it came, or as a listener passed it on.
Value keep_config(Call, ValueView in) { return Value::share(in["config"]); }

/// agent/request-error without listeners: the failure stands.
Value no_retry() { return object({}); }

bool is_failure(const AssembledBlocks& answer) {
  return answer.finish_kind() == "error" || answer.finish_kind() == "aborted";
}

Value joined(const Value& prefix, const Value& history) {
  if (prefix.empty()) return history;
  Builder builder;
  builder.begin_array();
  for (const ValueView message : prefix.items()) builder.put(message);
  for (const ValueView message : history.items()) builder.put(message);
  builder.end();
  return builder.finish_or_absent();
}

Value array_of(const std::vector<Value>& values) {
  Builder builder;
  builder.begin_array();
  for (const Value& value : values) builder.put(static_cast<const ValueView&>(value));
  builder.end();
  return builder.finish_or_absent();
}

}  // namespace

Task<AssembledBlocks> ModelCall::run() {
  while (true) {
    Attempt current;
    Task<void> trying = attempt(current);
    co_await must(std::move(trying));
    AssembledBlocks answer = must(current.blocks.assemble());
    if (!is_failure(answer)) {
      must(log_message(current, answer));
      co_return answer;
    }
    Value failure = Value::share(answer.finish["failure"]);
    const bool again = co_await must(ask_retry(current, failure));
    must(check_abort());
    if (!again) co_return model_error(failure);
    prior_failures_.push_back(std::move(failure));
    co_await must(context().sleep_for(0));
  }
}

/// From the history as it is now to the last chunk.
Task<void> ModelCall::attempt(Attempt& attempt) {
  must(check_abort());
  // Before anyone is asked: what is injected meanwhile misses this request.
  attempt.history = must(agent_->log.session().messages());
  attempt.prefix = co_await must(agent_->prefix.get(*agent_));
  Value proposed = co_await must(propose());
  co_await must(prepare(attempt, std::move(proposed)));
  must(check_abort());

  Value request = make_request(attempt);
  Task<void> streaming = stream(attempt, std::move(request));
  Expected<void> streamed = co_await streaming;
  if (streamed) streamed = check_abort();
  if (streamed) co_return;
  if (agent_->activity.aborted()) log_visible_part(attempt);
  co_await fail(std::move(streamed.error()));
}

/// The configuration of the request, which listeners may change.
Task<Value> ModelCall::propose() {
  Value seed = agent_->header.seed(agent_->log.session(), agent_->options);
  Value question =
      object({{"session_id", agent_->id}, {"config", seed}, {"turn", turn_}, {"step", step_}});
  Message answer = co_await must(agent_->events.ask(agent_->env.events.request, std::move(question),
                                                    &keep_config, agent_->call_options()));
  must(check_abort());
  Value config = answer.take_value();
  if (!config["provider"].text().empty() && !config["model"].text().empty()) co_return config;
  const std::string why = agent_->model_missing.empty() ? "" : " (" + agent_->model_missing + ")";
  co_return model_error(object(
      {{"code", "NO_MODEL"},
       {"message", "no model has been chosen" + why +
                       "; give the agent a provider and a model, or mount agent/default-model"}}));
}

/// Binds an adapter, then logs what the request will be made of.
Task<void> ModelCall::prepare(Attempt& attempt, Value proposed) {
  const Ref llm = must(agent_->service("llm/runtime"));
  Message question(object({{"config", proposed}}));
  Expected<Message> prepared = co_await context().invoke(
      llm, Llm::kPrepareCall, std::move(question), agent_->call_options());
  must(check_abort());
  RequestParts parts;
  ValueView capacity;
  if (prepared) {
    attempt.config = Value::share((*prepared)["config"]);
    attempt.retry_policy = Value::share((*prepared)["retryPolicy"]);
    attempt.prepared = prepared->take_ref(0);
    parts.adapter_defaults = Value::share((*prepared)["adapterDefaults"]);
    capacity = (*prepared)["context"];
  } else if (prepared.error().code == "NO_ADAPTER") {
    attempt.config = std::move(proposed);
  } else {
    co_await fail(model_error(prepared.error()));
  }
  parts.config = attempt.config;
  parts.system = prompt_.system();
  parts.tools = prompt_.tools;
  parts.message_prefix = attempt.prefix;
  must(agent_->header.log(agent_->log, parts, capacity));
}

/// GenerateOptions.
Value ModelCall::make_request(const Attempt& attempt) const {
  Builder request;
  request.begin_object();
  for (const auto [name, value] : attempt.config.members()) request.member(name, value);
  request.member("messages", joined(attempt.prefix, attempt.history));
  if (!prompt_.system().empty()) request.member("system", prompt_.system());
  if (!prompt_.tools.empty()) request.member("tools", prompt_.tools);
  request.member("sessionId", agent_->id);
  request.member("loopBuilt", true);
  request.end();
  return request.finish_or_absent();
}

Task<void> ModelCall::stream(Attempt& attempt, Value request) {
  Ref target = std::move(attempt.prepared);
  std::uint32_t method = LlmPrepared::kStream;
  if (!target) {
    target = must(agent_->service("llm/runtime"));
    method = Llm::kStream;
  }
  Message question(std::move(request));
  Message answer =
      co_await must(context().invoke(target, method, std::move(question), agent_->call_options()));
  StreamReader reader(answer.take_ref(0));
  if (!reader) co_await fail("NO_STREAM", "llm/runtime answered without a stream");

  ChunkReader chunks(context(), std::move(reader), agent_->activity.token());
  while (true) {
    const Expected<std::optional<Message>> chunk = co_await chunks.next();
    must(check_abort());
    if (!chunk) co_await fail(chunk.error());
    if (!*chunk) co_return;
    must(take_chunk(attempt, (*chunk)->value()));
  }
}

/// Logged as it came, then assembled.
Expected<void> ModelCall::take_chunk(Attempt& attempt, ValueView chunk) {
  const Expected<std::int64_t> seq = agent_->log.chunk(turn_, step_, chunk);
  if (!seq) return tl::make_unexpected(seq.error());
  attempt.chunk_seqs.push_back(*seq);
  return attempt.blocks.add(chunk);
}

// ---- What it comes to

Value ModelCall::make_message(const Attempt& attempt, const Value& content,
                              const Value& replay) const {
  const Value source = object({{"kind", "model"},
                               {"provider", Value::share(attempt.config["provider"])},
                               {"model", Value::share(attempt.config["model"])},
                               {"replayState", replay}});
  return object(
      {{"id", fresh_id()}, {"role", "assistant"}, {"content", content}, {"source", source}});
}

Expected<void> ModelCall::log_message(Attempt& attempt, const AssembledBlocks& answer) {
  const Value message = make_message(attempt, answer.content, answer.replay_state);
  return agent_->log.assistant_message(turn_, step_, message, answer.usage, false,
                                       std::move(attempt.chunk_seqs));
}

/// A cancelled stream: what could be read of it stays part of the conversation.
void ModelCall::log_visible_part(Attempt& attempt) {
  const Value content = attempt.blocks.interrupted_blocks();
  if (content.empty()) return;
  const Expected<AssembledBlocks> so_far = attempt.blocks.assemble();
  const Value message = make_message(attempt, content, Value());
  const Expected<void> logged = agent_->log.assistant_message(
      turn_, step_, message, so_far ? so_far->usage : Value(), true, std::move(attempt.chunk_seqs));
  if (logged) return;
  context().warn("the visible part of a cancelled answer of agent " + agent_->id +
                 " was not logged: " + logged.error().message);
}

Task<bool> ModelCall::ask_retry(const Attempt& attempt, Value failure) {
  Value question = object({{"session_id", agent_->id},
                           {"turn", turn_},
                           {"step", step_},
                           {"provider", Value::share(attempt.config["provider"])},
                           {"failure", failure},
                           {"code", Value::share(failure["code"])},
                           {"prior_failures", array_of(prior_failures_)},
                           {"retry_policy", attempt.retry_policy}});
  const Message answer = co_await must(agent_->events.ask(
      agent_->env.events.request_error, std::move(question), &no_retry, agent_->call_options()));
  co_return answer["kind"].text() == "retry";
}

Expected<void> ModelCall::check_abort() const {
  if (!agent_->activity.aborted()) return {};
  return tl::make_unexpected(aborted_error());
}

}  // namespace keel::agent_loop
