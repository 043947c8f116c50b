// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <utility>

#include "keel/contracts/agent.hpp"
#include "keel/sdk.hpp"
#include "wait_until.hpp"

namespace keel::agent_loop {

/// What became of one steering message, as far as it is known.
struct ReceiptState {
  explicit ReceiptState(Context context) : changed(std::move(context)) {}

  void settle(Value outcome_value) {
    if (!outcome.is_absent()) return;
    outcome = std::move(outcome_value);
    changed.set();
  }

  /// {kind: admitted, turn, step} or {kind: rejected, reason}; absent while it is open.
  Value outcome;
  Signal changed;
};

/// The object behind a reference steer-receipt@0.
class SteerReceipt {
 public:
  explicit SteerReceipt(std::shared_ptr<ReceiptState> state) : state_(std::move(state)) {}

  Task<Value> outcome(Call call) {
    const std::shared_ptr<ReceiptState> state = state_;
    Task<void> settled = wait_until(call, state, state->changed, [](const ReceiptState& receipt) {
      return !receipt.outcome.is_absent();
    });
    co_await must(std::move(settled));
    co_return state->outcome;
  }

  static constexpr Methods kMethods{
      method<contracts::agent::SteerReceipt::kOutcome, &SteerReceipt::outcome>};

 private:
  std::shared_ptr<ReceiptState> state_;
};

}  // namespace keel::agent_loop
