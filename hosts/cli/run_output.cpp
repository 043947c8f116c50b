// SPDX-License-Identifier: MIT
#include "cli/run_output.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>

namespace keel::cli {

namespace {

constexpr std::array<std::string_view, 5> kUsage = {
    "inputTokens", "outputTokens", "cacheReadTokens", "cacheWriteTokens", "reasoningTokens"};
constexpr std::size_t kShownArguments = 160;
constexpr std::size_t kShownResult = 200;

/// One line for people: what a terminal would act on is dropped, the rest cut on a character
/// boundary.
std::string one_line(std::string_view text, std::size_t limit) {
  std::string line;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (line.size() >= limit && (byte & 0xc0U) != 0x80U) {
      line += "…";
      break;
    }
    line.push_back(byte < 0x20 || byte == 0x7f ? ' ' : c);
  }
  return line;
}

}  // namespace

void RunOutput::write(std::string_view text) {
  while (!text.empty() && !closed_) {
    const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      // Nobody reads any more, or the disk is full: the run and its log go on.
      if (errno != EPIPE)
        std::fprintf(stderr, "keel: the output cannot be written: errno %d\n", errno);
      closed_ = true;
      return;
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void RunOutput::begin(std::string_view session_id, std::string_view header_line) {
  session_id_ = session_id;
  if (format_ == OutputFormat::kStreamJson) write(header_line);
}

void RunOutput::event(ValueView event) {
  if (format_ == OutputFormat::kStreamJson) write(to_json(event) + "\n");
  const std::string_view type = event["type"].text();
  const ValueView data = event["data"];
  if (type == "assistant/chunk") return chunk(data["chunk"]);
  if (type == "tool/call") return tool_call(data);
  if (type == "tool/result") return tool_result(data);
  if (type == "turn/start") {
    ++turns_;
    turn_text_.clear();
    return;
  }
  if (type == "turn/end") return turn_end(data);
}

void RunOutput::chunk(ValueView chunk) {
  const std::string_view type = chunk["type"].text();
  if (type == "text-delta") {
    const std::string_view text = chunk["text"].text();
    turn_text_ += text;
    if (format_ == OutputFormat::kText) {
      write(text);
      if (!text.empty()) line_open_ = text.back() != '\n';
    }
    return;
  }
  if (type == "usage") add_usage(chunk["usage"]);
}

void RunOutput::add_usage(ValueView usage) {
  has_usage_ = true;
  for (std::size_t i = 0; i < kUsage.size(); ++i) usage_[i] += usage[kUsage[i]].integer_or(0);
}

void RunOutput::finish_line() {
  if (line_open_) write("\n");
  line_open_ = false;
}

void RunOutput::tool_call(ValueView data) {
  if (format_ != OutputFormat::kText) return;
  finish_line();
  std::fprintf(stderr, "● %s %s\n", std::string(data["name"].text()).c_str(),
               one_line(data["arguments"].text(), kShownArguments).c_str());
}

void RunOutput::tool_result(ValueView data) {
  if (format_ != OutputFormat::kText) return;
  const ValueView block = data["message"]["content"].at(0);
  const std::string_view text = block["content"].at(0)["text"].text();
  std::fprintf(stderr, "  %s %s\n", block["isError"].is_true() ? "✗" : "✓",
               one_line(text, kShownResult).c_str());
}

void RunOutput::turn_end(ValueView data) {
  stop_reason_ = data["reason"]["kind"].text();
  text_ = turn_text_;
  const ValueView error = data["reason"]["error"];
  if (error.is_object()) error_ = error["message"].text();
  if (format_ != OutputFormat::kText) return;
  finish_line();
  if (!error_.empty())
    std::fprintf(stderr, "keel: the turn ended with an error: %s\n", error_.c_str());
}

void RunOutput::end() {
  if (format_ != OutputFormat::kJson) return;
  Builder builder;
  builder.begin_object();
  builder.member("session_id", session_id_)
      .member("text", text_)
      .member("stop_reason", stop_reason_);
  builder.name("usage");
  builder.begin_object();
  for (std::size_t i = 0; i < kUsage.size() && has_usage_; ++i) {
    if (i < 2 || usage_[i] != 0) builder.member(kUsage[i], usage_[i]);
  }
  builder.end();
  builder.member("turns", turns_);
  if (!error_.empty()) builder.member("error", error_);
  builder.end();
  write(to_json(builder.finish_or_absent()) + "\n");
}

}  // namespace keel::cli
