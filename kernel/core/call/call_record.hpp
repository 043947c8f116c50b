// SPDX-License-Identifier: MIT
#pragma once

#include <boost/intrusive/list.hpp>

#include "core/call/atomic_slab.hpp"
#include "core/call/call_frame.hpp"
#include "keel/value.hpp"

namespace keel::core {

namespace bi = boost::intrusive;

struct InboundTag;
struct OutboundTag;
using InboundHook = bi::list_base_hook<bi::tag<InboundTag>, bi::link_mode<bi::safe_link>>;
using OutboundHook = bi::list_base_hook<bi::tag<OutboundTag>, bi::link_mode<bi::safe_link>>;

/// A deferred call: the callee's right to settle and the caller's continuation in one slot. The
/// state word and, between the change to kSettled and the delivery, status and outcome belong to
/// the settling thread; all else to the kernel's.
struct CallRecord : AtomicSlab<CallRecord>::Slot, InboundHook, OutboundHook {
  std::uint64_t id = 0;
  /// The copy that the plugin keeps; its cancel token is the record's own.
  CallFrame frame;
  /// Arguments kept for a waterfall listener's later next(NULL).
  keel_msg kept_in{};
  Value kept_value;

  Instance* caller = nullptr;
  std::uint64_t caller_ctx = 0;
  keel_done done = nullptr;
  void* user = nullptr;
  bool attached = false;

  std::uint64_t deadline_timer = 0;
  /// Taken over from the caller's frame.
  keel_token fused{0};
  std::int32_t status = KEEL_PENDING;
  keel_msg outcome{};
};

using InboundList = bi::list<CallRecord, bi::base_hook<InboundHook>, bi::constant_time_size<true>>;
using OutboundList =
    bi::list<CallRecord, bi::base_hook<OutboundHook>, bi::constant_time_size<true>>;

}  // namespace keel::core
