// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <utility>

#include "adapter_binding.hpp"
#include "keel/value.hpp"

namespace keel::llm_runtime {

/// A call that prepare_call has bound.
struct PreparedCall {
  std::shared_ptr<const AdapterBinding> adapter;
  /// LlmCallConfig, complete.
  Value config;
};

}  // namespace keel::llm_runtime
