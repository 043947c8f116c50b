// SPDX-License-Identifier: MIT
#include "inbox.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace keel::agent_loop {

namespace {

/// `message` with other content.
Value with_content(ValueView message, ValueView content) {
  Builder builder;
  builder.begin_object();
  for (const auto [name, value] : message.members()) {
    builder.member(name, name == "content" ? content : value);
  }
  builder.end();
  return builder.finish_or_absent();
}

/// The items of those entries that have one.
Value item_list(const Inbox::Entries& first, const Inbox::Entries& second) {
  Builder builder;
  builder.begin_array();
  for (const Inbox::Entries* entries : {&first, &second}) {
    for (const InboxEntry& entry : *entries) {
      if (entry.kind != EntryKind::kInjected) builder.put(entry.item());
    }
  }
  builder.end();
  return builder.finish_or_absent();
}

tl::unexpected<Error> corrupt(std::int64_t seq, const std::string& what) {
  return fail("SESSION_CORRUPT", "the inbox change at seq " + std::to_string(seq) + " " + what);
}

}  // namespace

const InboxEntry* Inbox::first_prompt() const {
  return next_turn_.empty() ? nullptr : &next_turn_.front();
}

const InboxEntry* Inbox::first_steering() const {
  const auto place =
      std::find_if(next_step_.begin(), next_step_.end(),
                   [](const InboxEntry& entry) { return entry.kind == EntryKind::kSteering; });
  return place == next_step_.end() ? nullptr : &*place;
}

bool Inbox::holds(std::string_view message_id) const {
  const auto same = [message_id](const InboxEntry& entry) {
    return entry.message_id() == message_id;
  };
  return std::any_of(next_turn_.begin(), next_turn_.end(), same) ||
         std::any_of(next_step_.begin(), next_step_.end(), same);
}

Value Inbox::items() const { return item_list(next_turn_, next_step_); }

std::optional<std::size_t> Inbox::find_prompt(std::string_view item_id) const {
  for (std::size_t i = 0; i < next_turn_.size(); ++i) {
    if (next_turn_[i].item_id == item_id) return i;
  }
  return std::nullopt;
}

InboxEntry Inbox::make_entry(Value message, EntryKind kind) {
  InboxEntry entry{{}, std::move(message), kind};
  if (kind != EntryKind::kInjected) entry.item_id = "item-" + std::to_string(++next_item_);
  return entry;
}

// ---- Changes by users and plugins

Expected<Value> Inbox::append(Value message, EntryKind kind) {
  const std::string_view id = message["id"].text();
  if (holds(id)) {
    return fail("DUPLICATE_MESSAGE",
                "a message with the id \"" + std::string(id) + "\" is in the inbox already");
  }
  const Target target = kind == EntryKind::kQueued ? Target::kNextTurn : Target::kNextStep;
  Entries& entries = list(target);
  Expected<void> logged = log_.splice(target, entries.size(), 0, message, false);
  if (!logged) return tl::make_unexpected(std::move(logged.error()));
  entries.push_back(make_entry(std::move(message), kind));
  if (kind == EntryKind::kInjected) return Value();
  const Value item = entries.back().item();
  events_.enqueue(item);
  return item;
}

Expected<Inbox::Edit> Inbox::edit(std::string_view item_id, const Value& content) {
  const std::optional<std::size_t> place = find_prompt(item_id);
  if (!place) return Edit::kNotFound;
  Value message = with_content(next_turn_[*place].message, content);
  Expected<void> logged = log_.splice(Target::kNextTurn, *place, 1, message, true);
  if (!logged) return tl::make_unexpected(std::move(logged.error()));
  next_turn_[*place].message = std::move(message);
  events_.update(next_turn_[*place].item());
  return Edit::kApplied;
}

Expected<Inbox::Edit> Inbox::remove(std::string_view item_id) {
  const std::optional<std::size_t> place = find_prompt(item_id);
  if (!place) return Edit::kNotFound;
  const Expected<Entries> taken = take(Target::kNextTurn, *place, 1, true);
  if (!taken) return tl::make_unexpected(taken.error());
  events_.discard(item_list(*taken, {}));
  receipts_.reject(taken->front().message_id(), "removed");
  return Edit::kApplied;
}

Expected<Inbox::Edit> Inbox::steer(std::string_view item_id) {
  const std::optional<std::size_t> place = find_prompt(item_id);
  if (!place) return Edit::kNotFound;
  // Two events; should the second fail, the message is put back where it was.
  Expected<Entries> taken = take(Target::kNextTurn, *place, 1, false);
  if (!taken) return tl::make_unexpected(taken.error());
  InboxEntry moved = make_entry(taken->front().message, EntryKind::kSteering);
  Expected<void> logged =
      log_.splice(Target::kNextStep, next_step_.size(), 0, moved.message, false);
  if (!logged) {
    if (log_.splice(Target::kNextTurn, *place, 0, moved.message, false)) {
      next_turn_.insert(next_turn_.begin() + static_cast<std::ptrdiff_t>(*place),
                        std::move(taken->front()));
    }
    return tl::make_unexpected(std::move(logged.error()));
  }
  next_step_.push_back(moved);
  events_.dequeue(taken->front().item(), 0);
  events_.enqueue(moved.item());
  return Edit::kApplied;
}

