// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "keel/sdk.hpp"

namespace keel::agent_loop {

/// One tool call of an answer, on its way to its result.
struct ToolCall {
  enum class State : std::uint8_t {
    kWaiting,
    kRunning,    ///< its body runs
    kSettled,    ///< nothing of it runs; its result can be asked for
    kCommitted,  ///< its result stands in the log
  };

  /// The tool-call block of the answer.
  Value block;
  State state = State::kWaiting;
  /// Seq of its tool/call.
  std::optional<std::int64_t> logged_at;
  /// tool-execution@0, once policy has been asked.
  Ref execution;
  /// The tool service itself failed.
  std::optional<Error> fault;

  Value id() const { return Value::share(block["id"]); }
  Value name() const { return Value::share(block["name"]); }
  /// The model's text as JSON; {} for an empty one; the text itself when it is no JSON.
  Value arguments() const;
};

}  // namespace keel::agent_loop
