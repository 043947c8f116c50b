// SPDX-License-Identifier: MIT
#pragma once

#include "session/log/event.hpp"
#include "session/log/event_fields.hpp"

namespace keel::session {

class EventStorage;

/// Where event records come from: one pool serves all logs of a kernel, so that appending allocates
/// nothing once it is warm. `make` belongs to the kernel thread; events themselves may be released
/// on any thread and after the pool's owner is gone.
class EventPool {
 public:
  EventPool();
  EventPool(const EventPool&) = delete;
  EventPool& operator=(const EventPool&) = delete;
  ~EventPool();

  /// Throws std::bad_alloc only.
  Event make(EventFields fields);

 private:
  EventStorage* storage_;
};

}  // namespace keel::session
