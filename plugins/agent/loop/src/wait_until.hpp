// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "keel/sdk.hpp"

namespace keel::agent_loop {

/// Waits until `done()` holds; it is asked whenever `changed` is pulsed. Ends with KEEL_CANCELLED
/// when the call is given up before. `owner` keeps what `changed` and `done` belong to.
template <typename Owner, typename Done>
Task<void> wait_until(Call call, std::shared_ptr<Owner> owner, Signal& changed, Done done) {
  if (done(*owner)) co_return;
  const Registration watch = must(
      call.context().on_cancel(call.cancel_token(), [changed = &changed] { changed->pulse(); }));
  while (!done(*owner)) {
    if (call.cancelled()) {
      co_await fail(Error{KEEL_CANCELLED, std::string(status_name(KEEL_CANCELLED)),
                          "the caller has given up", Value()});
    }
    co_await changed.wait();
  }
}

}  // namespace keel::agent_loop