Expected<void> Inbox::clear(std::string_view reason) {
  const Expected<Entries> steps = take(Target::kNextStep, 0, next_step_.size(), true);
  if (!steps) return tl::make_unexpected(steps.error());
  const Expected<Entries> prompts = take(Target::kNextTurn, 0, next_turn_.size(), true);
  const Entries none;
  const Value items = item_list(prompts ? *prompts : none, *steps);
  if (!items.empty()) events_.discard(items);
  for (const ValueView item : items.items()) {
    receipts_.reject(item["message"]["id"].text(), reason);
  }
  if (!prompts) return tl::make_unexpected(prompts.error());
  return {};
}

// ---- The loop takes

/// Logs the removal, then makes it.
Expected<Inbox::Entries> Inbox::take(Target target, std::size_t start, std::size_t count,
                                     bool canceled) {
  if (count == 0) return Entries();
  Expected<void> logged = log_.splice(target, start, count, Value(), canceled);
  if (!logged) return tl::make_unexpected(std::move(logged.error()));
  Entries& entries = list(target);
  const auto first = entries.begin() + static_cast<std::ptrdiff_t>(start);
  const auto last = first + static_cast<std::ptrdiff_t>(count);
  Entries taken(std::make_move_iterator(first), std::make_move_iterator(last));
  entries.erase(first, last);
  return taken;
}

Expected<std::optional<InboxEntry>> Inbox::claim_prompt(std::int64_t turn) {
  if (next_turn_.empty()) return std::optional<InboxEntry>();
  Expected<Entries> taken = take(Target::kNextTurn, 0, 1, false);
  if (!taken) return tl::make_unexpected(std::move(taken.error()));
  events_.dequeue(taken->front().item(), turn);
  return std::optional<InboxEntry>(std::move(taken->front()));
}

Expected<Inbox::Entries> Inbox::claim_step(std::int64_t turn) {
  Expected<Entries> taken = take(Target::kNextStep, 0, next_step_.size(), false);
  if (!taken) return taken;
  for (const InboxEntry& entry : *taken) {
    if (entry.kind == EntryKind::kSteering) events_.dequeue(entry.item(), turn);
  }
  return taken;
}

Expected<Inbox::Entries> Inbox::claim_injected() {
  Entries all;
  std::size_t start = 0;
  while (start < next_step_.size()) {
    const auto is_injected = [](const InboxEntry& entry) {
      return entry.kind == EntryKind::kInjected;
    };
    const auto first = std::find_if(next_step_.begin() + static_cast<std::ptrdiff_t>(start),
                                    next_step_.end(), is_injected);
    if (first == next_step_.end()) break;
    const auto last = std::find_if_not(first, next_step_.end(), is_injected);
    start = static_cast<std::size_t>(first - next_step_.begin());
    Expected<Entries> run =
        take(Target::kNextStep, start, static_cast<std::size_t>(last - first), false);
    if (!run) return run;
    std::move(run->begin(), run->end(), std::back_inserter(all));
  }
  return all;
}

// ---- Replay

Expected<void> Inbox::replay(ValueView splice, std::int64_t seq) {
  const std::string_view name = splice["target"].text();
  const Target target = name == to_text(Target::kNextTurn) ? Target::kNextTurn : Target::kNextStep;
  if (name != to_text(target)) {
    return corrupt(seq, "names the list \"" + std::string(name) + "\", which no inbox has");
  }
  Entries& entries = list(target);
  const std::int64_t start = splice["start"].integer_or(-1);
  const std::int64_t removed = splice["removedCount"].integer_or(0);
  const auto size = static_cast<std::int64_t>(entries.size());
  if (start < 0 || start > size || removed < 0 || removed > size - start) {
    return corrupt(seq, "removes " + std::to_string(removed) + " of " + std::to_string(size) +
                            " messages from place " + std::to_string(start) + " on");
  }
  const auto first = entries.begin() + static_cast<std::ptrdiff_t>(start);
  entries.erase(first, first + static_cast<std::ptrdiff_t>(removed));

  auto place = static_cast<std::size_t>(start);
  for (const ValueView message : splice["inserted"].items()) {
    const std::string_view id = message["id"].text();
    if (id.empty() || holds(id)) {
      return corrupt(seq, "inserts the message \"" + std::string(id) + "\", which is pending");
    }
    // The log does not tell steering from context: a person's word steers.
    const bool steers = message["source"]["kind"].text() == "user";
    const EntryKind kind = target == Target::kNextTurn ? EntryKind::kQueued
                           : steers                    ? EntryKind::kSteering
                                                       : EntryKind::kInjected;
    entries.insert(entries.begin() + static_cast<std::ptrdiff_t>(place++),
                   make_entry(Value::share(message).detached(), kind));
  }
  return {};
}

}  // namespace keel::agent_loop
