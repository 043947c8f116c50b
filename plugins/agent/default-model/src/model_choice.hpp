// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "keel/error.hpp"
#include "keel/value.hpp"

namespace keel::agent_default_model {

/// A route with a model, and what chose it.
struct ModelChoice {
  std::string provider;
  std::string model;
  /// For people: "the command line", "KEEL_BASE_URL", ...
  std::string origin;
  /// May be empty.
  std::string reasoning_effort;

  /// From "route/model"; the model may hold further slashes. Error CONFIG.
  static Expected<ModelChoice> parse(std::string_view text, std::string origin);

  /// {provider, model, origin, reasoning_effort?}
  Value to_value() const;
};

}  // namespace keel::agent_default_model
