// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "keel/value.hpp"

namespace keel::agent_tools {

/// The restrictions of one chain of scopes, each {allow?: [names], deny?: [names]}.
class ToolFilter {
 public:
  void add(Value restriction) { restrictions_.push_back(std::move(restriction)); }

  /// Every restriction lets the name through.
  bool admits(std::string_view name) const {
    for (const Value& restriction : restrictions_) {
      const ValueView allow = restriction["allow"];
      if (allow.is_array() && !lists(allow, name)) return false;
      if (lists(restriction["deny"], name)) return false;
    }
    return true;
  }

 private:
  static bool lists(ValueView names, std::string_view name) {
    for (const ValueView item : names.items()) {
      if (item.text() == name) return true;
    }
    return false;
  }

  std::vector<Value> restrictions_;
};

}  // namespace keel::agent_tools
