// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "keel/value.hpp"

namespace keel::llm_openai {

/// What an answer leaves for later requests beside its text: the private half of a ReplayEnvelope.
///   response: {kind: "keel-chat", version: 1, reasoningField?, reasoningDetails?}
///   blocks[i]: {} or, of a tool call, {extra: {...}}
inline constexpr std::string_view kReplayKind = "keel-chat";
inline constexpr std::int64_t kReplayVersion = 1;

/// The envelope of an earlier answer, as far as it can be trusted: the kind and version of this
/// adapter, one entry per block of the message. Anything else reads as nothing.
class ReplayState {
 public:
  /// `message`: an assistant message of the request.
  explicit ReplayState(ValueView message);

  /// Why an envelope was not used; empty when it was, or there is none.
  const std::string& fault() const { return fault_; }
  /// Member of a request message that takes its reasoning; empty when none is known.
  std::string_view reasoning_field() const;
  /// A list for `reasoning_details`, or absent.
  ValueView reasoning_details() const;
  /// Further members of the tool call in block `index`, or absent.
  ValueView extra_of(std::size_t index) const;

 private:
  ValueView response_;
  ValueView blocks_;
  std::string fault_;
};

}  // namespace keel::llm_openai
