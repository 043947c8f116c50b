// SPDX-License-Identifier: MIT
#include "core/plugin/instance.hpp"

namespace keel::core {

std::string_view state_name(InstanceState state) {
  switch (state) {
    case InstanceState::kCreated:
      return "created";
    case InstanceState::kStarting:
      return "starting";
    case InstanceState::kActive:
      return "active";
    case InstanceState::kFailed:
      return "failed";
    case InstanceState::kDraining:
      return "draining";
    case InstanceState::kStopping:
      return "stopping";
    case InstanceState::kDestroyed:
      return "destroyed";
  }
  return "unknown";
}

std::string Instance::label() const {
  return plugin + " (row " + row + ", generation " + std::to_string(generation) + ")";
}

}  // namespace keel::core
