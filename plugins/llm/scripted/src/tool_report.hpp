// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "keel/value.hpp"

namespace keel::llm_scripted {

/// The result of one tool call, read as text: what a scenario can say about it.
class ToolReport {
 public:
  enum class State : std::uint8_t { kDone, kEmpty, kFailed };

  /// From a tool-result block.
  explicit ToolReport(ValueView block);

  State state() const { return state_; }

  /// A named part of the report, `argument` as in a scenario: count, head, error, bullets:8,
  /// quote:4, first:README*|*.md. Nothing when there is no such part, or it is not to be had.
  std::optional<std::string> part(std::string_view name, std::string_view argument) const;

 private:
  void read_lines(std::string_view text);
  std::string bullets(std::size_t limit) const;
  std::string quote(std::size_t limit) const;
  std::optional<std::string> first(std::string_view patterns) const;
  std::size_t count() const;

  State state_ = State::kDone;
  std::string error_;
  /// Without blank ones and footers in parentheses.
  std::vector<std::string> lines_;
  /// Of what a tool shows with line numbers.
  std::vector<std::string> numbered_;
  /// How many there are in all, when the tool says that it shows a part.
  std::size_t total_ = 0;
};

}  // namespace keel::llm_scripted
