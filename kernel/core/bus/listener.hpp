// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "core/call/call_frame.hpp"

namespace keel::core {

class ListenerList;

/// One registered listener. A slot: a swap puts another callable in, a removal clears it;
/// dispatches under way keep the slot alive by its count and see the change. Kernel thread only.
struct Listener {
  BoundMethod callable;
  std::int32_t order = 0;
  std::uint32_t row = 0;
  std::uint64_t sequence = 0;
  std::uint64_t registration = 0;
  std::uint64_t event = 0;
  std::uint64_t scope = 0;
  bool live = true;
  std::uint32_t holders = 1;

  void retain() { ++holders; }
  void release() {
    if (--holders == 0) delete this;
  }

  /// Contract order: order, deployment row, then registration.
  static bool before(const Listener* a, const Listener* b) {
    if (a->order != b->order) return a->order < b->order;
    if (a->row != b->row) return a->row < b->row;
    return a->sequence < b->sequence;
  }
};

/// The listeners of one event in one scope, in order. Holds a count of each.
class ListenerList {
 public:
  ListenerList() = default;
  ListenerList(const ListenerList&) = delete;
  ListenerList& operator=(const ListenerList&) = delete;
  ~ListenerList();

  void insert(Listener* listener);
  /// False when it is not there.
  bool remove(Listener* listener);

  const std::vector<Listener*>& listeners() const { return listeners_; }
  bool empty() const { return listeners_.empty(); }

 private:
  std::vector<Listener*> listeners_;
};

}  // namespace keel::core
