// SPDX-License-Identifier: MIT
#include "tool_run.hpp"

#include <algorithm>
#include <utility>

#include "tool_check.hpp"

namespace keel::agent_tools {

using contracts::tools::Tool;
using contracts::tools::ToolGuard;

namespace {

constexpr std::size_t kQuotedBytes = 200;

/// The beginning of a text, cut between characters.
std::string excerpt(std::string_view text) {
  if (text.size() <= kQuotedBytes) return std::string(text);
  std::size_t size = kQuotedBytes;
  while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0U) == 0x80U) --size;
  return std::string(text.substr(0, size)) + "...";
}

/// A waterfall's innermost function that answers a constant.
class Constant {
 public:
  explicit Constant(Value value) : value_(std::move(value)) {}
  Value operator()() const { return value_; }

 private:
  Value value_;
};

Constant kind(std::string_view name) { return Constant(object({{"kind", name}})); }

/// A tool that gave up because it was cancelled, and has nothing of its own to say about it.
bool is_plain_cancellation(const Error& error) {
  return error.status == KEEL_CANCELLED || error.code == status_name(KEEL_CANCELLED);
}

}  // namespace

/// The innermost function of tools/execute. Keeps the run alive, also when a listener calls it
/// after everybody else has gone.
class ToolRun::Body {
 public:
  explicit Body(std::shared_ptr<ToolRun> run) : run_(std::move(run)) {}
  Task<Value> operator()(Call call) const { return run_->run_body(call); }

 private:
  std::shared_ptr<ToolRun> run_;
};

ToolRun::ToolRun(Pipeline& pipeline, contracts::tools::ToolsPrepareParamsView request)
    : pipeline_(pipeline),
      request_(Value::share(request.raw())),
      name_(request.name()),
      arguments_(Value::share(request.arguments())),
      nested_(request.parent().has_value()) {}

void ToolRun::decide(ToolOutcome outcome, bool skip_post) {
  outcome_ = std::move(outcome);
  decided_ = true;
  skip_post_ = skip_post;
}

Value ToolRun::make_execution() const {
  const contracts::tools::ToolsPrepareParamsView request(request_);
  const std::string_view call_id = request.call_id().text();
  const auto root = request.root_call_id();
  Builder builder;
  builder.begin_object();
  builder.member("callId", call_id);
  builder.member("rootCallId", root ? root->text() : call_id);
  builder.member("name", name_);
  builder.member("arguments", arguments_);
  if (const auto session = request.session_id()) builder.member("session_id", session->text());
  if (nested_) builder.member("nested", true);
  builder.end();
  return builder.finish_or_absent();
}

// ---- Stages 0 to 3: policy
// --------------------------------------------------------------------------

Task<void> ToolRun::prepare(Call call) {
  const auto self = shared_from_this();
  scope_ = call.target();
  Expected<ViewPointer> view = co_await pipeline_.views.of(call, scope_);
  if (!view) {
    decide(ToolOutcome::error(view.error()), true);
    co_return;
  }
  first_view_ = std::move(*view);

  execution_ = make_execution();
  std::string lossy = "arguments: they nest deeper than a message can carry";
  if (!execution_.is_absent()) {
    lossy = co_await must(pipeline_.schemas.lossy_parts(call, arguments_, "arguments"));
  }
  if (!lossy.empty()) {
    if (execution_.is_absent()) {
      arguments_ = nullptr;
      execution_ = make_execution();
    }
    decide(ToolOutcome::error("the arguments of " + name_ + " are not plain JSON: " + lossy), true);
    co_return;
  }
  if (call.cancelled()) {
    decide(ToolOutcome::aborted(false), true);
    co_return;
  }
  co_await must(ask_listeners(call));
  if (!decided_) co_await must(ask_guards(call));
  if (!decided_ && call.cancelled()) decide(ToolOutcome::aborted(false), false);
}

