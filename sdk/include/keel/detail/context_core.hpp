// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>

#include "keel/abi.h"
#include "keel/detail/owned.hpp"

namespace keel {

class Instance;

namespace detail {

/// What the SDK keeps for one context of the host: the handlers of detached registrations. Counted
/// by the handles (Context) and the records that name it. Kernel thread.
class ContextCore {
 public:
  ContextCore(keel_ctx ctx_of_host, Instance* owner) : ctx(ctx_of_host), instance(owner) {}
  ContextCore(const ContextCore&) = delete;
  ContextCore& operator=(const ContextCore&) = delete;

  void hold() { holders_.fetch_add(1, std::memory_order_relaxed); }
  void drop() {
    if (holders_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }

  /// The host has undone every registration of the context.
  void end() {
    ended = true;
    detached.clear();
  }

  const keel_ctx ctx;
  /// Null once the instance is gone.
  Instance* instance;
  bool ended = false;
  OwnedList detached;

 private:
  ~ContextCore() = default;

  std::atomic<std::uint32_t> holders_{1};
};

}  // namespace detail
}  // namespace keel
