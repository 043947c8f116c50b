// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "keel/sdk.hpp"
#include "session/log/log.hpp"

namespace keel::session {

/// The way of one live log to its backend: a batch window, one write at a time, barriers. A failed
/// write keeps its events at the front; the next event's window or the next barrier tries again.
/// Kernel thread.
class WriteBehind {
 public:
  /// `lease` is the backend's claim on the session; events below `stored` are durable already.
  WriteBehind(Context context, Log& log, Ref backend, Ref lease, std::int64_t stored,
              std::int64_t max_delay_ms);
  WriteBehind(const WriteBehind&) = delete;
  WriteBehind& operator=(const WriteBehind&) = delete;

  /// An event has been appended: opens a window unless one is open.
  void note_event();
  /// Durable up to the log's end at the time of settling; writes what is waiting now. Concurrent
  /// barriers share the work.
  Task<void> flush();
  /// The last barrier, then the claim is given back. No event may follow.
  Task<void> close();

  std::int64_t stored() const { return stored_; }
  RefView lease() const { return lease_; }
  RefView backend() const { return backend_; }

 private:
  Task<void> write_batch();
  void open_window();
  Task<void> write_in_background();

  Context context_;
  Log& log_;
  Ref backend_;
  Ref lease_;
  std::int64_t stored_;
  std::int64_t max_delay_ms_;
  Registration window_;
  Signal batch_done_;
  bool window_open_ = false;
  bool writing_ = false;
  bool failing_ = false;
  std::int64_t deadline_ms_ = 0;
};

}  // namespace keel::session
