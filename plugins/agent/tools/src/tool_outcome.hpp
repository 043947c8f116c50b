// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "keel/error.hpp"
#include "keel/value.hpp"

namespace keel::agent_tools {

/// Name and code of an error that keeps them in the log.
struct ErrorInfo {
  std::string name;
  std::string code;
};

/// The result of one call on its way through the pipeline: ToolResult of the contract, taken apart.
struct ToolOutcome {
  bool is_error = false;
  /// Array of content blocks: what the model reads.
  Value content;
  /// What the tool gave; absent for errors.
  Value value;
  /// Durable facts for people's views; may be absent.
  Value meta;
  /// Of an error.
  std::string message;
  std::optional<ErrorInfo> info;
  /// Messages that follow the result.
  std::vector<Value> contexts;
  bool concludes_turn = false;

  /// An error with the text that the model reads for it.
  static ToolOutcome error(std::string message, std::optional<ErrorInfo> info = std::nullopt);
  /// The error of a plugin or of the host. What a plugin foresaw keeps its code.
  static ToolOutcome error(const Error& error);
  /// Cancelled, after or before the body of the tool was entered.
  static ToolOutcome aborted(bool body_ran);
  static ToolOutcome invalid_output(std::string message);
  static ToolOutcome unknown_tool(std::string_view name);

  /// From a ToolResult; nothing when it is none, in `why` for which reason.
  static std::optional<ToolOutcome> parse(ValueView result, std::string& why);

  /// As ToolResult. Absent when it nests deeper than values may.
  Value to_value() const;
};

/// What is wrong with a list of content blocks; empty when all is well.
std::string content_fault(ValueView content);

/// The text of a list of content blocks: text as it is, of others "[<type> content]", on lines of
/// their own.
std::string content_text(ValueView content);

/// Copies the items of an array of messages to the end of `into`.
void append_messages(ValueView messages, std::vector<Value>& into);

}  // namespace keel::agent_tools
