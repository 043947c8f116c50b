// SPDX-License-Identifier: MIT
#include "kit/prompt_section.hpp"

#include <utility>

#include "keel/contracts/prompt.hpp"

namespace keel::tool_kit {

constexpr auto PromptSection::methods() {
  return Methods{method<contracts::prompt::PromptText::kText, &PromptSection::text>};
}

void PromptSection::publish(const Context& context, std::string_view name, int order,
                            std::string text) {
  text_ = std::move(text);
  const Value metadata = object({{"order", order}, {"text", text_}});
  Expected<Registration> section =
      context.publish("prompt.section/" + std::string(name), metadata, methods(), this);
  if (section) section->detach();
}

Value PromptSection::text(Call) const { return object({{"text", text_}}); }

}  // namespace keel::tool_kit
