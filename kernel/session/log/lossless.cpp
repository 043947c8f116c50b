// SPDX-License-Identifier: MIT
#include "session/log/lossless.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

namespace keel::session {

namespace {

/// A container on the way down to the current value.
struct Level {
  ValueView container;
  std::size_t next = 0;
  std::size_t size = 0;
};

/// What is wrong with a value that has no parts; nullptr when it is fine or has parts.
const char* fault_of(ValueView value) {
  switch (value.kind()) {
    case Kind::kAbsent:
      return "an absent value";
    case Kind::kBytes:
      return "bytes";
    case Kind::kDouble: {
      const double number = std::bit_cast<double>(value.raw().body);
      if (!std::isfinite(number)) return "a number that is not finite";
      if (number == 0 && std::signbit(number)) return "negative zero";
      return nullptr;
    }
    default:
      return nullptr;
  }
}

std::string path_to(std::string_view root, const std::vector<Level>& levels) {
  std::string path(root);
  for (const Level& level : levels) {
    const std::size_t index = level.next - 1;
    if (level.container.is_array()) {
      path += '[' + std::to_string(index) + ']';
    } else {
      path += '.';
      path += level.container.member(index).first;
    }
  }
  return path;
}

}  // namespace

std::optional<LossyPlace> find_lossy(ValueView value, std::string_view root) {
  std::vector<Level> levels;
  ValueView current = value;
  while (true) {
    if (const char* fault = fault_of(current)) return LossyPlace{path_to(root, levels), fault};
    if (current.is_array() || current.is_object()) levels.push_back({current, 0, current.size()});
    while (!levels.empty() && levels.back().next == levels.back().size) levels.pop_back();
    if (levels.empty()) return std::nullopt;
    Level& level = levels.back();
    const std::size_t index = level.next++;
    current = level.container.is_array() ? level.container.at(index)
                                         : level.container.member(index).second;
  }
}

}  // namespace keel::session
