// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "keel/abi.h"
#include "keel/call_options.hpp"
#include "keel/cancel_token.hpp"
#include "keel/context.hpp"
#include "keel/detail/begin.hpp"
#include "keel/detail/call_state.hpp"
#include "keel/detail/outcome_awaiter.hpp"
#include "keel/message.hpp"

namespace keel {

/// Gives the rest of a waterfall as the listener's own answer, without a coroutine: `return
/// call.forward();`
class Forward {
 public:
  Forward() = default;
  explicit Forward(Message in) : in_(std::move(in)) {}

  const keel_msg* in() const { return in_ ? &in_->raw() : nullptr; }

 private:
  std::optional<Message> in_;
};

/// The call that a handler serves: on whose behalf, until when, and the way to make calls on its
/// account. Valid until the handler returns; in a coroutine handler, until the coroutine has ended.
/// A handle: copy it freely. Kernel thread.
///
/// Everything called through it inherits target, initiator, cancellation, deadline and trace.
class Call {
 public:
  explicit Call(detail::CallState& state) : state_(&state) {}

  /// The caller's authority: the scope on whose behalf the work is done.
  keel_scope target() const { return state_->call->target; }
  /// The scope of the agent whose work caused the call; {0} when none.
  keel_scope initiator() const { return state_->call->initiator; }
  /// Set when the caller has given up. A cancelled handler still answers, soon.
  CancelToken cancel_token() const { return {ctx(), state_->lasting()->cancel}; }
  bool cancelled() const { return CancelToken(ctx(), state_->call->cancel).cancelled(); }
  /// On the clock of Context::now_ms(); INT64_MAX when there is none.
  std::int64_t deadline_ms() const { return state_->call->deadline_ms; }
  /// Names the whole chain of calls, for logs.
  std::array<std::uint64_t, 2> trace() const {
    return {state_->call->trace[0], state_->call->trace[1]};
  }
  /// Which method was called; 0 for a listener.
  std::uint32_t ordinal() const { return state_->ordinal; }

  /// The context that the handler was registered through.
  Context context() const { return Context(state_->record->core()); }

  /// The nearest service of that name, seen from target().
  Expected<Ref> resolve(std::string_view name) const { return context().resolve(name, target()); }

  /// Calls a method. co_await: Expected<Message>.
  auto invoke(RefView target, std::uint32_t ordinal, Message in = {},
              const CallOptions& options = {}) const {
    return detail::OutcomeAwaiter(
        ctx(), detail::InvokeBegin(ctx(), state_, target.raw(), ordinal, std::move(in), options));
  }

  /// Tells the listeners of an `emit` event, for target() or another scope.
  Expected<void> emit(keel_event event, const Message& in) const {
    return emit(event, target(), in);
  }
  Expected<void> emit(keel_event event, keel_scope target, const Message& in) const {
    return detail::checked(detail::bus_api().emit(ctx(), state_->call, event, target, &in.raw()));
  }
  /// Runs a serial, parallel or waterfall event. co_await: Expected<Message>, absent when nobody
  /// answered.
  auto dispatch(keel_event event, keel_scope target, Message in = {},
                const CallOptions& options = {}) const {
    return detail::OutcomeAwaiter(
        ctx(), detail::DispatchBegin(ctx(), state_, event, target, std::move(in), options, {}));
  }
  /// The same for a waterfall with an innermost function: `fallback` is a handler.
  template <typename Handler>
  auto dispatch_or(keel_event event, keel_scope target, Message in, Handler&& fallback,
                   const CallOptions& options = {}) const;

  /// In a waterfall listener: runs the rest of the chain. co_await: Expected<Message>. May be
  /// awaited again; the same chain then runs again. With a message it gets other arguments, where
  /// the contract calls them replaceable.
  auto next() const {
    return detail::OutcomeAwaiter(ctx(), detail::NextBegin(*state_, std::nullopt, {}));
  }
  auto next(Message in) const {
    return detail::OutcomeAwaiter(ctx(), detail::NextBegin(*state_, std::move(in), {}));
  }
  /// The same with another cancel token (or deadline); `in` empty passes the arguments on as they
  /// came.
  auto next(std::optional<Message> in, const CallOptions& options) const {
    return detail::OutcomeAwaiter(ctx(), detail::NextBegin(*state_, std::move(in), options));
  }
  /// In a plain waterfall listener: `return call.forward();` answers what the rest of the chain
  /// answers.
  Forward forward() const { return Forward(); }
  Forward forward(Message in) const { return Forward(std::move(in)); }

  /// co_await: Expected<void>; KEEL_CANCELLED when the call is cancelled before the time is over.
  detail::SleepAwaiter sleep_for(std::int64_t delay_ms) const;

  const keel_call* raw() const { return state_->call; }
  FramePool* keel_frames() const {
    Instance* instance = state_->record->instance();
    return instance == nullptr ? nullptr : &instance->frames();
  }

 private:
  keel_ctx ctx() const { return state_->record->ctx(); }

  detail::CallState* state_;
};

}  // namespace keel

#include "keel/detail/context_calls.hpp"
#include "keel/detail/context_exec.hpp"
