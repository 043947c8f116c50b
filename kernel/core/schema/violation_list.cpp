// SPDX-License-Identifier: MIT
#include "core/schema/violation_list.hpp"

#include <algorithm>
#include <utility>

namespace keel::core {

void ViolationList::add(std::string path, std::string message) {
  if (!has_room()) {
    ++dropped_;
    return;
  }
  kept_.push_back({std::move(path), std::move(message)});
}

bool ViolationList::names(const std::string& path) const {
  return std::any_of(kept_.begin(), kept_.end(),
                     [&](const Violation& violation) { return violation.path == path; });
}

std::vector<Violation> ViolationList::take(const std::string& root) {
  if (dropped_ > 0) {
    kept_.push_back({root, "and " + std::to_string(dropped_) + " more faults that are not listed"});
    dropped_ = 0;
  }
  return std::exchange(kept_, {});
}

}  // namespace keel::core
