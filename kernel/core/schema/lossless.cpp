// SPDX-License-Identifier: MIT
#include "core/schema/lossless.hpp"

#include <boost/container/small_vector.hpp>

#include "core/schema/json_path.hpp"
#include "core/schema/scalar_check.hpp"

namespace keel::core {

namespace {

struct Frame {
  ValueView container;
  std::size_t next = 0;
};

constexpr std::size_t kInlineDepth = 32;
using Frames = boost::container::small_vector<Frame, kInlineDepth>;

bool is_lossy_leaf(ValueView value) {
  return value.is_absent() || value.is_bytes() || is_lossy_number(value);
}

ValueView child(ValueView container, std::size_t index) {
  return container.is_array() ? container.at(index) : container.member(index).second;
}

JsonPath path_of(const Frames& frames) {
  JsonPath path;
  for (const Frame& frame : frames) {
    if (frame.container.is_array()) {
      path.index(frame.next - 1);
    } else {
      path.member(frame.container.member(frame.next - 1).first);
    }
  }
  return path;
}

/// Visits every leaf; stops when `visit(frames, leaf)` says false.
template <typename Visit>
bool walk(ValueView value, const Visit& visit) {
  Frames frames;
  if (!value.is_array() && !value.is_object()) return visit(frames, value);
  frames.push_back({value, 0});
  while (!frames.empty()) {
    Frame& top = frames.back();
    if (top.next == top.container.size()) {
      frames.pop_back();
      continue;
    }
    const ValueView next = child(top.container, top.next++);
    if (next.is_array() || next.is_object()) {
      frames.push_back({next, 0});
    } else if (!visit(frames, next)) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool is_lossless(ValueView value) {
  return walk(value, [](const Frames&, ValueView leaf) { return !is_lossy_leaf(leaf); });
}

void find_lossy(ValueView value, std::string_view root,
                const std::function<void(std::string, std::string)>& report) {
  walk(value, [&](const Frames& frames, ValueView leaf) {
    if (is_lossy_leaf(leaf)) {
      report(path_of(frames).text(root),
             leaf.is_number() ? std::string(kLossyNumber)
                              : std::string(kind_name(leaf.kind())) + " cannot be kept as JSON");
    }
    return true;
  });
}

}  // namespace keel::core
