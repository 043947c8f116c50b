// SPDX-License-Identifier: MIT
#include "core/bus/listener.hpp"

#include <algorithm>

namespace keel::core {

ListenerList::~ListenerList() {
  for (Listener* listener : listeners_) listener->release();
}

void ListenerList::insert(Listener* listener) {
  const auto at =
      std::upper_bound(listeners_.begin(), listeners_.end(), listener, &Listener::before);
  listeners_.insert(at, listener);
  listener->retain();
}

bool ListenerList::remove(Listener* listener) {
  const auto at = std::find(listeners_.begin(), listeners_.end(), listener);
  if (at == listeners_.end()) return false;
  listeners_.erase(at);
  listener->release();
  return true;
}

}  // namespace keel::core
