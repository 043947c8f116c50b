// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "keel/abi.h"

namespace keel {

/// What an outgoing call does not inherit from the call it is made for. Everything unset is
/// inherited.
struct CallOptions {
  /// On whose behalf: the authority of the call.
  std::optional<keel_scope> target;
  /// The scope of the agent whose work caused the call; {0} clears it.
  std::optional<keel_scope> initiator;
  /// Cancels the call, as the parent's token does too.
  std::optional<keel_token> cancel;
  /// Bound in milliseconds, only for methods whose contract says `orphanable`.
  std::optional<std::int64_t> timeout_ms;

  keel_call_options raw() const {
    keel_call_options options{};
    options.size = sizeof options;
    if (target) {
      options.flags |= KEEL_OPT_TARGET;
      options.target = *target;
    }
    if (initiator) {
      options.flags |= KEEL_OPT_INITIATOR;
      options.initiator = *initiator;
    }
    if (cancel) {
      options.flags |= KEEL_OPT_CANCEL;
      options.cancel = *cancel;
    }
    if (timeout_ms) {
      options.flags |= KEEL_OPT_TIMEOUT;
      options.timeout_ms = *timeout_ms;
    }
    return options;
  }
};

}  // namespace keel
