// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "keel/abi.h"
#include "keel/detail/record.hpp"

namespace keel::detail {

/// One call being served, at an address that stays while it is served: on the stack for a plain
/// handler, beside the coroutine for a Task.
struct CallState {
  /// The host's record; after a defer the copy that outlives the method.
  const keel_call* call;
  Record* record;
  /// For a Task: takes the completion. A deferred call has a cancel token of its own, so what is to
  /// be cancelled with it (nested calls, sleeps) must be started under the deferred record.
  void (*defer)(CallState& state) = nullptr;
  std::uint32_t ordinal = 0;

  /// The record to start such work under.
  const keel_call* lasting() {
    if (defer != nullptr) defer(*this);
    return call;
  }
};

}  // namespace keel::detail
