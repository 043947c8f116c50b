// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <utility>

#include "keel/context.hpp"
#include "keel/detail/owned.hpp"
#include "keel/error.hpp"
#include "keel/instance.hpp"
#include "keel/task.hpp"

namespace keel::detail {

/// What a coroutine without anything around it keeps.
struct Nothing {};

/// A coroutine without a call, and what it runs in: `Keep` holds the closure that the coroutine
/// uses. Owned by the instance's list of tasks once it waits.
template <typename Keep>
class SpawnedTask final : public Owned, private TaskSink {
 public:
  /// `make(keep)` gives the task. Throws what it throws.
  template <typename Make>
  static void run(const Context& context, Keep keep, Make make) {
    auto spawned = std::unique_ptr<SpawnedTask>(new SpawnedTask(context, std::move(keep)));
    spawned->task_ = make(spawned->keep_);
    SpawnedTask* self = spawned.release();
    if (self->task_.start(*self)) {
      self->finished();
    } else {
      context.core().instance->tasks().add(self);
    }
  }

 private:
  SpawnedTask(const Context& context, Keep keep) : context_(context), keep_(std::move(keep)) {}

  void finished() noexcept override {
    const Expected<void> result = task_.take();
    if (!result) report(result.error());
    delete this;
  }
  void report(const Error& error) noexcept {
    try {
      context_.error("background work failed: " + error.code + ": " + error.message, error.data);
    } catch (...) {  // no memory for a line
    }
  }

  Context context_;
  Keep keep_;
  Task<void> task_;
};

}  // namespace keel::detail
