// SPDX-License-Identifier: MIT
#include "log_writer.hpp"

#include <string>
#include <utility>

#include "keel/lazy_key.hpp"

namespace keel::agent_loop {

namespace {

constinit LazyKey kTurn{"turn"};
constinit LazyKey kStep{"step"};
constinit LazyKey kChunk{"chunk"};

Value place(std::int64_t turn, std::int64_t step) {
  return object({{"turn", turn}, {"step", step}});
}

tl::unexpected<Error> passed_on(Error& error) { return tl::make_unexpected(std::move(error)); }

}  // namespace

Expected<void> LogWriter::append(std::string_view type, Value data) {
  const SessionEvent event(type, std::move(data));
  Expected<Value> stored = session_.append(event);
  if (!stored) return passed_on(stored.error());
  return {};
}

Expected<void> LogWriter::turn_start(std::int64_t turn, const Value& trigger) {
  return append("turn/start", object({{"turn", turn}, {"trigger", trigger}}));
}

Expected<void> LogWriter::turn_end(std::int64_t turn, const Value& reason) {
  return append("turn/end", object({{"turn", turn}, {"reason", reason}}));
}

Expected<void> LogWriter::step_start(std::int64_t turn, std::int64_t step) {
  return append("step/start", place(turn, step));
}

Expected<void> LogWriter::step_end(std::int64_t turn, std::int64_t step) {
  return append("step/end", place(turn, step));
}

Expected<std::int64_t> LogWriter::user_message(const Value& message) {
  SessionEvent event("user/message", message);
  event.append_to_surface();
  const std::int64_t seq = session_.next_seq();
  Expected<Value> stored = session_.append(event);
  if (!stored) return passed_on(stored.error());
  return seq;
}

Expected<void> LogWriter::prompt_blocked(ValueView message, std::string_view reason) {
  SessionEvent event("prompt/blocked", object({{"content", Value::share(message["content"])},
                                               {"source", Value::share(message["source"])},
                                               {"reason", reason}}));
  event.ignorable();
  Expected<Value> stored = session_.append(event);
  if (!stored) return passed_on(stored.error());
  return {};
}

Expected<std::int64_t> LogWriter::chunk(std::int64_t turn, std::int64_t step, ValueView chunk) {
  Builder data;
  data.begin_object();
  data.name(kTurn.key()).put(turn);
  data.name(kStep.key()).put(step);
  data.name(kChunk.key()).put(chunk);
  data.end();
  const SessionEvent event("assistant/chunk", data.finish_or_absent());
  const std::int64_t seq = session_.next_seq();
  Expected<Value> stored = session_.append(event);
  if (!stored) return passed_on(stored.error());
  return seq;
}

Expected<void> LogWriter::assistant_message(std::int64_t turn, std::int64_t step,
                                            const Value& message, const Value& usage,
                                            bool interrupted, std::vector<std::int64_t> sources) {
  SessionEvent event("assistant/message",
                     object({{"turn", turn},
                             {"step", step},
                             {"message", message},
                             {"usage", usage},
                             {"interrupted", interrupted ? Value(true) : Value()}}));
  event.append_to_surface().sources(std::move(sources));
  Expected<Value> stored = session_.append(event);
  if (!stored) return passed_on(stored.error());
  return {};
}

Expected<std::int64_t> LogWriter::tool_call(std::int64_t turn, std::int64_t step, ValueView block) {
  const SessionEvent event("tool/call", object({{"turn", turn},
                                                {"step", step},
                                                {"callId", Value::share(block["id"])},
                                                {"name", Value::share(block["name"])},
                                                {"arguments", Value::share(block["arguments"])}}));
  const std::int64_t seq = session_.next_seq();
  Expected<Value> stored = session_.append(event);
  if (!stored) return passed_on(stored.error());
  return seq;
}

Expected<void> LogWriter::tool_result(std::int64_t turn, std::int64_t step, const Value& message,
                                      const Value& error, const Value& meta,
                                      std::optional<std::int64_t> call) {
  SessionEvent event("tool/result", object({{"turn", turn},
                                            {"step", step},
                                            {"message", message},
                                            {"error", error},
                                            {"meta", meta}}));
  event.append_to_surface();
  if (call) event.sources({*call});
  Expected<Value> stored = session_.append(event);
  if (!stored) return passed_on(stored.error());
  return {};
}

Expected<void> LogWriter::request_header(const Value& header, std::string_view reason) {
  return append("request/header", object({{"header", header}, {"reason", reason}}));
}

Expected<void> LogWriter::request_context(const Value& context) {
  return append("request/context", context);
}

Expected<void> LogWriter::splice(Target target, std::size_t start, std::size_t removed,
                                 const Value& inserted, bool canceled) {
  const Value list = inserted.is_absent() ? array({}) : array({inserted});
  return append("agent/inbox/spliced",
                object({{"target", to_text(target)},
                        {"start", start},
                        {"removedCount", removed == 0 ? Value() : Value(removed)},
                        {"inserted", list},
                        {"outcome", canceled ? Value("canceled") : Value()}}));
}

}  // namespace keel::agent_loop
