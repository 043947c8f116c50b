// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string_view>

#include "keel/value.hpp"

namespace keel::llm_runtime {

/// What an adapter must not see in a request, or cannot use.
struct RequestRules {
  /// Images become a text that names them.
  bool text_only = false;
  /// Whether the replay state in a message of that provider may reach the adapter.
  std::function<bool(std::string_view provider)> may_replay;
};

/// GenerateOptions as an adapter gets them: `options` with the fields of `config` (LlmCallConfig),
/// without marks of this process, its messages after `rules`. Messages that need no change are
/// shared. Absent when it nests deeper than values may.
Value shape_request(ValueView options, ValueView config, const RequestRules& rules);

}  // namespace keel::llm_runtime
