// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "keel/abi.h"

namespace keel::core {

struct CallRecord;
struct Instance;
struct InterfaceInfo;
class Kernel;
struct ListenerRun;

/// What a reference, a listener or a fallback comes down to: a function and whose it is.
struct BoundMethod {
  keel_method method = nullptr;
  void* self = nullptr;
  Instance* instance = nullptr;
  keel_ctx ctx{nullptr, 0};
  std::uint32_t method_count = 0;
  const InterfaceInfo* interface = nullptr;
};

/// The host's side of a keel_call: the public record first, so that a plugin's pointer leads back
/// to it.
struct CallFrame {
  keel_call pub{};
  Kernel* kernel = nullptr;
  Instance* callee = nullptr;
  /// Set for a waterfall listener: the run it is part of, its place in it, and the arguments it was
  /// given.
  ListenerRun* run = nullptr;
  std::uint32_t position = 0;
  std::uint32_t ordinal = 0;
  const keel_msg* in = nullptr;
  /// Set by defer().
  CallRecord* record = nullptr;
  /// A token made for this call out of the parent's and the options'; {0} for none.
  keel_token fused{0};
  /// Name of what is called, for messages; static or owned by the callee's contract.
  const InterfaceInfo* interface = nullptr;
};

static_assert(std::is_standard_layout_v<CallFrame> && offsetof(CallFrame, pub) == 0);

inline const CallFrame* frame_of(const keel_call* call) {
  return reinterpret_cast<const CallFrame*>(call);
}
inline CallFrame* mutable_frame_of(const keel_call* call) {
  return const_cast<CallFrame*>(frame_of(call));
}

}  // namespace keel::core
