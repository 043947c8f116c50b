// SPDX-License-Identifier: MIT
#pragma once

#include "keel/error.hpp"
#include "keel/value.hpp"

namespace keel::llm_runtime {

/// A call's configuration (LlmCallConfig) with what its model adds.
struct CallConfig {
  Value config;
  /// AdapterDefaults: which fields the model added.
  Value defaults;

  /// Fills maxTokens and reasoningEffort where `asked` (an LlmCallConfig or GenerateOptions) leaves
  /// them open. Error UNSUPPORTED_REASONING_EFFORT for an effort that the model does not list: it
  /// is neither clamped nor translated.
  static Expected<CallConfig> complete(ValueView asked, ValueView model);
};

/// Whether the configuration in `options` is exactly `config`.
bool has_config(ValueView options, ValueView config);

}  // namespace keel::llm_runtime
