// SPDX-License-Identifier: MIT
#include "model_choice.hpp"

#include <utility>

namespace keel::agent_default_model {

Expected<ModelChoice> ModelChoice::parse(std::string_view text, std::string origin) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos || slash == 0 || slash + 1 == text.size()) {
    return fail("CONFIG",
                origin + " asks for model \"" + std::string(text) +
                    "\"; expected route/model, as in deepseek-official/deepseek-v4-flash");
  }
  ModelChoice choice;
  choice.provider = text.substr(0, slash);
  choice.model = text.substr(slash + 1);
  choice.origin = std::move(origin);
  return choice;
}

Value ModelChoice::to_value() const {
  return object(
      {{"provider", provider},
       {"model", model},
       {"origin", origin},
       {"reasoning_effort", reasoning_effort.empty() ? Value() : Value(reasoning_effort)}});
}

}  // namespace keel::agent_default_model
