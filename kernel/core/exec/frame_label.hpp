// SPDX-License-Identifier: MIT
// Who runs on the kernel thread.
#pragma once

#include <cstdint>
#include <type_traits>

#include "keel/abi.h"

namespace keel::core {

/// Names the plugin code that a frame runs. Keys are interned for the life of the process, so
/// another thread may read their text at any time; nullptr means not known.
struct FrameLabel {
  keel_key instance = nullptr;   ///< Row of the deployment: "llm".
  keel_key call = nullptr;       ///< Service or event: "llm.adapter/deepseek".
  std::uint32_t generation = 0;  ///< Of the instance.
  std::uint32_t ordinal = 0;     ///< Method of the service.
};

static_assert(std::is_trivially_copyable_v<FrameLabel> && sizeof(FrameLabel) == 24);

}  // namespace keel::core