Task<void> ToolRun::ask_listeners(Call call) {
  Message in(object({{"execution", execution_}}));
  Constant allow = kind("allow");
  const Expected<Message> answer =
      co_await call.dispatch_or(pipeline_.pre_execute, scope_, std::move(in), allow);
  if (!answer) {
    decide(ToolOutcome::error(answer.error()), true);
    co_return;
  }
  const ValueView decision = answer->value();
  const std::string_view kind = decision["kind"].text();
  const std::string_view reason = decision["reason"].text();
  if (kind == "allow") co_return;
  if (kind == "deny") {
    decide(ToolOutcome::error(reason.empty() ? "the call was denied" : std::string(reason)), false);
  } else if (kind == "ask") {
    const std::string asked = "the call needs an approval, and nobody here can be asked for one";
    decide(ToolOutcome::error(reason.empty() ? asked : std::string(reason)), false);
  } else {
    decide(ToolOutcome::error("a listener of tools/pre-execute gave no decision: expected kind "
                              "allow, deny or ask, found " +
                              (kind.empty() ? std::string(kind_name(decision.kind()))
                                            : "\"" + std::string(kind) + "\"")),
           true);
  }
}

Task<void> ToolRun::ask_guards(Call call) {
  for (const GuardEntry& guard : first_view_->guards()) {
    Message in(object({{"execution", execution_}}));
    const Expected<Message> answer =
        co_await call.invoke(guard.ref, ToolGuard::kCheck, std::move(in));
    if (!answer) {
      decide(ToolOutcome::error(answer.error()), true);
      co_return;
    }
    const ValueView reason = (*answer)["reason"];
    if (reason.is_absent()) continue;
    if (reason.text().empty()) {
      decide(ToolOutcome::error("the call was denied by " + guard.service), false);
    } else {
      decide(ToolOutcome::error(std::string(reason.text())), false);
    }
    co_return;
  }
}

// ---- Stage 4: the body
// ------------------------------------------------------------------------------

Value ToolRun::execute_event(const ToolView& view) const {
  const ToolDefinition* tool = view.find(name_);
  return object(
      {{"execution", execution_},
       {"timeoutMs", tool == nullptr ? Value() : Value::share(tool->metadata["timeoutMs"])}});
}

Task<void> ToolRun::dispatch(Call call) {
  const auto self = shared_from_this();
  if (decided_ || dispatched_) co_return;
  dispatched_ = true;
  Message in(execute_event(*first_view_));
  Body body(self);
  Expected<Message> answer =
      co_await call.dispatch_or(pipeline_.execute, scope_, std::move(in), body);
  if (answer) {
    Value result = answer->take_value();
    outcome_ = co_await must(read_answer(call, std::move(result)));
  } else {
    outcome_ = ToolOutcome::error(answer.error());
    skip_post_ = true;
  }
  decided_ = true;
  outcome_.contexts.insert(outcome_.contexts.begin(), deferred_.begin(), deferred_.end());
  end_if_cancelled(call);
}

/// What the wrappers of tools/execute made of the body's answer.
Task<ToolOutcome> ToolRun::read_answer(Call call, Value answer) const {
  std::string why;
  std::optional<ToolOutcome> outcome = ToolOutcome::parse(answer, why);
  if (!outcome) {
    co_return ToolOutcome::invalid_output("a listener of tools/execute gave no result: " + why);
  }
  if (static_cast<const ValueView&>(answer) == body_answer_) {
    outcome->concludes_turn = !outcome->is_error && body_concludes_;
    co_return std::move(*outcome);
  }
  if (outcome->is_error) co_return std::move(*outcome);
  Value value = outcome->value;
  ToolOutcome remade = co_await must(remake_success(call, std::move(value)));
  remade.contexts = std::move(outcome->contexts);
  co_return remade;
}

Task<Value> ToolRun::run_body(Call call) {
  ToolOutcome outcome = co_await must(call_tool(call));
  Value answer = outcome.to_value();
  if (answer.is_absent()) {
    outcome = ToolOutcome::invalid_output("the value of " + name_ +
                                          " nests deeper than a message can carry");
    answer = outcome.to_value();
  }
  body_answer_ = answer;
  co_return answer;
}

