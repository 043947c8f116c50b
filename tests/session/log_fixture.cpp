// SPDX-License-Identifier: MIT
#include "log_fixture.hpp"

#include <stdexcept>

namespace keel::session::test {

Value json(std::string_view text) {
  auto value = parse_json(text);
  if (!value) throw std::runtime_error(value.error().message + " in " + std::string(text));
  return std::move(*value);
}

SessionHeader header() {
  SessionHeader result;
  result.id = "s1";
  result.created_at = 1000;
  result.cwd = "/work";
  return result;
}

LogFixture::LogFixture(bool checked) {
  Log::Options options;
  options.pool = &pool_;
  options.checked = checked;
  log_ = std::make_unique<Log>(header(), std::move(options));
}

Expected<Event> LogFixture::append(AppendRequest request) {
  request.time = ++now_;
  return log_->append(request);
}

Expected<Event> LogFixture::append(std::string_view type, const Value& data, SurfaceOp surface) {
  AppendRequest request;
  request.type = type;
  request.data = data;
  request.surface = surface;
  return append(request);
}

Event LogFixture::must(std::string_view type, const Value& data, SurfaceOp surface) {
  auto event = append(type, data, surface);
  if (!event) throw std::runtime_error(event.error().message);
  return *event;
}

Value text_block(std::string_view text) { return object({{"type", "text"}, {"text", text}}); }

Value message(std::string_view id, std::string_view role, const Value& content,
              const Value& source) {
  return object({{"id", id}, {"role", role}, {"content", content}, {"source", source}});
}

Event LogFixture::user(std::string_view text) {
  const std::string id = "m" + std::to_string(++ids_);
  return must("user/message",
              message(id, "user", array({text_block(text)}), object({{"kind", "user"}})),
              SurfaceOp::append());
}

Event LogFixture::assistant(std::string_view text) {
  const std::string id = "m" + std::to_string(++ids_);
  const Value source = object({{"kind", "model"}, {"provider", "p"}, {"model", "m"}});
  const Value content = text.empty() ? array({}) : array({text_block(text)});
  return must("assistant/message",
              object({{"turn", turn_},
                      {"step", step_},
                      {"message", message(id, "assistant", content, source)}}),
              SurfaceOp::append());
}

Event LogFixture::call(std::string_view id) {
  return must("tool/call", object({{"turn", turn_},
                                   {"step", step_},
                                   {"callId", id},
                                   {"name", "bash"},
                                   {"arguments", "{}"}}));
}

Event LogFixture::result(std::string_view id, std::string_view text, bool is_error) {
  const std::string message_id = "m" + std::to_string(++ids_);
  const Value block = object({{"type", "tool-result"},
                              {"toolCallId", id},
                              {"content", array({text_block(text)})},
                              {"isError", is_error}});
  const Value source = object({{"kind", "tool"}, {"callId", id}});
  return must("tool/result",
              object({{"turn", turn_},
                      {"step", step_},
                      {"message", message(message_id, "user", array({block}), source)}}),
              SurfaceOp::append());
}

Event LogFixture::chunk(std::string_view text, std::string_view kind, int index) {
  const Value chunk = object({{"type", kind}, {"index", index}, {"text", text}});
  return must("assistant/chunk", object({{"turn", turn_}, {"step", step_}, {"chunk", chunk}}));
}

void LogFixture::open(int turn, int step) {
  turn_ = turn;
  step_ = step;
  if (step == 1) must("turn/start", object({{"turn", turn}}));
  must("step/start", object({{"turn", turn}, {"step", step}}));
}

void LogFixture::close(int turn, int step) {
  must("step/end", object({{"turn", turn}, {"step", step}}));
  must("turn/end", object({{"turn", turn}, {"reason", object({{"kind", "completed"}})}}));
}

void LogFixture::run_turn(int turn) {
  open(turn, 1);
  user("question " + std::to_string(turn));
  for (int i = 0; i < 5; ++i) chunk("piece " + std::to_string(i) + " ");
  assistant("answer " + std::to_string(turn));
  const std::string id = "call-" + std::to_string(turn);
  call(id);
  result(id, "output");
  close(turn, 1);
}

std::vector<std::string> lines(const Log& log) {
  std::vector<std::string> result;
  const std::vector<Event> events = log.read(0, log.seq()).value();
  for (const Event& event : events) event.print(result.emplace_back());
  return result;
}

std::string folds(const Log& log) {
  return to_json(log.surface_value()) + "\n" + to_json(log.messages()) + "\n" +
         to_json(log.request_header()) + "\n" + to_json(log.request_context());
}

std::unique_ptr<Log> load(EventPool& pool, const std::vector<std::string>& lines) {
  Log::Options options;
  options.pool = &pool;
  LogSeed seed(header(), std::move(options), {});
  for (const std::string& line : lines) {
    if (auto fault = seed.add_row(json(line))) throw std::runtime_error(fault->message);
  }
  return seed.finish_unmarked();
}

}  // namespace keel::session::test
