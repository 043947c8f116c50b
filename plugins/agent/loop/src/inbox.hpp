// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agent_events.hpp"
#include "inbox_entry.hpp"
#include "keel/sdk.hpp"
#include "log_writer.hpp"
#include "steer_receipts.hpp"

namespace keel::agent_loop {

/// What waits to be told to an agent: a fold over the agent/inbox/spliced events of its log, and
/// the only writer of them. Each change is logged before it is made, and told of after it; a
/// failure of the log changes nothing. Kernel thread.
class Inbox {
 public:
  using Entries = std::vector<InboxEntry>;
  enum class Edit : std::uint8_t { kApplied, kNotFound };

  /// Ids of items are minted from `next_item`, which all agents share.
  Inbox(LogWriter& log, AgentEvents& events, SteerReceipts& receipts, std::uint64_t& next_item)
      : log_(log), events_(events), receipts_(receipts), next_item_(next_item) {}
  Inbox(const Inbox&) = delete;
  Inbox& operator=(const Inbox&) = delete;

  // ---- Reading

  bool empty() const { return next_turn_.empty() && next_step_.empty(); }
  /// A prompt or steering: what is worth a turn.
  bool has_work() const { return !next_turn_.empty() || has_steering(); }
  bool has_steering() const { return first_steering() != nullptr; }
  /// Null when there is none.
  const InboxEntry* first_prompt() const;
  const InboxEntry* first_steering() const;
  bool holds(std::string_view message_id) const;
  /// Array of InboxItem: prompts, then steering.
  Value items() const;

  // ---- Changes by users and plugins

  /// Puts a message at the end of the list that its kind belongs to and gives its item, absent for
  /// an injected one. Error DUPLICATE_MESSAGE, or what the log says.
  Expected<Value> append(Value message, EntryKind kind);
  /// Of a prompt that waits: other content, same id and place.
  Expected<Edit> edit(std::string_view item_id, const Value& content);
  /// Of a prompt that waits.
  Expected<Edit> remove(std::string_view item_id);
  /// A prompt that waits becomes steering, as a new item.
  Expected<Edit> steer(std::string_view item_id);
  /// Drops everything; `reason` goes to the receipts.
  Expected<void> clear(std::string_view reason);

  // ---- The loop takes

  /// The first prompt.
  Expected<std::optional<InboxEntry>> claim_prompt(std::int64_t turn);
  /// All steering and injected messages, in order.
  Expected<Entries> claim_step(std::int64_t turn);
  /// The injected messages alone; steering stays.
  Expected<Entries> claim_injected();

  // ---- Replay

  /// Applies a logged splice. Error SESSION_CORRUPT naming `seq` when it does not fit.
  Expected<void> replay(ValueView splice, std::int64_t seq);

 private:
  Entries& list(Target target) { return target == Target::kNextTurn ? next_turn_ : next_step_; }
  std::optional<std::size_t> find_prompt(std::string_view item_id) const;
  InboxEntry make_entry(Value message, EntryKind kind);
  Expected<Entries> take(Target target, std::size_t start, std::size_t count, bool canceled);

  LogWriter& log_;
  AgentEvents& events_;
  SteerReceipts& receipts_;
  std::uint64_t& next_item_;
  Entries next_turn_;
  Entries next_step_;
};

}  // namespace keel::agent_loop