Task<ToolOutcome> ToolRun::call_tool(Call call) {
  if (call.cancelled()) co_return ToolOutcome::aborted(false);
  // Again, not as of prepare: it may have gone, or come, meanwhile.
  Expected<ViewPointer> view = co_await pipeline_.views.of(call, scope_);
  if (!view) co_return ToolOutcome::error(view.error());
  const ToolDefinition* tool = (*view)->find(name_);
  if (tool == nullptr) co_return ToolOutcome::unknown_tool(name_);
  const std::string faults = co_await must(argument_faults(call, *tool));
  if (!faults.empty()) {
    co_return ToolOutcome::error("invalid arguments of " + name_ + ": " + faults,
                                 ErrorInfo{"ToolArgsError", "INVALID_ARGS"});
  }

  body_ran_ = true;
  body_concludes_ = false;
  Message in(object({{"arguments", arguments_},
                     {"callId", Value::share(execution_["callId"])},
                     {"rootCallId", Value::share(execution_["rootCallId"])},
                     {"session_id", Value::share(execution_["session_id"])}}));
  Expected<Message> answer = co_await call.invoke(tool->ref, Tool::kExecute, std::move(in));
  if (!answer) {
    if (call.cancelled() && is_plain_cancellation(answer.error())) {
      co_return ToolOutcome::aborted(true);
    }
    co_return ToolOutcome::error(answer.error());
  }
  append_messages((*answer)["contexts"], deferred_);
  body_concludes_ = (*answer)["concludesTurn"].is_true();
  Value value = Value::share((*answer)["value"]);
  ToolOutcome outcome = co_await must(make_success(call, *tool, std::move(value)));
  if (!outcome.is_error && call.cancelled()) co_return ToolOutcome::aborted(true);
  co_return outcome;
}

Task<std::string> ToolRun::argument_faults(Call call, const ToolDefinition& tool) const {
  if (arguments_.is_string()) {
    const std::string_view text = arguments_.text();
    co_return "expected a JSON object, found text of " + std::to_string(text.size()) +
        " bytes that is not JSON: " + excerpt(text);
  }
  if (tool.says("rawParameters")) co_return std::string();
  co_return co_await must(
      pipeline_.schemas.value_faults(call, tool.metadata["parameters"], arguments_, "arguments"));
}

Task<ToolOutcome> ToolRun::make_success(Call call, const ToolDefinition& tool, Value value) const {
  if (value.is_absent()) co_return ToolOutcome::invalid_output(name_ + " gave no value");
  const std::string faults = co_await must(
      pipeline_.schemas.value_faults(call, tool.metadata["output"]["schema"], value, "value"));
  if (!faults.empty()) {
    co_return ToolOutcome::invalid_output("the value of " + name_ + " is invalid: " + faults);
  }
  Message in(object({{"arguments", arguments_}, {"value", value}}));
  const Expected<Message> rendered = co_await call.invoke(tool.ref, Tool::kRender, std::move(in));
  if (!rendered) {
    co_return ToolOutcome::invalid_output("the value of " + name_ +
                                          " could not be rendered: " + rendered.error().message);
  }
  ToolOutcome outcome;
  outcome.content = Value::share((*rendered)["content"]);
  if (!nested_) outcome.meta = Value::share((*rendered)["meta"]);
  std::string fault = content_fault(outcome.content);
  if (fault.empty()) {
    fault = co_await must(pipeline_.schemas.lossy_parts(call, outcome.content, "content"));
  }
  if (fault.empty() && !outcome.meta.is_absent()) {
    fault = co_await must(pipeline_.schemas.lossy_parts(call, outcome.meta, "meta"));
  }
  if (!fault.empty()) {
    co_return ToolOutcome::invalid_output(name_ + " rendered its value badly: " + fault);
  }
  outcome.value = std::move(value);
  co_return outcome;
}

/// A success made by a listener: its content is not taken from there but from its value.
Task<ToolOutcome> ToolRun::remake_success(Call call, Value value) const {
  const ViewPointer view = co_await must(pipeline_.views.of(call, scope_));
  const ToolDefinition* tool = view->find(name_);
  if (tool == nullptr) {
    co_return ToolOutcome::invalid_output("there is no tool \"" + name_ +
                                          "\" any more to render the value of a listener");
  }
  co_return co_await must(make_success(call, *tool, std::move(value)));
}

void ToolRun::end_if_cancelled(const Call& call) {
  if (outcome_.is_error || !call.cancelled()) return;
  std::vector<Value> contexts = std::move(outcome_.contexts);
  outcome_ = ToolOutcome::aborted(body_ran_);
  outcome_.contexts = std::move(contexts);
}

// ---- Stages 5 and 6
// ---------------------------------------------------------------------------------

Task<Value> ToolRun::finish(Call call) {
  const auto self = shared_from_this();
  if (!result_.is_absent()) co_return result_;
  if (!decided_) decide(ToolOutcome::aborted(body_ran_), false);
  if (!skip_post_) co_await must(run_post(call));
  co_await must(finalize(call));
  result_ = outcome_.to_value();
  if (result_.is_absent()) {
    outcome_ = ToolOutcome::error("the result of " + name_ + " nests deeper than values may");
    result_ = outcome_.to_value();
  }
  const Message told(object({{"execution", execution_}, {"result", result_}}));
  must(call.emit(pipeline_.result, scope_, told));
  co_return result_;
}

