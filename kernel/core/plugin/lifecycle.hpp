// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "keel/error.hpp"
#include "keel/value.hpp"

namespace keel::core {

class Kernel;
struct Instance;

/// What was left when an instance had ended.
struct StopReport {
  /// False when a job or a frame of the instance remains: it was not destroyed, its library stays
  /// mapped.
  bool destroyed = true;
  /// Sentences for people: calls settled by the host, an undo step that hung, faults that were
  /// counted.
  std::vector<std::string> findings;
};

/// Takes instances through their life: create, start, configure, and the stop protocol. Kernel
/// thread; the done functions run on it later, never inside the function that they were given to.
class Lifecycle {
 public:
  using Done = std::function<void(std::optional<Error>)>;
  using Stopped = std::function<void(StopReport)>;

  explicit Lifecycle(Kernel& kernel) : kernel_(kernel) {}

  /// Fills instance.ctx and instance.self from instance.table. On failure the instance is as
  /// before.
  Expected<void> create(Instance& instance, ValueView config);
  /// START within `timeout_ms`. On failure the instance is kFailed and must be stopped.
  void start(Instance& instance, std::int64_t timeout_ms, Done done);
  /// CONFIGURE: a failure leaves the instance as it was.
  void configure(Instance& instance, ValueView config, Done done);
  /// The stop protocol of the design, steps 1 to 8. From any state after create().
  void stop(Instance& instance, Stopped done);

 private:
  class Stopping;
  struct Waiting;
  static void on_done(void* user, std::int32_t status, struct keel_msg* outcome);
  void run(Instance& instance, std::uint32_t ordinal, ValueView in, std::int64_t timeout_ms,
           std::function<void(std::int32_t, Error)> done);

  Kernel& kernel_;
};

}  // namespace keel::core
