// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "keel/sdk.hpp"

namespace keel::agent_loop {

/// Which of the two lists of an inbox.
enum class Target : std::uint8_t { kNextTurn, kNextStep };
constexpr std::string_view to_text(Target target) {
  return target == Target::kNextTurn ? "next-turn" : "next-step";
}

/// The events that the loop writes into a session, in the shapes of the session contract. Nothing
/// here waits. Kernel thread.
class LogWriter {
 public:
  explicit LogWriter(Session session) : session_(std::move(session)) {}

  Session& session() { return session_; }
  const Session& session() const { return session_; }
  /// Lets go of the session; nothing can be written or read any more.
  void close() { session_ = Session(Ref()); }

  /// `trigger` may be absent.
  Expected<void> turn_start(std::int64_t turn, const Value& trigger);
  Expected<void> turn_end(std::int64_t turn, const Value& reason);
  Expected<void> step_start(std::int64_t turn, std::int64_t step);
  Expected<void> step_end(std::int64_t turn, std::int64_t step);

  /// Gives the event's seq.
  Expected<std::int64_t> user_message(const Value& message);
  Expected<void> prompt_blocked(ValueView message, std::string_view reason);

  /// For every chunk of every stream: one document, no text.
  Expected<std::int64_t> chunk(std::int64_t turn, std::int64_t step, ValueView chunk);
  /// `usage` may be absent; `sources` are the seqs of the chunks.
  Expected<void> assistant_message(std::int64_t turn, std::int64_t step, const Value& message,
                                   const Value& usage, bool interrupted,
                                   std::vector<std::int64_t> sources);

  /// `block` is a tool-call block.
  Expected<std::int64_t> tool_call(std::int64_t turn, std::int64_t step, ValueView block);
  /// `error` {name, code} and `meta` may be absent; `call` is the seq of tool/call, if there was
  /// one.
  Expected<void> tool_result(std::int64_t turn, std::int64_t step, const Value& message,
                             const Value& error, const Value& meta,
                             std::optional<std::int64_t> call);

  Expected<void> request_header(const Value& header, std::string_view reason);
  Expected<void> request_context(const Value& context);

  /// An inbox changes: `removed` messages from `start` on go, `inserted` (may be absent) comes
  /// there. `canceled`: they were not claimed.
  Expected<void> splice(Target target, std::size_t start, std::size_t removed,
                        const Value& inserted, bool canceled);

 private:
  Expected<void> append(std::string_view type, Value data);

  Session session_;
};

}  // namespace keel::agent_loop
