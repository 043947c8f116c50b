// SPDX-License-Identifier: MIT
#include "tool_order.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace keel::agent_prompt {

Expected<ToolOrder> ToolOrder::read(ValueView names) {
  ToolOrder order;
  if (names.is_absent()) return order;
  for (const ValueView item : names.items()) {
    std::string name(item.text());
    if (std::find(order.names_.begin(), order.names_.end(), name) != order.names_.end()) {
      return fail("CONFIG", "toolOrder names \"" + name + "\" twice");
    }
    order.names_.push_back(std::move(name));
  }
  if (std::find(order.names_.begin(), order.names_.end(), kUnlistedTools) == order.names_.end()) {
    return fail("CONFIG", "toolOrder has no \"" + std::string(kUnlistedTools) +
                              "\", the place of the tools that it does not name");
  }
  return order;
}

std::vector<std::string> ToolOrder::missing_from(const std::vector<std::string>& known) const {
  std::vector<std::string> missing;
  for (const std::string& name : names_) {
    const bool is_known = std::find(known.begin(), known.end(), name) != known.end();
    if (name != kUnlistedTools && !is_known) missing.push_back(name);
  }
  return missing;
}

void ToolOrder::sort(std::vector<Value>& tools) const {
  std::unordered_map<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i < names_.size(); ++i) places.emplace(names_[i], i);
  const auto unlisted = places.find(kUnlistedTools);
  const std::size_t elsewhere = unlisted == places.end() ? 0 : unlisted->second;
  const auto place_of = [&](const Value& tool) {
    const auto listed = places.find(tool["name"].text());
    return listed == places.end() ? elsewhere : listed->second;
  };
  std::stable_sort(tools.begin(), tools.end(), [&](const Value& a, const Value& b) {
    const std::size_t left = place_of(a);
    const std::size_t right = place_of(b);
    if (left != right) return left < right;
    return a["name"].text() < b["name"].text();
  });
}

}  // namespace keel::agent_prompt
