// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "keel/sdk.hpp"

namespace keel::agent_loop {

/// What a pending message is: a prompt that waits for a turn of its own, steering that joins the
/// next step, or context that joins the next step and never causes one.
enum class EntryKind : std::uint8_t { kQueued, kSteering, kInjected };

/// One pending message.
struct InboxEntry {
  /// Minted per accepted message, never logged; empty for injected ones, of which no event tells.
  std::string item_id;
  Value message;
  EntryKind kind = EntryKind::kQueued;

  std::string_view message_id() const { return message["id"].text(); }
  /// InboxItem of the contract.
  Value item() const {
    return object({{"id", item_id},
                   {"message", message},
                   {"placement", kind == EntryKind::kQueued ? "queued" : "steering"}});
  }
};

}  // namespace keel::agent_loop
