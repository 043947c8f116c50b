// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "keel/sdk.hpp"

namespace keel::tool_kit {

/// A section of the system prompt that never changes: guidance for one tool. Must outlive its
/// registration: a member of the plugin.
class PromptSection {
 public:
  /// Publishes prompt.section/<name>. A deployment without prompts has no such family: then nothing
  /// happens.
  void publish(const Context& context, std::string_view name, int order, std::string text);

 private:
  Value text(Call) const;

  // Ordinal of prompt-text@0.
  static constexpr auto methods();

  std::string text_;
};

}  // namespace keel::tool_kit
