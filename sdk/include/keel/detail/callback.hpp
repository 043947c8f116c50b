// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "keel/context.hpp"
#include "keel/detail/record.hpp"
#include "keel/detail/spawned_task.hpp"
#include "keel/error.hpp"
#include "keel/task.hpp"

namespace keel::detail {

/// Runs a function that answers nobody: what it throws is logged. A Task that it gives goes on by
/// itself, with `keep`, which `function_of(keep)` is a part of.
template <typename Keep, typename FunctionOf, typename... Arguments>
void run_callback(const Context& context, Keep keep, FunctionOf function_of,
                  Arguments... arguments) noexcept {
  using Result = std::invoke_result_t<decltype(function_of(keep)), Arguments...>;
  try {
    if constexpr (is_task<Result>) {
      SpawnedTask<Keep>::run(context, std::move(keep),
                             [&](Keep& kept) { return function_of(kept)(arguments...); });
    } else {
      function_of(keep)(arguments...);
    }
  } catch (...) {
    const Error error = caught_error();
    context.error("a callback failed: " + error.code + ": " + error.message, error.data);
  }
}

/// The record of a timer, a cancel callback or a watcher.
template <typename Function>
class CallbackRecord final : public Record {
 public:
  CallbackRecord(ContextCore& core, Function function, bool once)
      : Record(core), function_(std::move(function)), once_(once) {}

  /// A keel_run.
  static void run(void* user) { of(user)->call(); }
  /// A keel_fd_ready.
  static void ready(void* user, std::int32_t fd, std::uint32_t events) {
    of(user)->call(fd, events);
  }
  /// A keel_child_ended.
  static void ended(void* user, std::int32_t, std::int32_t wait_status) {
    of(user)->call(wait_status);
  }

 private:
  static CallbackRecord* of(void* user) {
    return static_cast<CallbackRecord*>(static_cast<Record*>(user));
  }

  template <typename... Arguments>
  void call(Arguments... arguments) noexcept {
    RecordHold hold(*this);
    if (once_) {
      reg = {0};
      if (listed()) {
        unlink();
        drop();
      }
    }
    const Context context(core());
    run_callback(
        context, std::move(hold), [this](RecordHold&) -> Function& { return function_; },
        arguments...);
  }

  Function function_;
  bool once_;
};

}  // namespace keel::detail
