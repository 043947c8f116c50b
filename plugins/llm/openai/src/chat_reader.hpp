// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "failure.hpp"
#include "keel/value.hpp"
#include "reasoning_details.hpp"
#include "sse_reader.hpp"
#include "tool_calls.hpp"

namespace keel::llm_openai {

/// Turns the events of one chat completion into StreamChunk values. What providers send is untidy;
/// the rules, and where they come from, are in the README. After a finish chunk it gives nothing
/// more. One thread at a time.
class ChatReader {
 public:
  /// Data lines in a row that are no JSON before the answer is given up.
  static constexpr int kMaxBadInARow = 16;

  /// Who answers, for messages.
  struct Source {
    std::string host;
    std::string model;
    std::string content_type;
    /// Whether later requests send reasoning back under the name that it came under.
    bool keeps_reasoning_field = false;
  };

  explicit ChatReader(Source source) : source_(std::move(source)) {}

  void add_bytes(std::uint64_t count) { bytes_ += count; }
  void take(const SseEvent& event);
  /// A whole answer that came as one document.
  void take_document(ValueView document);
  /// The body has ended: well if there was a finish reason.
  void end_of_body();
  /// The body broke off; an answer that was complete before is kept.
  void broken(const Failure& failure);
  void fail(Failure failure);

  bool finished() const { return finished_; }
  /// Moves out what has come of the events so far.
  std::vector<Value>& chunks() { return chunks_; }
  /// Data lines that were no JSON and were skipped.
  std::uint64_t skipped() const { return skipped_; }
  /// The first of them, shortened.
  const std::string& skipped_sample() const { return skipped_sample_; }

 private:
  enum class BlockType : std::uint8_t { kText, kReasoning, kToolCall };
  struct Block {
    BlockType type = BlockType::kText;
    /// Of text and reasoning.
    std::string text;
    /// Of a tool call: its place in calls_.
    std::size_t call = 0;
  };

  static std::string_view name_of(BlockType type);

  void take_data(const SseEvent& event);
  void take_stray(std::string_view line);
  void take_frame(ValueView frame, std::string_view event_name);
  void skip_bad(std::string_view data);
  bool take_error(ValueView frame, std::string_view event_name);
  ValueView vendor_error(ValueView frame) const;
  void take_choice(ValueView choice);
  void take_delta(ValueView delta);
  void take_reasoning(ValueView delta);
  void take_content(ValueView content);
  void take_tool_calls(ValueView list);
  void take_tool_call(ValueView delta, std::size_t place, std::size_t count);
  void take_extra(ToolCall& call, ValueView delta);
  void take_usage(ValueView frame);

  std::int64_t open_block(BlockType type);
  void add_text(std::string_view text);
  void add_reasoning(std::string_view text, std::string_view field);

  void finish();
  void end_blocks();
  /// kind of the finish; empty when the reason stands for an error.
  std::string_view finish_kind() const;
  Value replay_state() const;
  std::string progress() const;
  void emit(Value chunk) { chunks_.push_back(std::move(chunk)); }

  Source source_;
  std::vector<Value> chunks_;
  std::vector<Block> blocks_;
  std::optional<std::int64_t> text_block_;
  std::optional<std::int64_t> reasoning_block_;
  ToolCalls calls_;
  ReasoningDetails details_;
  std::string reasoning_field_;
  Value usage_;
  std::string finish_reason_;
  bool finished_ = false;

  std::uint64_t bytes_ = 0;
  std::uint64_t frames_ = 0;
  std::string last_frame_;
  int bad_in_a_row_ = 0;
  std::uint64_t skipped_ = 0;
  std::string skipped_sample_;
};

}  // namespace keel::llm_openai
