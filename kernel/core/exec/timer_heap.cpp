// SPDX-License-Identifier: MIT
#include "core/exec/timer_heap.hpp"

#include <utility>

namespace keel::core {

namespace {

constexpr std::size_t kFirstCapacity = 16;

}  // namespace

TimerHeap::~TimerHeap() {
  while (!heap_.empty()) cancel(heap_.back().id);
}

TimerId TimerHeap::add(Clock::time_point due, Clock::duration period, Job job) {
  // First, so that nothing is half done when memory is out.
  if (heap_.size() == heap_.capacity()) heap_.reserve(2 * heap_.size() + kFirstCapacity);
  const TimerId id = timers_.emplace(Timer{period, 0, std::move(job)});
  heap_.emplace_back();
  rise(heap_.size() - 1, Entry{due, next_order_++, id});
  return id;
}

bool TimerHeap::cancel(TimerId id) {
  const Timer* const timer = timers_.get(id);
  if (timer == nullptr) return false;
  take_out(timer->place);
  return timers_.erase(id);
}

std::optional<TimerHeap::Clock::time_point> TimerHeap::next_due() const {
  if (heap_.empty()) return std::nullopt;
  return heap_.front().due;
}

std::optional<TimerHeap::Due> TimerHeap::take_due(Clock::time_point now, std::uint64_t mark) {
  if (heap_.empty()) return std::nullopt;
  Entry first = heap_.front();
  if (first.due > now || first.order >= mark) return std::nullopt;
  Timer& timer = *timers_.get(first.id);
  Due due{first.id, std::move(timer.job)};
  if (timer.period == Clock::duration::zero()) {
    take_out(0);
    timers_.erase(first.id);
    return due;
  }
  first.due += timer.period;
  if (first.due <= now) first.due = now + timer.period;
  first.order = next_order_++;
  sink(0, first);
  return due;
}

void TimerHeap::give_back(TimerId id, Job job) {
  if (Timer* const timer = timers_.get(id)) timer->job = std::move(job);
}

void TimerHeap::put(std::size_t place, const Entry& entry) {
  heap_[place] = entry;
  timers_.get(entry.id)->place = place;
}

void TimerHeap::rise(std::size_t place, const Entry& entry) {
  while (place > 0) {
    const std::size_t parent = (place - 1) / 2;
    if (!entry.before(heap_[parent])) break;
    put(place, heap_[parent]);
    place = parent;
  }
  put(place, entry);
}

void TimerHeap::sink(std::size_t place, const Entry& entry) {
  for (;;) {
    std::size_t child = 2 * place + 1;
    if (child >= heap_.size()) break;
    if (child + 1 < heap_.size() && heap_[child + 1].before(heap_[child])) ++child;
    if (!heap_[child].before(entry)) break;
    put(place, heap_[child]);
    place = child;
  }
  put(place, entry);
}

void TimerHeap::take_out(std::size_t place) {
  const Entry last = heap_.back();
  heap_.pop_back();
  if (place == heap_.size()) return;
  // The last entry fills the gap; it may belong further up or further down from there.
  if (place > 0 && last.before(heap_[(place - 1) / 2])) {
    rise(place, last);
  } else {
    sink(place, last);
  }
}

}  // namespace keel::core
