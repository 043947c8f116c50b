// SPDX-License-Identifier: MIT
// Made by contractgen. Do not edit.
// clang-format off
#pragma once

#include "keel/contracts/typed.hpp"

namespace keel::contracts {

using CallId = Id<struct CallIdTag>;
using CallIdView = IdView<struct CallIdTag>;
using InboxItemId = Id<struct InboxItemIdTag>;
using InboxItemIdView = IdView<struct InboxItemIdTag>;
using MessageId = Id<struct MessageIdTag>;
using MessageIdView = IdView<struct MessageIdTag>;
using ReasoningEffortId = Id<struct ReasoningEffortIdTag>;
using ReasoningEffortIdView = IdView<struct ReasoningEffortIdTag>;
using SessionId = Id<struct SessionIdTag>;
using SessionIdView = IdView<struct SessionIdTag>;

}  // namespace keel::contracts
