// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "keel/abi.h"
#include "keel/call_options.hpp"
#include "keel/detail/call_state.hpp"
#include "keel/detail/fallback.hpp"
#include "keel/message.hpp"
#include "keel/tables.hpp"

namespace keel::detail {

/// Calls a method: the Begin of Context::invoke and Call::invoke.
class InvokeBegin {
 public:
  InvokeBegin(keel_ctx ctx, CallState* parent, keel_ref target, std::uint32_t ordinal, Message in,
              const CallOptions& options)
      : ctx_(ctx),
        parent_(parent),
        target_(target),
        ordinal_(ordinal),
        in_(std::move(in)),
        options_(options.raw()) {}

  std::int32_t operator()(keel_msg* out, keel_done done, void* user, keel_pending* pending) {
    return call_api().invoke(ctx_, parent_ == nullptr ? nullptr : parent_->lasting(), target_,
                             ordinal_, &in_.raw(), options_.flags == 0 ? nullptr : &options_, out,
                             done, user, pending);
  }

 private:
  keel_ctx ctx_;
  CallState* parent_;
  keel_ref target_;
  std::uint32_t ordinal_;
  Message in_;
  keel_call_options options_;
};

/// Runs the rest of a waterfall: the Begin of Call::next.
class NextBegin {
 public:
  NextBegin(const CallState& call, std::optional<Message> in, const CallOptions& options)
      : call_(&call), in_(std::move(in)), options_(options.raw()) {}

  std::int32_t operator()(keel_msg* out, keel_done done, void* user, keel_pending* pending) {
    return bus_api().next(call_->call, in_ ? &in_->raw() : nullptr,
                          options_.flags == 0 ? nullptr : &options_, out, done, user, pending);
  }

 private:
  const CallState* call_;
  std::optional<Message> in_;
  keel_call_options options_;
};

/// Runs a serial, parallel or waterfall event: the Begin of Context::dispatch and Call::dispatch.
class DispatchBegin {
 public:
  DispatchBegin(keel_ctx ctx, CallState* parent, keel_event event, keel_scope target, Message in,
                const CallOptions& options, Fallback fallback)
      : ctx_(ctx),
        parent_(parent),
        event_(event),
        target_(target),
        in_(std::move(in)),
        options_(options.raw()),
        fallback_(std::move(fallback)) {}

  std::int32_t operator()(keel_msg* out, keel_done done, void* user, keel_pending* pending) {
    return bus_api().dispatch(ctx_, parent_ == nullptr ? nullptr : parent_->lasting(), event_,
                              target_, &in_.raw(), options_.flags == 0 ? nullptr : &options_,
                              fallback_.method(), fallback_.self(), out, done, user, pending);
  }
  /// The awaiter goes while the dispatch runs: a listener may still reach the fallback.
  void abandon() { fallback_.leave_to_context(); }

 private:
  keel_ctx ctx_;
  CallState* parent_;
  keel_event event_;
  keel_scope target_;
  Message in_;
  keel_call_options options_;
  Fallback fallback_;
};

}  // namespace keel::detail
