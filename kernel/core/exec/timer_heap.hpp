// SPDX-License-Identifier: MIT
// What is to happen when.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/exec/exec.hpp"
#include "core/exec/job.hpp"
#include "core/exec/slot_table.hpp"

namespace keel::core {

/// Timers in the order of their due times, then of their making. One thread.
class TimerHeap {
 public:
  using Clock = std::chrono::steady_clock;

  /// A due timer's job, taken out to be run: it survives the cancelling of its timer.
  struct Due {
    TimerId id = 0;
    Job job;
  };

  TimerHeap() = default;
  TimerHeap(const TimerHeap&) = delete;
  TimerHeap& operator=(const TimerHeap&) = delete;
  /// Drops all jobs; what they own may still cancel other timers.
  ~TimerHeap();

  /// `period` zero: one shot.
  TimerId add(Clock::time_point due, Clock::duration period, Job job);
  bool cancel(TimerId id);

  bool empty() const { return heap_.empty(); }
  std::optional<Clock::time_point> next_due() const;

  /// Timers made from here on, and periods that begin from here on, do not count as due for
  /// take_due().
  std::uint64_t mark() const { return next_order_; }
  /// Takes the earliest timer due at `now` and older than `mark`. One-shot timers are gone then;
  /// periodic ones are set anew and want their job back.
  std::optional<Due> take_due(Clock::time_point now, std::uint64_t mark);
  /// Gives a periodic timer's job back; drops it when the timer is gone.
  void give_back(TimerId id, Job job);

 private:
  struct Timer {
    Clock::duration period{};
    std::size_t place = 0;  // In heap_.
    Job job;
  };
  struct Entry {
    Clock::time_point due;
    std::uint64_t order = 0;
    TimerId id = 0;

    bool before(const Entry& other) const {
      return due != other.due ? due < other.due : order < other.order;
    }
  };

  void put(std::size_t place, const Entry& entry);
  void rise(std::size_t place, const Entry& entry);
  void sink(std::size_t place, const Entry& entry);
  void take_out(std::size_t place);

  SlotTable<Timer> timers_;
  std::vector<Entry> heap_;
  std::uint64_t next_order_ = 0;
};

}  // namespace keel::core
