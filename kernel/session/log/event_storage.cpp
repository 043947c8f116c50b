// SPDX-License-Identifier: MIT
#include "session/log/event_storage.hpp"

#include <utility>

namespace keel::session {

EventStorage::EventStorage() = default;

EventRecord* EventStorage::take() {
  EventRecord* record = free_ != nullptr ? free_ : refill();
  free_ = record->next_free;
  record->next_free = nullptr;
  record->count.store(1, std::memory_order_relaxed);
  owners_.fetch_add(1, std::memory_order_relaxed);
  return record;
}

EventRecord* EventStorage::refill() {
  if (EventRecord* returned = returned_.exchange(nullptr, std::memory_order_acquire)) {
    return returned;
  }
  blocks_.reserve(blocks_.size() + 1);
  auto block = std::make_unique<EventRecord[]>(kBlockRecords);
  for (std::size_t i = 0; i < kBlockRecords; ++i) {
    block[i].storage = this;
    block[i].next_free = i + 1 < kBlockRecords ? &block[i + 1] : nullptr;
  }
  EventRecord* first = &block[0];
  blocks_.push_back(std::move(block));
  return first;
}

void EventStorage::give_back(EventRecord* record) noexcept {
  EventRecord* head = returned_.load(std::memory_order_relaxed);
  do {
    record->next_free = head;
  } while (!returned_.compare_exchange_weak(head, record, std::memory_order_release,
                                            std::memory_order_relaxed));
  drop_owner();
}

void EventStorage::drop_owner() noexcept {
  if (owners_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
}

Value EventStorage::type_value(CoreType core, std::string_view name) {
  if (core != CoreType::kOther) {
    Value& known = core_types_.at(static_cast<std::size_t>(core));
    if (known.is_absent()) known = Value(name);
    return known;
  }
  const auto found = other_types_.find(name);
  if (found != other_types_.end()) return found->second;
  Value value(name);
  if (other_types_.size() < kMaxTypes) other_types_.emplace(std::string(name), value);
  return value;
}

}  // namespace keel::session
