// SPDX-License-Identifier: MIT
#include "core/schema/violation.hpp"

namespace keel::core {

std::string to_text(const std::vector<Violation>& violations) {
  std::string text;
  for (const Violation& violation : violations) {
    if (!text.empty()) text += "; ";
    text += violation.path;
    text += ": ";
    text += violation.message;
  }
  return text;
}

}  // namespace keel::core