Task<void> ToolRun::run_post(Call call) {
  const Value so_far = outcome_.to_value();
  Message in(object({{"execution", execution_}, {"result", so_far}}));
  Constant unchanged = kind("accept");
  const Expected<Message> answer =
      co_await call.dispatch_or(pipeline_.post_execute, scope_, std::move(in), unchanged);
  if (!answer) {
    std::vector<Value> contexts = std::move(outcome_.contexts);
    outcome_ = ToolOutcome::error(answer.error());
    outcome_.contexts = std::move(contexts);
    co_return;
  }
  const ValueView decision = answer->value();
  const std::string_view kind = decision["kind"].text();
  if (kind == "accept") {
    co_await must(accept(call, decision));
  } else if (kind == "block") {
    block(decision);
  } else {
    std::vector<Value> contexts = std::move(outcome_.contexts);
    outcome_ = ToolOutcome::error(
        "a listener of tools/post-execute gave no decision: expected kind accept or block");
    outcome_.contexts = std::move(contexts);
  }
  end_if_cancelled(call);
}

Task<void> ToolRun::accept(Call call, ValueView decision) {
  const ValueView content = decision["content"];
  const ValueView value = decision["value"];
  std::vector<Value> contexts = std::move(outcome_.contexts);
  append_messages(decision["additionalContexts"], contexts);
  const std::string listener = "a listener of tools/post-execute ";
  if (!content.is_absent() && !value.is_absent()) {
    outcome_ = ToolOutcome::error(listener + "replaced both content and value; one is allowed");
  } else if (!content.is_absent()) {
    const std::string fault = content_fault(content);
    if (fault.empty()) {
      outcome_.content = Value::share(content);
    } else {
      outcome_ = ToolOutcome::error(listener + "replaced the content badly: " + fault);
    }
  } else if (!value.is_absent() && outcome_.is_error) {
    outcome_ = ToolOutcome::error(listener + "gave a value to a failed call");
  } else if (!value.is_absent()) {
    Value replacement = Value::share(value);
    outcome_ = co_await must(remake_success(call, std::move(replacement)));
  }
  outcome_.contexts = std::move(contexts);
}

void ToolRun::block(ValueView decision) {
  const ValueView feedback = decision["feedback"];
  const std::string fault = content_fault(feedback);
  if (fault.empty()) {
    outcome_ = ToolOutcome::error(content_text(feedback));
    outcome_.content = Value::share(feedback);
  } else {
    outcome_ =
        ToolOutcome::error("the result was withheld, with feedback that cannot be shown: " + fault);
  }
  append_messages(decision["additionalContexts"], outcome_.contexts);
}

/// The tool's last word on the content.
Task<void> ToolRun::finalize(Call call) {
  co_await must(check_lossless(call));
  const ToolDefinition* tool = first_view_ == nullptr ? nullptr : first_view_->find(name_);
  if (tool == nullptr || !tool->says("finalizes")) co_return;
  const Value so_far = outcome_.to_value();
  Message in(object({{"execution", execution_}, {"result", so_far}}));
  const Expected<Message> answer = co_await call.invoke(tool->ref, Tool::kFinalize, std::move(in));
  if (answer && (*answer)["content"].is_absent()) co_return;
  const std::string fault = answer ? content_fault((*answer)["content"]) : answer.error().message;
  if (fault.empty()) {
    outcome_.content = Value::share((*answer)["content"]);
    co_await must(check_lossless(call));
    co_return;
  }
  std::vector<Value> contexts = std::move(outcome_.contexts);
  outcome_ = ToolOutcome::error("the result of " + name_ + " could not be completed: " + fault);
  outcome_.contexts = std::move(contexts);
}

/// What goes into the log must survive it.
Task<void> ToolRun::check_lossless(Call call) {
  ToolOutcome durable = outcome_;
  durable.value = Value();
  const Value whole = durable.to_value();
  std::string lossy = "it nests deeper than values may";
  if (!whole.is_absent()) {
    lossy = co_await must(pipeline_.schemas.lossy_parts(call, whole, "result"));
  }
  if (!lossy.empty()) {
    outcome_ = ToolOutcome::error("the result of " + name_ + " is not plain JSON: " + lossy);
  }
}

}  // namespace keel::agent_tools
