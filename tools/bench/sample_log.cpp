// SPDX-License-Identifier: MIT
#include "sample_log.hpp"

#include <stdexcept>
#include <utility>

#include "keel/value.hpp"

namespace keel::bench {

namespace {

constexpr int kToolSteps = 5;
constexpr std::size_t kReasoningDeltas = 12;
constexpr std::size_t kTextDeltas = 40;
constexpr std::size_t kClosingDeltas = 160;

session::SessionHeader header_of(std::string id, std::string cwd) {
  session::SessionHeader header;
  header.id = std::move(id);
  header.created_at = 1'700'000'000'000;
  header.cwd = std::move(cwd);
  return header;
}

Value text_block(std::string_view text) { return object({{"type", "text"}, {"text", text}}); }

Value message(std::string_view id, std::string_view role, const Value& content,
              const Value& source) {
  return object({{"id", id}, {"role", role}, {"content", content}, {"source", source}});
}

std::string repeated(std::string_view text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

}  // namespace

SampleLog::SampleLog(std::string id, std::string cwd, std::int64_t events) {
  session::Log::Options options;
  options.pool = &pool_;
  log_ =
      std::make_unique<session::Log>(header_of(std::move(id), std::move(cwd)), std::move(options));
  while (log_->seq() < events) run_turn();
}

void SampleLog::run_turn() {
  ++turn_;
  step_ = 0;
  append("turn/start", object({{"turn", turn_}}));
  for (int i = 0; i < kToolSteps; ++i) run_step(true);
  run_step(false);
  append("turn/end", object({{"turn", turn_}, {"reason", object({{"kind", "completed"}})}}));
}

void SampleLog::run_step(bool calls_tool) {
  ++step_;
  append("step/start", object({{"turn", turn_}, {"step", step_}}));
  if (step_ == 1) {
    const Value content = array({text_block("What does the parser do with a duplicate key?")});
    append("user/message", message(next_id("m"), "user", content, object({{"kind", "user"}})),
           true);
  }
  std::string reasoning;
  std::string text;
  say("reasoning-delta", kReasoningDeltas, reasoning);
  say("text-delta", calls_tool ? kTextDeltas : kClosingDeltas, text);
  const std::string call = next_id("call");
  const std::string arguments = R"({"command":"grep -rn duplicate kernel/core/value | head"})";
  Builder content;
  content.begin_array();
  content.put(static_cast<const ValueView&>(object({{"type", "reasoning"}, {"text", reasoning}})));
  content.put(static_cast<const ValueView&>(text_block(text)));
  if (calls_tool) {
    content.put(static_cast<const ValueView&>(
        object({{"type", "tool-call"}, {"id", call}, {"name", "bash"}, {"arguments", arguments}})));
  }
  content.end();
  const Value source =
      object({{"kind", "model"}, {"provider", "compatible"}, {"model", "scripted-model"}});
  append(
      "assistant/message",
      object({{"turn", turn_},
              {"step", step_},
              {"message", message(next_id("m"), "assistant", content.finish_or_absent(), source)}}),
      true);
  if (calls_tool) call_tool(call, arguments);
  append("step/end", object({{"turn", turn_}, {"step", step_}}));
}

void SampleLog::say(std::string_view kind, std::size_t deltas, std::string& text) {
  const int index = kind == "text-delta" ? 1 : 0;
  for (std::size_t i = 0; i < deltas; ++i) {
    const std::string word = "word" + std::to_string(i) + " ";
    text += word;
    const Value chunk = object({{"type", kind}, {"index", index}, {"text", word}});
    append("assistant/chunk", object({{"turn", turn_}, {"step", step_}, {"chunk", chunk}}));
  }
}

void SampleLog::call_tool(const std::string& call, const std::string& arguments) {
  append("tool/call", object({{"turn", turn_},
                              {"step", step_},
                              {"callId", call},
                              {"name", "bash"},
                              {"arguments", arguments}}));
  const std::string found =
      repeated("kernel/core/value/json_reader.cpp:117:  if (duplicate) return fail(...);\n", 10);
  const Value block = object({{"type", "tool-result"},
                              {"toolCallId", call},
                              {"content", array({text_block(found)})},
                              {"isError", false}});
  const Value source = object({{"kind", "tool"}, {"callId", call}});
  append("tool/result",
         object({{"turn", turn_},
                 {"step", step_},
                 {"message", message(next_id("m"), "user", array({block}), source)}}),
         true);
}

void SampleLog::append(std::string_view type, const Value& data, bool to_surface) {
  session::AppendRequest request;
  request.type = type;
  request.data = data;
  request.time = time_ += 7;
  if (to_surface) request.surface = session::SurfaceOp::append();
  const auto event = log_->append(request);
  if (!event) throw std::runtime_error(event.error().message);
}

std::string SampleLog::next_id(std::string_view prefix) {
  return std::string(prefix) + "-" + std::to_string(++ids_);
}

}  // namespace keel::bench
