// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "keel/value.hpp"

namespace keel::llm_openai {

/// One tool call as its deltas have it so far.
struct ToolCall {
  /// Block of the answer.
  std::int64_t block = 0;
  /// As on the wire; nothing when the deltas carry none.
  std::optional<std::int64_t> index;
  /// Empty until a delta has it, the same for the name.
  std::string id;
  std::string name;
  std::string arguments;
  /// Members of its deltas that nobody here understands, to be sent back: a provider's signatures.
  std::vector<std::pair<std::string, Value>> extra;

  /// The id, or one made of the block's number: a result must be able to name its call.
  std::string id_or_made() const;
};

/// The tool calls of one answer: decides to which call a delta belongs. An index names a call until
/// another id comes under it; without an index, a new id opens a call, a known one continues its
/// own, and a delta without either continues the call that stands at its place in the list, or the
/// last one.
class ToolCalls {
 public:
  /// The call that the delta continues, or null when it opens one. `place` of `count`: where the
  /// delta stands in its list.
  ToolCall* find(ValueView delta, std::size_t place, std::size_t count);
  /// The reference is valid until the next call.
  ToolCall& open(ValueView delta, std::int64_t block);

  const std::vector<ToolCall>& all() const { return calls_; }
  bool empty() const { return calls_.empty(); }

 private:
  ToolCall* last_at(std::int64_t index);
  ToolCall* last_with_id(std::string_view id);

  std::vector<ToolCall> calls_;
  /// Where the calls of the latest list without indexes begin.
  std::size_t list_start_ = 0;
};

/// The arguments of a delta as text: a string as it is, an object as JSON.
std::string arguments_text(ValueView arguments);

}  // namespace keel::llm_openai
