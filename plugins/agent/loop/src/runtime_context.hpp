// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "keel/sdk.hpp"

namespace keel::agent_loop {

/// Remembers which snapshot of the runtime context the model has been told last, and says whether
/// it must be told a new one. Kernel thread.
class RuntimeContext {
 public:
  /// The message to send, or absent when the model knows as much already. `snapshot`: the rendered
  /// text, empty when no context is active; `sections`: its parts, an array of {name, text}.
  Value project(const Session& session, std::string_view snapshot, ValueView sections);

  /// A user message has been logged at `seq`: remembers it when it is a snapshot.
  void follow(ValueView message, std::int64_t seq);

 private:
  /// A compaction may have taken the snapshot out of the history.
  void forget_if_replaced(const Session& session);

  struct Told {
    std::int64_t seq;
    std::string text;
  };

  bool ever_told_ = false;
  std::optional<Told> told_;
  /// Of the surface when `told_` was last seen on it.
  std::int64_t generation_ = 0;
};

}  // namespace keel::agent_loop
